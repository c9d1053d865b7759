/// What of p90's change is the buckets' behaviour, and what is that devices moved between buckets.
package struct Mix: Equatable, Sendable {
    /// p90 of this week's readings, weighted to the shares that the buckets had in the week before.
    /// Nil where no bucket has readings in both weeks.
    package var weighted: Staleness?
    /// From the p90 of the week before to `weighted`: the same buckets got slower or faster.
    package var behaviour: StalenessChange?
    /// From `weighted` to this week's p90: more devices in slow buckets, or fewer.
    package var mix: StalenessChange?
    /// Buckets of the week before that have no reading in this one, and so are left out.
    package var without: [BucketLabel]

    package init(weighted: Staleness?, behaviour: StalenessChange?, mix: StalenessChange?, without: [BucketLabel]) {
        self.weighted = weighted
        self.behaviour = behaviour
        self.mix = mix
        self.without = without
    }

    /// A bucket's readings now, and how many it had in the week before.
    struct Bucket {
        var now: SortedDurations
        var devicesBefore: Int
    }

    /// The least staleness that devices of at least so much weight are at most: nearest rank, where each reading of a
    /// bucket weighs (its devices before) ÷ (its devices now). Nil where no bucket has devices in both weeks.
    static func weighted(percent: Int, _ buckets: [Bucket]) -> Staleness? {
        let both = buckets.filter { $0.now.count > 0 && $0.devicesBefore > 0 }
        guard !both.isEmpty else { return nil }
        let wanted = (Int128(both.reduce(0) { $0 + $1.devicesBefore } * percent) << fraction) / 100
        // Each quotient is cut off by less than one part in 2⁶⁰ of a device; a sum that lacks no more has reached it.
        let slack = Int128(both.count)
        let ends = both.compactMap { bucket in bucket.now.value(atRank: bucket.now.count) }
        guard let last = ends.max() else { return nil }
        return Staleness(
            stored: Halving.least(from: 0, through: last) { staleness in
                let reached = both.reduce(Int128(0)) { sum, bucket in
                    let devices = Int128(bucket.now.count(upTo: staleness)) * Int128(bucket.devicesBefore)
                    return sum + (devices << fraction) / Int128(bucket.now.count)
                }
                return reached + slack >= wanted
            })
    }

    /// Binary places of a weight.
    private static let fraction: Int128 = 60
}
