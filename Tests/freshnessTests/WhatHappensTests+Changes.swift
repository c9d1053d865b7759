extension WhatHappens {
    /// What changed since the week before, and whether it is more than chance.
    static let changes: [WhatHappens] = [
        WhatHappens(
            testDescription: "p90 up 13 h within noise",
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
                // 13 − √((43 − 31)² + (39 − 30)²) = 13 − √225, and 13 + √((47 − 43)² + (30 − 27)²) = 13 + √25.
                "It was 30.0 h in 2026-W38; +13.0 h is more than the 12 h allowed: a regression "
                    + "(95 %: −2.0 h to +18.0 h, within noise).",
                "| p90 staleness | < 72 h | 43.0 h (31.0–47.0) met | 30.0 h | ⚠~ +13.0 h |",
                "| android/active | 100 | 10.0 h | 43.0 h | ⚠~ +13.0 h | 80.0 % | 0 |",
                "~ marks a change of p90 that may be noise: its 95 % interval holds 0.",
            ],
            saysNot: ["not noise", "is behaviour", "too few"],
            prints: "2026-W39: met, but with a regression. p90 staleness 43.0 h (objective: under 72 h), p50 10.0 h "
                + "(under 24 h, met); p90 +13.0 h against 2026-W38 (too few devices to tell this change from chance): "
                + "regression"),
        WhatHappens(
            testDescription: "p90 up 13 h, which is not noise",
            // X = 43 in [39, 47] now, Y = 30 in [27, 33] before.
            fleet: devices(80, named: "a", .week(38, 10), .week(39, 10))
                + devices(4, named: "b", .week(38, 27), .week(39, 39))
                + devices(6, named: "c", .week(38, 30), .week(39, 43))
                + devices(6, named: "d", .week(38, 33), .week(39, 47))
                + devices(4, named: "e", .week(38, 45), .week(39, 50)),
            says: [
                "# ⚠ Background freshness 2026-W39",
                // 13 − √(4² + 3²) and 13 + √(4² + 3²).
                "It was 30.0 h in 2026-W38; +13.0 h is more than the 12 h allowed: a regression "
                    + "(95 %: +8.0 h to +18.0 h, not noise).",
                "| p90 staleness | < 72 h | 43.0 h (39.0–47.0) met | 30.0 h | ⚠ +13.0 h |",
            ],
            saysNot: ["within noise", "~"]),
        WhatHappens(
            testDescription: "p90 up 13 h, and its interval just reaches 0",
            // X = 43 in [31, 47] now, Y = 30 in [27, 35] before: 13 − √(12² + 5²) = 0. It holds 0.
            fleet: devices(80, named: "a", .week(38, 10), .week(39, 10))
                + devices(4, named: "b", .week(38, 27), .week(39, 31))
                + devices(6, named: "c", .week(38, 30), .week(39, 43))
                + devices(6, named: "d", .week(38, 35), .week(39, 47))
                + devices(4, named: "e", .week(38, 45), .week(39, 50)),
            says: [
                "It was 30.0 h in 2026-W38; +13.0 h is more than the 12 h allowed: a regression "
                    + "(95 %: 0.0 h to +18.0 h, within noise)."
            ],
            saysNot: ["not noise"]),
        WhatHappens(
            testDescription: "p90 down 13 h within noise",
            // X = 30 in [27, 39] now, Y = 43 in [31, 47] before: −13 − √(3² + 4²) and −13 + √(9² + 12²).
            fleet: devices(80, named: "a", .week(38, 10), .week(39, 10))
                + devices(4, named: "b", .week(38, 31), .week(39, 27))
                + devices(6, named: "c", .week(38, 43), .week(39, 30))
                + devices(6, named: "d", .week(38, 47), .week(39, 39))
                + devices(4, named: "e", .week(38, 50), .week(39, 45)),
            says: [
                "# Background freshness 2026-W39",
                "It was 43.0 h in 2026-W38; −13.0 h is better (95 %: −18.0 h to +2.0 h, within noise).",
                "| p90 staleness | < 72 h | 30.0 h (27.0–39.0) met | 43.0 h | ~ −13.0 h |",
            ],
            saysNot: ["⚠"]),
        WhatHappens(
            testDescription: "p90 up 13 h because devices moved to rare",
            fleet: devices(70, named: "a", .week(38, 10), .week(39, 10))
                + devices(27, named: "moved", .week(38, 10), .week(39, 23, bucket: 40))
                + devices(3, named: "r", .week(38, 23, bucket: 40), .week(39, 23, bucket: 40)),
            says: [
                "# ⚠ Background freshness 2026-W39",
                // Before 97 at 10 h and 3 at 23 h, now 70 and 30: ranks 84, 90 and 96 are 10, 10, 10 and 23, 23, 23.
                "It was 10.0 h in 2026-W38; +13.0 h is more than the 12 h allowed: a regression "
                    + "(95 %: +13.0 h to +13.0 h, not noise).",
                // The 70 in active weigh 97, and 90 % of 100 is reached among them: 10 h, as before.
                "Of p90's +13.0 h, 0.0 h is behaviour (the same buckets changed) and "
                    + "+13.0 h is mix (devices moved between buckets).",
                "| android/active | 70 | 10.0 h | 10.0 h | 0.0 h | 100.0 % | 0 |",
                "| android/rare | 30 | 23.0 h | 23.0 h | 0.0 h | 100.0 % | 0 |",
            ],
            saysNot: ["Left out", "none now"]),
        WhatHappens(
            testDescription: "p90 up 13 h because the same buckets got slower",
            fleet: devices(97, named: "a", .week(38, 10), .week(39, 23))
                + devices(3, named: "r", .week(38, 23, bucket: 40), .week(39, 23, bucket: 40)),
            says: [
                "# ⚠ Background freshness 2026-W39",
                "Of p90's +13.0 h, +13.0 h is behaviour (the same buckets changed) and "
                    + "0.0 h is mix (devices moved between buckets).",
                "| android/active | 97 | 23.0 h | 23.0 h | ⚠ +13.0 h | 100.0 % | 0 |",
            ]),
        WhatHappens(
            testDescription: "a bucket in only one of the weeks",
            fleet: devices(10, named: "a", .week(38, 4), .week(39, 6))
                + devices(2, named: "moved", .week(38, 30, bucket: 40), .week(39, 50, bucket: 45)),
            says: [
                // p90 is at rank ⌈10.8⌉ = 11 of 12.
                "It was 30.0 h in 2026-W38; +20.0 h is more than the 12 h allowed: a regression "
                    + "(95 %: no limit on either side, within noise).",
                // Only active was there before: all weight lies on its 10 at 6 h. 6 − 30 and 50 − 6.
                "Of p90's +20.0 h, −24.0 h is behaviour (the same buckets changed) and "
                    + "+44.0 h is mix (devices moved between buckets). Buckets with no reading now are left out, and named below.",
                "| android/active | 10 | 6.0 h | 6.0 h | ~ +2.0 h | 100.0 % | 0 |",
                // Not there before: no change, and no regression.
                "| android/restricted | 2 | 50.0 h | 50.0 h | – | 0.0 % | 0 |",
                "- Buckets with readings in 2026-W38 and none now: android/rare (2 devices).",
            ],
            saysNot: ["| android/rare"]),
        WhatHappens(
            testDescription: "all runs in low power, and none in the week before",
            fleet: devices(
                10, platform: "ios", lowPower: [38: false, 39: true], .week(38, 3, bucket: nil),
                .week(39, 5, bucket: nil)),
            says: [
                "It was 3.0 h in 2026-W38; +2.0 h is worse, but within the 12 h allowed "
                    + "(95 %: no limit on either side, within noise).",
                "| ios/low_power | 10 | 5.0 h | 5.0 h | – | 100.0 % | 0 |",
                "- Buckets with readings in 2026-W38 and none now: ios/normal (10 devices).",
            ],
            // No bucket was there in both weeks: nothing tells behaviour from mix.
            saysNot: ["| ios/normal", "is behaviour", "⚠"]),
        WhatHappens(
            testDescription: "a change within noise, and no bucket's",
            fleet: devices(10, .week(38, 3, bucket: 10), .week(39, 5, bucket: 20)),
            says: [
                "| p90 staleness | < 72 h | 5.0 h (5.0 or more) met | 3.0 h | ~ +2.0 h |",
                "| android/working_set | 10 | 5.0 h | 5.0 h | – | 100.0 % | 0 |",
                // The mark stands in the first table.
                "~ marks a change of p90 that may be noise: its 95 % interval holds 0.",
            ]),
        WhatHappens(
            testDescription: "p90 from a number to never",
            // The two have been heard from since the Monday, so that of the week's device-time a fifth is never as well.
            fleet: devices(10, named: "old", .week(38, 3)) + devices(8, .week(39, 3))
                + ["x", "y"].flatMap { [device($0, at: monday), device($0)] },
            says: [
                "# ⚠ Background freshness 2026-W39",
                // Rank 9 of 10.
                // Ten of twenty are heard from in the last 7 days; a week before it was ten of ten.
                "**Missed, on partial data: p90 staleness is never, the objective is under 72 h; "
                    + "devices fell silent (50.0 % of them heard from in 7 days, 100.0 % before; limit 10 points less).**",
                "No success is known of more than one in ten devices.",
                "It was 3.0 h in 2026-W38; from a number to never is a regression.",
                "At least half of the 10 devices had been refreshed within 3.0 h; the objective is under 24 h: met on partial data.",
                // The lower limit is at rank 7.
                "| p90 staleness | < 72 h | never (3.0 or more): **missed** | 3.0 h | ⚠ to never |",
                // The 10 of the week before succeeded 12 + 168 + 3 h before the week's end. Rank 18 of 20 is the last of
                // eight at 3 h behind ten at 0 h, or the last of ten at 183 h behind eight at 3 h.
                "- 10 devices heard from in the last 28 days said nothing in the last 7. "
                    + "Whatever they did, p90 lies between 3.0 h and 183.0 h.",
            ],
            saysNot: ["noise"]),
        WhatHappens(
            testDescription: "p90 from never to a number",
            fleet: devices(10, .week(38, nil), .week(39, 3)),
            says: [
                "# Background freshness 2026-W39", "It was never in 2026-W38; any number is better.",
                "| p90 staleness | < 72 h | 3.0 h (3.0 or more) met | never | from never |",
                "| runs succeeded | | 100.0 % | no run | – |",
            ],
            saysNot: ["⚠", "noise"]),
    ]
}
