extension WhatHappens {
    /// Where the readings lie, how many they are, and why they are stale.
    static let readings: [WhatHappens] = [
        WhatHappens(
            testDescription: "everything fresh",
            fleet: devices(40, .week(38, 3), .week(39, 3)),
            says: [
                "# Background freshness 2026-W39",
                "**Met: p90 staleness is 3.0 h, the objective is under 72 h.**",
                "When last heard from, 90 % of the 40 devices had refreshed within the previous 3.0 h.",
                "p90 is the same as in 2026-W38, 3.0 h.",
                "Over the whole week, counting every hour and not only last contact, p90 was 10.8 h, under the limit as well.",
                "p50 staleness is 3.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met).",
                "| devices | | 40 | 40 | 0 |",
                // All 40 are alike, so whatever ranks the interval has, both ends are 3 h. It holds a change of 0.
                "| p50 staleness | < 24 h | 3.0 h (3.0–3.0) met | 3.0 h | 0.0 h |",
                "| p90 staleness | < 72 h | 3.0 h (3.0–3.0) met | 3.0 h | 0.0 h |",
                // Thirteen times in the week's 156 h staleness climbs from 0 to 12 h: for 90 % of the time it is at most 10.8 h.
                "| p90 over the whole week | < 72 h | 10.8 h met | 10.8 h | 0.0 h |",
                "| more than 7 days, or never refreshed | | 0 (0.0 %) | 0 (0.0 %) | 0.0 pt |",
                "| ran in the last 24 h | | 100.0 % | 100.0 % | 0.0 pt |",
                "| runs that succeeded | | 100.0 % | 100.0 % | 0.0 pt |",
                "| android/active | 40 | 40 | 3.0 h | 3.0 h | 0.0 h | 100.0 % | 0 |",
                "## No device is stale",
                "All 40 devices had refreshed less than 72 h before last contact. In 2026-W38, none was stale either.",
                "## What is missing",
                "- Nothing is known to be missing: all 40 devices heard from in the last 28 days were heard from in the last 7, "
                    + "and nothing was refused. Devices that never exported are unknown.",
                "- In the last 8 weeks, there is no data before 2026-W38. Exports may tell of earlier runs.",
            ],
            saysNot: unmarked + [
                "issed", "| never", "not certain", "n < 10", "may be chance", "comes from", "## Why", "## How stale",
                // Two weeks stand in the first table.
                "## Last 8 weeks", "in a row", "From being scheduled", "not heard from in",
            ],
            prints: "2026-W39: met. p90 staleness 3.0 h (objective: under 72 h), p50 3.0 h (under 24 h, met); "
                + "p90 as in 2026-W38: no regression"),
        WhatHappens(
            testDescription: "everything never",
            fleet: (0..<10).map { device("d \($0)", scheduled: 1) },
            says: [
                "# Background freshness 2026-W39",
                "**Missed: p90 staleness is never, the objective is under 72 h.**",
                "None of the 10 devices has a known successful refresh.",
                "There is no data for 2026-W38, so nothing can be said about a change.",
                "p50 staleness is never (objective: under 24 h, missed).",
                // Between never and never, or never or more: that says nothing.
                "| p50 staleness | < 24 h | never: **missed** | – | – |",
                "| p90 staleness | < 72 h | never: **missed** | – | – |",
                "| more than 7 days, or never refreshed | | 10 (100.0 %) | – | – |",
                "| ran in the last 24 h | | 0.0 % | – | – |",
                "| runs that succeeded | | no run | – | – |",
                "| android/active | 10 | – | never | never | – | 0.0 % | 10 |",
                "## Why 10 devices are stale",
                // 90 % of 10 must be under 72 h.
                "Stale: no successful refresh in the 72 h before last contact, or none at all. "
                    + "The objective allows 1 stale device of 10, 9 fewer than there are.",
                "| scheduled, not run | 10 | – | 0.0 h met |",
                "- *Scheduled, not run*: the app asked for a run, and the system did not run it. For these the exports do not say why: "
                    + "perhaps low power mode, background refresh switched off, or an app that was force-quit.",
                "- *At best*: as if all devices of that cause had just refreshed, also those that the system held back. "
                    + "It is the only cause, so look there first.",
                "| android/active | 10 | 10 | 10 |",
            ],
            // Each is heard from for the first time at its last contact, so there is no time before it.
            saysNot: unmarked + [
                "Met", ", met", "| 0.0 h |", "is 0.0 h", "not certain", "In brackets", "never–", "(never",
                "ver the whole week", "## How stale", "Look at", "throttles",
            ],
            prints: "2026-W39: missed. p90 staleness never (objective: under 72 h), p50 never (under 24 h, missed); "
                + "no data for 2026-W38 to compare with"),
        WhatHappens(
            testDescription: "n = 1",
            fleet: devices(1, .week(39, 5)),
            says: [
                "**Met: p90 staleness is 5.0 h, the objective is under 72 h.**",
                "When last heard from, the one device had refreshed within the previous 5.0 h.",
                "The verdict is not certain: with one device, p90 may be quite different.",
                "p50 staleness is 5.0 h (objective: under 24 h, met, but not certain).",
                // P(B < 1) is 50 % for p50 and 10 % for p90, P(B ≥ 1) 50 % and 90 %: no limit on any side.
                "| p50 staleness | < 24 h | 5.0 h met | – | – |", "| p90 staleness | < 72 h | 5.0 h met | – | – |",
                "The one device had refreshed less than 72 h before last contact.",
                "- There is no data for 2026-W38, so there is nothing to compare with.",
                "- Used: 1 file, 1 export and 14 runs.",
            ],
            saysNot: ["1 devices", "In brackets", "at least half", "p90 of fewer"]),
        WhatHappens(
            testDescription: "n = 1, and it never succeeded",
            fleet: [device("d", (2, .outcome("failed")))],
            says: [
                "**Missed: p90 staleness is never, the objective is under 72 h.**",
                "The one device has no known successful refresh.",
                // P(B < 1) is more than 2.5 %: no lower limit.
                "The verdict is not certain: with one device, p90 may be quite different.",
                "p50 staleness is never (objective: under 24 h, missed, but not certain).",
                // Known from its run on, 2 h before its export.
                "Over the whole week, counting every hour and not only last contact, p90 was never: missed as well.",
                "| p90 over the whole week | < 72 h | never: **missed** | – | – |",
                "| more than 7 days, or never refreshed | | 1 (100.0 %) | – | – |",
                "| runs that succeeded | | 0.0 % | – | – |",
                "## Why 1 device is stale",
                "Stale: no successful refresh in the 72 h before last contact, or none at all. "
                    + "The objective allows 0 stale devices of 1, 1 fewer than there are.",
                "| ran, no success | 1 | – | 0.0 h met |",
                "- *Ran, no success*: after its last refresh, if any, the app ran without success: that is the app's doing. "
                    + "Outcome of the latest run: 1 failed.",
            ],
            saysNot: ["1 devices", "More than half", "one device in ten", "force-quit"]),
        WhatHappens(
            testDescription: "n = 35, one too few for an upper limit of p90",
            // The device at rank r had been refreshed r hours before.
            fleet: ranked(35),
            says: [
                // p50 at rank ⌈17.5⌉ = 18, p90 at ⌈31.5⌉ = 32. For p50 P(B < 12) = P(B ≥ 24) = 2.05 % and P(B < 13) =
                // P(B ≥ 23) = 4.48 %. For p90 P(B < 28) = 2.00 %, P(B < 29) = 5.52 %, and P(B ≥ 35) = 0.9³⁵ = 2.503 %.
                "| p50 staleness | < 24 h | 18.0 h (12.0–24.0) met | – | – |",
                "| p90 staleness | < 72 h | 32.0 h (28.0 or more) met | – | – |",
                "The verdict is not certain: with 35 devices, p90 may be anything from 28.0 h up (95 % interval).",
                // 24 h would miss it.
                "p50 staleness is 18.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met, but not certain).",
                "- In brackets after p50 and p90: 95 % confidence interval.",
                // 1 to 23 h: what ran exactly 24 h before did not run in the 24 h before. 23 ÷ 35.
                "| ran in the last 24 h | | 65.7 % | – | – |",
                // 24 to 35 h are 12 of 35. 12 ÷ 23 of 24 blocks are 100.2 eighths: twelve blocks and four eighths.
                "under 24 h ████████████████████████ 65.7 %", "24 to 72 h ████████████▌ 34.3 %",
            ],
            saysNot: ["p90 of fewer"]),
        WhatHappens(
            testDescription: "n = 36, just enough for an upper limit of p90",
            fleet: ranked(36),
            says: [
                // p50 at rank 18 in [12, 25], p90 at ⌈32.4⌉ = 33 in [29, 36], since 0.9³⁶ = 2.25 %.
                "| p50 staleness | < 24 h | 18.0 h (12.0–25.0) met | – | – |",
                "| p90 staleness | < 72 h | 33.0 h (29.0–36.0) met | – | – |",
                "p50 staleness is 18.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met, but not certain).",
                "- In brackets after p50 and p90: 95 % confidence interval.",
            ],
            saysNot: ["verdict is not certain", "p90 of fewer"]),
        WhatHappens(
            testDescription: "35 devices in one of two buckets",
            fleet: devices(36, .week(39, 5)) + devices(35, named: "r", .week(39, 5, bucket: 40)),
            says: [
                "- p90 of fewer than 36 devices has no upper limit: it may be much worse than shown."
            ],
            saysNot: ["not certain"]),
        WhatHappens(
            testDescription: "36 devices in each of two buckets",
            fleet: devices(36, .week(39, 5)) + devices(36, named: "r", .week(39, 5, bucket: 40)),
            says: ["| android/rare | 36 | – | 5.0 h | 5.0 h | – | 100.0 % | 0 |"],
            saysNot: ["p90 of fewer", "not certain"]),
        WhatHappens(
            testDescription: "exactly one in ten devices at 72 h or more",
            fleet: devices(9, .week(37, 3), .week(38, 3), .week(39, 3))
                + devices(1, named: "late", .week(37, 3), .week(38, 3), .week(39, 80)),
            says: [
                // Rank 9 of 10 is still 3 h. Not under 72 h is one of ten, on the limit and not over it: met, and so not
                // set off like what was missed. The same one is not under 24 h.
                "**Met: p90 staleness is 3.0 h, the objective is under 72 h.**",
                // Of ten its interval begins at rank 7 and has no end.
                "The verdict is not certain: with 10 devices, p90 may be anything from 3.0 h up (95 % interval).",
                "| week | devices | p50 | p90 | at 24 h or more | at 72 h or more |",
                "| 2026-W38 | 10 | 3.0 h | 3.0 h | 0.0 % | 0.0 % |",
                "| 2026-W39 | 10 | 3.0 h | 3.0 h | 10.0 % | 10.0 % |",
                "The objectives allow 50 % of the devices at 24 h or more, and 10 % at 72 h or more. Bold: more than allowed.",
                "## Why 1 device is stale",
                "Stale: no successful refresh in the 72 h before last contact, or none at all. "
                    + "The objective allows 1 stale device of 10. In 2026-W38, none was stale.",
                "- In the last 8 weeks, there is no data before 2026-W37. Exports may tell of earlier runs.",
            ],
            saysNot: ["**missed**", "Missed", "fewer would meet"]),
        WhatHappens(
            testDescription: "all causes at once",
            fleet: devices(10, .week(39, 3)) + [
                device("s1", scheduled: 90, (100, .succeeded)), device("s2", scheduled: 99, (100, .succeeded)),
                device("s3", bucket: 40, scheduled: 90, (100, .succeeded)),
                // It never ran: a request is all that is known of it.
                device("s4", bucket: 40, scheduled: 90),
                device("r1", platform: "ios", bucket: nil, (100, .succeeded), (2, .outcome("failed"))),
                device("r2", platform: "ios", bucket: nil, (100, .succeeded), (2, .outcome("failed"))),
                // That it failed before counts less than how it ended last; that it was scheduled again counts less than both.
                device(
                    "r3", platform: "ios", bucket: nil, scheduled: 1, (100, .succeeded), (4, .outcome("failed")),
                    (2, .outcome("expired"))),
                // Asked for at the very moment of the last run is not after it.
                device("c1", scheduled: 100, (100, .succeeded)),
                device("u1", bucket: 20, (100, .succeeded)),
            ],
            says: [
                "## Why 9 devices are stale",
                // Rank 18 of 19 must be under 72 h.
                "Stale: no successful refresh in the 72 h before last contact, or none at all. "
                    + "The objective allows 1 stale device of 19, 8 fewer than there are.",
                // Ten at 3 h, eight at 100 h, and one never. It takes more than four of the nine to move rank 18.
                "| scheduled, not run | 4 | – | 100.0 h missed |", "| ran, no success | 3 | – | 100.0 h missed |",
                "| not scheduled again | 1 | – | 100.0 h missed |", "| unknown | 1 | – | 100.0 h missed |",
                "| any of them | 9 | – | 3.0 h met |",
                "- *Scheduled, not run*: the app asked for a run, and the system did not run it. "
                    + "2 of the 4 are in buckets that Android throttles (`rare`, `restricted` or `never`): "
                    + "that is the system's doing. For the other 2 the exports do not say why: perhaps low power mode, "
                    + "background refresh switched off, or an app that was force-quit.",
                "- *Ran, no success*: after its last refresh, if any, the app ran without success: that is the app's doing. "
                    + "Outcome of the latest run: 2 failed, 1 expired (took longer than the system allows).",
                "- *Not scheduled again*: after its last run the app did not ask for another one: that is the app's doing.",
                "- *Unknown*: the exports do not say whether the app had asked for a run (`lastScheduledAt`).",
                "- *At best*: as if all devices of that cause had just refreshed, also those that the system held back. "
                    + "Mending one cause alone would leave p90 as it is.",
                "| bucket | stale | of | scheduled, not run | ran, no success | not scheduled again | unknown |",
                "| android/active | 3 | 13 | 2 | 0 | 1 | 0 |", "| android/working_set | 1 | 1 | 0 | 0 | 0 | 1 |",
                "| android/rare | 2 | 2 | 2 | 0 | 0 | 0 |", "| ios/normal | 3 | 3 | 0 | 3 | 0 | 0 |",
                // 9 of 19, and none of them over 168 h but the one that never succeeded: 5.263 %.
                "| more than 7 days, or never refreshed | | 1 (5.3 %) | – | – |",
            ],
            saysNot: ["Look at"]),
        WhatHappens(
            testDescription: "one cause weighs more than another, and one of the week before is gone",
            fleet: devices(6, .week(38, 3), .week(39, 3)) + [
                // It has not run since: scheduled after its last run, in both weeks.
                device("s1", at: sunday(38), scheduled: 90, (100, .succeeded)),
                device("s1", scheduled: 90, (268, .succeeded)), device("s2", scheduled: 90, (100, .succeeded)),
                device("r", (80, .succeeded), (2, .outcome("failed"))),
                // Nothing says why, and in this week it is fresh.
                device("u", at: sunday(38), (100, .succeeded)), device("u", (3, .succeeded)),
            ],
            says: [
                "## Why 3 devices are stale",
                // Rank 9 of 10 must be under 72 h.
                "Stale: no successful refresh in the 72 h before last contact, or none at all. "
                    + "The objective allows 1 stale device of 10, 2 fewer than there are. In 2026-W38, 2 were stale.",
                "| cause | devices | in 2026-W38 | p90 without it, at best |",
                // Seven at 3 h, then 80, 100 and 268 h: rank 9 is 100 h, without s1 and s2 it is 3 h, without r 100 h.
                "| scheduled, not run | 2 | 1 | 3.0 h met |", "| ran, no success | 1 | 0 | 100.0 h missed |",
                "| unknown | 0 | 1 | – |", "| any of them | 3 | 2 | 3.0 h met |",
                "- *At best*: as if all devices of that cause had just refreshed, also those that the system held back. Look at *scheduled, not run* first: "
                    + "mending it would bring most, a p90 of 3.0 h, which would meet the objective.",
            ],
            saysNot: ["*Unknown*", "leave p90 as it is"]),
        WhatHappens(
            testDescription: "the latest run of a stale device does not say how it ended",
            fleet: devices(9, .week(39, 3)) + [device("d", (100, .succeeded), (2, .unknown))],
            says: [
                "| ran, no success | 1 | – | 3.0 h met |",
                "- *Ran, no success*: after its last refresh, if any, the app ran, and its exports do not say whether it succeeded.",
            ],
            saysNot: ["doing."]),
        WhatHappens(
            testDescription: "some staler than 24 h, and none in the week before",
            fleet: devices(7, .week(38, 3), .week(39, 3)) + devices(3, named: "late", .week(38, 3), .week(39, 30)),
            says: [
                "## How stale",
                // 30 ÷ 70 of 24 blocks are 82.3 eighths: ten blocks and two eighths.
                "under 24 h ████████████████████████ 70.0 % 2026-W38: 100.0 %", "24 to 72 h ██████████▎ 30.0 % 0.0 %",
                "72 h to 7 days 0.0 % 0.0 %", "more than 7 days 0.0 % 0.0 %", "never refreshed 0.0 % 0.0 %",
            ]),
        WhatHappens(
            testDescription: "some staler than 24 h in the week before, and none now",
            fleet: devices(7, .week(38, 3), .week(39, 3)) + devices(3, named: "late", .week(38, 30), .week(39, 80)),
            says: [
                "under 24 h ████████████████████████ 70.0 % 2026-W38: 70.0 %", "24 to 72 h 0.0 % 30.0 %",
                "72 h to 7 days ██████████▎ 30.0 % 0.0 %", "more than 7 days 0.0 % 0.0 %",
                "never refreshed 0.0 % 0.0 %",
            ]),
        WhatHappens(
            testDescription: "runs that were scheduled, one of them ahead of time",
            fleet: [device("d", (50, .scheduled(49)), (30, .scheduled(60)), (5, .scheduled(7)))],
            // −1, 2 and 30 h; ranks 2 and 3 of 3.
            says: [
                "- From being scheduled to running took 2.0 h at p50 and 30.0 h at p90, "
                    + "over the 3 runs of the week that record both times."
            ]),
        WhatHappens(
            testDescription: "a run ahead of time alone",
            fleet: [device("d", (8, .succeeded), (5, .scheduled(4)))],
            says: [
                "- From being scheduled to running took −1.0 h at p50 and −1.0 h at p90, "
                    + "over the 1 run of the week that records both times."
            ]),
    ]
}

/// So many devices, the one at rank r refreshed r hours before.
private func ranked(_ count: Int) -> [Telling] {
    (1...count).reduce(into: []) { all, rank in all += devices(1, named: "d \(rank)", .week(39, rank)) }
}
