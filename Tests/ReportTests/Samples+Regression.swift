import Foundation
import Records
import Stats

extension Sample {
    /// A week in which p90 is 16.6 h worse, and a bucket regressed with it; with all that there is to say of one.
    static var regression: Assessment {
        var assessment = assessment(
            figures(
                994, p50: .ms(65_291_069), p90: .ms(322_886_146), ran: 595, successes: 9_400, outcomes: 10_000,
                broken: 34, p50Interval: Interval(.h(15.81), .h(19.83)), p90Interval: Interval(.h(76.46), .h(98.07)),
                underP50: 581, underP90: 869, never: 11),
            before: figures(
                997, p50: .ms(65_011_190), p90: .h(73.1), ran: 603, successes: 9_380, outcomes: 10_000, broken: 56,
                p50Interval: Interval(.h(16.2), .h(19.9)), p90Interval: Interval(.h(66.3), .h(80.2)), underP50: 585,
                underP90: 890, never: 13),
            buckets: buckets, bucketsBefore: bucketsBefore, input: richInput, evidence: evidence)
        assessment.earlierThresholds = EarlierThresholds(
            week: "2026-W38", p50: 24 * hour, p90: 72 * hour, broken: 168 * hour, p90Regression: 12 * hour, sha256: sha)
        return assessment
    }

    private static let buckets = [
        standby(
            10,
            figures(
                90, p50: .ms(28_534_403), p90: .ms(149_193_680), ran: 74, p90Interval: Interval(.h(30.2), .h(52)))),
        standby(
            40,
            figures(
                100, p50: .ms(151_190_366), p90: .ms(488_481_548), ran: 28, broken: 7,
                p90Interval: Interval(.h(100), .h(180)))),
        standby(50, figures(9, p50: .never, p90: .never, ran: 0, broken: 9, p90Interval: Interval(.never, nil))),
        bucket(
            "ios", .normal,
            figures(
                523, p50: .ms(59_880_024), p90: .ms(212_851_249), ran: 334, broken: 2,
                p90Interval: Interval(.h(55), .h(63)))),
        bucket(
            "ios", .lowPower,
            figures(
                272, p50: .ms(56_645_910), p90: .ms(200_517_082), ran: 159, broken: 16,
                p90Interval: Interval(.h(50.1), .h(64.4)))),
    ]

    private static let bucketsBefore = [
        standby(5, figures(3)),
        standby(10, figures(95, p90: .h(56.4), p90Interval: Interval(.h(45), .h(70.5)))),
        standby(40, figures(99, p90: .h(116.4), p90Interval: Interval(.h(98), .h(140)))),
        standby(50, figures(9, p50: .never, p90: .never, p90Interval: Interval(.never, nil))),
        bucket("ios", .normal, figures(520, p90: .h(66.7), p90Interval: Interval(.h(62), .h(70)))),
    ]

    /// What stands beside the figures of a fleet of 1,000 devices.
    private static var evidence: Evidence {
        var evidence = Evidence()
        evidence.days = days([
            (720, 20.04, 114.59, 410), (725, 17.4, 109.8, 424), (726, 17.4, 93, 443), (745, 17.1, 88.3, 466),
            (732, 16.9, 87, 444), (732, 16.6, 89.9, 441), (720, 17.46, 91.19, 436),
        ])
        evidence.weeks = weeks([
            nothing, nothing, figures(981, p50: .h(17.6), p90: .h(70.2), underP50: 590, underP90: 890),
            figures(985, p50: .h(17.9), p90: .h(73.9), underP50: 588, underP90: 880),
            figures(990, p50: .h(18), p90: .h(71.2), underP50: 594, underP90: 893),
            figures(996, p50: .h(18.2), p90: .h(74.4), underP50: 590, underP90: 889),
            figures(997, p50: .ms(65_011_190), p90: .h(73.1), underP50: 585, underP90: 890),
            figures(994, p50: .ms(65_291_069), p90: .ms(322_886_146), underP50: 581, underP90: 869),
        ])
        evidence.exposure = Exposure(
            p50: .h(17.79), p90: .h(92.39), overP50: Share(415, of: 1_000), overP90: Share(140, of: 1_000),
            overBroken: Share(47, of: 1_000))
        evidence.exposureBefore = Exposure(
            p50: .h(17.5), p90: .h(74.2), overP50: Share(410, of: 1_000), overP90: Share(112, of: 1_000),
            overBroken: Share(51, of: 1_000))
        evidence.scheduleDelay = ScheduleDelay(runs: 7_660, p50: .hours(7.49), p90: .hours(8.71))
        evidence.silence = Silence(devices: 6, p90: Interval(.h(88.44), .h(91.19)))
        evidence.tooNew = 2
        evidence.truncated = 1
        evidence.stale = StaleDevices(rows: [
            StaleDevices.Row(
                cause: .scheduledNotRun,
                buckets: [
                    (label("android", 10), 4), (label("android", 40), 32), (label("android", 50), 9),
                    (BucketLabel(platform: "ios", kind: .normal), 48),
                    (BucketLabel(platform: "ios", kind: .lowPower), 20),
                ]),
            StaleDevices.Row(
                cause: .ranNoSuccess(.failed),
                buckets: [(label("android", 40), 3), (BucketLabel(platform: "ios", kind: .lowPower), 5)]),
            StaleDevices.Row(
                cause: .ranNoSuccess(.expired), buckets: [(BucketLabel(platform: "ios", kind: .normal), 4)]),
        ])
        // 107 of 997 were not under 72 h.
        evidence.stale.before = [.scheduledNotRun: 95, .ranNoSuccess: 12]
        evidence.stale.without = [
            .scheduledNotRun: BestFigures(p50: .h(13), p90: .h(48.62)),
            .ranNoSuccess: BestFigures(p50: .h(17.9), p90: .h(79.34)),
        ]
        evidence.stale.withoutAny = BestFigures(p50: .h(12.9), p90: .h(45.24))
        evidence.mix = Mix(
            weighted: .h(87.6), behaviour: .by(milliseconds: .hours(14.5)), mix: .by(milliseconds: 7_526_146),
            without: [label("android", 5)])
        return evidence
    }

    /// The days of week 39, one after the other: devices, p50 and p90 in hours, and how many ran in 24 h.
    static func days(_ days: [(devices: Int, p50: Double, p90: Double, ran: Int)]) -> [DayFigures] {
        DayFigures.row(days.map { figures($0.devices, p50: .h($0.p50), p90: .h($0.p90), ran: $0.ran) })
    }

    /// Weeks one after the other, of which week 39 is the last.
    static func weeks(_ figures: [Figures]) -> [WeekFigures] {
        var week = week39
        var weeks: [WeekFigures] = []
        for figures in figures.reversed() {
            weeks.append(WeekFigures(week: week, figures: figures))
            week = week.previous
        }
        return weeks.reversed()
    }
}

extension DayFigures {
    /// Days in a row from Monday 2026-09-21 on.
    static func row(_ figures: [Figures]) -> [DayFigures] {
        zip(Window(Sample.week39, in: .gmt).dayRanges, figures).map { DayFigures(day: $0, figures: $1) }
    }
}
