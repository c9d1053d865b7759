import Foundation
import Records
import Stats

/// Assessments to write reports of. The figures of `sample` are those of a fleet of 1,000 devices over two weeks.
enum Sample {
    static let hour: Int64 = 3_600_000
    static let sha = String(repeating: "3f2a", count: 16)

    static func objectives(
        p50: Int64 = 24 * hour, p90: Int64 = 72 * hour, broken: Int64 = 168 * hour, regression: Int64 = 12 * hour,
        zone: String = "UTC"
    ) -> Objectives {
        Objectives(p50: p50, p90: p90, broken: broken, p90Regression: regression, timeZone: zone, sha256: sha)
    }

    /// Figures with the rest at rest: everything ran and nothing is broken, unless said otherwise.
    static func figures(
        _ devices: Int = 10, p50: Staleness? = .known(milliseconds: 10 * hour),
        p90: Staleness? = .known(milliseconds: 50 * hour), ran: Int? = nil, successes: Int = 10, outcomes: Int = 10,
        broken: Int = 0
    ) -> Figures {
        Figures(
            devices: devices, p50: p50, p90: p90, ranInDay: ran ?? devices, successes: successes,
            knownOutcomes: outcomes, broken: broken)
    }

    static let nothing = figures(0, p50: nil, p90: nil, successes: 0, outcomes: 0)

    static func assessment(
        _ now: Figures, before: Figures?, objectives: Objectives = objectives(), scope: Scope = Scope(),
        upTo cutOff: Instant? = nil, zone: TimeZone = .gmt, buckets: [BucketFigures] = [],
        bucketsBefore: [BucketFigures] = [], input: Input? = nil
    ) -> Assessment {
        let window = Window(week39, upTo: cutOff, in: zone)
        var ordinary = Input()
        ordinary.dataThrough = now.devices == 0 ? nil : window.end.advanced(by: -120_000)
        return Assessment(
            scope: scope, objectives: objectives, window: window, current: Breakdown(all: now, buckets: buckets),
            baselineWindow: window.baseline, baseline: before.map { Breakdown(all: $0, buckets: bucketsBefore) },
            input: input ?? ordinary)
    }

    /// 2026-W39: Monday 2026-09-21 up to Monday 2026-09-28.
    static let week39 = Week(containing: Date(timeIntervalSince1970: 1_790_000_000), in: .gmt)

    /// 2026-09-24 00:00 UTC, when three days of week 39 are over.
    static let thursday = Instant(milliseconds: 1_790_208_000_000)

    static func bucket(_ platform: String, _ kind: BucketLabel.Kind, _ figures: Figures) -> BucketFigures {
        BucketFigures(label: BucketLabel(platform: platform, kind: kind), figures: figures)
    }

    static func standby(_ code: Int16, _ figures: Figures) -> BucketFigures {
        bucket("android", .standby(Bucket(rawValue: code)), figures)
    }
}

extension Staleness {
    static func ms(_ milliseconds: Int64) -> Staleness { .known(milliseconds: milliseconds) }
    static func h(_ hours: Int64) -> Staleness { .known(milliseconds: hours * Sample.hour) }
}

extension Sample {
    /// A week in which p90 is 16.6 h worse, and a bucket regressed with it.
    static let regression: Assessment = assessment(
        figures(
            994, p50: .ms(65_291_069), p90: .ms(322_886_146), ran: 595, successes: 9_400, outcomes: 10_000, broken: 34),
        before: figures(
            997, p50: .ms(65_011_190), p90: .ms(263_160_000), ran: 603, successes: 9_380, outcomes: 10_000, broken: 56),
        buckets: [
            standby(10, figures(90, p50: .ms(28_534_403), p90: .ms(149_193_680), ran: 74)),
            standby(40, figures(100, p50: .ms(151_190_366), p90: .ms(488_481_548), ran: 28, broken: 7)),
            standby(50, figures(9, p50: .never, p90: .never, ran: 0, broken: 9)),
            bucket("ios", .normal, figures(523, p50: .ms(59_880_024), p90: .ms(212_851_249), ran: 334, broken: 2)),
            bucket("ios", .lowPower, figures(272, p50: .ms(56_645_910), p90: .ms(200_517_082), ran: 159, broken: 16)),
        ],
        bucketsBefore: [
            standby(5, figures(3)),
            standby(10, figures(95, p90: .ms(203_040_000))),
            standby(40, figures(99, p90: .ms(419_040_000))),
            standby(50, figures(9, p50: .never, p90: .never)),
            bucket("ios", .normal, figures(520, p90: .ms(240_120_000))),
        ],
        input: richInput)

    /// One of everything that can be said of the input.
    static var richInput: Input {
        var input = Input()
        input.files = 14
        input.exports = 13_935
        input.runs = 42_113
        input.conflicts = 4
        input.dataThrough = Instant(milliseconds: 1_790_553_492_000)
        input.remarks = [
            RemarkCount(
                remark: Remark(.refused, "without a time"), count: 1,
                places: [Place(file: "2026-09-22.json", position: "line 4")]),
            RemarkCount(
                remark: Remark(.refused, "later than its own export"), count: 5,
                places: [
                    Place(file: "2026-09-23.json", position: "device 17, entry 29"),
                    Place(file: "2026-09-23.json", position: "device 18, entry 3"),
                    Place(file: "2026-09-24.json", position: "device 2, entry 1"),
                    Place(file: "2026-09-25.json", position: "device 2, entry 1"),
                ]),
            RemarkCount(
                remark: Remark(.setAside, "bucket: not a bucket"), count: 12,
                places: [Place(file: "2026-09-22.json", position: "device 3")]),
            RemarkCount(remark: Remark(.unknownField, "sucess"), count: 2, places: []),
            RemarkCount(remark: Remark(.unknownField, "battery"), count: 812, places: []),
            RemarkCount(remark: Remark(.timeForm, "Unix milliseconds"), count: 96, places: []),
            RemarkCount(remark: Remark(.datedByName), count: 3, places: []),
            RemarkCount(remark: Remark(.nothingRecorded), count: 9, places: []),
            RemarkCount(remark: Remark(.clockAhead), count: 1, places: []),
        ]
        input.unusableFiles = [
            UnusableFile(file: "cut.json.gz", reason: "fails its own check"),
            UnusableFile(file: "x.json", reason: "not JSON"),
        ]
        input.changedFiles = ["2026-09-22.json"]
        return input
    }
}
