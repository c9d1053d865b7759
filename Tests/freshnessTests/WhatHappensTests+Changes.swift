extension WhatHappens {
    /// What changed since the week before, and whether it is more than chance.
    static let changes: [WhatHappens] = [
        WhatHappens(
            testDescription: "p90 up 13 h, which may be chance",
            // Ranks 1 to 80, 81 to 84, 85 to 90, 91 to 96 and 97 to 100, in both weeks. Of 100 devices p90 is at rank 90,
            // its interval at 84 and 96: X = 43 in [31, 47] now, Y = 30 in [27, 39] before.
            fleet: devices(80, named: "a", .week(38, 10), .week(39, 10))
                + devices(4, named: "b", .week(38, 27), .week(39, 31))
                + devices(6, named: "c", .week(38, 30), .week(39, 43))
                + devices(6, named: "d", .week(38, 39), .week(39, 47))
                + devices(4, named: "e", .week(38, 45), .week(39, 50)),
            says: [
                // It is past the 12 h, and that rule does not ask whether it may be chance.
                "# ⚠ Background freshness 2026-W39",
                "**Met, but much worse than the week before: p90 staleness is 43.0 h, the objective is under 72 h.**",
                // 13 − √((43 − 31)² + (39 − 30)²) = 13 − √225, and 13 + √((47 − 43)² + (30 − 27)²) = 13 + √25.
                "p90 is 13.0 h worse than in 2026-W38 (30.0 h), more than the 12 h by which it may get worse: \(regression) "
                    + "\(tooFewDevices) (95 % interval: −2.0 h to +18.0 h).",
                "| p90 staleness | < 72 h | 43.0 h (31.0–47.0) met | 30.0 h | ⚠ ~ +13.0 h |",
                "- ⚠: p90 staleness got worse by more than the 12 h allowed.",
                // A bucket has no mark for what may be chance.
                "| android/active | 100 | 100 | 10.0 h | 43.0 h | ~ +13.0 h | 80.0 % | 0 |",
                "- ~ before a change: it may be chance, there are too few devices to tell.",
                "- Only the changes of p50 and p90 staleness are tested for chance.",
            ],
            saysNot: ["more than chance", "⚠ before a change", "comes from", "n < 10", "p90 of fewer"],
            prints: "2026-W39: met, but with a regression. p90 staleness 43.0 h (objective: under 72 h), "
                + "p50 10.0 h (under 24 h, met); p90 +13.0 h against 2026-W38 "
                + "(too few devices to tell this change from chance): regression"),
        WhatHappens(
            testDescription: "p90 up 13 h, which is more than chance",
            // X = 43 in [39, 47] now, Y = 30 in [27, 33] before.
            fleet: devices(80, named: "a", .week(38, 10), .week(39, 10))
                + devices(4, named: "b", .week(38, 27), .week(39, 39))
                + devices(6, named: "c", .week(38, 30), .week(39, 43))
                + devices(6, named: "d", .week(38, 33), .week(39, 47))
                + devices(4, named: "e", .week(38, 45), .week(39, 50)),
            says: [
                "# ⚠ Background freshness 2026-W39",
                // 13 − √(4² + 3²) and 13 + √(4² + 3²).
                "p90 is 13.0 h worse than in 2026-W38 (30.0 h), more than the 12 h by which it may get worse: \(regression) "
                    + "That is more than chance explains (95 % interval: +8.0 h to +18.0 h).",
                "| p90 staleness | < 72 h | 43.0 h (39.0–47.0) met | 30.0 h | ⚠ +13.0 h |",
                "| android/active | 100 | 100 | 10.0 h | 43.0 h | ⚠ +13.0 h | 80.0 % | 0 |",
                "- ⚠ before a change: worse by more than the 12 h allowed, and not by chance.",
            ],
            saysNot: ["n < 10", "~ +", "~ before"]),
        WhatHappens(
            testDescription: "p90 up 13 h, and its interval just reaches 0",
            // X = 43 in [31, 47] now, Y = 30 in [27, 35] before: 13 − √(12² + 5²) = 0. It holds 0.
            fleet: devices(80, named: "a", .week(38, 10), .week(39, 10))
                + devices(4, named: "b", .week(38, 27), .week(39, 31))
                + devices(6, named: "c", .week(38, 30), .week(39, 43))
                + devices(6, named: "d", .week(38, 35), .week(39, 47))
                + devices(4, named: "e", .week(38, 45), .week(39, 50)),
            says: [
                "p90 is 13.0 h worse than in 2026-W38 (30.0 h), more than the 12 h by which it may get worse: \(regression) "
                    + "\(tooFewDevices) (95 % interval: 0.0 h to +18.0 h)."
            ],
            saysNot: ["more than chance"]),
        WhatHappens(
            testDescription: "p90 down 13 h, which may be chance",
            // X = 30 in [27, 39] now, Y = 43 in [31, 47] before: −13 − √(3² + 4²) and −13 + √(9² + 12²).
            fleet: devices(80, named: "a", .week(38, 10), .week(39, 10))
                + devices(4, named: "b", .week(38, 31), .week(39, 27))
                + devices(6, named: "c", .week(38, 43), .week(39, 30))
                + devices(6, named: "d", .week(38, 47), .week(39, 39))
                + devices(4, named: "e", .week(38, 50), .week(39, 45)),
            says: [
                "# Background freshness 2026-W39",
                "p90 is 13.0 h better than in 2026-W38 (43.0 h): no regression. "
                    + "\(tooFewDevices) (95 % interval: −18.0 h to +2.0 h).",
                "| p90 staleness | < 72 h | 30.0 h (27.0–39.0) met | 43.0 h | ~ −13.0 h |",
            ],
            saysNot: unmarked + ["allowed", "may get worse"]),
        WhatHappens(
            testDescription: "p50 up 2 h, which may be chance, and p90 as it was",
            // Of 10 devices p50 is at rank 5, its interval at 2 and 9: X = 8 in [5, 10] now, Y = 6 in [5, 10] before, and
            // 2 − √((8 − 5)² + (10 − 6)²) = 2 − √25. p90 is at rank 9.
            fleet: devices(4, named: "a", .week(38, 5), .week(39, 5))
                + devices(2, named: "b", .week(38, 6), .week(39, 8))
                + devices(4, named: "c", .week(38, 10), .week(39, 10)),
            says: [
                "p90 is the same as in 2026-W38, 10.0 h.",
                "| p50 staleness | < 24 h | 8.0 h (5.0–10.0) met | 6.0 h | ~ +2.0 h |",
                // Where nothing changed there is nothing to tell from chance.
                "| p90 staleness | < 72 h | 10.0 h (10.0 or more) met | 10.0 h | 0.0 h |",
                "- ~ before a change: it may be chance, there are too few devices to tell.",
            ],
            saysNot: unmarked + ["tell this change"]),
        WhatHappens(
            testDescription: "p50 up 2 h, which is more than chance, and p90's change may be",
            fleet: devices(10, .week(38, 3, bucket: 10), .week(39, 5, bucket: 20)),
            says: [
                // All of each week are alike: 2 − √(0² + 0²). p90 has no upper limit in either week.
                "| p50 staleness | < 24 h | 5.0 h (5.0–5.0) met | 3.0 h | +2.0 h |",
                "| p90 staleness | < 72 h | 5.0 h (5.0 or more) met | 3.0 h | ~ +2.0 h |",
                // The mark stands in the first table, and in no bucket's row.
                "| android/working_set | 10 | 0 | 5.0 h | 5.0 h | – | 100.0 % | 0 |",
                "- ~ before a change: it may be chance, there are too few devices to tell.",
            ]),
        WhatHappens(
            testDescription: "p90 up 13 h because devices moved to rare",
            fleet: devices(70, named: "a", .week(38, 10), .week(39, 10))
                + devices(27, named: "moved", .week(38, 10), .week(39, 23, bucket: 40))
                + devices(3, named: "r", .week(38, 23, bucket: 40), .week(39, 23, bucket: 40)),
            says: [
                "# ⚠ Background freshness 2026-W39",
                // Before 97 at 10 h and 3 at 23 h, now 70 and 30: ranks 84, 90 and 96 are 10, 10, 10 and 23, 23, 23.
                "p90 is 13.0 h worse than in 2026-W38 (10.0 h), more than the 12 h by which it may get worse: \(regression) "
                    + "That is more than chance explains (95 % interval: +13.0 h to +13.0 h).",
                // The 70 in active weigh 97, and 90 % of 100 is reached among them: 10 h, as before.
                "- Of p90's change of +13.0 h, 0.0 h comes from changes within the buckets and +13.0 h from devices that "
                    + "changed bucket, came or went: had each bucket kept its share of the devices, p90 would be 10.0 h.",
                "| android/active | 70 | 97 | 10.0 h | 10.0 h | 0.0 h | 100.0 % | 0 |",
                "| android/rare | 30 | 3 | 23.0 h | 23.0 h | n < 10 | 100.0 % | 0 |",
            ],
            saysNot: ["are left out", "none now", "~ +", "~ before", "⚠ before a change"]),
        WhatHappens(
            testDescription: "p90 up 13 h because the same buckets got slower",
            fleet: devices(97, named: "a", .week(38, 10), .week(39, 23))
                + devices(3, named: "r", .week(38, 23, bucket: 40), .week(39, 23, bucket: 40)),
            says: [
                "# ⚠ Background freshness 2026-W39",
                "- p90's change of +13.0 h comes from changes within the buckets, and not from devices that changed bucket, "
                    + "came or went.",
                "| android/active | 97 | 97 | 23.0 h | 23.0 h | ⚠ +13.0 h | 100.0 % | 0 |",
            ]),
        WhatHappens(
            testDescription: "a bucket in only one of the weeks",
            fleet: devices(10, named: "a", .week(38, 4), .week(39, 6))
                + devices(2, named: "moved", .week(38, 30, bucket: 40), .week(39, 50, bucket: 45)),
            says: [
                // p90 is at rank ⌈10.8⌉ = 11 of 12, and has no upper limit in either week: the change has none at all.
                "p90 is 20.0 h worse than in 2026-W38 (30.0 h), more than the 12 h by which it may get worse: \(regression) \(tooFewDevices).",
                // Only active was there before: all weight lies on its 10 at 6 h. 6 − 30 and 50 − 6.
                "- Of p90's change of +20.0 h, −24.0 h comes from changes within the buckets and +44.0 h from devices that "
                    + "changed bucket, came or went: had each bucket kept its share of the devices, p90 would be 6.0 h. "
                    + "Buckets with no device now are left out of this.",
                "| android/active | 10 | 10 | 6.0 h | 6.0 h | ~ +2.0 h | 100.0 % | 0 |",
                // Not there before: no change, and no regression.
                "| android/restricted | 2 | 0 | 50.0 h | 50.0 h | – | 0.0 % | 0 |",
                "- Buckets with devices in 2026-W38 and none now: android/rare (2 devices).",
            ],
            saysNot: ["| android/rare", "n < 10"]),
        WhatHappens(
            testDescription: "buckets of nine devices in one of the weeks",
            fleet: devices(10, named: "a", .week(38, 3), .week(39, 5))
                // Of working_set there were ten and are nine, of frequent there were nine and are ten, of rare ten and ten.
                + devices(9, named: "w", .week(38, 3, bucket: 20), .week(39, 5, bucket: 20))
                + devices(1, named: "moved", .week(38, 3, bucket: 20), .week(39, 5, bucket: 30))
                + devices(9, named: "f", .week(38, 3, bucket: 30), .week(39, 5, bucket: 30))
                + devices(10, named: "r", .week(38, 3, bucket: 40), .week(39, 20, bucket: 40)),
            says: [
                "| android/active | 10 | 10 | 5.0 h | 5.0 h | ~ +2.0 h | 100.0 % | 0 |",
                "| android/working_set | 9 | 10 | 5.0 h | 5.0 h | n < 10 | 100.0 % | 0 |",
                "| android/frequent | 10 | 9 | 5.0 h | 5.0 h | n < 10 | 100.0 % | 0 |",
                // 17 h are over the 12 h; ten devices cannot tell that from chance.
                "| android/rare | 10 | 10 | 20.0 h | 20.0 h | ~ +17.0 h | 100.0 % | 0 |",
                "- n < 10: fewer than 10 devices in one of the weeks, so no change is shown.",
                // In the first table no change has the mark.
                "- ~ before a change: it may be chance, there are too few devices to tell.",
            ],
            saysNot: ["⚠ before a change"]),
        WhatHappens(
            testDescription: "all runs in low power, and none in the week before",
            fleet: devices(
                10, platform: "ios", lowPower: [38: false, 39: true], .week(38, 3, bucket: nil),
                .week(39, 5, bucket: nil)),
            says: [
                "p90 is 2.0 h worse than in 2026-W38 (3.0 h), within the 12 h by which it may get worse: no regression. \(tooFewDevices).",
                "| ios/low_power | 10 | 0 | 5.0 h | 5.0 h | – | 100.0 % | 0 |",
                "- Buckets with devices in 2026-W38 and none now: ios/normal (10 devices).",
            ],
            // No bucket was there in both weeks: nothing tells the two parts of the change apart.
            saysNot: unmarked + ["| ios/normal", "comes from"]),
        WhatHappens(
            testDescription: "p90 from a number to never",
            // The two have been heard from since the Monday, so that of the week's hours a fifth is never as well.
            fleet: devices(10, named: "old", .week(38, 3)) + devices(8, .week(39, 3))
                + ["x", "y"].flatMap { [device($0, at: monday), device($0)] },
            says: [
                "# ⚠ Background freshness 2026-W39",
                // Rank 9 of 10.
                "**Missed on partial data: p90 staleness is never, the objective is under 72 h.**",
                // Ten of twenty are heard from in the last 7 days; a week before it was ten of ten.
                "The data are partial: 50.0 % of the known devices were heard from in the last 7 days, 100.0 % before "
                    + "(limit: 10 points less). What is missing could change every figure below.",
                "More than one device in ten has no known successful refresh.",
                // The lower limit is at rank 7, p50's upper one at rank 9.
                "The verdict is not certain: with 10 devices, p90 may be anything from 3.0 h up (95 % interval).",
                "In 2026-W38 p90 was 3.0 h; from a number to never is \(regression) "
                    + "With partial data this comparison is not reliable.",
                "Over the whole week, counting every hour and not only last contact, p90 was never: missed as well.",
                "p50 staleness is 3.0 h: at least half of the devices had refreshed within that time "
                    + "(objective: under 24 h, met on partial data, but not certain).",
                "| devices | | 10 | 10 | 0 |",
                "| p50 staleness | < 24 h | 3.0 h (3.0–never) met (partial data) | 3.0 h | 0.0 h |",
                "| p90 staleness | < 72 h | never (3.0 or more): **missed** | 3.0 h | ⚠ to never |",
                "- 10 devices of 2026-W39 were not heard from in 2026-W38, "
                    + "and 10 devices of 2026-W38 were not heard from in 2026-W39.",
                "| android/active | 10 | 10 | 3.0 h | never | ⚠ to never | 80.0 % | 2 |",
                "- Devices fell silent: 10 of the 20 devices heard from in the last 28 days were heard from in the last 7 "
                    + "(50.0 %). Up to three weeks earlier it was 100.0 % (limit: 10 points less).",
                // The 10 of the week before succeeded 12 + 168 + 3 h before the week's end. Rank 18 of 20 is the last of
                // eight at 3 h behind ten at 0 h, or the last of ten at 183 h behind eight at 3 h.
                "- 10 devices that were heard from in the last 28 days said nothing in the last 7. "
                    + "With them, whatever they did, p90 lies between 3.0 h and 183.0 h.",
            ],
            // The objective is missed with two devices of ten; what may be chance is a change between numbers.
            saysNot: ["more than chance", "tell this change", "~ before"]),
        WhatHappens(
            testDescription: "p90 from never to a number",
            fleet: devices(10, .week(38, nil), .week(39, 3)),
            says: [
                "# Background freshness 2026-W39", "In 2026-W38 p90 was never; any number is better.",
                "| p90 staleness | < 72 h | 3.0 h (3.0 or more) met | never | from never |",
                // In 2026-W38 each was heard from for the first time at its last contact.
                "| p90 over the whole week | < 72 h | 10.8 h met | – | – |",
                "| runs that succeeded | | 100.0 % | no run | – |",
                "All 10 devices had refreshed less than 72 h before last contact. In 2026-W38, 10 were stale.",
            ],
            saysNot: unmarked + ["from chance", "may be chance"]),
    ]
}

/// What follows where p90 got worse by more than the thresholds allow.
let regression = "a regression, marked ⚠ in the heading."

/// What a report holds only where something regressed.
let unmarked = ["# ⚠", "| ⚠", "⚠:", "⚠ before"]

/// Of a change whose interval holds 0; the interval follows where it has a limit.
let tooFewDevices = "There are too few devices to tell this change from chance"
