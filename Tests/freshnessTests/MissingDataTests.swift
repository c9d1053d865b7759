import TestSupport
import Testing

/// What was not measured is named, and never shown as zero, as fine or as today.
@Suite struct MissingDataTests {
    @Test func `no reading gives exit code 3 and a report that says so`() throws {
        let root = try Root.real()
        let run = try root.run("report", "--week", "2026-W30")
        #expect(run.exitCode == 3)
        // 2026-W30 is Monday 20 to Sunday 26 July.
        let report = try root.report("2026-07-26")
        #expect(report.contains("No device was heard from in 2026-W30"))
        #expect(!report.contains("0.0 h") && !report.contains(" met") && !report.contains("100"))
        let stats = try root.stats("2026-W30")
        #expect(stats.int("current.all.devices") == 0)
        for path in [
            "current.all.p50Hours", "current.all.runRate", "current.all.successRate", "current.all.brokenShare",
            "baseline", "change", "verdicts.p50", "verdicts.p90", "verdicts.regression",
        ] {
            #expect(stats[path] == nil, "\(path)")
        }
    }

    // The real exports begin on 2026-04-13.
    @Test(arguments: ["1970-W01", "2014-W50", "2015-W09", "2025-W20", "2025-W52"])
    func `a week before all data has no reading, and the store is undamaged`(_ week: String) throws {
        let root = try Root.real()
        #expect(try root.run("ingest").exitCode == 0)
        let run = try root.run("stats", "--week", week)
        #expect(run.exitCode == 3 && run.error.isEmpty, "\(run.error)")
        #expect(try root.stats(week).int("current.all.devices") == 0)
    }

    @Test func `an empty folder gives exit code 3`() throws {
        let root = try Root()
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 3)
        #expect(try root.run("stats", "--week", "2026-W39").exitCode == 3)
        #expect(try root.run("ingest").exitCode == 3)
        #expect(try root.run("report", "--week", "2026-W39", "--check").exitCode == 3)
    }

    @Test func `a missing baseline is named and not shown as 0`() throws {
        let root = try Root.real()
        #expect(try root.run("report", "--week", "2026-W16").exitCode == 0)
        let report = try root.report("2026-04-19")
        #expect(report.contains("2026-W15"))
        let p90 = try #require(report.split(separator: "\n").first { $0.hasPrefix("| p90") })
        #expect(p90.hasSuffix("–|") || p90.contains("– |"))
        let stats = try root.stats("2026-W16")
        #expect(stats["baseline"] == nil)
        #expect(stats["change"] == nil)
        #expect(stats["verdicts.regression"] == nil)
    }

    @Test func `a device that never ran stays in the figures`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + hour, ranAt: nil))
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 1)
        #expect(stats["current.all.p50Hours"] == nil)
        #expect(stats.bool("current.all.p50Never") == true)
        #expect(stats.double("current.all.runRate") == 0)
        #expect(stats.string("verdicts.p90") == "missed")
        #expect(stats["current.all.successRate"] == nil)
    }

    @Test func `an unfinished week says how much of it is over, and is compared with the same part`() throws {
        let root = try Root()
        // The baseline has an export on its Tuesday and one on its Sunday; only the Tuesday's is compared with.
        try root.export(export(exportedAt: monday - 6 * day, ranAt: monday - 6 * day - 2 * hour), to: "tuesday.json")
        try root.export(export(exportedAt: monday - 1 * day, ranAt: monday - 3 * day), to: "sunday.json")
        try root.export(export(exportedAt: monday + 1 * day, ranAt: monday + 1 * day - 5 * hour), to: "now.json")
        let run = try root.run("report", "--week", "2026-W39", "--as-of", "2026-09-23T12:00:00Z")
        #expect(run.exitCode == 0)
        let report = try root.report("2026-09-23")
        #expect(report.contains("2 whole days of 7"))
        // Three days' figure is never said to be the week's.
        #expect(report.contains("p90 is 3.0 h worse than in the same part of 2026-W38 (2.0 h)"))
        let stats = try root.stats("2026-W39", "--as-of", "2026-09-23T12:00:00Z")
        #expect(stats.bool("window.complete") == false)
        #expect(stats.double("current.all.p50Hours") == 5)
        #expect(stats.double("baseline.all.p50Hours") == 2)
        #expect(stats.string("baseline.to") == "2026-09-16T12:00:00Z")
    }

    @Test func `a refused entry is named in the report and its export kept`() throws {
        let root = try Root()
        try root.export(
            """
            [{"device":"d","platform":"ios","exportedAt":\(monday + day),"history":[
            {"at":\(monday + 2 * hour),"success":true},{"at":\(monday + 2 * day),"success":true},{"success":true}]}]
            """, to: "a.json")
        _ = try root.run("report", "--week", "2026-W39")
        let report = try root.report("2026-09-27")
        #expect(report.contains("more than 5 minutes later than its own export"))
        #expect(report.contains("`a.json`: device 0, entry 1"))
        #expect(report.contains("`a.json`: device 0, entry 2"))
        let stats = try root.stats("2026-W39")
        // 24 h after Monday's start less the run two hours into it.
        #expect(stats.double("current.all.p50Hours") == 22)
        let refused = stats["input.refused"] as? [[String: Any]] ?? []
        #expect(refused.compactMap { $0["count"] as? Int } == [1, 1])
    }

    @Test func `an unusable file is listed in every report until it is fixed`() throws {
        let root = try Root.real()
        try root.export("{\"device\":", to: "cut.json")
        for (week, day) in [("2026-W16", "2026-04-19"), ("2026-W18", "2026-05-03")] {
            _ = try root.run("report", "--week", week)
            #expect(try root.report(day).contains("`cut.json`"))
        }
        try root.export(export(exportedAt: monday, ranAt: nil), to: "cut.json")
        _ = try root.run("report", "--week", "2026-W18")
        #expect(!(try root.report("2026-05-03").contains("cut.json")))
    }
}
