import Foundation
import RunRecorder
import TestSupport
import Testing

/// What a call costs, held by counts: a clock says something else on every machine.
@Suite struct CostTests {
    @Test(.enabled(if: KillTests.hasTrace, "strace is a tool of Linux"))
    func `a call asks twelve things of the system, and does not wait for the disk`() throws {
        let folder = try TemporaryFolder()
        for number in 0..<30 { try folder.recorder().skipped(reason: "x", at: hours(Double(number) / 100)) }
        let few = try calls(runs: 10, in: folder)
        let many = try calls(runs: 20, in: folder)
        var each: [String: Double] = [:]
        for (name, count) in many {
            let difference = Double(count - (few[name] ?? 0)) / 20
            // The C library's one call has two names.
            if difference > 0 { each[name == "newfstatat" ? "fstat" : name] = difference }
        }
        // 10 runs more are 20 calls more. The lock is opened and closed, the file opened, looked at, read, read to its end and
        // closed, the new one opened, written, closed and renamed; one further write tells the test of it.
        #expect(
            each == ["openat": 3, "flock": 1, "fstat": 1, "read": 2, "write": 2, "close": 3, "rename": 1],
            "\(each)")
    }

    /// All calls that a process makes to record so many runs, by their names; but for memory, which the system gives out by
    /// the page.
    private func calls(runs: Int, in folder: TemporaryFolder) throws -> [String: Int] {
        let log = try TemporaryFolder()
        let run = try ProgramRun(
            ofTool: [
                "strace", "-f", "-o", log.path + "/log", BuiltProgram.besideTests("RecordingProcess").path,
                folder.path, "\(mondayMilliseconds)", "\(runs)", "30",
            ])
        try #require(run.exitCode == 0, "strace is needed: scripts/install-libraries strace. \(run.error)")
        var counts: [String: Int] = [:]
        for line in try log.text(of: "log").split(separator: "\n") {
            guard let name = line.firstMatch(of: /^(?:\d+ +)?(\w+)\(/) else { continue }
            if !["mmap", "munmap", "brk", "madvise", "mprotect"].contains(name.1) {
                counts[String(name.1), default: 0] += 1
            }
        }
        return counts
    }
}
