import Foundation
import RunRecorder
import TestSupport
import Testing

/// Processes killed while recording: what a call has returned from is on disk, and the file can always be read.
@Suite struct KillTests {
    #if os(Linux)
    static let hasTrace = true
    #else
    static let hasTrace = false
    #endif

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What a process reported before it was killed, and what the next one must find: all runs so far, in order.
    private struct Told {
        var begun: [Int64] = []
        var finished: Set<Int64> = []
        var killed: Set<Int64> = []

        mutating func add(_ output: String) {
            for line in output.split(separator: "\n") {
                let words = line.split(separator: " ")
                // The last line may be cut.
                guard words.count == 2, words[1].count == 13, let at = Int64(words[1]) else { continue }
                if words[0] == "begun" { begun.append(at) } else if words[0] == "finished" { finished.insert(at) }
            }
        }

        /// Accepts what is on disk but was not reported: a call may be killed between the two.
        mutating func check(_ export: Exported, beforeNextStart: Bool, _ place: Comment) throws {
            let at = try export.times.map { time in
                let text = try #require(time)
                let date = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text)
                return Int64((date.timeIntervalSince1970 * 1_000).rounded())
            }
            if at.last != begun.last, let last = at.last, !begun.contains(last) { begun.append(last) }
            #expect(at == begun.suffix(30), place)
            for (at, entry) in zip(at, export.entries) {
                if finished.contains(at) {
                    #expect(entry.outcome == "success", place)
                } else if at == begun.last, !killed.contains(at), beforeNextStart {
                    if entry.outcome == "success" { finished.insert(at) } else { #expect(entry.outcome == nil, place) }
                } else {
                    #expect(entry.outcome == "killed", place)
                    killed.insert(at)
                }
            }
        }
    }

    @Test func `killed at any moment, hundreds of times, a run that has begun is there`() throws {
        var random = SeededGenerator(7)
        var told = Told()
        var killedOpen = 0
        for round in 0..<200 {
            let output = try TemporaryFolder()
            try output.write("", to: "output")
            let process = Process()
            process.executableURL = BuiltProgram.besideTests("RecordingProcess")
            process.arguments = [folder.path, "\(mondayMilliseconds + Int64(round) * 100_000)", "100000", "30"]
            let handle = try FileHandle(forWritingTo: output.url.appendingPathComponent("output"))
            process.standardOutput = handle
            try process.run()
            // After this many calls, and then a random time later.
            let calls = Int.random(in: 1...8, using: &random)
            while process.isRunning, try output.text(of: "output").count(where: { $0 == "\n" }) < calls { usleep(100) }
            usleep(UInt32.random(in: 0..<500, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            try handle.close()
            try #require(process.terminationReason == .uncaughtSignal)
            told.add(try output.text(of: "output"))
            let before = told
            try told.check(try folder.recorder().exported(), beforeNextStart: true, "round \(round)")
            if told.finished.count == before.finished.count, told.begun.last.map(told.finished.contains) == false {
                killedOpen += 1
            }
            #expect(folder.recorder().setAsideCount == 0)
        }
        // Otherwise it was never killed at a relevant moment.
        #expect(told.begun.count > 300 && killedOpen > 5, "\(told.begun.count) runs, \(killedOpen) open")
        #expect(folder.recorder().recover(at: monday) <= 1)
        try told.check(try folder.recorder().exported(), beforeNextStart: false, "at the end")
    }

    /// The system calls of `begin` and `finish`, in order: between two of these nothing changes on disk.
    private static let calls = ["openat", "flock", "read", "write", "close", "rename"]

    @Test(.enabled(if: hasTrace, "strace is a tool of Linux"))
    func `killed at each of its system calls, a run that has begun is there`() throws {
        let start = try counts(runs: 0)
        let end = try counts(runs: 2)
        var told = Told()
        var killed = 0
        var leftUnfinished = 0
        for call in Self.calls {
            let (first, last) = (start[call] ?? 0, end[call] ?? 0)
            try #require(last > first, "\(call) is not used any more")
            for number in (first + 1)...last {
                let at = mondayMilliseconds + Int64(killed) * 10_000
                let run = try trace(runs: 2, at: at, folder, "inject=\(call):signal=KILL:when=\(number)")
                try #require(run.exitCode != 0, "\(call) \(number) did not end it")
                killed += 1
                told.add(run.output)
                if folder.files.contains("run-history.new") { leftUnfinished += 1 }
                try told.check(try folder.recorder().exported(), beforeNextStart: true, "\(call) \(number)")
                // As the next launch does.
                _ = folder.recorder().recover(at: monday)
                try told.check(
                    try folder.recorder().exported(), beforeNextStart: false, "\(call) \(number), after recover")
            }
        }
        #expect(folder.recorder().setAsideCount == 0)
        // Some of these left half of a file behind.
        #expect(killed > 40 && leftUnfinished > 4, "\(killed), \(leftUnfinished)")
    }

    /// How often each call is made, by a process that records some runs.
    private func counts(runs: Int) throws -> [String: Int] {
        let other = try TemporaryFolder()
        _ = try trace(runs: 1, at: mondayMilliseconds, other, nil)
        let log = try TemporaryFolder()
        let run = try trace(runs: runs, at: mondayMilliseconds + 5_000, other, nil, log: log.path + "/log")
        try #require(run.exitCode == 0, "strace is needed: scripts/install-libraries strace. \(run.error)")
        var counts: [String: Int] = [:]
        for line in try log.text(of: "log").split(separator: "\n") {
            if let name = line.firstMatch(of: /^(?:\d+ +)?(\w+)\(/) { counts[String(name.1), default: 0] += 1 }
        }
        return counts
    }

    private func trace(
        runs: Int, at moment: Int64, _ folder: TemporaryFolder, _ injection: String?, log: String = "/dev/null"
    ) throws -> ProgramRun {
        let injection = injection.map { ["-e", $0] } ?? []
        return try ProgramRun(
            ofTool: ["strace", "-f", "-o", log, "-e", "trace=\(Self.calls.joined(separator: ","))"] + injection
                + [BuiltProgram.besideTests("RecordingProcess").path, folder.path, "\(moment)", "\(runs)", "30"])
    }
}
