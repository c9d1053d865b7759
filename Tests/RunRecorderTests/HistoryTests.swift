import Foundation
import RunRecorder
import TestSupport
import Testing

/// What is recorded and kept.
@Suite struct HistoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `creating a recorder and reading touch no file`() throws {
        let nowhere = folder.url.appendingPathComponent("nowhere")
        let recorder = RunRecorder(folder: nowhere)
        #expect(folder.files.isEmpty)
        #expect(recorder.stalenessHours(now: monday) == nil)
        #expect(recorder.lastSubmitFailure == nil && recorder.setAsideCount == 0)
        #expect(try recorder.exported().entries.isEmpty)
        #expect(folder.files.isEmpty)
        // With nothing to close, nothing is written.
        #expect(recorder.recover(at: monday) == 0)
        #expect(try folder.names(in: "nowhere") == ["run-history.lock"])
    }

    @Test func `the first call that records creates the folder`() throws {
        let deep = folder.url.appendingPathComponent("a/b")
        _ = try RunRecorder(folder: deep).begin(at: monday)
        #expect(try folder.names(in: "a/b") == ["run-history", "run-history.lock"])
    }

    @Test func `a run is on disk as soon as it has begun, and has no outcome`() throws {
        _ = try folder.recorder().begin(at: monday, lowPower: true, bucket: .rare)
        let entry = try #require(try folder.recorder().exported().entries.first)
        #expect(entry.at == "2026-09-21T00:00:00.000Z" && entry.lowPower == true && entry.bucket == 40)
        #expect(entry.names == ["at", "bucket", "lowPower"])
    }

    @Test(arguments: RunOutcome.allCases) func `a run has the outcome that it was finished with`(_ outcome: RunOutcome)
        throws
    {
        let recorder = folder.recorder()
        let run = try recorder.begin(at: monday)
        try recorder.finish(run, outcome, reason: "code 7", at: hours(1))
        let entry = try #require(try recorder.exported().entries.first)
        #expect(entry.outcome == outcome.rawValue && entry.reason == "code 7")
        #expect(entry.names == ["at", "outcome", "reason"])
    }

    @Test func `only the first end of a run counts`() throws {
        let recorder = folder.recorder()
        let run = try recorder.begin(at: monday)
        try recorder.finish(run, .expired, reason: "first", at: hours(1))
        try recorder.finish(run, .success, reason: "second", at: hours(2))
        let entry = try #require(try recorder.exported().entries.first)
        #expect(entry.outcome == "expired" && entry.reason == "first")
        #expect(recorder.stalenessHours(now: hours(3)) == nil)
    }

    @Test func `each run gets its own end, whatever the order`() throws {
        let (a, b) = (folder.recorder(task: "a"), folder.recorder(task: "b"))
        let first = try a.begin(at: monday)
        let second = try b.begin(at: hours(1))
        try b.finish(second, .success, at: hours(2))
        try a.finish(first, .failed, at: hours(3))
        let entries = try a.exported().entries
        #expect(entries.map(\.task) == ["a", "b"] && entries.map(\.outcome) == ["failed", "success"])
    }

    @Test func `the end of a run that is no longer kept changes nothing`() throws {
        let recorder = folder.recorder(capacity: 2)
        let dropped = try recorder.begin(at: monday)
        for hour in 1...2 { try recorder.skipped(reason: "no value", at: hours(Double(hour))) }
        try recorder.finish(dropped, .success, at: hours(3))
        #expect(try recorder.exported().outcomes == ["skipped", "skipped"])
    }

    @Test func `a skipped run is one entry, and neither a failure nor a success`() throws {
        let recorder = folder.recorder(task: "refresh")
        try recorder.skipped(reason: "no network value", at: monday, lowPower: false, bucket: .active)
        let entry = try #require(try recorder.exported().entries.first)
        #expect(entry.outcome == "skipped" && entry.reason == "no network value" && entry.task == "refresh")
        #expect(entry.lowPower == false && entry.bucket == 10)
        #expect(recorder.stalenessHours(now: hours(1)) == nil)
    }

    @Test(arguments: [(1, 1), (2, 2), (30, 30), (0, 1), (-5, 1), (1_001, 1_000)])
    func `only the last runs are kept, up to the capacity`(_ asked: Int, _ kept: Int) throws {
        let recorder = folder.recorder(capacity: asked)
        let recorded = min(kept, 40) + 3
        for number in 0..<recorded { try recorder.skipped(reason: "\(number)", at: hours(Double(number))) }
        let export = try recorder.exported()
        #expect(recorder.capacity == kept && export.members["historyLimit"] as? Int == kept)
        #expect(export.entries.compactMap(\.reason) == (max(recorded - kept, 0)..<recorded).map(String.init))
    }

    @Test func `an empty task name is the same as none`() throws {
        try folder.recorder(task: "").skipped(reason: "x", at: monday)
        #expect(try folder.recorder().exported().entries.first?.names == ["at", "outcome", "reason"])
    }

    @Test func `of a reason whole characters in up to 200 bytes are kept`() throws {
        let recorder = folder.recorder()
        // An é is two bytes: 99 of them after one byte make 199, and the next would be cut in half.
        try recorder.skipped(reason: "x" + String(repeating: "é", count: 500), at: monday)
        try recorder.skipped(reason: String(repeating: "y", count: 200), at: hours(1))
        let reasons = try recorder.exported().entries.map(\.reason)
        #expect(reasons == ["x" + String(repeating: "é", count: 99), String(repeating: "y", count: 200)])
    }

    @Test func `texts are read back unchanged, whatever is in them`() throws {
        let text = "quote \" slash / \\ line\nbreak \t tab \\t \r\n \u{0} \u{2028} 😀"
        try folder.recorder(task: text).skipped(reason: text, at: monday)
        let entry = try #require(try folder.recorder().exported().entries.first)
        #expect(entry.task == text && entry.reason == text)
    }

    @Test(arguments: [Date.distantPast, .distantFuture, monday]) func `any time in the years 0 to 9999 is recorded`(
        _ at: Date
    )
        throws
    {
        try folder.recorder().skipped(reason: "x", at: at)
        #expect(try folder.recorder().exported().entries.count == 1)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e15, 253_402_300_800, -62_167_219_201])
    func `a time outside of those years is an error, not a trap`(_ seconds: Double) throws {
        let recorder = folder.recorder()
        let date = Date(timeIntervalSince1970: seconds)
        #expect(throws: RecorderError.self) { try recorder.begin(at: date) }
        #expect(throws: RecorderError.self) { try recorder.markScheduled(at: date) }
        #expect(recorder.recover(at: date) == 0 && recorder.stalenessHours(now: date) == nil)
        #expect(recorder.exportJSON(device: "d", app: "a", platform: .iOS, now: date).isEmpty)
        #expect(folder.files.isEmpty)
    }
}
