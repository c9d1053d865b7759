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
                // Rank 9 of 10. Staleness is under 12 h for all but 2 · (80 − 12) of the week's 1,560 h: under 96 h as well.
                "**Met: p90 staleness is 80.0 h, the objective is under 96 h.**",
                "The thresholds were changed since the report of 2026-W38: p90 from 72 h to 96 h. "
                    + "By the earlier ones p90 would be missed.",
                "p90 is 5.0 h worse than in 2026-W38 (75.0 h), within the 12 h by which it may get worse: no regression. \(tooFewDevices).",
                "| p90 staleness | < 96 h | 80.0 h (6.0 or more) met | 75.0 h | ~ +5.0 h |",
            ],
            mentions: [
                "- Objectives: p50 under 24 h, p90 under 96 h. Regression: p90 worse by more than 12 h. "
                    + "More than 7 days without a refresh count as broken.",
                "They were changed since the report of 2026-W38: see above.",
            ],
            saysNot: ["Unchanged", "They are the same"]),
        WhatHappens(
            testDescription: "thresholds loosened, and met either way",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p90: 96))
            },
            says: ["The thresholds were changed since the report of 2026-W38: p90 from 72 h to 96 h."],
            saysNot: ["By the earlier ones"]),
        WhatHappens(
            testDescription: "the threshold of p50 loosened",
            fleet: devices(10, .week(38, 30), .week(39, 30)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p50: 48))
            },
            says: [
                "The thresholds were changed since the report of 2026-W38: p50 from 24 h to 48 h. "
                    + "By the earlier ones p50 would be missed.",
                "p50 staleness is 30.0 h: at least half of the devices had refreshed within that time (objective: under 48 h, met).",
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
                "The thresholds were changed since the report of 2026-W38: regression from 12 h to 24 h. "
                    + "By the earlier ones the change would be a regression.",
                "p90 is 13.0 h worse than in 2026-W38 (5.0 h), within the 24 h by which it may get worse: no regression. \(tooFewDevices).",
            ],
            saysNot: unmarked),
        WhatHappens(
            testDescription: "thresholds tightened",
            fleet: devices(8, .week(38, 6), .week(39, 6)) + devices(2, named: "late", .week(38, 60), .week(39, 60)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(p90: 48))
            },
            says: [
                "The thresholds were changed since the report of 2026-W38: p90 from 72 h to 48 h. "
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
            says: ["p90 has missed its objective for 2 weeks in a row, by the thresholds of this report."],
            saysNot: ["2 weeks in a row."]),
        WhatHappens(
            testDescription: "the threshold of broken devices moved",
            fleet: devices(9, .week(38, 6), .week(39, 6)) + [device("late", (200, .succeeded))],
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(broken: 240))
            },
            says: [
                "The thresholds were changed since the report of 2026-W38: broken from 168 h to 240 h.",
                // 200 h is not over 240 h.
                "| more than 10 days, or never refreshed | | 0 (0.0 %) | 0 (0.0 %) | 0.0 pt |",
                "72 h to 10 days ██▋ 10.0 % 0.0 %",
            ],
            saysNot: ["than 7 days", "> 7 days", "to 7 days", "By the earlier ones"]),
        WhatHappens(
            testDescription: "slo.json changed in a comment only",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo(source: "people notice"))
                try root.judge(by: slo(source: "people notice after three days"))
            },
            mentions: ["They are the same as in the report of 2026-W38, though the file is not."],
            saysNot: ["changed since", "Unchanged", "By the earlier ones"]),
        WhatHappens(
            testDescription: "slo.json as it was",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in try root.report(week: 38, by: slo()) },
            mentions: ["Unchanged since the report of 2026-W38."],
            saysNot: ["were changed", "They are the same"]),
        WhatHappens(
            testDescription: "the time zone moved",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo())
                try root.judge(by: slo(zone: "Europe/Amsterdam"))
            },
            says: ["The time zone was changed since the report of 2026-W38: from UTC to `Europe/Amsterdam`."],
            mentions: ["They were changed since the report of 2026-W38: see above."],
            saysNot: ["They are the same"]),
        WhatHappens(
            testDescription: "the last report deleted",
            fleet: devices(10, .week(37, 6), .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 37, by: slo(p90: 60))
                try root.report(week: 38, by: slo(p90: 66))
                try root.delete("reports/bg_freshness_2026-09-20.md")
                try root.judge(by: slo())
            },
            says: ["The thresholds were changed since the report of 2026-W37: p90 from 60 h to 72 h."],
            saysNot: ["report of 2026-W38", "66 h"]),
        WhatHappens(
            testDescription: "the last report made unreadable",
            fleet: devices(10, .week(37, 6), .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 37, by: slo(p90: 60))
                try root.folder.write("# Background freshness 2026-W38\n", to: "reports/bg_freshness_2026-09-20.md")
                try root.judge(by: slo())
            },
            says: ["The thresholds were changed since the report of 2026-W37: p90 from 60 h to 72 h."]),
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
                "Not readable as an earlier report: `bg_freshness_2026-09-20.md`.",
                "No earlier report says whether they were changed.",
            ],
            saysNot: ["changed since"]),
        WhatHappens(
            testDescription: "all earlier reports deleted",
            fleet: devices(10, .week(37, 6), .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo(p90: 66))
                try root.delete("reports")
                try root.judge(by: slo())
            },
            mentions: ["No earlier report says whether they were changed."],
            saysNot: ["changed since", "66 h", "Unchanged"]),
        WhatHappens(
            testDescription: "the store deleted between two reports",
            fleet: devices(10, .week(38, 6), .week(39, 6)),
            before: { root in
                try root.report(week: 38, by: slo(p90: 96))
                try root.delete(".freshness")
                try root.judge(by: slo())
            },
            says: [
                "The thresholds were changed since the report of 2026-W38: p90 from 96 h to 72 h.",
                "p90 is the same as in 2026-W38, 6.0 h.",
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
            says: ["The thresholds were changed since the report of 2026-W38: p90 from 72 h to 96 h."],
            mentions: ["They were changed since the report of 2026-W38: see above."],
            saysNot: ["By the earlier ones"]),
    ]
}
