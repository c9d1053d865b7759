import Foundation
import TestSupport
import Testing

/// A store belongs to one folder of exports: a call that names another one reads nothing.
@Suite struct StoreFolderTests {
    private let root: Root

    init() throws {
        root = try Root()
        try root.export(export(device: "own", exportedAt: monday + day, ranAt: monday))
        try root.folder.write(Root.thresholds(), to: "other/metrics/slo.json")
        try root.folder.write(
            export(device: "other", exportedAt: monday + day, ranAt: monday), to: "other/metrics/bg_runs/a.json")
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
    }

    private var other: String { root.path + "/other/metrics" }

    private func devices(of root: String) throws -> Int? {
        let run = try BuiltProgram.run(["stats", "--format", "json", "--week", "2026-W39", "--root", root])
        return try Object(parsing: run.output).int("current.all.devices")
    }

    @Test(arguments: [
        ["report", "--week", "2026-W39"], ["stats", "--week", "2026-W39"],
        ["stats", "--week", "2026-W39", "--read-only"],
        ["ingest"], ["device", "own"], ["verify", "REPORT"], ["rebuild"], ["rebuild", "--yes"], ["forget", "own"],
    ]) func `every call with another folder is refused before anything is read`(_ command: [String]) throws {
        let report = root.path + "/reports/bg_freshness_2026-09-27.md"
        let before = try root.folder.bytes(of: ".freshness/runs.sqlite")
        let run = try BuiltProgram.run(
            command.map { $0 == "REPORT" ? report : $0 } + ["--root", root.path, "--metrics", other])
        #expect(run.exitCode == 2 && run.output.isEmpty, "\(run)")
        #expect(run.error.hasPrefix("freshness: the store \(root.path)/.freshness/runs.sqlite belongs to"), "\(run)")
        #expect(run.error.contains("\(root.path)/metrics/bg_runs, and \(other)/bg_runs is another folder; "), "\(run)")
        #expect(run.error.contains("--state"), "\(run)")
        // The advice is a call that can be run as it is.
        let advice = "freshness ingest --moved --root \(root.path) --metrics \(other)\n"
        #expect(run.error.hasSuffix(advice), "\(run)")
        #expect(run.error.filter { $0 == "\n" }.count == 1)
        #expect(try root.folder.bytes(of: ".freshness/runs.sqlite") == before)
        #expect(try root.run("check", "--metrics", other).exitCode == 0)
    }

    @Test func `a moved or copied root keeps its store`() throws {
        let folder = try TemporaryFolder()
        let (copy, moved) = (folder.path + "/copy", folder.path + "/deeper/moved")
        try FileManager.default.copyItem(atPath: root.path, toPath: copy)
        try FileManager.default.createDirectory(atPath: folder.path + "/deeper", withIntermediateDirectories: false)
        #expect(try devices(of: copy) == 1)
        try FileManager.default.moveItem(atPath: copy, toPath: moved)
        #expect(try devices(of: moved) == 1)
        // From here on its exports are those that are there, and the state may go elsewhere.
        try FileManager.default.moveItem(atPath: moved + "/.freshness", toPath: folder.path + "/state")
        let state = ["--metrics", moved + "/metrics", "--state", folder.path + "/state"]
        #expect(try BuiltProgram.run(["ingest"] + state).exitCode == 0)
        #expect(try BuiltProgram.run(["ingest"] + state + ["--root", root.path]).exitCode == 0)
        let run = try root.run("ingest", "--state", folder.path + "/state")
        #expect(run.exitCode == 2 && run.error.contains(moved + "/metrics/bg_runs"), "\(run)")
    }

    @Test func `the same folder through a link is the same folder, and a link to another is another`() throws {
        let link = root.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: root.path + "/metrics")
        #expect(try root.run("ingest", "--metrics", link).exitCode == 0)
        let exports = root.path + "/metrics/bg_runs"
        try FileManager.default.moveItem(atPath: exports, toPath: root.path + "/aside")
        try FileManager.default.createSymbolicLink(atPath: exports, withDestinationPath: other + "/bg_runs")
        let run = try root.run("ingest")
        #expect(run.exitCode == 2 && run.error.contains(exports), "\(run)")
        // Both paths are others now: that it was moved must be said.
        try FileManager.default.removeItem(atPath: exports)
        try FileManager.default.createSymbolicLink(atPath: exports, withDestinationPath: root.path + "/aside")
        #expect(try root.run("ingest").exitCode == 2)
        #expect(try root.run("ingest", "--moved").exitCode == 0)
        #expect(try root.run("ingest").exitCode == 0)
    }

    @Test func `exports that were moved away from their store are accepted with --moved, and from then on`()
        throws
    {
        try FileManager.default.moveItem(atPath: root.path + "/metrics", toPath: root.path + "/elsewhere")
        let elsewhere = root.path + "/elsewhere"
        #expect(try root.run("ingest", "--metrics", elsewhere).exitCode == 2)
        let moved = try root.run("ingest", "--moved", "--metrics", elsewhere)
        #expect(moved.exitCode == 0 && moved.output.hasPrefix("0 files read, 1 unchanged"), "\(moved)")
        #expect(try root.run("stats", "--week", "2026-W39", "--metrics", elsewhere).exitCode == 0)
        #expect(try root.run("ingest", "--metrics", other).exitCode == 2)
    }

    @Test func `a folder in which nothing is known is not taken for the moved one, unless the call is sure`() throws {
        let before = try root.folder.bytes(of: ".freshness/runs.sqlite")
        let refused = try root.run("ingest", "--moved", "--metrics", other)
        #expect(refused.exitCode == 2 && refused.output.isEmpty, "\(refused)")
        #expect(
            refused.error.contains("the file that the store knows is not in \(other)/bg_runs, where there is 1 file; "),
            "\(refused)")
        #expect(
            refused.error.hasSuffix("freshness ingest --moved --yes --root \(root.path) --metrics \(other)\n"),
            "\(refused)")
        #expect(try root.folder.bytes(of: ".freshness/runs.sqlite") == before)
        #expect(try root.run("ingest", "--moved", "--yes", "--metrics", other).exitCode == 0)
        #expect(try root.run("ingest", "--metrics", other).exitCode == 0)
    }

    @Test(arguments: ["exports.ndjson", "a.json"])
    func `a moved file is known by its bytes, and not by its name or its size`(_ name: String) throws {
        let elsewhere = root.path + "/elsewhere/metrics"
        try root.folder.write(Root.thresholds(), to: "elsewhere/metrics/slo.json")
        // As long as the file that is known, under its name.
        let other = export(device: "two", exportedAt: monday + day, ranAt: monday)
        try root.folder.write(other, to: "elsewhere/metrics/bg_runs/exports.ndjson")
        let refused = try root.run("ingest", "--moved", "--metrics", elsewhere)
        #expect(refused.exitCode == 2 && refused.error.contains("--yes"), "\(refused)")
        let own = export(device: "own", exportedAt: monday + day, ranAt: monday)
        try root.folder.write(own, to: "elsewhere/metrics/bg_runs/" + name)
        #expect(try root.run("ingest", "--moved", "--metrics", elsewhere).exitCode == 0)
    }

    @Test func `a rebuild keeps the store's folder of exports`() throws {
        #expect(try root.run("rebuild").exitCode == 0)
        #expect(try root.run("ingest", "--metrics", other).exitCode == 2)
        #expect(try devices(of: root.path) == 1)
    }

    @Test func `an empty store belongs to no folder`() throws {
        try FileManager.default.removeItem(atPath: root.path + "/.freshness")
        try root.folder.write(Root.thresholds(), to: "empty/slo.json")
        try FileManager.default.createDirectory(
            atPath: root.path + "/empty/bg_runs", withIntermediateDirectories: false)
        #expect(try root.run("ingest", "--metrics", root.path + "/empty").exitCode == 3)
        #expect(try root.run("ingest", "--metrics", other).exitCode == 0)
        #expect(try root.run("ingest").exitCode == 2)
    }
}
