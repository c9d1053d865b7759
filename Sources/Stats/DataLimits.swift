/// The limits beyond which a week's data count as partial: `data` in `metrics/slo.json`.
///
/// A limit is exceeded only by more than its value. Shares are in thousandths of a percentage point, so that a limit of
/// 2.5 % is exact.
package struct DataLimits: Equatable, Sendable {
    /// The longest time between the newest export and the cut-off, in milliseconds.
    package var age: Int64
    /// The largest drop of coverage, in thousandths of a percentage point.
    package var coverageDrop: Int64
    /// The largest share of refused exports, in thousandths of a percent.
    package var refused: Int64
    /// The largest share of devices whose histories contradict each other, in thousandths of a percent.
    package var contradicted: Int64

    /// Units in 1 point, or in 1 %.
    package static let perPoint: Int64 = 1_000

    /// The defaults: 36 h, 10 points, 10 % and 5 %.
    package init(
        age: Int64 = 36 * 3_600_000, coverageDrop: Int64 = 10_000, refused: Int64 = 10_000, contradicted: Int64 = 5_000
    ) {
        self.age = age
        self.coverageDrop = coverageDrop
        self.refused = refused
        self.contradicted = contradicted
    }
}
