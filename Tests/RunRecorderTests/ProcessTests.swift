import Foundation
import RunRecorder
import TestSupport
import Testing

/// Several processes on one history, and runs whose processes ended before they did.
@Suite struct ProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func begin(_ process: RecordingProcess, at moment: Double, task: String? = nil) throws -> String {
        var call = RecorderCall(.begin, in: folder.path, at: mondayMilliseconds + Int64(moment * 3_600_000))
        call.task = task
        return try process.answer(to: call)
    }

    @Test func `a run of a process that was killed is found open at the next launch, and closed as killed`() throws {
        let process = try RecordingProcess()
        #expect(try begin(process, at: 0) == "0")
        #expect(try folder.recorder().exported().outcomes == [nil])
        process.kill()
        #expect(folder.recorder().recover(at: hours(1)) == 1)
        #expect(try folder.recorder().exported().outcomes == ["killed"])
        #expect(folder.recorder().recover(at: hours(2)) == 0)
    }

    @Test func `a run that begins closes what a killed process left open, of any task`() throws {
        let process = try RecordingProcess()
        #expect(try begin(process, at: 0, task: "a") == "0")
        #expect(try begin(process, at: 1, task: "b") == "1")
        process.kill()
        _ = try folder.recorder(task: "c").begin(at: hours(2))
        #expect(try folder.recorder().exported().outcomes == ["killed", "killed", nil])
    }

    @Test func `a skipped run also closes what a killed process left open`() throws {
        let process = try RecordingProcess()
        #expect(try begin(process, at: 0) == "0")
        process.kill()
        try folder.recorder().skipped(reason: "x", at: hours(2))
        #expect(try folder.recorder().exported().outcomes == ["killed", "skipped"])
    }

    @Test func `an open run of another live process stays open and can be finished`() throws {
        let process = try RecordingProcess()
        #expect(try begin(process, at: 0) == "0")
        let recorder = folder.recorder()
        #expect(recorder.recover(at: hours(1)) == 0)
        // Exactly 24 h is not over 24 h.
        #expect(recorder.recover(at: hours(24)) == 0)
        let mine = try recorder.begin(at: hours(2))
        try recorder.finish(mine, .failed, at: hours(2))
        #expect(try recorder.exported().outcomes == [nil, "failed"])
        var finish = RecorderCall(.finish, in: folder.path, at: mondayMilliseconds + 3 * 3_600_000)
        finish.outcome = "success"
        #expect(try process.answer(to: finish) == "ok")
        #expect(try recorder.exported().outcomes == ["success", "failed"])
    }

    @Test func `after 24 h a run is closed even if its process may be alive`() throws {
        let process = try RecordingProcess()
        #expect(try begin(process, at: 0) == "0")
        #expect(folder.recorder().recover(at: hours(24).addingTimeInterval(0.001)) == 1)
        var finish = RecorderCall(.finish, in: folder.path, at: mondayMilliseconds)
        finish.outcome = "success"
        #expect(try process.answer(to: finish) == "ok")
        #expect(try folder.recorder().exported().outcomes == ["killed"])
        #expect(folder.recorder().stalenessHours(now: hours(25)) == nil)
    }

    @Test func `a task that begins again closes its own open run and no other task's`() throws {
        let (a, b) = (folder.recorder(task: "a"), folder.recorder(task: "b"))
        let first = try a.begin(at: monday)
        let other = try b.begin(at: hours(1))
        let second = try a.begin(at: hours(2))
        try a.finish(first, .success, at: hours(3))
        #expect(try a.exported().outcomes == ["killed", nil, nil])
        try a.finish(second, .success, at: hours(3))
        try b.finish(other, .success, at: hours(3))
        #expect(try a.exported().outcomes == ["killed", "success", "success"])
    }

    @Test func `recover does not close this process's runs, however old`() throws {
        let recorder = folder.recorder()
        let run = try recorder.begin(at: monday)
        #expect(recorder.recover(at: hours(100)) == 0)
        try recorder.finish(run, .success, at: hours(100))
        #expect(try recorder.exported().outcomes == ["success"])
    }

    /// Writes a history with one open run, of a process with this number and another token than this one's.
    private func writeOpenRun(of process: Int32) throws {
        try folder.write(
            sealed("run-history\t1\t2", "run\t1\t1789948800000\t-\t-\t-\t-\t-\t\(process)\t1\t-\t-"), to: "run-history")
        #expect(try folder.recorder().exported().outcomes == [nil])
    }

    @Test func `a process that reuses a number is another process`() throws {
        // As after a restart of the device, when this process got the number.
        try writeOpenRun(of: getpid())
        #expect(folder.recorder().recover(at: hours(1)) == 1)
        // Another process that has it now cannot be distinguished until 24 h are over.
        try writeOpenRun(of: getppid())
        #expect(folder.recorder().recover(at: hours(24)) == 0)
        #expect(folder.recorder().recover(at: hours(25)) == 1)
    }

    @Test(arguments: [0, -1, -7, .min, .max] as [Int32])
    func `a number without a process means that it has ended`(_ number: Int32) throws {
        try writeOpenRun(of: number)
        #expect(folder.recorder().recover(at: hours(1)) == 1)
    }

    @Test func `the end of a run does not close a run of a new history`() throws {
        let recorder = folder.recorder()
        let lost = try recorder.begin(at: monday)
        try folder.write("damage", to: "run-history")
        _ = try recorder.begin(at: hours(1))
        try recorder.finish(lost, .success, at: hours(2))
        #expect(try recorder.exported().outcomes == [nil])
    }

    @Test func `processes and threads that record concurrently lose nothing`() async throws {
        let (processes, count) = (3, 120)
        let path = folder.path
        let outputs = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<processes {
                group.addTask {
                    // All within 24 h: older runs would be closed.
                    let start = mondayMilliseconds + Int64(number) * 1_000_000
                    return try ProgramRun(
                        of: BuiltProgram.besideTests("RecordingProcess"), [path, "\(start)", "\(count)", "1000"]
                    ).output
                }
            }
            for thread in 0..<2 {
                let recorder = folder.recorder(task: "thread \(thread)", capacity: 1_000)
                group.addTask {
                    for number in 0..<count {
                        let run = try recorder.begin(at: hours(2 + Double(thread) + Double(number) / 1_000))
                        try recorder.finish(run, .success, at: hours(1))
                    }
                    return ""
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(!outputs.joined().contains("error"), "\(outputs)")
        let export = try folder.recorder(capacity: 1_000).exported()
        #expect(Set(export.times).count == (processes + 2) * count)
        #expect(export.outcomes.allSatisfy { $0 == "success" })
    }

    @Test func `threads that wait in vain for a lock do not add up their waits, and other folders do not wait`() throws
    {
        let (held, free) = (try TemporaryFolder(), try TemporaryFolder())
        _ = try held.recorder().begin(at: monday)
        let lock = open(held.path + "/run-history.lock", O_RDWR)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        let ended = DispatchSemaphore(value: 0)
        let recorder = held.recorder()
        for _ in 0..<6 {
            Thread {
                #expect(throws: RecorderError.self) { try recorder.begin(at: monday) }
                ended.signal()
            }.start()
        }
        _ = try free.recorder().begin(at: monday)
        // Each waits 2 s; one after another would take 12.
        for _ in 0..<6 { #expect(ended.wait(timeout: .now() + 9) == .success) }
    }

    @Test(arguments: ["run-history", "run-history.new"])
    func `a path that is not a file is an error without waiting`(_ name: String) throws {
        let folder = try TemporaryFolder()
        #expect(mkfifo(folder.path + "/" + name, 0o600) == 0)
        #expect(throws: RecorderError.self) { try folder.recorder().begin(at: monday) }
        #expect(folder.recorder().stalenessHours(now: monday) == nil)
    }

    @Test func `a lock that is never released is an error after 2 s, not a hang`() throws {
        let recorder = folder.recorder()
        try recorder.skipped(reason: "x", at: monday)
        let lock = open(folder.path + "/run-history.lock", O_RDWR)
        #expect(flock(lock, LOCK_EX) == 0)
        let error = #expect(throws: RecorderError.self) { try recorder.begin(at: hours(1)) }
        #expect(error?.reason == "another process has held the lock for over 2 s")
        // Reading waits for nobody.
        #expect(try recorder.exported().outcomes == ["skipped"])
        close(lock)
        _ = try recorder.begin(at: hours(1))
    }
}
