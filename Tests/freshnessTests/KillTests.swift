import Foundation
import TestSupport
import Testing

/// Runs that are killed: nothing that they began is in the way of the next one, and no report is half there.
@Suite struct KillTests {
    /// How far a run had come, as its files show.
    private enum Stage: String, CaseIterable { case starting, reading, storing, counting, reporting }

    private func stage(of process: Int32, in root: Root, after undisturbed: Undisturbed) -> Stage {
        let state = root.folder.path + "/.freshness/"
        let size = { (name: String) in (try? Data(contentsOf: URL(fileURLWithPath: state + name)).count) ?? 0 }
        let names = (try? undisturbed.reports(in: root)) ?? []
        let report = try? root.folder.bytes(of: "reports/" + Undisturbed.name)
        if report == undisturbed.report || names.contains(where: { $0.hasSuffix(".unfinished") }) { return .reporting }
        guard (try? root.folder.text(of: ".freshness/lock")) == "\(process)\n" else { return .starting }
        if size("runs.sqlite-wal") > 0 || size("runs.sqlite-journal") > 0 { return .storing }
        let before = try? undisturbed.root.folder.bytes(of: ".freshness/writings")
        return (try? root.folder.bytes(of: ".freshness/writings")) == before ? .reading : .counting
    }

    @Test(arguments: [Situation.cold, .nightly])
    func `after a kill at any of 200 random moments, the next run gives the same report`(
        _ situation: Situation
    ) throws {
        let undisturbed = try Undisturbed(situation)
        var lengths: [Int] = []
        for _ in 0..<5 {
            let root = try Root(like: undisturbed.root)
            let start = DispatchTime.now().uptimeNanoseconds
            _ = try root.run("report", "--week", "2026-W39")
            lengths.append(Int(DispatchTime.now().uptimeNanoseconds - start) / 1_000)
        }
        let length = lengths.sorted()[2]
        var random = SeededGenerator(6)
        var stages: [Stage: Int] = [:]
        for number in 0..<200 {
            let root = try Root(like: undisturbed.root)
            let moment = UInt32.random(in: 0..<UInt32(length), using: &random)
            var process: Int32 = 0
            let run = try root.run("report", "--week", "2026-W39") {
                process = $0.processIdentifier
                usleep(moment)
                kill(process, SIGKILL)
            }
            if run.exitCode == -SIGKILL { stages[stage(of: process, in: root, after: undisturbed), default: 0] += 1 }
            undisturbed.expectWholeReport(in: root, "kill \(number), after \(moment) µs")
            try undisturbed.expectNext(in: root, "kill \(number), after \(moment) µs")
        }
        // Or nothing was killed but what had ended.
        #expect(stages.values.reduce(0, +) >= 60, "\(stages), of \(length) µs")
        #expect(stages.count >= 3, "\(stages), of \(length) µs")
    }

    @Test(.enabled(if: Inside.works, Inside.absence), arguments: [Situation.cold, .nightly])
    func `after a kill before any call that changes a file, the next run gives the same report`(
        _ situation: Situation
    ) throws {
        let undisturbed = try Undisturbed(situation)
        let told = try Root(like: undisturbed.root)
            .run("report", "--week", "2026-W39", environment: try Inside.environment(["TELL_CHANGES": "1"]))
        let changes = try #require(told.error.firstMatch(of: /changes (\d+)/).flatMap { Int($0.1) }, "\(told.error)")
        try #require(changes > 20)
        var killed = 0
        var withoutLog: [Int32: Int] = [:]
        for number in 1...changes {
            let root = try Root(like: undisturbed.root)
            let run = try root.run(
                "report", "--week", "2026-W39", environment: try Inside.environment(["KILL_AT": "\(number)"]))
            // Threads do not always spill the same to the disk: a few changes more or less.
            guard run.exitCode == -SIGKILL else { continue }
            killed += 1
            undisturbed.expectWholeReport(in: root, "before change \(number)")
            if let code = try runWithoutLog(root, undisturbed, "before change \(number), its log lost") {
                withoutLog[code, default: 0] += 1
            }
            try undisturbed.expectNext(in: root, "before change \(number)")
        }
        #expect(killed >= changes * 9 / 10)
        // Some were killed while the log was half copied into the store: what is left of it alone is of no use.
        #expect(withoutLog.count == 2, "\(withoutLog)")
    }

    /// Runs once more after the log of the killed run is lost: the report is right, or the store is refused.
    ///
    /// - Returns: the exit code; nil where there is no log.
    private func runWithoutLog(_ killed: Root, _ undisturbed: Undisturbed, _ what: Comment) throws -> Int32? {
        let logs =
            try killed.folder.names(in: "").contains(".freshness")
            ? killed.folder.names(in: ".freshness").filter { $0.hasSuffix("-wal") || $0.hasSuffix("-journal") } : []
        if logs.isEmpty { return nil }
        let root = try Root(like: killed)
        for name in try root.folder.names(in: ".freshness") where name.hasPrefix("runs.sqlite-") {
            try FileManager.default.removeItem(atPath: root.folder.path + "/.freshness/" + name)
        }
        let run = try root.run("report", "--week", "2026-W39")
        if run.exitCode == 0 {
            #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report, what)
        } else {
            try undisturbed.expectRefused(run, in: root, "freshness rebuild", what)
        }
        return run.exitCode
    }

    @Test func `files left by a run with the same process number are removed`() throws {
        // In a container each night's run may have the number that the last one had.
        let root = try Root.real()
        try root.folder.write("", to: "reports/.keep")
        let run = try BuiltProgram.run(
            inShell:
                "echo half > \(root.folder.path)/reports/.bg_freshness_2026-04-19.md.$$.unfinished; exec \"$0\" \"$@\"",
            ["report", "--week", "2026-W17", "--root", root.folder.path])
        #expect(run.exitCode == 0)
        #expect(try root.folder.names(in: "reports") == [".keep", "bg_freshness_2026-04-26.md"])
    }
}
