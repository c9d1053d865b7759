import Foundation
import TestSupport

/// A `slo.json`.
private func slo(
    p50: Int = 24, p90: Int = 72, broken: Int = 168, regression: Int = 12, zone: String = "UTC", source: String? = nil
) -> String {
    let source = source.map { ", \"source\": {\"p90Hours\": \"\($0)\"}" } ?? ""
    return """
        {"p50Hours": \(p50), "p90Hours": \(p90), "brokenHours": \(broken), "p90RegressionHours": \(regression), \
        "timeZone": "\(zone)"\(source)}
        """
}

extension Root {
    /// Writes a report judged by such thresholds.
    fileprivate func report(week: Int, by thresholds: String) throws {
        try folder.write(thresholds, to: "metrics/slo.json")
        _ = try run("report", "--week", "2026-W\(week)")
    }

    fileprivate func judge(by thresholds: String) throws {
        try folder.write(thresholds, to: "metrics/slo.json")
    }

    fileprivate func delete(_ name: String) throws {
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
}

extension WhatHappens {
    /// The same fleet looks better or worse once the thresholds have moved.
    static let thresholds: [WhatHappens] = [
        WhatHappens(
            testDescription: "thresholds loosened since the last report",
            fleet: devices(8, .week(38, 6), .week(39, 6)) + devices(2, named: "late", .week(38, 75), .week(39, 80)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p90: 96))
            },
            says: [
                // Rank 9 of 10. Device-time is under 12 h for all but 2 · (80 − 12) of 1,560 h: under 96 h as well.
                "**p90 staleness is 80.0 h, the objective is under 96 h: met.**",
                "The thresholds moved since the report of 2026-W38: p90 from 72 h to 96 h. "
                    + "By the earlier ones p90 would be missed.",
                "It was 75.0 h in 2026-W38; +5.0 h is worse, but within the 12 h allowed "
                    + "(95 %: no limit on either side, within noise).",
                "| p90 staleness | < 96 h | 80.0 h (6.0 or more) met | 75.0 h | ~ +5.0 h |",
            ],
            mentions: [
                "- Thresholds: p50 < 24 h, p90 < 96 h, broken over 168 h, regression over 12 h;",
                "Moved since the report of 2026-W38: see above.",
            ],
            saysNot: ["Unchanged", "The same as"]),
        WhatHappens(
            testDescription: "thresholds loosened, and met either way",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p90: 96))
            },
            says: ["The thresholds moved since the report of 2026-W38: p90 from 72 h to 96 h."],
            saysNot: ["By the earlier ones"]),
        WhatHappens(
            testDescription: "the threshold of p50 loosened",
            fleet: devices(10, .week(38, 30), .week(39, 30)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p50: 48))
            },
            says: [
                "The thresholds moved since the report of 2026-W38: p50 from 24 h to 48 h. "
                    + "By the earlier ones p50 would be missed.",
                "At least half of the 10 devices had been refreshed within 30.0 h; the objective is under 48 h: met.",
            ]),
        WhatHappens(
            testDescription: "the threshold of a regression loosened",
            fleet: devices(10, .week(38, 5), .week(39, 18)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(regression: 24))
            },
            says: [
                "# Background freshness 2026-W39",
                "The thresholds moved since the report of 2026-W38: regression from 12 h to 24 h. "
                    + "By the earlier ones the change would be a regression.",
                "It was 5.0 h in 2026-W38; +13.0 h is worse, but within the 24 h allowed "
                    + "(95 %: no limit on either side, within noise).",
            ],
            saysNot: ["⚠"]),
        WhatHappens(
            testDescription: "thresholds tightened",
            fleet: devices(8, .week(38, 6), .week(39, 6)) + devices(2, named: "late", .week(38, 60), .week(39, 60)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p90: 48))
            },
            says: [
                "The thresholds moved since the report of 2026-W38: p90 from 72 h to 48 h. "
                    + "By the earlier ones p90 would be met.",
                "| p90 staleness | < 48 h | 60.0 h (6.0 or more) **missed** | 60.0 h | 0.0 h |",
            ]),
        WhatHappens(
            testDescription: "thresholds tightened, and the weeks before are judged anew",
            fleet: devices(8, .week(38, 6), .week(39, 6)) + devices(2, named: "late", .week(38, 60), .week(39, 60)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p90: 48))
            },
            // The report of 2026-W38 said "met", and still lies there.
            says: ["By the thresholds of this report p90 has missed its objective for 2 weeks in a row."],
            saysNot: ["p90 has missed its objective for 2 weeks in a row, "]),
        WhatHappens(
            testDescription: "the threshold of broken devices moved",
            fleet: devices(9, .week(38, 6), .week(39, 6)) + [device("late", (200, .succeeded))],
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(broken: 240))
            },
            says: [
                "The thresholds moved since the report of 2026-W38: broken from 168 h to 240 h.",
                // 200 h is not over 240 h.
                "| over 10 days | | 0 (0.0 %) | 0 (0.0 %) | 0.0 pt |",
            ],
            saysNot: ["over 7 d", "By the earlier ones"]),
        WhatHappens(
            testDescription: "slo.json changed in a comment only",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo(source: "people notice"))
                try root.judge(by: slo(source: "people notice after three days"))
            },
            mentions: ["The same as in the report of 2026-W38, though the file is another."],
            saysNot: ["oved since", "Unchanged", "By the earlier ones"]),
        WhatHappens(
            testDescription: "slo.json as it was",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in try root.report(week: 38, by: slo()) },
            mentions: ["Unchanged since the report of 2026-W38."],
            saysNot: ["oved since", "The same as"]),
        WhatHappens(
            testDescription: "the time zone moved",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(zone: "Europe/Amsterdam"))
            },
            says: ["The time zone moved since the report of 2026-W38: from UTC to `Europe/Amsterdam`."],
            mentions: ["Moved since the report of 2026-W38: see above."],
            saysNot: ["The same as"]),
        WhatHappens(
            testDescription: "the last report deleted",
            fleet: devices(10, .week(37, 6), .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 37, by: slo(p90: 60))
                try root.report(week: 38, by: slo(p90: 66))
                try root.delete("reports/bg_freshness_2026-09-20.md")
                try root.judge(by: slo())
            },
            says: ["The thresholds moved since the report of 2026-W37: p90 from 60 h to 72 h."],
            saysNot: ["report of 2026-W38", "66 h"]),
        WhatHappens(
            testDescription: "the last report made unreadable",
            fleet: devices(10, .week(37, 6), .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 37, by: slo(p90: 60))
                try root.folder.write("# Background freshness 2026-W38\n", to: "reports/bg_freshness_2026-09-20.md")
                try root.judge(by: slo())
            },
            says: ["The thresholds moved since the report of 2026-W37: p90 from 60 h to 72 h."]),
        WhatHappens(
            testDescription: "the last report written before reports ended with a line for programs",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                let report = """
                    # ⚠ Background freshness 2026-W38

                    ## Basis

                    - Window: 2026-09-14 00:00 to 2026-09-21 00:00 UTC, complete; data through 2026-09-20 23:58 UTC.
                    - Thresholds: p50 < 24 h, p90 < 71.5 h, broken over 1,000 h, regression over 12 h; `slo.json`, SHA-256
                      `186285716d3ca0ea1fd485923d74cba21b14d8406b02183273a0368e764b54a4`.
                    - Percentiles are nearest rank over each device's last reading.

                    """
                try root.folder.write(report, to: "reports/bg_freshness_2026-09-20.md")
                try root.judge(by: slo())
            },
            mentions: [
                "Not readable as a report of an earlier week: `bg_freshness_2026-09-20.md`.",
                "No report of an earlier week to compare with.",
            ],
            saysNot: ["moved since"]),
        WhatHappens(
            testDescription: "all earlier reports deleted",
            fleet: devices(10, .week(37, 6), .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo(p90: 66))
                try root.delete("reports")
                try root.judge(by: slo())
            },
            mentions: ["No report of an earlier week to compare with."],
            saysNot: ["oved since", "66 h", "Unchanged"]),
        WhatHappens(
            testDescription: "the store deleted between two reports",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo(p90: 96))
                try root.delete(".freshness")
                try root.judge(by: slo())
            },
            says: [
                "The thresholds moved since the report of 2026-W38: p90 from 96 h to 72 h.",
                "It was the same in 2026-W38.",
            ]),
        WhatHappens(
            testDescription: "a report written again when there is a later one",
            fleet: devices(10, .week(38, 6), .week(39, 6), .week(40, 6)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.report(week: 40, by: slo(p90: 96))
                // Another one of the same week says nothing either.
                _ = try root.run("report", "--week", "2026-W39", "--as-of", "2026-09-23T00:00:00Z")
                try root.judge(by: slo())
            },
            mentions: ["Unchanged since the report of 2026-W38."],
            saysNot: ["96 h", "W40"]),
        WhatHappens(
            testDescription: "thresholds moved, and no reading in the week",
            fleet: devices(10, .week(38, 6)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p90: 96))
            },
            exitCode: 3,
            says: ["The thresholds moved since the report of 2026-W38: p90 from 72 h to 96 h."],
            mentions: ["Moved since the report of 2026-W38: see above."],
            saysNot: ["By the earlier ones"]),
    ]
}
