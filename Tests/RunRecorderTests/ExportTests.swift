import Foundation
import RunRecorder
import TestSupport
import Testing

/// The exact export.
@Suite struct ExportTests {
    @Test func `invalid names give no export, and a task's name that is too long no run`() throws {
        let folder = try TemporaryFolder()
        let recorder = folder.recorder()
        func export(_ device: String, _ app: String) -> Data {
            recorder.exportJSON(device: device, app: app, platform: .iOS, now: monday)
        }
        let (longest, longer) = (String(repeating: "é", count: 512), String(repeating: "é", count: 512) + "x")
        #expect(!export(longest, longest).isEmpty && !export("d", "").isEmpty)
        #expect(export("", "a").isEmpty && export(longer, "a").isEmpty && export("d", longer).isEmpty)
        #expect(throws: Never.self) { try folder.recorder(task: longest).skipped(reason: "x", at: monday) }
        #expect(throws: RecorderError.self) { try folder.recorder(task: longer).skipped(reason: "x", at: monday) }
        #expect(throws: RecorderError.self) { try folder.recorder(task: longer).begin(at: monday) }
    }

    @Test func `an impossible bucket is left out`() throws {
        let recorder = try TemporaryFolder().recorder()
        for (bucket, said) in [(Int16.max, nil), (.min, nil), (32_766, 32_766), (-32_767, -32_767)] as [(Int16, Int?)] {
            _ = try recorder.begin(at: monday, bucket: StandbyBucket(rawValue: bucket))
            #expect(try recorder.exported().entries.last?.bucket == said)
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `an export is one line with the known values, sorted by name`() throws {
        let recorder = folder.recorder(task: "refresh", capacity: 12)
        try recorder.markScheduled(at: hours(-7.5))
        let run = try recorder.begin(at: monday, lowPower: false, bucket: .workingSet)
        try recorder.markScheduled(at: monday.addingTimeInterval(0.0204))
        try recorder.finish(run, .failed, reason: "NSURLErrorDomain -1001", at: hours(0.01))
        try recorder.skipped(reason: "no \"value\"", at: hours(7), lowPower: true)
        _ = try recorder.begin(at: hours(9.5))
        let export = recorder.exportJSON(
            device: "d0b0", app: "com.example/weather", platform: .android, bucket: StandbyBucket(rawValue: 45),
            installedAt: hours(-100), now: hours(10).addingTimeInterval(0.1180004))
        let expected = [
            #"{"app":"com.example/weather","bucket":45,"device":"d0b0","exportedAt":"2026-09-21T10:00:00.118Z","history":["#,
            #"{"at":"2026-09-21T00:00:00.000Z","bucket":20,"lowPower":false,"outcome":"failed","reason":"NSURLErrorDomain -1001","#,
            #""scheduledAt":"2026-09-20T16:30:00.000Z","task":"refresh"},"#,
            #"{"at":"2026-09-21T07:00:00.000Z","lowPower":true,"outcome":"skipped","reason":"no \"value\"","#,
            #""scheduledAt":"2026-09-21T00:00:00.020Z","task":"refresh"},"#,
            #"{"at":"2026-09-21T09:30:00.000Z","task":"refresh"}],"historyLimit":12,"#,
            #""installedAt":"2026-09-16T20:00:00.000Z","lastScheduledAt":"2026-09-21T00:00:00.020Z","platform":"android"}"#,
            "\n",
        ]
        #expect(String(decoding: export, as: UTF8.self) == expected.joined())
    }

    @Test func `a device that never ran exports an empty history`() {
        let export = folder.recorder().exportJSON(device: "d", app: "a", platform: .iOS, now: monday)
        #expect(
            String(decoding: export, as: UTF8.self)
                == #"{"app":"a","device":"d","exportedAt":"2026-09-21T00:00:00.000Z","history":[],"historyLimit":30,"platform":"ios"}"#
                + "\n")
    }

    @Test func `exports of the same history have the same bytes, and a run's time never changes`() throws {
        let recorder = folder.recorder()
        for number in 0..<25 {
            // Times that no Date can hold exactly: 0.1 s apart.
            let run = try recorder.begin(at: monday.addingTimeInterval(Double(number) * 0.1 + 0.0004))
            try recorder.finish(run, .success, at: hours(1))
        }
        let times = try recorder.exported().times
        #expect(times[..<11].last == "2026-09-21T00:00:01.000Z" && times[3] == "2026-09-21T00:00:00.300Z")
        let exports = (0..<3).map { _ in recorder.exportJSON(device: "d", app: "a", platform: .iOS, now: hours(2)) }
        #expect(Set(exports).count == 1)
        try recorder.skipped(reason: "x", at: hours(3))
        #expect(try recorder.exported().times.dropLast() == times[...])
    }

    @Test(arguments: [
        (0.0, "1970-01-01T00:00:00.000Z"), (-0.001, "1969-12-31T23:59:59.999Z"), (-86_400, "1969-12-31T00:00:00.000Z"),
        (951_782_400, "2000-02-29T00:00:00.000Z"), (1_786_896_383.891, "2026-08-16T16:06:23.891Z"),
        (2_208_988_800, "2040-01-01T00:00:00.000Z"), (-62_135_596_800, "0001-01-01T00:00:00.000Z"),
        (-62_167_219_200, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799.999, "9999-12-31T23:59:59.999Z"), (1_789_948_799.9996, "2026-09-21T00:00:00.000Z"),
    ]) func `a time is written to the millisecond, in UTC`(seconds: Double, text: String) throws {
        // `date -u -d @SECONDS`
        try folder.recorder().skipped(reason: "x", at: Date(timeIntervalSince1970: seconds))
        #expect(try folder.recorder().exported().times == [text])
    }
}
