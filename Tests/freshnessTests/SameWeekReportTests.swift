import Foundation
import TestSupport
import Testing

/// Thresholds are compared with the latest report of an earlier week: a report of the same week has an earlier day in its
/// name where it was written before the week was over, and is none.
@Suite struct SameWeekReportTests {
    private static let changed = Root.thresholds().replacing("\"p90Hours\": 72", with: "\"p90Hours\": 80")

    private func root() throws -> Root {
        let root = try Root()
        for week in [-1, 0] {
            let exported = monday + week * 7 * day + 6 * hour
            try root.export(export(exportedAt: exported, ranAt: exported - hour), to: "\(week).json")
        }
        return root
    }

    /// Each day of the week that a report may have been written on, by the moment that it was cut off at.
    @Test(arguments: [
        ("2026-09-21T12:00:00Z", "2026-09-21"), ("2026-09-22T00:00:00Z", "2026-09-21"),
        ("2026-09-24T12:00:00Z", "2026-09-24"), ("2026-09-26T23:00:00Z", "2026-09-26"),
    ])
    func `an earlier report of the same week is not compared with`(cutOff: String, name: String) throws {
        let root = try root()
        #expect(try root.run("report", "--week", "2026-W39", "--as-of", cutOff).exitCode == 0)
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_\(name).md"])
        try root.folder.write(Self.changed, to: "metrics/slo.json")
        let alone = try root.stats("2026-W39")
        #expect(alone["thresholds"] == nil)
        #expect((alone["passedOverReports"] as? [Any])?.isEmpty == true)
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
        #expect(try root.report("2026-09-27").contains("There is no earlier report to compare the limits with."))
        // It is compared with in the week after.
        #expect(try root.stats("2026-W40").string("thresholds.week") == "2026-W39")
    }

    @Test func `after a report of the same week the one of the week before is used`() throws {
        let root = try root()
        #expect(try root.run("report", "--week", "2026-W38").exitCode == 0)
        try root.folder.write(Self.changed, to: "metrics/slo.json")
        #expect(try root.run("report", "--week", "2026-W39", "--as-of", "2026-09-21T12:00:00Z").exitCode == 0)
        let stats = try root.stats("2026-W39")
        #expect(stats.string("thresholds.week") == "2026-W38")
        let moved = stats["thresholds.moved"] as? [[String: Any]]
        #expect(moved?.compactMap { $0["name"] as? String } == ["p90"])
    }
}
