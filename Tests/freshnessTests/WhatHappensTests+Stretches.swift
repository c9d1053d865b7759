import TestSupport

/// Tuesday 2026-09-22 10:00, and the same moment of the week before.
private let tuesday = monday + day + 10 * hour
private let tuesdayBefore = tuesday - 7 * day

/// The moment 12:00 on that Tuesday.
private let tuesdayNoon = ["--week", "2026-W39", "--as-of", "2026-09-22T12:00:00Z"]

extension WhatHappens {
    /// Weeks that are not over, weeks before them, and what happened between two readings.
    static let stretches: [WhatHappens] = [
        WhatHappens(
            testDescription: "a partial week on a Tuesday",
            fleet: [
                device("d", at: tuesdayBefore, (4, .succeeded)),
                // The Sunday of the week before is in no stretch that is compared.
                device("d", at: sunday(38), (50, .succeeded)),
                device("d", at: tuesday, (38, .succeeded), (26, .succeeded), (14, .succeeded), (5, .succeeded)),
            ],
            call: tuesdayNoon, reportDay: "2026-09-22",
            says: [
                "**p90 staleness is 5.0 h, the objective is under 72 h: met.**",
                "The week is not over: 1 of 7 days; "
                    + "compared with the same part of the week before.",
                "It was 4.0 h in the same part of 2026-W38; +1.0 h is worse, but within the 12 h allowed "
                    + "(95 %: no limit on either side, within noise).",
                "| p90 staleness | < 72 h | 5.0 h met | 4.0 h | ~ +1.0 h |",
                "- Window: 2026-09-21 00:00 to 2026-09-22 12:00 UTC, not over, 1 of 7 days; "
                    + "data through 2026-09-22 10:00 UTC.",
                "- Week before, 2026-W38: 2026-09-14 00:00 to 2026-09-15 12:00 UTC.",
                // Of an earlier week all of it: the one device is not under 24 h, 100 % ÷ 50 %.
                "| 2026-W38 | 1 | 50.0 h | 50.0 h | **2.0** | 0.0 |",
            ],
            saysNot: ["It was 50.0 h", "heard from"],
            prints: "2026-W39 (not over: 1 of 7 days): met. p90 staleness 5.0 h (objective: under 72 h), p50 5.0 h "
                + "(under 24 h, met); p90 +1.0 h against the same part of 2026-W38 (too few devices to tell this change "
                + "from chance): no regression"),
        WhatHappens(
            testDescription: "a partial week in the table of the last weeks",
            fleet: [
                device("d", at: sunday(38), (50, .succeeded)),
                device("d", at: tuesday, (40, .succeeded), (5, .succeeded)),
            ],
            call: tuesdayNoon, reportDay: "2026-09-22",
            says: [
                "| 2026-W39 | 1 | 5.0 h | 5.0 h | 0.0 | 0.0 |",
                "2026-W39 is not over: its row is of 1 of 7 days.",
                "The same part of 2026-W38 has no reading: there is no comparison, and no verdict on change.",
                "- The same part of 2026-W38 has no reading, so there is nothing to compare with.",
            ]),
        WhatHappens(
            testDescription: "a bucket that is gone, in a partial week",
            fleet: [
                device("a", at: tuesdayBefore, (4, .succeeded)),
                device("r", at: tuesdayBefore, bucket: 40, (4, .succeeded)),
                // Another is there at the end of that week, in no stretch that is compared.
                device("r", at: sunday(38), bucket: 45, (4, .succeeded)),
                device("a", at: tuesday, (5, .succeeded)),
            ],
            call: tuesdayNoon, reportDay: "2026-09-22",
            says: ["- Buckets with readings in the same part of 2026-W38 and none now: android/rare (1 device)."],
            saysNot: ["restricted"]),
        WhatHappens(
            testDescription: "the readings meet what device-time misses",
            // Nothing ran from the Sunday before, 3 h before its export, until 3 h before this week's.
            fleet: devices(10, .week(38, 3)) + (0..<10).map { device("d \($0)", (3, .succeeded)) },
            says: [
                // From Monday 00:00 staleness climbs from 15 h for 153 h to 168 h, and from 0 to 3 h. It is at most s for
                // s − 15 + 3 of 156 h: 78 h for s = 90, 140.4 h for s = 152.4.
                "**At the devices' last readings p90 staleness is 3.0 h, the objective is under 72 h: met; "
                    + "over the week's device-time it is 152.4 h: missed.**",
                "At the last readings it was the same in 2026-W38.",
                "At least half of the 10 devices had been refreshed within 3.0 h; the objective is under 24 h: met; "
                    + "over device-time p50 is 90.0 h: missed.",
                // 168 − 72 of 156 h.
                "| device-time over 72 h | | 61.5 % | 0.0 % | +61.5 pt |",
            ],
            saysNot: ["⚠", "are stale"],
            prints: "2026-W39: met. p90 staleness 3.0 h (objective: under 72 h), p50 3.0 h (under 24 h, met); over the "
                + "whole week p90 is 152.4 h, which misses its objective, and p50 is 90.0 h, which misses its objective; "
                + "p90 as in 2026-W38: no regression"),
        WhatHappens(
            testDescription: "the readings miss what device-time meets",
            fleet: devices(7, .week(39, 3)) + devices(3, named: "late", .week(39, 80)),
            says: [
                // Over s, from 12 h on, lie 3 · (80 − s) of 1,560 h: 156 h for s = 28; 24 h for s = 72, 1.538 %.
                "**At the devices' last readings p90 staleness is 80.0 h, the objective is under 72 h: missed; "
                    + "over the week's device-time it is 28.0 h: met.**",
                "| device-time over 72 h | | 1.5 % | – | – |",
            ],
            saysNot: ["over device-time p50"]),
        WhatHappens(
            testDescription: "a week in which the clocks change",
            // Monday 2026-03-23 00:00 to Monday 2026-03-30 00:00 in Amsterdam are 22:00 or 23:00 UTC on the days before:
            // 167 h.
            fleet: [
                device("a", at: clocks.start, (2, .succeeded)),
                Telling(
                    device: "a", exportedAt: clocks.end - 12 * hour,
                    // From Saturday 12:00 to Sunday 12:00 by the clocks are 23 h.
                    runs: (0..<11).reversed().map { Telling.Run(at: clocks.end - (12 + 23 + 12 * $0) * hour) }),
                device("b", at: clocks.end - 1, (1, .succeeded)),
                device("in the week after", at: clocks.end, (1, .succeeded)),
                // Half an hour before the Monday, 167.5 h before the end: 7 days by the clocks, and no reading.
                device("quiet", at: clocks.start - hour / 2, (1, .succeeded)),
            ],
            zone: "Europe/Amsterdam", call: ["--week", "2026-W13"], reportDay: "2026-03-29",
            says: [
                // Two of three are heard from in the last 7 days; a week before it was one of one.
                "**Met on partial data: p90 staleness is 23.0 h, the objective is under 72 h; "
                    + "devices fell silent (66.7 % of them heard from in 7 days, 100.0 % before; limit 10 points less).**",
                "At least half of the 2 devices had been refreshed within 1.0 h; the objective is under 24 h: met on partial data.",
                "- Window: 2026-03-23 00:00 to 2026-03-30 00:00 `Europe/Amsterdam`, complete; "
                    + "data through 2026-03-29 23:59 `Europe/Amsterdam`.",
                "- Week before, 2026-W12: 2026-03-16 00:00 to 2026-03-23 00:00 `Europe/Amsterdam`.",
                "| Mon 03-23 | 1 | 2.0 h | 2.0 h | 100.0 % |", "| Sun 03-29 | 2 | 1.0 h | 23.0 h | 100.0 % |",
                // It succeeded 1 h before it exported. Rank 3 of 3.
                "- 1 device heard from in the last 28 days said nothing in the last 7. "
                    + "Whatever it did, p90 lies between 23.0 h and 168.5 h.",
            ]),
        WhatHappens(
            testDescription: "ten weeks with a missing one among them",
            fleet: devices(
                8, .week(30, 3), .week(31, 3), .week(32, 3), .week(33, 3), .week(34, 3), .week(36, 3), .week(37, 3),
                .week(38, 3), .week(39, 3))
                + devices(
                    2, named: "late", .week(30, 100), .week(31, 100), .week(32, 3), .week(33, 3), .week(34, 100),
                    .week(36, 100), .week(37, 100), .week(38, 100), .week(39, 100)),
            says: [
                "## Last 8 weeks",
                "| 2026-W32 | 10 | 3.0 h | 3.0 h | 0.0 | 0.0 |", "| 2026-W35 | 0 | – | – | – | – |",
                // 20 % ÷ 50 % and 20 % ÷ 10 %.
                "| 2026-W34 | 10 | 3.0 h | 100.0 h | 0.4 | **2.0** |",
                "| 2026-W39 | 10 | 3.0 h | 100.0 h | 0.4 | **2.0** |",
                // Of 2026-W35 nothing is known, and the row ends there.
                "p90 has missed its objective for 4 weeks in a row.",
            ],
            saysNot: ["2026-W31", "Before 2026", "at least"]),
        WhatHappens(
            testDescription: "ten weeks, all of them missed",
            fleet: (30...39).flatMap { week in
                (0..<10).map { device("d \($0)", at: sunday(week), (100, .succeeded)) }
            },
            says: ["p90 has missed its objective for at least 8 weeks in a row."]),
    ]

    /// `--app` and `--task`.
    static let narrowed: [WhatHappens] = [
        WhatHappens(
            testDescription: "narrowed to one app",
            fleet: devices(3, app: "net.a", .week(39, 5)) + devices(4, app: "net.b", .week(39, 50))
                + devices(1, named: "quiet", app: "net.b", .week(38, 3)),
            call: ["--week", "2026-W39", "--app", "net.a"],
            says: [
                "# Background freshness 2026-W39 · app `net.a`",
                "**p90 staleness is 5.0 h, the objective is under 72 h: met.**",
                "At least half of the 3 devices had been refreshed within 5.0 h; the objective is under 24 h: met.",
                // What was read is not narrowed: 8 exports of 14 runs each, of which the first of `quiet` lies in W37.
                "- Read: 1 file, 8 exports, 111 runs.",
                "| 2026-W39 | 3 | 5.0 h | 5.0 h | 0.0 | 0.0 |",
            ],
            saysNot: ["50.0 h", "heard from", "| 2026-W38"]),
        WhatHappens(
            testDescription: "narrowed to an app that no export of the week names",
            fleet: devices(3, app: "net.a", .week(39, 5)) + devices(1, named: "c", app: "net.c", .week(37, 7)),
            call: ["--week", "2026-W39", "--app", "net.c"], exitCode: 3,
            says: [
                "# Background freshness 2026-W39 · app `net.c`",
                "**No device was heard from in 2026-W39: nothing is known of how fresh the devices are.**",
            ],
            saysNot: ["5.0 h", " met"]),
        WhatHappens(
            testDescription: "narrowed to one task",
            fleet: [
                device("d", app: "net.a", (17, .task("sync")), (5, .task("sync")), (1, .task("clean"))),
                device("d", app: "net.b", (2, .task("clean"))),
            ],
            call: ["--week", "2026-W39", "--task", "sync"],
            says: [
                "# Background freshness 2026-W39 · task `sync`",
                "**p90 staleness is 5.0 h, the objective is under 72 h: met.**",
                // The other app is not known to run that task.
                "The one device had been refreshed within 5.0 h; the objective is under 24 h: met.",
            ],
            saysNot: ["1.0 h", "2.0 h"]),
    ]

    /// 2026-W13 in Amsterdam, 2026-03-22 23:00 to 2026-03-29 22:00 UTC (`date -ud '2026-03-22 23:00' +%s`).
    private static let clocks = (start: 1_774_220_400, end: 1_774_821_600)
}
