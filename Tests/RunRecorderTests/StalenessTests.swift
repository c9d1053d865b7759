import Foundation
import RunRecorder
import TestSupport
import Testing

/// The one number to read at launch.
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

    @Test func `it is counted from when the last success began`() throws {
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
        #expect(try recorder.exported().outcomes == ["skipped", "skipped", "skipped"])
        #expect(recorder.stalenessHours(now: hours(21)) == 20)
    }

    @Test func `the latest success counts, whatever the order of recording`() throws {
        let recorder = folder.recorder(capacity: 2)
        try succeed(recorder, at: hours(10))
        // The clock is set back by 8 h, and the first one is dropped.
        try succeed(recorder, at: hours(2))
        try succeed(recorder, at: hours(3))
        #expect(recorder.stalenessHours(now: hours(12)) == 2)
    }

    @Test func `a success up to 5 minutes ahead counts as now, and one further ahead not at all`() throws {
        let recorder = folder.recorder()
        try succeed(recorder, at: hours(10))
        #expect(recorder.stalenessHours(now: hours(10).addingTimeInterval(-300)) == 0)
        #expect(recorder.stalenessHours(now: hours(10).addingTimeInterval(-300.001)) == nil)
        try succeed(recorder, at: hours(4))
        #expect(recorder.stalenessHours(now: hours(5)) == 1)
    }

    @Test func `a dropped success of a clock that ran ahead does not hide the one before it`() throws {
        let recorder = folder.recorder(capacity: 1)
        try succeed(recorder, at: monday)
        try succeed(recorder, at: hours(1_000))
        try recorder.skipped(reason: "x", at: hours(5))
        #expect(recorder.stalenessHours(now: hours(6)) == 6)
    }

    @Test func `what was kept of a clock ahead gives way to what is dropped after it was set right`() throws {
        let recorder = folder.recorder(capacity: 1)
        try succeed(recorder, at: hours(1_000))
        try recorder.skipped(reason: "x", at: hours(1_001))
        try succeed(recorder, at: hours(2))
        #expect(recorder.stalenessHours(now: hours(3)) == 1)
        try recorder.skipped(reason: "x", at: hours(4))
        #expect(recorder.stalenessHours(now: hours(5)) == 3)
    }
}
