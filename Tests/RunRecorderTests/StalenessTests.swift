import Foundation
import RunRecorder
import TestSupport
import Testing

/// The staleness to read at launch.
@Suite struct StalenessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func succeed(_ recorder: RunRecorder, at moment: Date) throws {
        try recorder.finish(try recorder.begin(at: moment), .success, at: moment)
    }

    @Test func `without a success there is no staleness, and that is not 0`() throws {
        let recorder = folder.recorder()
        #expect(recorder.stalenessHours(now: monday) == nil)
        for outcome in RunOutcome.allCases where outcome != .success {
            try recorder.finish(try recorder.begin(at: monday), outcome, at: monday)
        }
        _ = try recorder.begin(at: monday)
        #expect(recorder.stalenessHours(now: hours(1)) == nil)
    }

    @Test func `staleness counts from the start of the last success`() throws {
        let recorder = folder.recorder()
        let run = try recorder.begin(at: monday)
        try recorder.finish(run, .success, at: hours(1))
        #expect(recorder.stalenessHours(now: hours(25.5)) == 25.5)
        try recorder.finish(try recorder.begin(at: hours(20)), .failed, at: hours(20))
        #expect(recorder.stalenessHours(now: hours(25.5)) == 25.5)
        try succeed(recorder, at: hours(24))
        #expect(recorder.stalenessHours(now: hours(25.5)) == 1.5)
    }

    @Test func `a success is known after its run has been dropped`() throws {
        let recorder = folder.recorder(capacity: 3)
        try succeed(recorder, at: monday)
        try succeed(recorder, at: hours(1))
        for hour in 2...20 { try recorder.skipped(reason: "x", at: hours(Double(hour))) }
        // It is exported too: the device would look as if it had never succeeded.
        #expect(try recorder.exported().outcomes == ["success", "skipped", "skipped", "skipped"])
        #expect(try recorder.exported().times.first == "2026-09-21T01:00:00.000Z")
        #expect(recorder.stalenessHours(now: hours(21)) == 20)
    }

    @Test func `for a task without a kept success only its last one before is exported`() throws {
        let (one, other) = (folder.recorder(task: "a", capacity: 2), folder.recorder(task: "b", capacity: 2))
        try succeed(one, at: monday)
        try succeed(other, at: hours(1))
        try succeed(one, at: hours(2))
        try one.skipped(reason: "x", at: hours(3))
        try succeed(other, at: hours(4))
        // Kept are a's skipped run and b's last success; a's last success is the one at 2 h.
        #expect(try one.exported().entries.map(\.task) == ["a", "a", "b"])
        #expect(
            try one.exported().times == [
                "2026-09-21T02:00:00.000Z", "2026-09-21T03:00:00.000Z", "2026-09-21T04:00:00.000Z",
            ])
        // A success ahead of the export would not be used by the program.
        #expect(try one.exported(now: hours(1)).outcomes == ["success", "success", "skipped", "success"])
        #expect(
            try one.exported(now: hours(1)).times.prefix(2) == ["2026-09-21T00:00:00.000Z", "2026-09-21T01:00:00.000Z"])
    }

    @Test func `clocks that jump hide no recorded success`() throws {
        let back = folder.recorder(capacity: 1)
        try succeed(back, at: monday)
        try succeed(back, at: hours(4))
        try back.finish(try back.begin(at: hours(2)), .failed, at: hours(2))
        #expect(back.stalenessHours(now: hours(5)) == 1)

        let ahead = try TemporaryFolder().recorder(capacity: 2)
        try succeed(ahead, at: monday)
        for hour in 0..<4 { try succeed(ahead, at: hours(9_600 + Double(hour))) }
        for hour in 1...3 { try ahead.skipped(reason: "x", at: hours(Double(hour))) }
        #expect(ahead.stalenessHours(now: hours(4)) == 4)
    }

    @Test func `the latest success counts, whatever the order of recording`() throws {
        let recorder = folder.recorder(capacity: 2)
        try succeed(recorder, at: hours(10))
        // The clock is set back by 8 h, and the first one is dropped.
        try succeed(recorder, at: hours(2))
        try succeed(recorder, at: hours(3))
        #expect(recorder.stalenessHours(now: hours(12)) == 2)
    }

    @Test func `a success up to 5 minutes ahead counts as now, and a later one not at all`() throws {
        let recorder = folder.recorder()
        try succeed(recorder, at: hours(10))
        #expect(recorder.stalenessHours(now: hours(10).addingTimeInterval(-300)) == 0)
        #expect(recorder.stalenessHours(now: hours(10).addingTimeInterval(-300.001)) == nil)
        try succeed(recorder, at: hours(4))
        #expect(recorder.stalenessHours(now: hours(5)) == 1)
    }

    @Test func `a dropped success of a clock that was ahead does not hide the one before`() throws {
        let recorder = folder.recorder(capacity: 1)
        try succeed(recorder, at: monday)
        try succeed(recorder, at: hours(1_000))
        try recorder.skipped(reason: "x", at: hours(5))
        #expect(recorder.stalenessHours(now: hours(6)) == 6)
    }

    @Test func `successes of a clock that was ahead give way to later ones`() throws {
        let recorder = folder.recorder(capacity: 1)
        try succeed(recorder, at: hours(1_000))
        try recorder.skipped(reason: "x", at: hours(1_001))
        try succeed(recorder, at: hours(2))
        #expect(recorder.stalenessHours(now: hours(3)) == 1)
        try recorder.skipped(reason: "x", at: hours(4))
        #expect(recorder.stalenessHours(now: hours(5)) == 3)
    }
}
