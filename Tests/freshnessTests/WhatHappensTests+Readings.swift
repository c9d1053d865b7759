extension WhatHappens {
    /// Where the readings lie, how many they are, and why they are stale.
    static let readings: [WhatHappens] = [
        WhatHappens(
            testDescription: "everything fresh",
            fleet: devices(40, .week(38, 3), .week(39, 3)),
            says: [
                "# Background freshness 2026-W39",
                "**p90 staleness is 3.0 h, the objective is under 72 h: met.**",
                "It was the same in 2026-W38.",
                "At least half of the 40 devices had been refreshed within 3.0 h; the objective is under 24 h: met.",
                // All 40 are alike, so whatever ranks the interval has, both ends are 3 h. It holds a change of 0.
                "| p50 staleness | < 24 h | 3.0 h (3.0–3.0) met | 3.0 h | 0.0 h |",
                "| p90 staleness | < 72 h | 3.0 h (3.0–3.0) met | 3.0 h | 0.0 h |",
                "| over 7 days | | 0 (0.0 %) | 0 (0.0 %) | 0.0 pt |",
                "| ran within 24 h | | 100.0 % | 100.0 % | 0.0 pt |",
                "| runs succeeded | | 100.0 % | 100.0 % | 0.0 pt |",
                "| device-time over 72 h | | 0.0 % | 0.0 % | 0.0 pt |",
                "| android/active | 40 | 3.0 h | 3.0 h | 0.0 h | 100.0 % | 0 |",
                "| 2026-W39 | 40 | 3.0 h | 3.0 h | 0.0 | 0.0 |",
            ],
            saysNot: [
                "⚠", "missed", "never", "too few", "is behaviour", "## Why", "## How stale", "## What is missing",
                "in a row", "From schedule to run",
            ],
            prints: "2026-W39: met. p90 staleness 3.0 h (objective: under 72 h), p50 3.0 h (under 24 h, met); "
                + "p90 as in 2026-W38: no regression"),
        WhatHappens(
            testDescription: "everything never",
            fleet: (0..<10).map { device("d \($0)", scheduled: 1) },
            says: [
                "# Background freshness 2026-W39",
                "**p90 staleness is never, the objective is under 72 h: missed.**",
                "No success is known of any of the 10 devices; for p50 the objective is under 24 h: missed.",
                // Between never and never, or never or more: that says nothing.
                "| p50 staleness | < 24 h | never: **missed** | – | – |",
                "| p90 staleness | < 72 h | never: **missed** | – | – |",
                "| over 7 days | | 10 (100.0 %) | – | – |",
                "| ran within 24 h | | 0.0 % | – | – |",
                "| runs succeeded | | no run | – | – |",
                "| android/active | 10 | never | never | – | 0.0 % | 10 |",
                "## Why 10 devices are stale",
                "- 10 scheduled, not run: a request stood, and the system did not run it: worth a look. "
                    + "p90 without them, at best: 0.0 h.",
                // All are at 24 h or more: 100 % ÷ 50 %; all at 72 h or more: 100 % ÷ 10 %.
                "| 2026-W39 | 10 | never | never | **2.0** | **10.0** |",
            ],
            // Each is heard from for the first time at its reading, so there is no device-time.
            saysNot: [
                "⚠", ": met", "| 0.0 h", "is 0.0 h", "In brackets", "never–", "(never", "device-time", "## How stale",
            ],
            prints: "2026-W39: missed. p90 staleness never (objective: under 72 h), p50 never (under 24 h, missed); "
                + "no data for 2026-W38 to compare with"),
        WhatHappens(
            testDescription: "n = 1",
            fleet: devices(1, .week(39, 5)),
            says: [
                "**p90 staleness is 5.0 h, the objective is under 72 h: met.**",
                "The one device had been refreshed within 5.0 h; the objective is under 24 h: met.",
                // P(B < 1) is 50 % for p50 and 10 % for p90, P(B ≥ 1) 50 % and 90 %: no limit on any side.
                "| p50 staleness | < 24 h | 5.0 h met | – | – |", "| p90 staleness | < 72 h | 5.0 h met | – | – |",
                "1 device is too few for an upper limit of p90.",
                "- Read: 1 file, 1 export, 14 runs.",
            ],
            saysNot: ["1 devices", "In brackets", "At least half"]),
        WhatHappens(
            testDescription: "n = 1, and it never succeeded",
            fleet: [device("d", (2, .outcome("failed")))],
            says: [
                "**p90 staleness is never, the objective is under 72 h: missed.**",
                "No success is known of the one device; for p50 the objective is under 24 h: missed.",
                "| over 7 days | | 1 (100.0 %) | – | – |", "| runs succeeded | | 0.0 % | – | – |",
                "## Why 1 device is stale",
                "- 1 ran, no success: the app's own work. The latest run: failed. p90 without it, at best: 0.0 h.",
            ],
            saysNot: ["1 devices", "more than half", "one in ten devices"]),
        WhatHappens(
            testDescription: "n = 35, one too few for an upper limit of p90",
            // The device at rank r had been refreshed r hours before.
            fleet: ranked(35),
            says: [
                // p50 at rank ⌈17.5⌉ = 18, p90 at ⌈31.5⌉ = 32. For p50 P(B < 12) = P(B ≥ 24) = 2.05 % and P(B < 13) =
                // P(B ≥ 23) = 4.48 %. For p90 P(B < 28) = 2.00 %, P(B < 29) = 5.52 %, and P(B ≥ 35) = 0.9³⁵ = 2.503 %.
                "| p50 staleness | < 24 h | 18.0 h (12.0–24.0) met | – | – |",
                "| p90 staleness | < 72 h | 32.0 h (28.0 or more) met | – | – |",
                "In brackets behind p50 and p90: where each lies with 95 % confidence.",
                "35 devices are too few for an upper limit of p90.",
                // 1 to 23 h: what ran exactly 24 h before did not run in the 24 h before. 23 ÷ 35.
                "| ran within 24 h | | 65.7 % | – | – |",
                // 24 to 35 h are 12 of 35, 34.29 % ÷ 50 %.
                "| 2026-W39 | 35 | 18.0 h | 32.0 h | 0.7 | 0.0 |",
            ]),
        WhatHappens(
            testDescription: "n = 36, just enough for an upper limit of p90",
            fleet: ranked(36),
            says: [
                // p50 at rank 18 in [12, 25], p90 at ⌈32.4⌉ = 33 in [29, 36], since 0.9³⁶ = 2.25 %.
                "| p50 staleness | < 24 h | 18.0 h (12.0–25.0) met | – | – |",
                "| p90 staleness | < 72 h | 33.0 h (29.0–36.0) met | – | – |",
                "In brackets behind p50 and p90: where each lies with 95 % confidence.",
            ],
            saysNot: ["too few", "says little"]),
        WhatHappens(
            testDescription: "35 devices in one of two buckets",
            fleet: devices(36, .week(39, 5)) + devices(35, named: "r", .week(39, 5, bucket: 40)),
            says: ["Of fewer than 36 devices, p90 says little: it may be much worse than shown."],
            saysNot: ["too few"]),
        WhatHappens(
            testDescription: "36 devices in each of two buckets",
            fleet: devices(36, .week(39, 5)) + devices(36, named: "r", .week(39, 5, bucket: 40)),
            says: ["| android/rare | 36 | 5.0 h | 5.0 h | – | 100.0 % | 0 |"],
            saysNot: ["says little", "too few"]),
        WhatHappens(
            testDescription: "exactly one in ten devices at 72 h or more",
            fleet: devices(9, .week(39, 3)) + devices(1, named: "late", .week(39, 80)),
            says: [
                // Rank 9 of 10 is still 3 h. Not under 72 h is 10 % ÷ 10 %, on the limit and not over it: met, and so
                // not set off like what was missed. Not under 24 h is 10 % ÷ 50 %.
                "**p90 staleness is 3.0 h, the objective is under 72 h: met.**",
                "| 2026-W39 | 10 | 3.0 h | 3.0 h | 0.2 | 1.0 |",
                "## Why 1 device is stale",
            ],
            saysNot: ["missed"]),
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
                // Rank 18 of 19: ten at 3 h, eight at 100 h, and one never. It takes more than three of the nine to move it.
                "- 4 scheduled, not run: a request stood, and the system did not run it. "
                    + "2 in rare, restricted or never: the system's limit at work. 2 elsewhere: worth a look. "
                    + "p90 without them, at best: 100.0 h.",
                "- 3 ran, no success: the app's own work. By the latest run: 2 failed, 1 expired. "
                    + "p90 without them, at best: 100.0 h.",
                "- 1 not scheduled again: the chain broke; nothing was submitted after the last run. "
                    + "p90 without it, at best: 100.0 h.",
                "- 1 unknown: nothing says, since the exports carry no `lastScheduledAt`. "
                    + "p90 without it, at best: 100.0 h.",
                "- p90 without any of them, at best: 3.0 h.",
                "| bucket | stale | not run | no success | not scheduled | unknown |",
                "| android/active | 3 | 2 | 0 | 1 | 0 |", "| android/working_set | 1 | 0 | 0 | 0 | 1 |",
                "| android/rare | 2 | 2 | 0 | 0 | 0 |", "| ios/normal | 3 | 0 | 3 | 0 | 0 |",
                // 9 of 19, and none of them over 168 h but the one that never succeeded: 5.263 %.
                "| over 7 days | | 1 (5.3 %) | – | – |",
            ]),
        WhatHappens(
            testDescription: "the latest run of a stale device does not say how it ended",
            fleet: devices(9, .week(39, 3)) + [device("d", (100, .succeeded), (2, .unknown))],
            says: ["- 1 ran, no success: nothing says whether the app did its work. p90 without it, at best: 3.0 h."],
            saysNot: ["the app's own work"]),
        WhatHappens(
            testDescription: "some staler than 24 h, and none in the week before",
            fleet: devices(7, .week(38, 3), .week(39, 3)) + devices(3, named: "late", .week(38, 3), .week(39, 30)),
            says: [
                "## How stale",
                // 30 ÷ 70 of 24 blocks are 82.3 eighths: ten blocks and two eighths.
                "under 24 h ████████████████████████ 70.0 % last week 100.0 %", "24–72 h ██████████▎ 30.0 % 0.0 %",
                "72–168 h 0.0 % 0.0 %", "longer 0.0 % 0.0 %", "never 0.0 % 0.0 %",
            ]),
        WhatHappens(
            testDescription: "some staler than 24 h in the week before, and none now",
            fleet: devices(7, .week(38, 3), .week(39, 3)) + devices(3, named: "late", .week(38, 30), .week(39, 80)),
            says: [
                "under 24 h ████████████████████████ 70.0 % last week 70.0 %", "24–72 h 0.0 % 30.0 %",
                "72–168 h ██████████▎ 30.0 % 0.0 %", "longer 0.0 % 0.0 %", "never 0.0 % 0.0 %",
            ]),
        WhatHappens(
            testDescription: "runs that were scheduled, one of them ahead of time",
            fleet: [device("d", (50, .scheduled(49)), (30, .scheduled(60)), (5, .scheduled(7)))],
            // −1, 2 and 30 h; ranks 2 and 3 of 3.
            says: ["From schedule to run: p50 2.0 h, p90 30.0 h, over 3 runs."]),
        WhatHappens(
            testDescription: "a run ahead of time alone",
            fleet: [device("d", (8, .succeeded), (5, .scheduled(4)))],
            says: ["From schedule to run: p50 −1.0 h, p90 −1.0 h, over 1 run."]),
    ]
}

/// So many devices, the one at rank r refreshed r hours before.
private func ranked(_ count: Int) -> [Telling] {
    (1...count).reduce(into: []) { all, rank in all += devices(1, named: "d \(rank)", .week(39, rank)) }
}
