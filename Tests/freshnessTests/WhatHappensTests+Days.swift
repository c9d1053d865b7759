import TestSupport

extension WhatHappens {
    /// Days of a week that are alike, and days that are not.
    static let days: [WhatHappens] = [
        WhatHappens(
            testDescription: "days that differ by no more than a week may",
            fleet: daily(3, 3, 3, 15, 3, 3, 3),
            says: [
                "## Day by day",
                // 12 h apart, which is what the thresholds allow.
                "All days were alike: at each device's last export of the day p90 was 3.0 h to 15.0 h, and p50 3.0 h to 15.0 h.",
            ],
            saysNot: ["| day |", "| Mon"]),
        WhatHappens(
            testDescription: "days that are all the same",
            fleet: daily(3, 3, 3, 3, 3, 3, 3),
            says: ["All days were alike: at each device's last export of the day p90 was 3.0 h, and p50 3.0 h."],
            saysNot: ["| day |", "| Mon"]),
        WhatHappens(
            testDescription: "a day an hour further from the others than a week may be",
            fleet: daily(3, 3, 3, 16, 3, 3, 3),
            says: [
                "| day | devices | p50 | p90 | ran in 24 h |", "| Wed 09-23 | 1 | 3.0 h | 3.0 h | 100.0 % |",
                "| Thu 09-24 | 1 | 16.0 h | 16.0 h | 100.0 % |",
                "Each day's figures are of the devices that exported on it, at their last export of the day. "
                    + "Bold: not under the limit.",
            ],
            saysNot: ["alike"]),
        WhatHappens(
            testDescription: "a day on the other side of an objective",
            fleet: daily(23, 23, 23, 24, 23, 23, 23),
            says: [
                // p50 is under 24 h on all days but one, where it ran 24 h before and so not in the 24 h before.
                "| Wed 09-23 | 1 | 23.0 h | 23.0 h | 100.0 % |", "| Thu 09-24 | 1 | **24.0 h** | 24.0 h | 0.0 % |",
            ],
            saysNot: ["alike"]),
        WhatHappens(
            testDescription: "exports on two of the seven days",
            fleet: [device("d", at: monday + 12 * hour), device("d", (9, .succeeded), (3, .succeeded))],
            says: [
                "| Mon 09-21 | 1 | **never** | **never** | 0.0 % |", "| Tue 09-22 | 0 | – | – | – |",
                "| Sun 09-27 | 1 | 3.0 h | 3.0 h | 100.0 % |",
            ],
            saysNot: ["alike"]),
        WhatHappens(
            testDescription: "exports on one of the seven days",
            fleet: devices(10, .week(39, 3)),
            says: ["# Background freshness 2026-W39"],
            saysNot: ["## Day by day", "alike"]),
    ]
}

/// A device for each day of 2026-W39, which exports at its noon and refreshed so many hours before.
private func daily(_ staleness: Double...) -> [Telling] {
    staleness.indices.map { number in
        device("d \(number)", at: monday + number * day + 12 * hour, (staleness[number], .succeeded))
    }
}
