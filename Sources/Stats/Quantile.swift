/// Quantiles by nearest rank: Hyndman and Fan's first definition, SQL's PERCENTILE_DISC.
///
/// A quantile is always a value that some device had, so that "p90 under 72 h" means exactly "at least 90 % of the
/// devices are under 72 h".
package enum Quantile {
    /// The rank, from 1, of a percentage of `count` values: ⌈percent · count / 100⌉ in integers.
    package static func rank(percent: Int, of count: Int) -> Int {
        max(1, (percent * count + 99) / 100)
    }

    /// The value at that rank; nil if there are no values.
    ///
    /// - Parameter sorted: in ascending order.
    package static func value<Value>(percent: Int, of sorted: [Value]) -> Value? {
        sorted.isEmpty ? nil : sorted[rank(percent: percent, of: sorted.count) - 1]
    }
}
