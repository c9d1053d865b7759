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
        var brokenShare = 0.0
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
        let root = try Self.madeFleet()
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

    /// What plain Python computed of the same files, from the definitions alone.
    @Test func `the made fleet gives the known answers beside its figures`() throws {
        let stats = try Self.madeFleet().stats("2026-W39")
        expect(stats, "current.all.p50Interval", lower: 15.814681, upper: 19.825488)
        expect(stats, "current.all.p90Interval", lower: 76.459020, upper: 98.070195)
        expect(stats, "baseline.all.p90Interval", lower: 89.650905, upper: 126.315981)
        // −16.576570 − √((89.690596 − 76.459020)² + (126.315981 − 106.267166)²) and
        // −16.576570 + √((98.070195 − 89.690596)² + (106.267166 − 89.650905)²).
        #expect(isClose(stats.double("change.p90LowerHours"), -40.598010))
        #expect(isClose(stats.double("change.p90UpperHours"), 2.033046))
        #expect(stats.bool("change.withinNoise") == true)
        // p90 is the same at the mix of the week before: all of the change is behaviour.
        #expect(isClose(stats.double("change.behaviourHours"), -16.576570))
        #expect(isClose(stats.double("change.mixHours"), 0))
        #expect((stats["change.mixWithout"] as? [String])?.isEmpty == true)

        #expect(stats.int("silent.devices") == 6)
        #expect(isClose(stats.double("silent.p90LowerHours"), 88.443384))
        #expect(isClose(stats.double("silent.p90UpperHours"), 91.189990))
        #expect(stats.int("truncated") == 1)
        #expect(stats.int("tooNew") == 0)
        #expect(stats.int("stale.devices") == 125)
        #expect(causes(stats) == ["scheduled, not run": 113, "ran, no success": 12])
        // What p90 is at best without each, and without both.
        let best = ["scheduled, not run": 48.620628, "ran, no success": 79.340771]
        let rows = stats["stale.causes"] as? [[String: Any]] ?? []
        for row in rows {
            #expect(isClose(row["p90WithoutHours"] as? Double, best[row["cause"] as? String ?? ""]), "\(row)")
        }
        #expect(isClose(stats.double("stale.withoutAny.p90WithoutHours"), 45.238350))

        expect(
            stats, day: "2026-09-21",
            Row(group: "Monday", devices: 720, p50: 20.036888, p90: 114.585811, runRate: 0.569444))
        expect(
            stats, day: "2026-09-27",
            Row(group: "Sunday", devices: 720, p50: 17.459929, p90: 91.189990, runRate: 0.605556))
        expect(
            stats, "exposure",
            DeviceTime(p50: 17.788488, p90: 92.385505, overP50: 0.414873, overP90: 0.140069, overBroken: 0.047310))
        expect(
            stats, "baselineExposure",
            DeviceTime(p50: 18.131417, p90: 102.626780, overP50: 0.421710, overP90: 0.157092, overBroken: 0.049656))
        #expect(stats.int("scheduleDelay.runs") == 7_660)
        #expect(isClose(stats.double("scheduleDelay.p50Hours"), 7.492538))
        #expect(isClose(stats.double("scheduleDelay.p90Hours"), 8.709643))
        // 125 of 994 ÷ 10 %, and 413 of 994 ÷ 50 %.
        #expect(isClose(stats.double("current.all.p90Budget"), 1.257545))
        #expect(isClose(stats.double("current.all.p50Budget"), 0.830986))
        // Missed in both weeks that there are, 106.3 h and 89.7 h.
        #expect(stats.int("weeksMissed") == 2)
    }

    struct Week: CustomTestStringConvertible {
        var name: String
        var figures: Row
        var successRate: Double?
        var p50Interval: (Double, Double)
        var p90Interval: (Double, Double)
        var exposure: DeviceTime
        /// p90 of the Monday and of the Sunday.
        var days: (Double, Double)
        var testDescription: String { name }
    }

    /// Three weeks that a best-effort scheduler really ran; in W17 it stood still.
    static let real = [
        Week(
            name: "2026-W16",
            figures: Row(group: "web/none", devices: 42, p50: 0.795556, p90: 0.804444, runRate: 1, brokenShare: 0),
            successRate: 0.908654, p50Interval: (0.790278, 0.801667), p90Interval: (0.803333, 0.805278),
            exposure: DeviceTime(p50: 11.420312, p90: 21.304448, overP50: 0.000723, overP90: 0, overBroken: 0),
            days: (0.731667, 0.804444)),
        Week(
            name: "2026-W17",
            figures: Row(group: "web/none", devices: 42, p50: 168.795556, p90: 168.804444, runRate: 0, brokenShare: 1),
            successRate: nil, p50Interval: (168.790278, 168.801667), p90Interval: (168.803333, 168.805278),
            exposure: DeviceTime(
                p50: 84.803194, p90: 151.996528, overP50: 0.861960, overP90: 0.576217, overBroken: 0.004732),
            days: (24.804444, 168.804444)),
        Week(
            name: "2026-W18",
            figures: Row(group: "web/none", devices: 42, p50: 0.739167, p90: 0.743611, runRate: 1, brokenShare: 0),
            successRate: 0.975845, p50Interval: (0.737500, 0.740833), p90Interval: (0.742500, 0.744167),
            exposure: DeviceTime(
                p50: 180.118539, p90: 247.311872, overP50: 0.567329, overP90: 0.567310, overBroken: 0.567310),
            days: (192.804444, 0.743611)),
    ]

    @Test(arguments: real) func `the real fleet gives its known answers`(_ week: Week) throws {
        let stats = try Root.real().stats(week.name)
        expect(stats, "current.all", week.figures)
        #expect(isClose(stats.double("current.all.successRate"), week.successRate))
        #expect(Set(stats.buckets("current").keys) == [week.figures.group])
        expect(stats, "current.all.p50Interval", lower: week.p50Interval.0, upper: week.p50Interval.1)
        expect(stats, "current.all.p90Interval", lower: week.p90Interval.0, upper: week.p90Interval.1)
        expect(stats, "exposure", week.exposure)
        let days = stats["days"] as? [[String: Any]] ?? []
        #expect(days.count == 7)
        #expect(isClose(days.first?["p90Hours"] as? Double, week.days.0))
        #expect(isClose(days.last?["p90Hours"] as? Double, week.days.1))
        // All jobs exported every day, the whole of their history, and none says when it was to run.
        #expect(stats.int("silent.devices") == 0)
        #expect(stats.int("truncated") == 0)
        #expect(stats.int("tooNew") == 0)
        #expect(stats["scheduleDelay"] == nil)
    }

    @Test func `the week that stood still is not chance, and all of its change is within the buckets`() throws {
        let stats = try Root.real().stats("2026-W17")
        #expect(isClose(stats.double("change.p90Hours"), 168))
        // 168 − √((168.804444 − 168.803333)² + (0.805278 − 0.804444)²) and
        // 168 + √((168.805278 − 168.804444)² + (0.804444 − 0.803333)²).
        #expect(isClose(stats.double("change.p90LowerHours"), 167.998611))
        #expect(isClose(stats.double("change.p90UpperHours"), 168.001389))
        #expect(stats.bool("change.withinNoise") == false)
        #expect(isClose(stats.double("change.behaviourHours"), 168))
        #expect(isClose(stats.double("change.mixHours"), 0))
        #expect(causes(stats) == ["not scheduled again": 42])
        // All of the 42: 100 % ÷ 10 % and 100 % ÷ 50 %.
        #expect(isClose(stats.double("current.all.p90Budget"), 10))
        #expect(isClose(stats.double("current.all.p50Budget"), 2))
        #expect(stats.int("weeksMissed") == 1)
    }

    @Test func `fresh readings at the end of a week that stood still do not hide the week`() throws {
        let root = try Root.real()
        let stats = try root.stats("2026-W18")
        // 0.743611 − 168.804444; − √((0.743611 − 0.742500)² + (168.805278 − 168.804444)²) and
        // + √((0.744167 − 0.743611)² + (168.804444 − 168.803333)²).
        #expect(isClose(stats.double("change.p90Hours"), -168.060833))
        #expect(isClose(stats.double("change.p90LowerHours"), -168.062222))
        #expect(isClose(stats.double("change.p90UpperHours"), -168.059591))
        #expect(stats.bool("change.withinNoise") == false)
        #expect(causes(stats).isEmpty)
        #expect(isClose(stats.double("current.all.p90Budget"), 0))
        #expect(stats.int("weeksMissed") == 0)

        let run = try root.run("report", "--week", "2026-W18")
        // Of the whole week, by the definitions' known answers: 180.118539 and 247.311872 h.
        #expect(
            run.output.contains(
                "; over the whole week p90 is 247.3 h, which misses its objective, and p50 is 180.1 h, "
                    + "which misses its objective; p90 −168.1 h against 2026-W17: no regression\n"))
        let lines = try root.report("2026-05-03").split(separator: "\n")
        #expect(
            lines.contains(
                "**Met at last contact, but not over the whole week: p90 staleness is 0.7 h, the objective is under 72 h.**"
            ))
        #expect(
            lines.contains(
                "Over the whole week, counting every hour and not only last contact, p90 was 247.3 h, which would miss the objective. "
                    + "The verdict goes by last contact."))
        #expect(
            lines.contains { $0.hasSuffix("; over the whole week p50 was 180.1 h, which would miss the objective.") })
        // 247.311872 less 151.996528.
        let p90 = try #require(lines.first { $0.hasPrefix("| p90 over the whole week") }).split(separator: " ")
            .joined(separator: " ")
        #expect(p90 == "| p90 over the whole week | < 72 h | 247.3 h **missed** | 152.0 h | +95.3 h |")
    }

    @Test func `the week in which every job was silent is reported as such`() throws {
        let root = try Root.real()
        let run = try root.run("report", "--week", "2026-W17")
        #expect(run.exitCode == 0)
        let report = try root.report("2026-04-26")
        #expect(report.hasPrefix("# ⚠ Background freshness 2026-W17\n"))
        // p50 is 168.795556 h and lies between 168.790278 and 168.801667 h, p90 168.804444 h between 168.803333 and
        // 168.805278 h, at the ranks 15, 21, 28 and 34, 38, 42 of 42.
        for name in ["| p50 staleness", "| p90 staleness"] {
            let row = try #require(report.split(separator: "\n").first { $0.hasPrefix(name) })
            #expect(row.contains(" 168.8 h (168.8–168.8) **missed** |"), "\(row)")
        }
        #expect(report.contains("**Missed: p90 staleness is 168.8 h, the objective is under 72 h.**"))
        // 168.804444 − 0.804444, from 167.998611 to 168.001389.
        #expect(
            report.contains(
                "p90 is 168.0 h worse than in 2026-W16 (0.8 h), more than the 12 h by which it may get worse: \(regression) "
                    + "That is more than chance explains (95 % interval: +168.0 h to +168.0 h).\n"))
        // All of the 42, of whom none was stale before; mended they would all stand at 0 h.
        let cause = try #require(report.split(separator: "\n").first { $0.hasPrefix("| not scheduled again") })
        #expect(cause.split(separator: " ").joined(separator: " ") == "| not scheduled again | 42 | 0 | 0.0 h met |")
        #expect(
            report.contains(
                "- *Not scheduled again*: after its last run\n  the app did not ask for another one: that is the app's doing.\n"
            ))
        // In the row of all, and in that of the one bucket.
        #expect(report.components(separatedBy: "⚠ +168.0 h").count == 3)
        let successes = try #require(report.split(separator: "\n").first { $0.hasPrefix("| runs that succeeded") })
        #expect(successes.contains(" no run |") && !successes.contains("| 0.0 %"))
    }

    @Test func `the real fleet is 882 exports and 1,835 runs, without a conflict`() throws {
        let run = try Root.real().run("ingest")
        #expect(run.output.hasPrefix("21 files read"))
        #expect(run.output.contains("882 exports"))
        #expect(run.output.contains("1,835 new runs"))
        #expect(run.error.isEmpty)
    }
}
