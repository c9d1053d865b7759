/// What the fleet is held to: the thresholds of `metrics/slo.json`. Read only; nothing here changes one.
package struct Objectives: Equatable, Sendable {
    /// Half of the devices must be under this, in milliseconds.
    package var p50: Int64
    /// Nine in ten devices must be under this, in milliseconds.
    package var p90: Int64
    /// Past this, in milliseconds, a device's refresh is broken.
    package var broken: Int64
    /// By more than this, in milliseconds, p90 must not get worse from one week to the next.
    package var p90Regression: Int64
    /// The IANA name of the zone in which weeks and days begin.
    package var timeZone: String
    /// SHA-256 of the file that they stand in, as hexadecimal digits.
    package var sha256: String
    /// From where on the data of a week count as partial.
    package var data: DataLimits

    package init(
        p50: Int64, p90: Int64, broken: Int64, p90Regression: Int64, timeZone: String, sha256: String,
        data: DataLimits = DataLimits()
    ) {
        self.p50 = p50
        self.p90 = p90
        self.broken = broken
        self.p90Regression = p90Regression
        self.timeZone = timeZone
        self.sha256 = sha256
        self.data = data
    }
}

/// The thresholds that the latest report of an earlier week was judged by.
package struct EarlierThresholds: Equatable, Sendable {
    /// The week of that report, `2026-W38`.
    package var week: String
    package var p50: Int64
    package var p90: Int64
    package var broken: Int64
    package var p90Regression: Int64
    package var sha256: String
    /// By whose clocks its weeks begin; nil where it does not say.
    package var timeZone: String?

    package init(
        week: String, p50: Int64, p90: Int64, broken: Int64, p90Regression: Int64, sha256: String,
        timeZone: String? = nil
    ) {
        self.timeZone = timeZone
        self.week = week
        self.p50 = p50
        self.p90 = p90
        self.broken = broken
        self.p90Regression = p90Regression
        self.sha256 = sha256
    }
}

/// A threshold that is another now, in milliseconds.
package struct MovedThreshold: Equatable, Sendable {
    /// `p90`, as it stands in a report.
    package var name: String
    package var from: Int64
    package var to: Int64
}

extension Objectives {
    /// Which thresholds are others than before.
    package func moved(since before: EarlierThresholds) -> [MovedThreshold] {
        [
            MovedThreshold(name: "p50", from: before.p50, to: p50),
            MovedThreshold(name: "p90", from: before.p90, to: p90),
            MovedThreshold(name: "broken", from: before.broken, to: broken),
            MovedThreshold(name: "regression", from: before.p90Regression, to: p90Regression),
        ].filter { $0.from != $0.to }
    }
}
