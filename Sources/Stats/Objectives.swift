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
    /// By whose clocks its weeks begin.
    package var timeZone: String
    package var data: DataLimits

    package init(
        week: String, p50: Int64, p90: Int64, broken: Int64, p90Regression: Int64, sha256: String,
        timeZone: String = "UTC", data: DataLimits = DataLimits()
    ) {
        self.week = week
        self.p50 = p50
        self.p90 = p90
        self.broken = broken
        self.p90Regression = p90Regression
        self.sha256 = sha256
        self.timeZone = timeZone
        self.data = data
    }
}
