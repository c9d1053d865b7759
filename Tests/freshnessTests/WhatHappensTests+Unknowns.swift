import TestSupport

extension WhatHappens {
    /// Devices, weeks and days of which nothing was heard.
    static let unheard: [WhatHappens] = [
        WhatHappens(
            testDescription: "a third of the fleet silent",
            fleet: devices(20, .week(38, 4), .week(39, 5)) + devices(10, named: "quiet", .week(38, 4)),
            says: [
                "**Met on partial data: p90 staleness is 5.0 h, the objective is under 72 h.**",
                // Twenty of thirty are heard from in the last 7 days; a week before it was all of them.
                "The data are partial: 66.7 % of the known devices were heard from in the last 7 days, 100.0 % before "
                    + "(limit: 10 points less). What is missing could change every figure below.",
                "p90 is 1.0 h worse than in 2026-W38 (4.0 h), within the 12 h by which it may get worse: no regression. \(tooFewDevices). "
                    + "With partial data this comparison is not reliable.",
                "p50 staleness is 5.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met on partial data).",
                "| devices | | 20 | 30 | −10 |", "- 10 devices of 2026-W38 were not heard from in 2026-W39.",
                "| p90 staleness | < 72 h | 5.0 h (5.0 or more) met (partial data) | 4.0 h | ~ +1.0 h |",
                "- Devices fell silent: 20 of the 30 devices heard from in the last 28 days were heard from in the last 7 "
                    + "(66.7 %). Up to three weeks earlier it was 100.0 % (limit: 10 points less).",
                // They exported 12 + 168 h before the week's end, 4 h after a success. Rank 27 of 30 is the seventh of
                // 10 at 184 h, or the 17th of 20 at 5 h behind 10 at 0 h.
                "- 10 devices that were heard from in the last 28 days said nothing in the last 7. "
                    + "With them, whatever they did, p90 lies between 5.0 h and 184.0 h.",
                "| android/active | 20 | 30 | 5.0 h | 5.0 h | ~ +1.0 h | 100.0 % | 0 |",
            ],
            saysNot: unmarked + ["issed", "Nothing is known to be missing"]),
        WhatHappens(
            testDescription: "silent for 28 days and for more, and heard from 7 days before the week's end",
            fleet: devices(10, .week(39, 3)) + [
                // The first moment of the 28 days, a second before it, and the first moment of the last 7.
                device("28 days", at: monday - 21 * day), device("longer", at: monday - 21 * day - 1, (1, .succeeded)),
                device("7 days", at: monday, (3, .succeeded)),
            ],
            says: [
                "When last heard from, 90 % of the 11 devices had refreshed within the previous 3.0 h.",
                // The silent one never succeeded. Rank 11 of 12 is 3 h, be it the best or the worst of them.
                "- 1 device that was heard from in the last 28 days said nothing in the last 7. "
                    + "With it, whatever it did, p90 is 3.0 h.",
            ],
            saysNot: ["partial data", "fell silent"]),
        WhatHappens(
            testDescription: "silent devices and no reading",
            fleet: devices(2, .week(38, 3)),
            exitCode: 3,
            says: [
                "**No device was heard from in 2026-W39: nothing is known of how fresh the devices are.**",
                "No data is not good news.", "In 2026-W38 p90 staleness was 3.0 h, over 2 devices.",
                "- 2 devices that were heard from in the last 28 days said nothing in the last 7.",
                "| 2026-W38 | 2 | 3.0 h | 3.0 h | 0.0 % | 0.0 % |", "| 2026-W39 | 0 | – | – | – | – |",
            ],
            saysNot: [
                " met", "Missed", "**missed**", "whatever", "| 0 (", "| figure", "## By bucket", "is stale",
                "are stale",
                "## Day by day",
            ],
            prints: "2026-W39: no data. There is no export of that week. No data is not good news"),
        WhatHappens(
            testDescription: "a baseline missing",
            fleet: devices(10, .week(37, 3), .week(39, 5)),
            says: [
                "# Background freshness 2026-W39",
                "There is no data for 2026-W38, so nothing can be said about a change.",
                "| devices | | 10 | – | – |",
                "| p90 staleness | < 72 h | 5.0 h (5.0 or more) met | – | – |",
                "| runs that succeeded | | 100.0 % | – | – |",
                "| android/active | 10 | – | 5.0 h | 5.0 h | – | 100.0 % | 0 |",
                "All 10 devices had refreshed less than 72 h before last contact.",
                "- There is no data for 2026-W38, so there is nothing to compare with.",
                "| 2026-W37 | 10 | 3.0 h | 3.0 h | 0.0 % | 0.0 % |", "| 2026-W38 | 0 | – | – | – | – |",
                "| 2026-W39 | 10 | 5.0 h | 5.0 h | 0.0 % | 0.0 % |",
                "- In the last 8 weeks, there is no data before 2026-W37. Exports may tell of earlier runs.",
            ],
            saysNot: unmarked + [
                "than in 2026", "Compared with", "chance", "comes from", "none now", "2026-W38: ", "Changes",
                "not heard from in",
            ]),
        WhatHappens(
            testDescription: "the first week ever",
            fleet: devices(10, .week(39, 5)),
            says: [
                "# Background freshness 2026-W39",
                "There is no data for 2026-W38, so nothing can be said about a change.",
                "- There is no data for 2026-W38, so there is nothing to compare with.",
                "- In the last 8 weeks, there is no data before 2026-W39. Exports may tell of earlier runs.",
            ],
            mentions: ["No earlier report says whether they were changed."],
            saysNot: unmarked + ["than in 2026", "## Last 8 weeks", "said nothing", "in a row"]),
        WhatHappens(
            testDescription: "exports that stop before the week does",
            fleet: [device("d", at: sunday() - day, (3, .succeeded))],
            // Saturday noon is 36 h before the week's end, on the limit and not over it.
            says: ["- The newest export is from 2026-09-26 12:00 UTC, 36.0 h before the end of the week."],
            saysNot: ["partial data", "The data end early"]),
    ]

    /// What exports do not tell.
    static let unknowns: [WhatHappens] = [
        WhatHappens(
            testDescription: "devices too new",
            fleet: devices(5, .week(39, 3)) + [
                device("new", installed: 23, (2, .outcome("failed"))), device("newest", installed: 0),
                // 24 h is not less than 24 h.
                device("a day old", installed: 24), device("new and fresh", installed: 1, (0.5, .succeeded)),
            ],
            says: [
                // 0.5 h, five times 3 h, never: ranks ⌈3.5⌉ = 4 and ⌈6.3⌉ = 7.
                "**Missed at last contact, though not over the whole week: "
                    + "p90 staleness is never, the objective is under 72 h.**",
                // Known since its installation, "a day old" is never for 24 h, and "new and fresh" for half an hour. Of all
                // 5 · 156 + 24 + 1 h, 90 % are at most s where 65 · s + 0.5 = 724.5 h.
                "| p90 over the whole week | < 72 h | 11.1 h met | – | – |",
                "More than one device in ten has no known successful refresh.",
                // P(B ≥ 7) is 0.5⁷ = 0.8 %, P(B ≥ 6) 6.3 %: its upper limit is the one at rank 7.
                "p50 staleness is 3.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met, but not certain).",
                "| devices | | 7 | – | – |",
                "- 2 devices are too new and left out: installed less than 24 h before their last export, "
                    + "with no successful refresh yet.",
                "| more than 7 days, or never refreshed | | 1 (14.3 %) | – | – |",
                // The failed run is one of a device left out.
                "| runs that succeeded | | 100.0 % | – | – |",
                "| android/active | 7 | – | 3.0 h | never | – | 85.7 % | 1 |", "## Why 1 device is stale",
            ]),
        WhatHappens(
            testDescription: "the last export is of a device too new",
            fleet: [device("d", at: sunday() - day, (3, .succeeded)), device("new", installed: 2)],
            says: [
                "- 1 device is too new and left out: installed less than 24 h before its last export, "
                    + "with no successful refresh yet.",
                "- Week: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, over. Newest export: 2026-09-27 12:00 UTC.",
            ],
            saysNot: ["The newest export is from"]),
        WhatHappens(
            testDescription: "all devices too new",
            fleet: [device("new", installed: 2)],
            exitCode: 3,
            says: [
                // It was heard from.
                "**The one device heard from in 2026-W39 is too new to count: "
                    + "nothing is known of how fresh the devices are.**",
                "- 1 device is too new and left out: installed less than 24 h before its last export, "
                    + "with no successful refresh yet.",
                "- Week: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, over. Newest export: 2026-09-27 12:00 UTC.",
            ],
            saysNot: ["No export in it", "No device was heard from"]),
        WhatHappens(
            testDescription: "truncated exports",
            fleet: devices(4, .week(39, 3))
                // Each exported on the Wednesday too, 96 h before.
                + ["cut", "whole", "short", "thirty"].map { device($0, at: sunday() - 4 * day, (5, .succeeded)) } + [
                    device("cut", limit: 3, (30, .succeeded), (20, .succeeded), (10, .succeeded)),
                    // It reaches back to before the Wednesday's export.
                    device("whole", limit: 3, (97, .succeeded), (20, .succeeded), (10, .succeeded)),
                    // It has room for one more: there were no others.
                    device("short", limit: 3, (20, .succeeded), (10, .succeeded)),
                    // As long as a recorder that says nothing of it keeps.
                    Telling(
                        device: "thirty", exportedAt: sunday(),
                        runs: (1...30).reversed().map { Telling.Run(at: sunday() - $0 * hour) }),
                    // Nothing was lost since an export before it: there is none.
                    device("first", limit: 1, (10, .succeeded)),
                ],
            says: [
                "- 2 exports hold as many runs as the recorder keeps, and begin after the device's previous export: "
                    + "runs in between may be lost."
            ]),
        WhatHappens(
            testDescription: "half of the runs with unknown success",
            // 3, 27 … 123 h before the export it succeeded, 15, 39 … 135 h before it ran and nothing says how.
            fleet: (0..<10).map { number in
                Telling(
                    device: "d \(number)", exportedAt: sunday(),
                    runs: (0..<12).reversed().map {
                        Telling.Run(at: sunday() - (3 + 12 * $0) * hour, success: $0.isMultiple(of: 2) ? true : nil)
                    })
            },
            says: [
                "**Met: p90 staleness is 3.0 h, the objective is under 72 h.**",
                // 60 of the 60 that say it, which must not read as all 120.
                "| runs that succeeded | | 100.0 % | – | – |",
                "- 60 of the week's 120 runs do not say whether they succeeded. "
                    + "The share that succeeded is of the others.",
                "- Used: 1 file, 10 exports and 120 runs.",
            ]),
    ]
}
