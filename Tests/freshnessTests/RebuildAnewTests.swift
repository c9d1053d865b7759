import Foundation
import TestSupport
import Testing

/// A rebuild says beforehand what cannot be had again, makes the new store beside the old one, and lets it take its name
/// once.
@Suite struct RebuildAnewTests {
    /// What is no longer in the folder of exports, and what that costs.
    struct Loss: CustomTestStringConvertible {
        var testDescription: String
        var change: @Sendable (_ root: Root) throws -> Void
        var exports = 0
        var files = 0
    }

    private static func remove(_ name: String, _ root: Root) throws {
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/" + name)
    }

    private static func text(_ device: String, _ number: Int) -> String {
        export(device: device, exportedAt: monday + number * hour, ranAt: monday + number * hour - 1_800)
    }

    static let losses = [
        Loss(
            testDescription: "a file is gone", change: { try remove("three.json", $0) }, exports: 3, files: 1),
        Loss(
            testDescription: "two files are gone",
            change: {
                try remove("three.json", $0)
                try remove("one.json", $0)
            }, exports: 4, files: 2),
        Loss(
            testDescription: "a file is overwritten", change: { try $0.export(text("x", 30), to: "three.json") },
            exports: 3, files: 1),
        Loss(
            testDescription: "a file lacks one of its exports",
            change: { try $0.export(text("b", 11) + text("c", 12), to: "three.json") }, exports: 1, files: 1),
    ]

    static let noLosses = [
        Loss(testDescription: "nothing", change: { _ in }),
        Loss(
            testDescription: "a file is renamed",
            change: {
                try remove("three.json", $0)
                try $0.export(text("a", 10) + text("b", 11) + text("c", 12), to: "renamed.json")
            }),
        Loss(
            testDescription: "a file has grown",
            change: { try $0.export(text("a", 10) + text("b", 11) + text("c", 12) + text("e", 13), to: "three.json") }),
        Loss(testDescription: "a file without exports is gone", change: { try remove("none.json", $0) }),
    ]

    /// A store, and files that are others than those it was read from.
    private func root(_ loss: Loss, isRead: Bool = true) throws -> Root {
        let root = try Root()
        try root.export(Self.text("a", 10) + Self.text("b", 11) + Self.text("c", 12), to: "three.json")
        try root.export(Self.text("d", 20), to: "one.json")
        try root.export(Self.text("a", 40), to: "more.json")
        try root.export("nothing", to: "none.json")
        #expect(try root.run("ingest").exitCode == 0)
        try loss.change(root)
        if isRead { #expect(try root.run("ingest").exitCode == 0) }
        return root
    }

    private func store(_ root: Root) throws -> Data { try root.folder.bytes(of: ".freshness/runs.sqlite") }

    /// What the store gives, whatever files there are by now.
    private func figures(_ root: Root) throws -> String {
        let stats = try root.stats("2026-W39", "--read-only", "--quiet")
        return "\(stats.figures) \(stats.int("input.exports") ?? -1) exports, \(stats.int("input.runs") ?? -1) runs"
    }

    /// The figures of the files as they are now, by a store of their own.
    private func anew(_ root: Root) throws -> String {
        try root.stats("2026-W39", "--state", root.folder.path + "/anew").figures
    }

    // MARK: What cannot be had again

    /// Whether the store has seen the loss by then.
    @Test(arguments: losses, [true, false])
    func `a rebuild that would lose exports does nothing and says how many`(_ loss: Loss, isRead: Bool) throws {
        let root = try root(loss, isRead: isRead)
        let before = try store(root)
        let (names, figures) = (try root.folder.names(in: ".freshness"), try figures(root))
        let run = try root.run("rebuild")
        #expect(run.exitCode == 2 && run.output.isEmpty, "\(run.output)")
        #expect(run.error.hasPrefix("freshness: ") && run.error.filter { $0 == "\n" }.count == 1, "\(run.error)")
        let exports = " \(loss.exports) export\(loss.exports == 1 ? "" : "s")"
        let files = " \(loss.files) file\(loss.files == 1 ? "" : "s")"
        for said in [exports, files, "--yes"] { #expect(run.error.contains(said), "\(run.error)") }
        #expect(try store(root) == before)
        #expect(try root.folder.names(in: ".freshness") == names)
        #expect(try self.figures(root) == figures)
    }

    @Test(arguments: losses) func `a rebuild with --yes loses what is in no file`(_ loss: Loss) throws {
        let root = try root(loss)
        let expected = try anew(root)
        let run = try root.run("rebuild", "--yes")
        #expect(run.exitCode == 0, "\(run.error)")
        #expect(try root.stats("2026-W39").figures == expected)
        #expect(try root.run("check").exitCode == 0)
        #expect(try root.folder.names(in: ".freshness").filter { $0.hasPrefix("runs") } == ["runs.sqlite"])
        // Nothing is left to be lost.
        let second = try root.run("rebuild")
        #expect(second.exitCode == 0 && !second.error.contains("--yes"), "\(second.error)")
    }

    @Test(arguments: noLosses, [[], ["--yes"]])
    func `a rebuild that loses nothing is done at once`(_ loss: Loss, more: [String]) throws {
        let root = try root(loss)
        let figures = try root.stats("2026-W39").figures
        let run = try BuiltProgram.run(["rebuild", "--root", root.path] + more)
        #expect(run.exitCode == 0 && !run.error.contains("--yes"), "\(run.error)")
        #expect(try root.stats("2026-W39").figures == figures)
        #expect(try root.run("check").exitCode == 0)
        #expect(try root.folder.names(in: ".freshness").filter { $0.hasPrefix("runs") } == ["runs.sqlite"])
    }

    // MARK: One name, taken once

    /// The changes of names that a rebuild asks for, from and to, and the files that it takes away.
    private func names(_ root: Root) throws -> (renamed: [[String]], removed: [String]) {
        let calls = "trace=rename,renameat,renameat2,unlink,unlinkat,link,linkat,truncate"
        let lines = try Tools.trace { file in
            [
                "strace", "-f", "-s", "512", "-e", calls, "-o", file, BuiltProgram.url.path, "rebuild", "--root",
                root.path,
            ]
        }.joined().split(separator: "\n").filter { $0.hasSuffix("= 0") }
        let paths = lines.map { line in line.matches(of: /"(.*?)"/).map { ($0.1 as NSString).lastPathComponent } }
        let renamed = zip(lines, paths).filter { $0.0.contains("rename") }.map(\.1)
        return (renamed, zip(lines, paths).filter { !$0.0.contains("rename") }.flatMap(\.1))
    }

    @Test(.enabled(if: Tools.areHere && Sanitizer.running == nil, Tools.absence))
    func `the new store is created beside the old one and renamed once`() throws {
        let root = try root(Self.noLosses[0])
        let (renamed, removed) = try names(root)
        #expect(renamed.filter { $0.last == "runs.sqlite" } == [["runs.sqlite.new", "runs.sqlite"]], "\(renamed)")
        // At no moment is there none.
        #expect(!renamed.contains { $0.first == "runs.sqlite" } && !removed.contains("runs.sqlite"), "\(removed)")
    }

    @Test(.enabled(if: Inside.works, Inside.absence))
    func `after a kill before the rename the old store is unchanged, and the next call works`()
        throws
    {
        let made = try root(Self.noLosses[2])
        let (before, expected) = (try store(made), try figures(made))
        for next in [["report", "--week", "2026-W39"], ["stats", "--week", "2026-W39"], ["check"], ["rebuild"]] {
            let root = try Root(like: made)
            let held = try Inside.Held(in: "rename", of: root)
            let run = try root.run("rebuild", environment: held.environment) { process in
                try held.wait()
                kill(process.processIdentifier, SIGKILL)
            }
            #expect(run.exitCode == -SIGKILL && run.output.isEmpty)
            #expect(try root.folder.names(in: ".freshness").contains("runs.sqlite.new"))
            #expect(try store(root) == before)
            let read = try root.run("stats", "--read-only", "--week", "2026-W39", "--wait", "0")
            #expect(read.exitCode == 0, "\(read.error)")
            let call = try BuiltProgram.run(next + ["--root", root.path])
            #expect(call.exitCode == 0 && call.error.isEmpty, "\(next): \(call.error)")
            #expect(try figures(root) == expected, "\(next)")
        }
    }

    /// What an earlier rebuild may have left, and what somebody may have put there.
    @Test(arguments: ["", "half a store", String(repeating: "\u{0}", count: 65_536)])
    func `an unfinished rebuild does not matter to others`(text: String) throws {
        let root = try root(Self.noLosses[0])
        let expected = try figures(root)
        for name in ["runs.sqlite.new", "runs.sqlite.new-wal", "runs.sqlite.new-journal", "runs.sqlite.new-shm"] {
            try root.folder.write(text, to: ".freshness/" + name)
        }
        for call in [["stats", "--week", "2026-W39"], ["check"], ["rebuild"], ["stats", "--week", "2026-W39"]] {
            let run = try BuiltProgram.run(call + ["--root", root.path])
            #expect(run.exitCode == 0 && run.error.isEmpty, "\(call): \(run.error)")
            #expect(try figures(root) == expected, "\(call)")
        }
        #expect(try root.folder.names(in: ".freshness").filter { $0.hasPrefix("runs") } == ["runs.sqlite"])
    }

    @Test(.enabled(if: Inside.works, Inside.absence), arguments: ["/.freshness/runs.sqlite", "/.freshness/"])
    func `a rebuild whose store cannot be renamed fails, and the old one stays`(name: String) throws {
        let root = try root(Self.noLosses[2])
        let (before, expected) = (try store(root), try figures(root))
        let run = try root.run("rebuild", environment: try Inside.failing("rename", on: name, with: EACCES))
        expectFailed(run)
        #expect(try store(root) == before)
        #expect(try figures(root) == expected)
        let again = try root.run("rebuild")
        #expect(again.exitCode == 0, "\(again.error)")
        #expect(try figures(root) == expected)
    }

    private func expectFailed(_ run: ProgramRun) {
        #expect(run.exitCode == 4 && run.output.isEmpty, "\(run.output)")
        #expect(run.error.hasPrefix("freshness: ") && run.error.filter { $0 == "\n" }.count == 1, "\(run.error)")
        #expect(run.error.contains("runs.sqlite"), "\(run.error)")
    }

    // MARK: Damaged stores

    @Test func `a second rebuild leaves what the first one set aside`() throws {
        let root = try root(Self.noLosses[0])
        let expected = try figures(root)
        let damages = ["the first, ", "the second, ", "the third, "].map {
            Data(String(repeating: $0 + "which is no store", count: 2_000).utf8)
        }
        for damage in damages {
            try root.folder.write(damage, to: ".freshness/runs.sqlite")
            // Whether anything is lost nobody knows.
            if try root.run("rebuild").exitCode == 2 { #expect(try root.run("rebuild", "--yes").exitCode == 0) }
            #expect(try figures(root) == expected)
        }
        let kept = try root.folder.names(in: ".freshness").map { try root.folder.bytes(of: ".freshness/" + $0) }
        for damage in damages { #expect(kept.contains(damage)) }
    }

    /// From which change of a name on none is possible: the damaged store is set aside, and the new one takes its place.
    @Test(.enabled(if: Inside.works, Inside.absence), arguments: 1...2)
    func `a damaged store that cannot be renamed or replaced is kept`(first: Int) throws {
        let root = try root(Self.noLosses[0])
        let expected = try figures(root)
        let damage = Data("no store at all".utf8)
        try root.folder.write(damage, to: ".freshness/runs.sqlite")
        let fault = try Inside.failing("rename", on: "/.freshness/", with: EACCES, first: first)
        var run = try root.run("rebuild", environment: fault)
        // Whether anything is lost nobody knows.
        if run.exitCode == 2 { run = try root.run("rebuild", "--yes", environment: fault) }
        // Or one change of a name was enough.
        if first == 1 || run.exitCode != 0 { expectFailed(run) }
        let kept = try root.folder.names(in: ".freshness").map { try root.folder.bytes(of: ".freshness/" + $0) }
        #expect(kept.contains(damage))
        if try root.run("rebuild").exitCode == 2 { #expect(try root.run("rebuild", "--yes").exitCode == 0) }
        #expect(try figures(root) == expected)
    }
}
