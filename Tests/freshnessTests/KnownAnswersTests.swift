import Foundation
import TestSupport
import Testing

/// Figures that were computed elsewhere, by numpy and by DuckDB, over the same files.
@Suite struct KnownAnswersTests {
    struct Row: CustomTestStringConvertible {
        var group: String
        var devices: Int
        var p50: Double?
        var p90: Double?
        var runRate: Double
        var brokenShare: Double
        var testDescription: String { group }
    }

    /// `scripts/make_fleet.py OUT --devices 1000 --days 14 --seed 7`, week 2026-W39.
    static let made = [
        Row(group: "android/active", devices: 90, p50: 7.926223, p90: 41.442689, runRate: 0.822222, brokenShare: 0),
        Row(
            group: "android/working_set", devices: 113, p50: 10.217490, p90: 64.878061, runRate: 0.707965,
            brokenShare: 0),
        Row(group: "android/frequent", devices: 87, p50: 23.215967, p90: 77.328575, runRate: 0.551724, brokenShare: 0),
        Row(group: "android/rare", devices: 100, p50: 41.997324, p90: 135.689319, runRate: 0.28, brokenShare: 0.07),
        Row(
            group: "android/restricted", devices: 23, p50: 300.265136, p90: 1024.087091, runRate: 0.043478,
            brokenShare: 0.695652),
        Row(group: "android/never", devices: 9, p50: nil, p90: nil, runRate: 0, brokenShare: 1),
        Row(
            group: "ios/normal", devices: 523, p50: 16.633340, p90: 59.125347, runRate: 0.638623, brokenShare: 0.003824),
        Row(group: "ios/low_power", devices: 49, p50: 15.734975, p90: 55.699230, runRate: 0.612245, brokenShare: 0),
    ]

    @Test func `the made fleet gives the figures that numpy and DuckDB give`() throws {
        let root = try Root()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", Repository.path + "/scripts/make_fleet.py", root.folder.path + "/metrics/bg_runs",
            "--devices", "1000", "--days", "14", "--seed", "7",
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3 is needed to make the fleet")

        let stats = try root.stats("2026-W39")
        expect(
            stats, "current.all",
            Row(
                group: "all", devices: 994, p50: 18.136408, p90: 89.690596, runRate: 0.598592, brokenShare: 0.034205))
        expect(
            stats, "baseline.all",
            Row(
                group: "baseline", devices: 997, p50: 18.058664, p90: 106.267166, runRate: 0.604814,
                brokenShare: 0.056169))
        let buckets = stats.buckets("current")
        #expect(Set(buckets.keys) == Set(Self.made.map(\.group)))
        for row in Self.made {
            let bucket = try #require(buckets[row.group])
            expect(Object(["row": bucket.members]), "row", row)
        }
        // 89.690596 − 106.267166, and 18.136408 − 18.058664.
        #expect(isClose(stats.double("change.p90Hours"), -16.576570))
        #expect(isClose(stats.double("change.p50Hours"), 0.077744))
        #expect(stats.string("verdicts.p50") == "met")
        #expect(stats.string("verdicts.p90") == "missed")
        #expect(stats.bool("verdicts.regression") == false)
    }

    struct Week: CustomTestStringConvertible {
        var name: String
        var figures: Row
        var successRate: Double?
        var testDescription: String { name }
    }

    /// Three weeks that a best-effort scheduler really ran; in W17 it stood still.
    static let real = [
        Week(
            name: "2026-W16",
            figures: Row(group: "web/none", devices: 42, p50: 0.795556, p90: 0.804444, runRate: 1, brokenShare: 0),
            successRate: 0.908654),
        Week(
            name: "2026-W17",
            figures: Row(group: "web/none", devices: 42, p50: 168.795556, p90: 168.804444, runRate: 0, brokenShare: 1),
            successRate: nil),
        Week(
            name: "2026-W18",
            figures: Row(group: "web/none", devices: 42, p50: 0.739167, p90: 0.743611, runRate: 1, brokenShare: 0),
            successRate: 0.975845),
    ]

    @Test(arguments: real) func `the real fleet gives its known answers`(_ week: Week) throws {
        let stats = try Root.real().stats(week.name)
        expect(stats, "current.all", week.figures)
        #expect(isClose(stats.double("current.all.successRate"), week.successRate))
        #expect(Set(stats.buckets("current").keys) == [week.figures.group])
    }

    @Test func `the week in which every job was silent comes out as what it was`() throws {
        let root = try Root.real()
        let run = try root.run("report", "--week", "2026-W17")
        #expect(run.exitCode == 0)
        let report = try root.report("2026-04-26")
        #expect(report.hasPrefix("# ⚠ Background freshness 2026-W17\n"))
        #expect(report.contains("168.8 h **missed**"))
        // 168.804444 − 0.804444.
        #expect(report.contains("⚠ +168.0 h"))
        let successes = try #require(report.split(separator: "\n").first { $0.hasPrefix("| runs succeeded") })
        #expect(successes.contains("unknown") && !successes.contains("| 0.0 %"))
    }

    @Test func `the real fleet is 882 exports and 1,835 runs, without a conflict`() throws {
        let run = try Root.real().run("ingest")
        #expect(run.output.hasPrefix("21 files read"))
        #expect(run.output.contains("882 exports"))
        #expect(run.output.contains("1,835 new runs"))
        #expect(run.error.isEmpty)
    }

    // MARK: Comparing

    private func expect(_ stats: Object, _ path: String, _ row: Row, sourceLocation: SourceLocation = #_sourceLocation)
    {
        #expect(stats.int("\(path).devices") == row.devices, "\(row.group)", sourceLocation: sourceLocation)
        #expect(isClose(stats.double("\(path).p50Hours"), row.p50), "\(row.group) p50", sourceLocation: sourceLocation)
        #expect(isClose(stats.double("\(path).p90Hours"), row.p90), "\(row.group) p90", sourceLocation: sourceLocation)
        #expect(stats.bool("\(path).p50Never") == (row.p50 == nil), "\(row.group)", sourceLocation: sourceLocation)
        #expect(stats.bool("\(path).p90Never") == (row.p90 == nil), "\(row.group)", sourceLocation: sourceLocation)
        #expect(isClose(stats.double("\(path).runRate"), row.runRate), "\(row.group)", sourceLocation: sourceLocation)
        #expect(
            isClose(stats.double("\(path).brokenShare"), row.brokenShare), "\(row.group)",
            sourceLocation: sourceLocation)
    }

    private func isClose(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-5
    }
}
