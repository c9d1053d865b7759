/// From where on a week's data count as partial: the limits of `data` in `metrics/slo.json`.
///
/// Each is exceeded by more than it says, not by just as much. Shares are in thousandths of a percentage point, so that a
/// limit of 2.5 % is exact too.
package struct DataLimits: Equatable, Sendable {
    /// How long before the cut-off the newest export may have been made, in milliseconds.
    package var age: Int64
    /// By how much coverage may fall, in thousandths of a percentage point.
    package var coverageDrop: Int64
    /// The share of exports that may be refused, in thousandths of a percent.
    package var refused: Int64
    /// The share of devices whose histories may contradict each other, in thousandths of a percent.
    package var contradicted: Int64

    /// What stands in 1 point, or in 1 %.
    package static let perPoint: Int64 = 1_000

    /// The limits where `slo.json` names none: 36 h, 10 points, 10 % and 5 %.
    package init(
        age: Int64 = 36 * 3_600_000, coverageDrop: Int64 = 10_000, refused: Int64 = 10_000, contradicted: Int64 = 5_000
    ) {
        self.age = age
        self.coverageDrop = coverageDrop
        self.refused = refused
        self.contradicted = contradicted
    }
}
