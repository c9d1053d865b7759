import Foundation
import TestSupport
import Testing

/// Which of the reports that are there already a week is compared with, and what is said of those that are passed over.
@Suite struct EarlierReportsTests {
    /// The real exports, and the reports of the two weeks before 2026-W17.
    private func root() throws -> Root {
        let root = try Root.real()
        for week in ["2026-W15", "2026-W16"] { _ = try root.run("report", "--week", week) }
        try #require(
            try root.folder.names(in: "reports") == ["bg_freshness_2026-04-12.md", "bg_freshness_2026-04-19.md"])
        return root
    }

    /// What the report of 2026-W17 says behind the thresholds' hash, in one line.
    private func compared(_ root: Root) throws -> String {
        _ = try root.run("report", "--week", "2026-W17")
        let lines = try root.report("2026-04-26").split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.hasPrefix("- These limits are from `slo.json`,") })
        let item = [lines[start]] + lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
        let text = item.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        return String(try #require(text.components(separatedBy: "SHA-256 `").last).dropFirst(66))
    }

    @Test func `the latest report is compared with`() throws {
        let root = try root()
        #expect(try compared(root) == " Unchanged since the report of 2026-W16.")
        #expect(try root.stats("2026-W17")["passedOverReports"] as? [String] == [])
    }

    @Test func `a file that is no longer a report is listed, and the one before it is used`() throws {
        let root = try root()
        try root.folder.write("gone\n", to: "reports/bg_freshness_2026-04-19.md")
        #expect(
            try compared(root)
                == " Not readable as an earlier report: `bg_freshness_2026-04-19.md`. Unchanged since the "
                + "report of 2026-W15.")
        #expect(try root.stats("2026-W17")["passedOverReports"] as? [String] == ["bg_freshness_2026-04-19.md"])
    }

    @Test func `unreadable reports are listed, and the report does not claim that there are none`() throws {
        let root = try root()
        try root.folder.write("", to: "reports/bg_freshness_2026-04-12.md")
        try FileManager.default.removeItem(atPath: root.folder.path + "/reports/bg_freshness_2026-04-19.md")
        try FileManager.default.createDirectory(
            atPath: root.folder.path + "/reports/bg_freshness_2026-04-19.md", withIntermediateDirectories: false)
        #expect(
            try compared(root)
                == " Not readable as an earlier report: `bg_freshness_2026-04-19.md`, "
                + "`bg_freshness_2026-04-12.md`. No earlier report says whether they were changed.")
    }

    @Test func `a report is verified beside the reports that it was compared with, even after it was moved`() throws {
        let root = try root()
        _ = try compared(root)
        let elsewhere = try TemporaryFolder()
        let report = elsewhere.path + "/mine.md"
        try elsewhere.write(try root.report("2026-04-26"), to: "mine.md")
        let alone = try root.run("verify", report)
        #expect(alone.exitCode == 1)
        #expect(alone.output.contains("No earlier report says whether they were changed."))
        let beside = try root.run("verify", report, "--reports", root.folder.path + "/reports")
        #expect(beside.exitCode == 0, "\(beside.output)\(beside.error)")
    }

    @Test func `a changed time zone is listed as changed`() throws {
        let root = try root()
        try root.folder.write(Root.thresholds(zone: "Europe/Amsterdam"), to: "metrics/slo.json")
        let moved = try #require(try root.stats("2026-W17")["thresholds.moved"] as? [[String: String]])
        #expect(moved == [["name": "timeZone", "from": "UTC", "to": "Europe/Amsterdam"]])
    }
}
