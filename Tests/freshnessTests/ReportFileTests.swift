import Foundation
import TestSupport
import Testing

/// The report is whole or absent, alone in its folder, and nothing else is written but the store.
@Suite struct ReportFileTests {
    @Test func `a report is the only file in its folder, and nothing under metrics changes`() throws {
        let root = try Root.real()
        let before = try contents(of: root.folder.path + "/metrics")
        for _ in 0..<2 { #expect(try root.run("report", "--week", "2026-W17").exitCode == 0) }
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_2026-04-26.md"])
        #expect(try contents(of: root.folder.path + "/metrics") == before)
        #expect(try root.folder.names(in: "") == [".freshness", "metrics", "reports"])
    }

    @Test func `stats and ingest write no report`() throws {
        let root = try Root.real()
        _ = try root.run("stats", "--week", "2026-W17")
        _ = try root.run("ingest")
        #expect(try root.folder.names(in: "") == [".freshness", "metrics"])
    }

    @Test func `an older report of the same name is replaced whole`() throws {
        let root = try Root.real()
        try root.folder.write(String(repeating: "old\n", count: 10_000), to: "reports/bg_freshness_2026-04-26.md")
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)
        let report = try root.report("2026-04-26")
        #expect(report.hasPrefix("# ⚠") && !report.contains("old\n"))
    }

    @Test func `a file at the folder's path is reported with exit code 4`() throws {
        let root = try Root.real()
        try root.folder.write("", to: "reports")
        let run = try root.run("report", "--week", "2026-W17")
        #expect(run.exitCode == 4)
        #expect(run.error.contains("/reports is not a folder") || run.error.contains("/reports cannot be written"))
        #expect(run.error.filter { $0 == "\n" }.count == 1)
    }

    @Test func `a folder at the report's path is reported with exit code 4 and not changed`() throws {
        let root = try Root.real()
        try root.folder.write("", to: "reports/bg_freshness_2026-04-26.md/file")
        let run = try root.run("report", "--week", "2026-W17")
        #expect(run.exitCode == 4 && run.error.contains("bg_freshness_2026-04-26.md"))
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_2026-04-26.md"])
    }

    @Test func `a missing folder of exports is reported with exit code 4`() throws {
        let root = try Root()
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs")
        let run = try root.run("report", "--week", "2026-W17")
        #expect(run.exitCode == 4 && run.error.contains("metrics/bg_runs"))
        #expect(run.output.isEmpty)
    }

    @Test func `a file that is not a store is reported with exit code 4`() throws {
        let root = try Root.real()
        try root.folder.write(String(repeating: "text", count: 4_096), to: ".freshness/runs.sqlite")
        let run = try root.run("report", "--week", "2026-W17")
        #expect(run.exitCode == 4 && run.error.contains("runs.sqlite"))
        #expect(try !root.folder.names(in: "").contains("reports"))
    }

    @Test(arguments: ["metrics", "metrics/bg_runs", "metrics/bg_runs/new/deeper", "elsewhere/../metrics", "link"])
    func `no call can write into metrics`(_ place: String) throws {
        let root = try Root.real()
        try FileManager.default.createSymbolicLink(
            atPath: root.folder.path + "/link", withDestinationPath: root.folder.path + "/metrics")
        try root.folder.write("", to: "elsewhere/file")
        let before = try contents(of: root.folder.path + "/metrics")
        for option in ["--reports", "--state"] {
            let run = try root.run("report", "--week", "2026-W17", option, root.folder.path + "/" + place)
            #expect(run.exitCode == 2 && run.error.contains(option), "\(run.error)")
        }
        #expect(try contents(of: root.folder.path + "/metrics") == before)
        #expect(try root.folder.names(in: "") == ["elsewhere", "link", "metrics"])
    }

    @Test func `files of a killed run are removed, and those of a live one are not`() throws {
        let root = try Root.real()
        // Process numbers end below 2^22 (proc(5), pid_max); this test's own is alive.
        let dead = ".bg_freshness_2026-04-19.md.\(1 << 30).unfinished"
        let living = ".bg_freshness_2026-04-19.md.\(ProcessInfo.processInfo.processIdentifier).unfinished"
        for name in [dead, living, ".keep"] { try root.folder.write("half", to: "reports/\(name)") }
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)
        #expect(try root.folder.names(in: "reports") == [living, ".keep", "bg_freshness_2026-04-26.md"].sorted())
    }

    @Test func `a deleted store is created again from the exports, with the same report`() throws {
        let root = try Root.real()
        _ = try root.run("report", "--week", "2026-W17")
        let report = try root.report("2026-04-26")
        try FileManager.default.removeItem(atPath: root.folder.path + "/.freshness")
        _ = try root.run("report", "--week", "2026-W17")
        #expect(try root.report("2026-04-26") == report)
    }

    @Test func `it runs as under cron: no environment, no input, in the root folder`() throws {
        let root = try Root.real()
        let run = try BuiltProgram.run(["report", "--week", "2026-W17", "--root", root.folder.path], in: "/")
        #expect(run.exitCode == 0 && run.error.isEmpty)
    }

    /// Each file's bytes and modification time, by its path.
    private func contents(of folder: String) throws -> [String: String] {
        var files: [String: String] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
            let path = "\(folder)/\(name)"
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            let bytes = FileManager.default.contents(atPath: path)?.hashValue ?? 0
            files[name] = "\(attributes[.modificationDate] ?? "") \(bytes)"
        }
        return files
    }
}
