import Foundation
import RunRecorder
import TestSupport
import Testing

/// The cost of a call in system calls: times differ on every machine.
@Suite struct CostTests {
    @Test(.enabled(if: KillTests.hasTrace, "strace is a tool of Linux"))
    func `a call makes twelve system calls and does not wait for the disk`() throws {
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
        // 10 runs more are 20 calls more. The lock is opened and closed; the file is opened, examined, read, read to
        // its end and closed; the new one is opened, written, closed and renamed; one more write reports to the test.
        #expect(
            each == ["openat": 3, "flock": 1, "fstat": 1, "read": 2, "write": 2, "close": 3, "rename": 1],
            "\(each)")
    }

    /// All system calls that a process makes to record some runs, by name; except for memory, which the system hands
    /// out by page.
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
