import Foundation
import TestSupport
import Testing

/// A rebuild is done or has never been: the new store is made beside the old one, and then takes its name.
@Suite struct RebuildTests {
    /// A store that knows a file which is gone.
    private func root() throws -> Root {
        let root = try Root.made(devices: 100)
        #expect(try root.run("ingest").exitCode == 0)
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/2026-09-20.json")
        #expect(try root.run("ingest").exitCode == 0)
        return root
    }

    private static let sentence = "in no file any more"
    private static let lost = "lost: only the old store had"

    /// What the store gives, whatever files there are by now.
    private func figures(_ root: Root) throws -> String {
        try root.run("stats", "--read-only", "--week", "2026-W39").output
    }

    @Test(.enabled(if: Inside.works, Inside.absence))
    func `a rebuild killed before any call that changes a file has changed nothing or is done`() throws {
        let made = try root()
        let before = try figures(made)
        let anew = try Root(like: made)
        #expect(try anew.run("rebuild", "--yes").error.contains(Self.lost))
        let after = try figures(anew)
        try #require(before != after)
        var kills = 0
        for number in (1...12).map(\.self) + stride(from: 15, to: 1_000, by: 7) {
            let root = try Root(like: made)
            let run = try root.run("rebuild", "--yes", environment: try Inside.environment(["KILL_AT": String(number)]))
            if run.exitCode == 0 { break }
            kills += 1
            let read = try root.run("stats", "--read-only", "--week", "2026-W39", "--wait", "0")
            #expect(
                read.exitCode == 4 || [before, after].contains(read.output), "killed at \(number): \(read.error)")
            #expect(try root.run("check").exitCode == 0, "killed at \(number)")
            let isDone = try figures(root) == after
            #expect(try isDone || root.run("rebuild", "--yes").error.contains(Self.lost), "killed at \(number)")
            #expect(try figures(root) == after, "killed at \(number)")
            if !isDone { #expect(try root.folder.names(in: ".freshness") == Undisturbed.known, "killed at \(number)") }
        }
        #expect(kills > 12)
    }

    @Test func `a rebuild without room does not change the store`() throws {
        let root = try root()
        let before = try figures(root)
        let call = "ulimit -f 100; exec \(BuiltProgram.url.path) rebuild --yes --root \(root.folder.path)"
        let run = try ProgramRun(of: URL(fileURLWithPath: "/bin/sh"), ["-c", call])
        #expect(run.exitCode == 4, "\(run.error)")
        #expect(try root.run("check").exitCode == 0)
        #expect(try root.folder.names(in: ".freshness") == Undisturbed.known)
        #expect(try figures(root) == before)
        #expect(try root.run("rebuild").error.contains(Self.sentence))
    }
}
