import Foundation
import RunRecorder
import TestSupport
import Testing

/// Requests for runs: accepted, refused, and which run each was for.
@Suite struct RequestTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a run belongs to the request before it, and each request to one run`() throws {
        let recorder = folder.recorder()
        try recorder.skipped(reason: "1", at: monday)
        try recorder.markScheduled(at: hours(1))
        try recorder.markScheduled(at: hours(2))
        try recorder.skipped(reason: "2", at: hours(3))
        try recorder.skipped(reason: "3", at: hours(4))
        try recorder.markScheduled(at: hours(5))
        _ = try recorder.begin(at: hours(6))
        let export = try recorder.exported()
        #expect(
            export.entries.map(\.scheduledAt) == [nil, "2026-09-21T02:00:00.000Z", nil, "2026-09-21T05:00:00.000Z"])
        #expect(export.members["lastScheduledAt"] as? String == "2026-09-21T05:00:00.000Z")
    }

    @Test func `each task has its own requests, and the last of all is exported`() throws {
        let (a, b) = (folder.recorder(task: "a"), folder.recorder(task: "b"))
        try a.markScheduled(at: hours(1))
        try b.markScheduled(at: hours(2))
        try a.markScheduled(at: hours(3))
        try b.skipped(reason: "", at: hours(4))
        try a.skipped(reason: "", at: hours(5))
        let export = try a.exported()
        #expect(export.entries.map(\.scheduledAt) == ["2026-09-21T02:00:00.000Z", "2026-09-21T03:00:00.000Z"])
        #expect(export.members["lastScheduledAt"] as? String == "2026-09-21T03:00:00.000Z")
    }

    @Test func `a refused request is kept with domain and code, and changes nothing else`() throws {
        let recorder = folder.recorder()
        try recorder.markScheduled(at: hours(1))
        let error = NSError(
            domain: "BGTaskSchedulerErrorDomain", code: 3,
            userInfo: [NSLocalizedDescriptionKey: "Anna's phone https://example.com/anna"])
        try recorder.submitFailed(error, at: hours(2))
        let failure = try #require(recorder.lastSubmitFailure)
        #expect(failure.domain == "BGTaskSchedulerErrorDomain" && failure.code == 3 && failure.at == hours(2))
        #expect(try !folder.text(of: "run-history").contains("nna"))
        let export = try recorder.exported()
        #expect(export.members["lastScheduledAt"] as? String == "2026-09-21T01:00:00.000Z")
        #expect(
            Set(export.members.keys) == [
                "app", "device", "exportedAt", "history", "historyLimit", "lastScheduledAt", "platform",
            ])
        // The request before it still waits for its run.
        _ = try recorder.begin(at: hours(3))
        #expect(try recorder.exported().entries.map(\.scheduledAt) == ["2026-09-21T01:00:00.000Z"])
    }

    @Test func `the latest refusal is the one that is kept`() throws {
        let recorder = folder.recorder()
        for code in 1...3 { try recorder.submitFailed(NSError(domain: "d", code: code), at: hours(Double(code))) }
        try recorder.markScheduled(at: hours(9))
        #expect(recorder.lastSubmitFailure?.code == 3)
    }

    @Test func `ever new task names do not fill the file`() throws {
        for number in 0..<150 { try folder.recorder(task: "task \(number)").markScheduled(at: hours(Double(number))) }
        #expect(try folder.text(of: "run-history").components(separatedBy: "=task ").count - 1 == 100)
        #expect(try folder.recorder().exported().members["lastScheduledAt"] as? String == "2026-09-27T05:00:00.000Z")
    }
}
