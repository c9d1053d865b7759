import Foundation
import TestSupport
import Testing

@Suite struct SampleReportTests {
    @Test func `the sample fleet gives the committed report, byte for byte`() throws {
        let folder = try TemporaryFolder()
        let run = try BuiltProgram.run([
            "report", "--week", "2026-W39", "--metrics", Repository.path + "/metrics",
            "--reports", folder.path + "/reports", "--state", folder.path + "/state",
        ])
        #expect(run.exitCode == 0)
        #expect(run.error.isEmpty)
        let report = try folder.text(of: "reports/bg_freshness_2026-09-27.md")
        // p90 is 70.1 h; plain Python says what it is without the four that are stale.
        let cause = try #require(report.split(separator: "\n").first { $0.hasPrefix("| scheduled, not run |") })
        #expect(cause.contains(" 4 |") && cause.hasSuffix(" 55.4 h met |"), "\(cause)")
        let difference = try differenceFromSnapshot(
            report, at: Repository.path + "/reports/bg_freshness_2026-09-27.md")
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `every row of a table has as many cells as its header`() throws {
        let report = try String(
            contentsOfFile: Repository.path + "/reports/bg_freshness_2026-09-27.md", encoding: .utf8)
        let rows = report.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var cells: Int?
        var tables = 0
        for row in rows {
            guard row.hasPrefix("|") else {
                cells = nil
                continue
            }
            let count = row.replacingOccurrences(of: "\\|", with: "").filter { $0 == "|" }.count
            if let cells {
                #expect(count == cells, "\(row)")
            } else {
                tables += 1
                cells = count
            }
        }
        #expect(tables == 5)
    }
}
