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
                device("d", at: sunday(37), (3, .succeeded)), device("d", at: tuesdayBefore, (4, .succeeded)),
                // The Sunday of the week before is in no stretch that is compared.
                device("d", at: sunday(38), (50, .succeeded)),
                device("d", at: tuesday, (38, .succeeded), (26, .succeeded), (14, .succeeded), (5, .succeeded)),
            ],
            call: tuesdayNoon, reportDay: "2026-09-22",
            says: [
                "**Met: p90 staleness is 5.0 h, the objective is under 72 h.**",
                "The week is not over: 1 whole day of 7. Changes are against the same part of 2026-W38.",
                "p90 is 1.0 h worse than in the same part of 2026-W38 (4.0 h), within the 12 h by which it may get worse: no regression. \(tooFewDevices).",
                "| figure | objective | 2026-W39 so far | same part of 2026-W38 | change |",
                "| p90 staleness | < 72 h | 5.0 h met | 4.0 h | ~ +1.0 h |",
                "- Devices before: in the same part of 2026-W38.",
                "| android/active | 1 | 1 | 5.0 h | 5.0 h | n < 10 | 100.0 % | 0 |",
                "- Week: 2026-09-21 00:00 to 2026-09-22 12:00 UTC, not over: 1 whole day of 7. "
                    + "Newest export: 2026-09-22 10:00 UTC.",
                "- Compared with 2026-W38: 2026-09-14 00:00 to 2026-09-15 12:00 UTC.",
                // Of an earlier week all of it: the one device is not under 24 h.
                "| 2026-W38 | 1 | 50.0 h | 50.0 h | **100.0 %** | 0.0 % |",
            ],
            saysNot: ["(50.0 h)", "said nothing"],
            prints: "2026-W39 (not over: 1 of 7 days): met. p90 staleness 5.0 h (objective: under 72 h), "
                + "p50 5.0 h (under 24 h, met); p90 +1.0 h against the same part of 2026-W38 "
                + "(too few devices to tell this change from chance): no regression"),
        WhatHappens(
            testDescription: "a partial week in the table of the last weeks",
            fleet: [
                device("d", at: sunday(37), (3, .succeeded)), device("d", at: sunday(38), (50, .succeeded)),
                device("d", at: tuesday, (40, .succeeded), (5, .succeeded)),
            ],
            call: tuesdayNoon, reportDay: "2026-09-22",
            says: [
                "The week is not over: 1 whole day of 7.",
                "| 2026-W39 | 1 | 5.0 h | 5.0 h | 0.0 % | 0.0 % |",
                "2026-W39 is not over: its row is of the days so far.",
                "There is no data for the same part of 2026-W38, so nothing can be said about a change.",
                "- There is no data for the same part of 2026-W38, so there is nothing to compare with.",
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
            says: ["- Buckets with devices in the same part of 2026-W38 and none now: android/rare (1 device)."],
            saysNot: ["restricted"]),
        WhatHappens(
            testDescription: "met at last contact, and missed over the whole week",
            // Nothing ran from the Sunday before, 3 h before its export, until 3 h before this week's.
            fleet: devices(10, .week(38, 3)) + (0..<10).map { device("d \($0)", (3, .succeeded)) },
            says: [
                // From Monday 00:00 staleness climbs from 15 h for 153 h to 168 h, and from 0 to 3 h. It is at most s for
                // s − 15 + 3 of 156 h: 78 h for s = 90, 140.4 h for s = 152.4.
                "**Met at last contact, but not over the whole week: p90 staleness is 3.0 h, the objective is under 72 h.**",
                "p90 is the same as in 2026-W38, 3.0 h.",
                "Over the whole week, counting every hour and not only last contact, p90 was 152.4 h, which would miss the objective. "
                    + "The verdict goes by last contact.",
                "p50 staleness is 3.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met); "
                    + "over the whole week p50 was 90.0 h, which would miss the objective.",
                // In 2026-W38 staleness climbs from 0 to 12 h thirteen times: at most 10.8 h for 90 % of the time.
                "| p90 over the whole week | < 72 h | 152.4 h **missed** | 10.8 h | +141.6 h |",
            ],
            saysNot: unmarked + ["## Why"],
            prints: "2026-W39: met. p90 staleness 3.0 h (objective: under 72 h), p50 3.0 h (under 24 h, met); "
                + "over the whole week p90 is 152.4 h, which misses its objective, "
                + "and p50 is 90.0 h, which misses its objective; p90 as in 2026-W38: no regression"),
        WhatHappens(
            testDescription: "missed at last contact, and met over the whole week",
            fleet: devices(7, .week(39, 3)) + devices(3, named: "late", .week(39, 80)),
            says: [
                "**Missed at last contact, though not over the whole week: p90 staleness is 80.0 h, the objective is under 72 h.**",
                // Its lower limit is at rank 7, the upper one of p50 at rank 9.
                "The verdict is not certain: with 10 devices, p90 may be anything from 3.0 h up (95 % interval).",
                "p50 staleness is 3.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met, but not certain).",
                // Over s, from 12 h on, lie 3 · (80 − s) of 1,560 h: 156 h for s = 28.
                "Over the whole week, counting every hour and not only last contact, p90 was 28.0 h, which would meet the objective. "
                    + "The verdict goes by last contact.",
                "| p90 over the whole week | < 72 h | 28.0 h met | – | – |",
            ],
            saysNot: ["over the whole week p50"]),
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
                // The one device of the week before had refreshed 1 h before its last contact.
                "**Met on partial data, but much worse than the week before: "
                    + "p90 staleness is 23.0 h, the objective is under 72 h.**",
                // Two of three are heard from in the last 7 days; a week before it was one of one.
                "The data are partial: 66.7 % of the known devices were heard from in the last 7 days, 100.0 % before "
                    + "(limit: 10 points less). What is missing could change every figure below.",
                "p90 is 22.0 h worse than in 2026-W12 (1.0 h), more than the 12 h by which it may get worse: \(regression) "
                    + "\(tooFewDevices). With partial data this comparison is not reliable.",
                "p50 staleness is 1.0 h: at least half of the devices had refreshed within that time "
                    + "(objective: under 24 h, met on partial data, but not certain).",
                "- Week: 2026-03-23 00:00 to 2026-03-30 00:00 `Europe/Amsterdam`, over. "
                    + "Newest export: 2026-03-29 23:59 `Europe/Amsterdam`.",
                "- Compared with 2026-W12: 2026-03-16 00:00 to 2026-03-23 00:00 `Europe/Amsterdam`.",
                "| Mon 03-23 | 1 | 2.0 h | 2.0 h | 100.0 % |", "| Sun 03-29 | 2 | 1.0 h | 23.0 h | 100.0 % |",
                // It succeeded 1 h before it exported. Rank 3 of 3.
                "- 1 device that was heard from in the last 28 days said nothing in the last 7. "
                    + "With it, whatever it did, p90 lies between 23.0 h and 168.5 h.",
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
                "| 2026-W32 | 10 | 3.0 h | 3.0 h | 0.0 % | 0.0 % |", "| 2026-W35 | 0 | – | – | – | – |",
                // The two at 100 h are more than 10 % of ten, and less than 50 %.
                "| 2026-W34 | 10 | 3.0 h | 100.0 h | 20.0 % | **20.0 %** |",
                "| 2026-W39 | 10 | 3.0 h | 100.0 h | 20.0 % | **20.0 %** |",
                // Of 2026-W35 nothing is known, and the row ends there.
                "p90 has missed its objective for 4 weeks in a row.",
            ],
            saysNot: ["2026-W31", "no data before", "for at least"]),
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
                "**Met: p90 staleness is 5.0 h, the objective is under 72 h.**",
                "When last heard from, 90 % of the 3 devices had refreshed within the previous 5.0 h.",
                "There is no data for 2026-W38, so nothing can be said about a change.",
                // What was read is not narrowed: 8 exports of 14 runs each, of which the first of `quiet` lies in W37.
                "- Used: 1 file, 8 exports and 111 runs.",
            ],
            saysNot: ["50.0 h", "said nothing", "## Last 8 weeks"]),
        WhatHappens(
            testDescription: "narrowed to an app of which nothing was heard in the week",
            fleet: devices(3, app: "net.a", .week(39, 5)) + devices(1, named: "quiet", app: "net.c", .week(38, 3)),
            call: ["--week", "2026-W39", "--app", "net.c"], exitCode: 3,
            says: [
                "# Background freshness 2026-W39 · app `net.c`",
                "**No device was heard from in 2026-W39: nothing is known of how fresh the devices are.**",
                "In 2026-W38 p90 staleness was 3.0 h, over 1 device.",
            ],
            saysNot: ["5.0 h", " met", "over 3 devices"]),
        WhatHappens(
            testDescription: "narrowed to one task",
            fleet: [
                device("d", app: "net.a", (17, .task("sync")), (5, .task("sync")), (1, .task("clean"))),
                device("d", app: "net.b", (2, .task("clean"))),
            ],
            call: ["--week", "2026-W39", "--task", "sync"],
            says: [
                "# Background freshness 2026-W39 · task `sync`",
                "**Met: p90 staleness is 5.0 h, the objective is under 72 h.**",
                // The other app is not known to run that task.
                "When last heard from, the one device had refreshed within the previous 5.0 h.",
            ],
            saysNot: ["1.0 h", "2.0 h"]),
    ]

    /// 2026-W13 in Amsterdam, 2026-03-22 23:00 to 2026-03-29 22:00 UTC (`date -ud '2026-03-22 23:00' +%s`).
    private static let clocks = (start: 1_774_220_400, end: 1_774_821_600)
}
