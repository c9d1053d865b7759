import Foundation
import Records
import Stats

@testable import Report

/// Assessments to write reports of: small ones that a test makes itself, and a large one of a week that regressed.
enum Sample {
    static let hour: Int64 = 3_600_000
    static let sha = String(repeating: "3f2a", count: 16)

    static func objectives(
        p50: Int64 = 24 * hour, p90: Int64 = 72 * hour, broken: Int64 = 168 * hour, regression: Int64 = 12 * hour,
        zone: String = "UTC"
    ) -> Objectives {
        Objectives(p50: p50, p90: p90, broken: broken, p90Regression: regression, timeZone: zone, sha256: sha)
    }

    /// Figures with the rest at rest: everything ran and nothing is broken, unless said otherwise. Too few devices for
    /// an interval, and all of them under 24 h.
    static func figures(
        _ devices: Int = 10, p50: Staleness? = .h(10), p90: Staleness? = .h(50), ran: Int? = nil, successes: Int = 10,
        outcomes: Int = 10, broken: Int = 0, p50Interval: Interval = Interval(), p90Interval: Interval = Interval(),
        underP50: Int? = nil, underP90: Int? = nil, never: Int = 0
    ) -> Figures {
        Figures(
            devices: devices, p50: p50, p90: p90, ranInDay: ran ?? devices, successes: successes,
            knownOutcomes: outcomes, broken: broken, p50Interval: p50Interval, p90Interval: p90Interval,
            underP50: underP50 ?? devices, underP90: underP90 ?? devices, never: never)
    }

    static let nothing = figures(0, p50: nil, p90: nil, successes: 0, outcomes: 0)

    static func assessment(
        _ now: Figures, before: Figures?, objectives: Objectives = objectives(), scope: Scope = Scope(),
        upTo cutOff: Instant? = nil, zone: TimeZone = .gmt, buckets: [BucketFigures] = [],
        bucketsBefore: [BucketFigures] = [], input: Input? = nil, evidence: Evidence = Evidence()
    ) -> Assessment {
        let window = Window(week39, upTo: cutOff, in: zone)
        var ordinary = Input()
        ordinary.dataThrough = now.devices == 0 ? nil : window.end.advanced(by: -120_000)
        return Assessment(
            scope: scope, objectives: objectives, window: window, current: Breakdown(all: now, buckets: buckets),
            baselineWindow: window.baseline, baseline: before.map { Breakdown(all: $0, buckets: bucketsBefore) },
            input: input ?? ordinary, evidence: evidence)
    }

    /// An ordinary week about which a test says some more.
    static func ordinary(_ change: (inout Assessment) -> Void) -> Assessment {
        var assessment = assessment(figures(), before: figures())
        change(&assessment)
        return assessment
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

    static func label(_ platform: String, _ code: Int16) -> BucketLabel {
        BucketLabel(platform: platform, kind: .standby(Bucket(rawValue: code)))
    }
}

extension Staleness {
    static func ms(_ milliseconds: Int64) -> Staleness { .known(milliseconds: milliseconds) }
    static func h(_ hours: Double) -> Staleness { .known(milliseconds: .hours(hours)) }
}

extension Int64 {
    /// Hours in milliseconds.
    static func hours(_ hours: Double) -> Int64 { Int64((hours * 3_600_000).rounded()) }
}

extension Interval {
    init(_ lower: Staleness?, _ upper: Staleness?) {
        self.init(lower: lower, upper: upper)
    }
}

extension [Block] {
    /// As it stands in a report, line by line, without the empty line at the end.
    func lines(_ markup: Markup) -> [String] {
        text(markup).split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

extension Sample {
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
                remark: Remark(.refused, .noTime), count: 1,
                places: [Place(file: "2026-09-22.json", position: "line 4")]),
            RemarkCount(
                remark: Remark(.refused, .runAfterExport), count: 5,
                places: [
                    Place(file: "2026-09-23.json", position: "device 17, entry 29"),
                    Place(file: "2026-09-23.json", position: "device 18, entry 3"),
                    Place(file: "2026-09-24.json", position: "device 2, entry 1"),
                    Place(file: "2026-09-25.json", position: "device 2, entry 1"),
                ]),
            RemarkCount(
                remark: Remark(.ignoredValue, .notABucket, of: "bucket"), count: 12,
                places: [Place(file: "2026-09-22.json", position: "device 3")]),
            RemarkCount(remark: Remark(.unknownField, of: "sucess"), count: 2, places: []),
            RemarkCount(remark: Remark(.unknownField, of: "battery"), count: 812, places: []),
            RemarkCount(remark: Remark(.timeForm, "unix-milliseconds"), count: 96, places: []),
            RemarkCount(remark: Remark(.datedByName), count: 3, places: []),
            RemarkCount(remark: Remark(.nothingRecorded), count: 9, places: []),
            RemarkCount(remark: Remark(.clockAhead), count: 1, places: []),
        ]
        input.unusableFiles = [
            UnusableFile(file: "cut.json.gz", reasons: [Remark(.refused, .damagedGzip)]),
            UnusableFile(file: "x.json", reasons: [Remark(.refused, .notJSON)]),
        ]
        input.exportsInNoFile = 1_204
        return input
    }
}
