/// p90's change in two parts: within the buckets, and from devices that changed bucket.
package struct Mix: Equatable, Sendable {
    /// p90 of this week's readings, weighted to the buckets' shares in the week before. Nil if no bucket has readings
    /// in both weeks.
    package var weighted: Staleness?
    /// From the p90 of the week before to `weighted`: the change within the buckets.
    package var behaviour: StalenessChange?
    /// From `weighted` to this week's p90: the change from devices that changed bucket.
    package var mix: StalenessChange?
    /// Buckets of the week before without a reading in this one; they are left out.
    package var without: [BucketLabel]

    package init(weighted: Staleness?, behaviour: StalenessChange?, mix: StalenessChange?, without: [BucketLabel]) {
        self.weighted = weighted
        self.behaviour = behaviour
        self.mix = mix
        self.without = without
    }

    /// A bucket's readings in this week, and their number in the week before.
    struct Bucket {
        var now: SortedDurations
        var devicesBefore: Int
    }

    /// The weighted nearest rank: the least staleness that devices with at least this share of the weight do not
    /// exceed. A reading weighs (its bucket's devices before) ÷ (its bucket's devices now). Nil if no bucket has
    /// devices in both weeks.
    static func weighted(percent: Int, _ buckets: [Bucket]) -> Staleness? {
        let both = buckets.filter { $0.now.count > 0 && $0.devicesBefore > 0 }
        guard !both.isEmpty else { return nil }
        let wanted = (Int128(both.reduce(0) { $0 + $1.devicesBefore } * percent) << fraction) / 100
        // Each quotient is rounded down by less than 2⁻⁶⁰ of a device, so a sum may lack this much.
        let slack = Int128(both.count)
        let ends = both.compactMap { bucket in bucket.now.value(atRank: bucket.now.count) }
        guard let last = ends.max() else { return nil }
        return Staleness(
            stored: BinarySearch.least(from: 0, through: last) { staleness in
                let reached = both.reduce(Int128(0)) { sum, bucket in
                    let devices = Int128(bucket.now.count(upTo: staleness)) * Int128(bucket.devicesBefore)
                    return sum + (devices << fraction) / Int128(bucket.now.count)
                }
                return reached + slack >= wanted
            })
    }

    /// Fractional bits of a weight.
    private static let fraction: Int128 = 60
}
