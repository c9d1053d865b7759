import Foundation
import TestSupport
import Testing

/// A rebuild is done or has never been: until the new store is whole, the old one is kept beside it.
@Suite struct RebuildTests {
    /// A store that knows a file which is gone: what a rebuild must say, and whoever was killed could not.
    private func root() throws -> Root {
        let root = try Root.made(devices: 100)
        #expect(try root.run("ingest").exitCode == 0)
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/2026-09-20.json")
        #expect(try root.run("ingest").exitCode == 0)
        return root
    }

    private static let sentence = "1 file is gone, and with it "

    /// What the store gives, whatever files there are by now.
    private func figures(_ root: Root) throws -> String {
        try root.run("stats", "--read-only", "--week", "2026-W39").output
    }

    @Test(.enabled(if: Inside.works, Inside.absence))
    func `a rebuild that is killed before any call that changes a file has never been, or is done`() throws {
        let made = try root()
        let before = try figures(made)
        let anew = try Root(like: made)
        #expect(try anew.run("rebuild").error.contains(Self.sentence))
        let after = try figures(anew)
        try #require(before != after)
        var kills = 0
        for number in (1...12).map(\.self) + stride(from: 15, to: 1_000, by: 7) {
            let root = try Root(like: made)
            let run = try root.run("rebuild", environment: try Inside.environment(["KILL_AT": String(number)]))
            if run.exitCode == 0 { break }
            kills += 1
            let read = try root.run("stats", "--read-only", "--week", "2026-W39", "--wait", "0")
            #expect(
                read.exitCode == 4 || [before, after].contains(read.output), "killed at \(number): \(read.error)")
            #expect(try root.run("check").exitCode == 0, "killed at \(number)")
            #expect(try root.folder.names(in: ".freshness") == Undisturbed.known, "killed at \(number)")
            let isDone = try figures(root) == after
            #expect(try isDone || root.run("rebuild").error.contains(Self.sentence), "killed at \(number)")
            #expect(try figures(root) == after, "killed at \(number)")
        }
        #expect(kills > 12)
    }

    @Test func `a rebuild that has no room leaves the store as it was`() throws {
        let root = try root()
        let before = try figures(root)
        let call = "ulimit -f 100; exec \(BuiltProgram.url.path) rebuild --root \(root.folder.path)"
        let run = try ProgramRun(of: URL(fileURLWithPath: "/bin/sh"), ["-c", call])
        #expect(run.exitCode == 4, "\(run.error)")
        #expect(try root.run("check").exitCode == 0)
        #expect(try root.folder.names(in: ".freshness") == Undisturbed.known)
        #expect(try figures(root) == before)
        #expect(try root.run("rebuild").error.contains(Self.sentence))
    }

    @Test func `while a rebuild is at work, whoever only reads waits, and is told so in the end`() throws {
        let root = try root()
        let store = root.folder.path + "/.freshness/runs.sqlite"
        try FileManager.default.copyItem(atPath: store, toPath: store + ".before")
        for call in [
            ["stats", "--read-only", "--week", "2026-W39"], ["verify", root.folder.path + "/metrics/slo.json"],
        ] {
            let run = try BuiltProgram.run(call + ["--wait", "0", "--root", root.folder.path])
            #expect(run.exitCode == 4 && run.output.isEmpty)
            #expect(run.error.contains("a run is writing it, or the last one did not end"))
        }
    }

    @Test(arguments: ["", "x", "3x\n", " 3\n", "99999999999999999999999\n", "-1\n", "3"])
    func `a count of writings that is none is refused, and rebuild makes it anew`(_ text: String) throws {
        let root = try root()
        try root.folder.write(text, to: ".freshness/writings")
        for command in [["stats", "--week", "2026-W39"], ["check"]] {
            let run = try BuiltProgram.run(command + ["--root", root.folder.path])
            #expect(run.exitCode == 4 && run.error.contains("writings does not say how often the store was written"))
        }
        #expect(try root.run("rebuild").exitCode == 0)
        #expect(try root.run("check").exitCode == 0)
    }
}
