import Foundation
import RunRecorder
import TestSupport
import Testing

/// Clocks that are set forward and back.
@Suite struct ClockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `runs are kept in the order of recording, not of their times`() throws {
        let recorder = folder.recorder(capacity: 3)
        for hour in [100.0, 101, 2, 3, 1] { try recorder.skipped(reason: "\(hour)", at: hours(hour)) }
        #expect(try recorder.exported().entries.map(\.reason) == ["2.0", "3.0", "1.0"])
    }

    @Test func `a run may end before it began`() throws {
        let recorder = folder.recorder()
        let run = try recorder.begin(at: hours(10))
        try recorder.finish(run, .success, at: hours(2))
        let entry = try #require(try recorder.exported().entries.first)
        #expect(entry.at == "2026-09-21T10:00:00.000Z" && entry.outcome == "success")
    }

    @Test func `a request may be later than its run`() throws {
        let recorder = folder.recorder()
        try recorder.markScheduled(at: hours(10))
        _ = try recorder.begin(at: hours(2))
        #expect(try recorder.exported().entries.map(\.scheduledAt) == ["2026-09-21T10:00:00.000Z"])
    }

    @Test func `two runs that began in the same millisecond get their own ends`() throws {
        let (a, b) = (folder.recorder(task: "a"), folder.recorder(task: "b"))
        let (first, second) = (try a.begin(at: monday), try b.begin(at: monday))
        try b.finish(second, .failed, at: monday)
        try a.finish(first, .success, at: monday)
        #expect(try a.exported().outcomes == ["success", "failed"])
    }

    @Test func `a clock set back to 1970 is written as it was`() throws {
        let recorder = folder.recorder()
        // Ten days after 1970, in milliseconds, looks like a moment of 2028 in seconds since 2001.
        let run = try recorder.begin(at: Date(timeIntervalSince1970: 10 * 86_400))
        try recorder.finish(run, .success, at: Date(timeIntervalSince1970: 10 * 86_400))
        #expect(try recorder.exported().times == ["1970-01-11T00:00:00.000Z"])
        #expect(recorder.stalenessHours(now: Date(timeIntervalSince1970: 11 * 86_400)) == 24)
    }

    @Test func `a clock that is set back closes no run of a live process`() throws {
        let other = try RecordingProcess()
        var begin = RecorderCall(.begin, in: folder.path, at: mondayMilliseconds + 100 * 3_600_000)
        begin.task = "other"
        #expect(try other.answer(to: begin) == "0")
        #expect(folder.recorder().recover(at: hours(1)) == 0)
        #expect(try folder.recorder().exported().outcomes == [nil])
    }
}
