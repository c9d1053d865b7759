import TestSupport

extension WhatHappens {
    /// Devices, weeks and days of which nothing was heard.
    static let unheard: [WhatHappens] = [
        WhatHappens(
            testDescription: "a third of the fleet silent",
            fleet: devices(20, .week(38, 4), .week(39, 5)) + devices(10, named: "quiet", .week(38, 4)),
            says: [
                // Twenty of thirty are heard from in the last 7 days; a week before it was all of them.
                "**Met on partial data: p90 staleness is 5.0 h, the objective is under 72 h; "
                    + "devices fell silent (66.7 % of them heard from in 7 days, 100.0 % before; limit 10 points less).**",
                "At least half of the 20 devices had been refreshed within 5.0 h; the objective is under 24 h: met on partial data.",
                // They exported 12 + 168 h before the week's end, 4 h after a success. Rank 27 of 30 is the seventh of
                // 10 at 184 h, or the 17th of 20 at 5 h behind 10 at 0 h.
                "- 10 devices heard from in the last 28 days said nothing in the last 7. "
                    + "Whatever they did, p90 lies between 5.0 h and 184.0 h.",
                "| android/active | 20 | 5.0 h | 5.0 h | ~ +1.0 h | 100.0 % | 0 |",
            ],
            saysNot: ["⚠", "missed"]),
        WhatHappens(
            testDescription: "silent for 28 days and for more, and heard from 7 days before the week's end",
            fleet: devices(10, .week(39, 3)) + [
                // The first moment of the 28 days, a second before it, and the first moment of the last 7.
                device("28 days", at: monday - 21 * day), device("longer", at: monday - 21 * day - 1, (1, .succeeded)),
                device("7 days", at: monday, (3, .succeeded)),
            ],
            says: [
                "At least half of the 11 devices had been refreshed within 3.0 h; the objective is under 24 h: met.",
                // The silent one never succeeded. Rank 11 of 12 is 3 h, be it the best or the worst of them.
                "- 1 device heard from in the last 28 days said nothing in the last 7. "
                    + "Whatever it did, p90 is 3.0 h.",
            ]),
        WhatHappens(
            testDescription: "silent devices and no reading",
            fleet: devices(2, .week(38, 3)),
            exitCode: 3,
            says: [
                "**There is no reading in 2026-W39: nothing is known of how fresh the devices are.**",
                "No data is not good news.", "In 2026-W38 p90 staleness was 3.0 h over 2 devices.",
                "- 2 devices heard from in the last 28 days said nothing in the last 7.",
                "| 2026-W39 | 0 | – | – | – | – |",
            ],
            saysNot: [" met", "missed", "Whatever", "| 0.0 %", "## By bucket", "## How stale", "## Day by day"],
            prints: "2026-W39: no data. There is no export of that week. No data is not good news"),
        WhatHappens(
            testDescription: "a baseline missing",
            fleet: devices(10, .week(37, 3), .week(39, 5)),
            says: [
                "# Background freshness 2026-W39",
                "2026-W38 has no reading: there is no comparison, and no verdict on change.",
                "| p90 staleness | < 72 h | 5.0 h (5.0 or more) met | – | – |",
                "| runs succeeded | | 100.0 % | – | – |",
                "- 2026-W38 has no reading, so there is nothing to compare with.",
                "| 2026-W37 | 10 | 3.0 h | 3.0 h | 0.0 | 0.0 |", "| 2026-W38 | 0 | – | – | – | – |",
                "| 2026-W39 | 10 | 5.0 h | 5.0 h | 0.0 | 0.0 |",
                "Before 2026-W37 there is no reading within these weeks.",
            ],
            saysNot: ["⚠", "It was", "- Week before", "noise", "is behaviour", "none now", "last week 1"]),
        WhatHappens(
            testDescription: "the first week ever",
            fleet: devices(10, .week(39, 5)),
            says: [
                "# Background freshness 2026-W39",
                "2026-W38 has no reading: there is no comparison, and no verdict on change.",
                "- 2026-W38 has no reading, so there is nothing to compare with.",
                "| 2026-W39 | 10 | 5.0 h | 5.0 h | 0.0 | 0.0 |",
                "Before 2026-W39 there is no reading within these weeks.",
            ],
            mentions: ["No report of an earlier week to compare with."],
            saysNot: ["⚠", "It was", "| 2026-W38", "heard from", "in a row"]),
        WhatHappens(
            testDescription: "exports that stop before the week does",
            fleet: [device("d", at: sunday() - day, (3, .succeeded))],
            // Saturday noon is 36 h before the week's end.
            says: ["- No export in the last 36.0 h of the window; the last one is from 2026-09-26 12:00 UTC."]),
        WhatHappens(
            testDescription: "exports on two of the seven days",
            fleet: [device("d", at: monday + 12 * hour), device("d", (9, .succeeded), (3, .succeeded))],
            says: [
                "| Mon 09-21 | 1 | never | never | 0.0 % |", "| Tue 09-22 | 0 | – | – | – |",
                "| Sun 09-27 | 1 | 3.0 h | 3.0 h | 100.0 % |", "p90 `█·····▁`; the full block is never.",
            ]),
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
                "At least half of the 7 devices had been refreshed within 3.0 h; the objective is under 24 h: met.",
                "- 2 devices left out: installed less than 24 h before their last export, and without a success so far.",
                "| over 7 days | | 1 (14.3 %) | – | – |",
                // The failed run is one of a device left out.
                "| runs succeeded | | 100.0 % | – | – |",
                "| android/active | 7 | 3.0 h | never | – | 85.7 % | 1 |", "## Why 1 device is stale",
            ],
            mentions: ["p90 staleness is never, the objective is under 72 h: missed"]),
        WhatHappens(
            testDescription: "the last export is of a device too new",
            fleet: [device("d", at: sunday() - day, (3, .succeeded)), device("new", installed: 2)],
            says: [
                "- 1 device left out: installed less than 24 h before its last export, and without a success so far.",
                "- Window: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, complete; data through 2026-09-27 12:00 UTC.",
            ],
            saysNot: ["No export in the last"]),
        WhatHappens(
            testDescription: "all devices too new",
            fleet: [device("new", installed: 2)],
            exitCode: 3,
            says: [
                "**There is no reading in 2026-W39: nothing is known of how fresh the devices are.**",
                "- 1 device left out: installed less than 24 h before its last export, and without a success so far.",
                "- Window: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, complete; data through 2026-09-27 12:00 UTC.",
            ],
            saysNot: ["no export in it"]),
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
                "- 2 exports are full, and begin after the same device's previous one: runs between the two are unknown."
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
                "**p90 staleness is 3.0 h, the objective is under 72 h: met.**",
                // 60 of the 60 that say it, which must not read as all 120.
                "| runs succeeded | | 100.0 % | – | – |",
                "- 60 of the window's 120 runs do not say whether they succeeded: "
                    + "none counts as a success, and the share that succeeded is of the others.",
                "- Read: 1 file, 10 exports, 120 runs.",
            ]),
    ]
}
