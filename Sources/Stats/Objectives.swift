/// The thresholds of `metrics/slo.json`. Nothing in the program changes them.
package struct Objectives: Equatable, Sendable {
    /// The limit for half of the devices, in milliseconds.
    package var p50: Int64
    /// The limit for nine in ten devices, in milliseconds.
    package var p90: Int64
    /// The staleness beyond which a device's refresh is broken, in milliseconds.
    package var broken: Int64
    /// By how much p90 may get worse from one week to the next, in milliseconds.
    package var p90Regression: Int64
    /// The IANA name of the zone in which weeks and days begin.
    package var timeZone: String
    /// SHA-256 of the file, in hexadecimal.
    package var sha256: String
    /// The limits beyond which a week's data count as partial.
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

/// The thresholds in the latest report of an earlier week.
package struct EarlierThresholds: Equatable, Sendable {
    /// The week of that report, `2026-W38`.
    package var week: String
    package var p50: Int64
    package var p90: Int64
    package var broken: Int64
    package var p90Regression: Int64
    package var sha256: String
    /// The time zone of its weeks.
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
