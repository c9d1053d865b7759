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

    package init(p50: Int64, p90: Int64, broken: Int64, p90Regression: Int64, timeZone: String, sha256: String) {
        self.p50 = p50
        self.p90 = p90
        self.broken = broken
        self.p90Regression = p90Regression
        self.timeZone = timeZone
        self.sha256 = sha256
    }
}
