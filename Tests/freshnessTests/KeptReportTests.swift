import Foundation
import TestSupport
import Testing

/// A report with readings is never replaced by one without.
@Suite struct KeptReportTests {
    private static let name = "reports/bg_freshness_2026-09-27.md"

    /// A root with a report of 2026-W39, and none of its exports any more.
    private func root(isWithoutReadings: Bool = false) throws -> (Root, report: String) {
        let root = try Root()
        let exported = monday + (isWithoutReadings ? 14 * day : 0) + 6 * hour
        try root.export(export(exportedAt: exported, ranAt: exported - hour), to: "a.json")
        let run = try root.run("report", "--week", "2026-W39", "--now", "2026-10-12T00:00:00Z")
        try #require(run.exitCode == (isWithoutReadings ? 3 : 0))
        let report = try root.folder.text(of: Self.name)
        for name in ["metrics/bg_runs/a.json", ".freshness"] {
            try FileManager.default.removeItem(atPath: root.path + "/" + name)
        }
        return (root, report)
    }

    private func again(_ root: Root) throws -> ProgramRun {
        try root.run("report", "--week", "2026-W39", "--now", "2026-10-12T00:00:00Z")
    }

    @Test func `a report with readings is kept, and the message says why and what to do`() throws {
        let (root, report) = try root()
        let run = try again(root)
        #expect(run.exitCode == 4 && run.output.isEmpty)
        #expect(
            run.error
                == "freshness: \(root.path)/\(Self.name) reports 1 device, and now there is no data for that week, so it is "
                + "kept; check that the exports are there, or write to another folder with --reports\n")
        #expect(try root.folder.text(of: Self.name) == report)
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_2026-09-27.md"])
        let elsewhere = try root.run(
            "report", "--week", "2026-W39", "--now", "2026-10-12T00:00:00Z", "--reports", root.path + "/other")
        #expect(elsewhere.exitCode == 3)
    }

    @Test(arguments: ["x", "# Background freshness 2026-W39\n", "\n"])
    func `a file that does not say whether it had readings is kept too`(_ text: String) throws {
        let (root, _) = try root()
        try root.folder.write(text, to: Self.name)
        let run = try again(root)
        #expect(run.exitCode == 4)
        #expect(
            run.error.contains(
                "does not say how many devices it reports, and now there is no data for that week, so it is kept; "),
            "\(run.error)")
        #expect(try root.folder.text(of: Self.name) == text)
    }

    @Test func `an empty file, and a report without readings, are replaced`() throws {
        let (root, _) = try root()
        try root.folder.write("", to: Self.name)
        #expect(try again(root).exitCode == 3)
        let (other, report) = try self.root(isWithoutReadings: true)
        try other.folder.write(report.replacingOccurrences(of: "2026-W38", with: "2026-W37"), to: Self.name)
        #expect(try again(other).exitCode == 3)
        #expect(try other.folder.text(of: Self.name).contains("2026-W38"))
    }

    @Test func `a report with readings replaces anything`() throws {
        let (root, report) = try root()
        let exported = monday + 6 * hour
        try root.export(export(exportedAt: exported, ranAt: exported - hour), to: "a.json")
        for text in ["x", report.replacingOccurrences(of: "1 device", with: "2 devices")] {
            try root.folder.write(text, to: Self.name)
            #expect(try again(root).exitCode == 0)
            #expect(try root.folder.text(of: Self.name) == report)
        }
    }
}
