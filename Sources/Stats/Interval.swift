/// The 95 % confidence interval of a quantile, whatever the distribution.
///
/// Both limits are order statistics, values that some device had. A limit is nil if the sample is too small for one on
/// that side.
package struct Interval: Equatable, Sendable {
    package var lower: Staleness?
    package var upper: Staleness?

    package init(lower: Staleness? = nil, upper: Staleness? = nil) {
        self.lower = lower
        self.upper = upper
    }
}

/// The ranks of an interval's limits, from 1; nil for no limit on that side.
package struct IntervalRanks: Equatable, Sendable {
    package var lower: Int?
    package var upper: Int?

    /// For the quantile `percent` of `count` values.
    ///
    /// With B binomial(count, percent / 100): the lower rank is the largest l with P(B < l) ≤ 2.5 %, the upper one the
    /// smallest u with P(B ≥ u) ≤ 2.5 % (Conover, *Practical Nonparametric Statistics*, section 3.2).
    package init(percent: Int, of count: Int) {
        guard count > 0 else { return }
        let odds = Double(percent) / Double(100 - percent)
        // Probabilities relative to that of the likeliest value; negligible ones are left out.
        let mode = min(count, (count + 1) * percent / 100)
        var weights: [Double] = [1]
        var first = mode
        while first > 0 {
            let weight = weights[weights.count - 1] * Double(first) / (Double(count - first + 1) * odds)
            if weight < Self.negligible { break }
            weights.append(weight)
            first -= 1
        }
        weights.reverse()
        var last = mode
        while last < count {
            let weight = weights[weights.count - 1] * Double(count - last) * odds / Double(last + 1)
            if weight < Self.negligible { break }
            weights.append(weight)
            last += 1
        }
        let tail = weights.reduce(0, +) * 0.025

        // P(B < l) is the sum up to l − 1; find the largest l for which it is small enough.
        var below = 0.0
        var lower = first
        for weight in weights {
            below += weight
            if below > tail { break }
            lower += 1
        }
        self.lower = lower >= 1 ? lower : nil
        // P(B ≥ u) is the sum from u on.
        var above = 0.0
        var upper = last + 1
        for weight in weights.reversed() {
            above += weight
            if above > tail { break }
            upper -= 1
        }
        self.upper = upper <= count ? upper : nil
    }

    private static let negligible = 1e-25
}

extension SortedDurations {
    /// The 95 % interval of a quantile.
    package func interval(percent: Int) -> Interval {
        let ranks = IntervalRanks(percent: percent, of: count)
        return Interval(
            lower: ranks.lower.flatMap { value(atRank: $0) }.map(Staleness.init(stored:)),
            upper: ranks.upper.flatMap { value(atRank: $0) }.map(Staleness.init(stored:)))
    }
}

extension Staleness {
    /// From a value of ``Durations``.
    package init(stored milliseconds: Int64) {
        self = milliseconds == Durations.never ? .never : .known(milliseconds: milliseconds)
    }

    /// As a value of ``Durations``.
    package var stored: Int64 { milliseconds ?? Durations.never }
}

/// The 95 % interval of a quantile's change from one week to the next, in milliseconds; nil for no limit on that side.
package struct ChangeInterval: Equatable, Sendable {
    package var lower: Int64?
    package var upper: Int64?
    /// Whether it contains 0, so that the change may be chance. Decided on integers.
    package var isWithinNoise: Bool

    package init(lower: Int64?, upper: Int64?, isWithinNoise: Bool) {
        self.lower = lower
        self.upper = upper
        self.isWithinNoise = isWithinNoise
    }

    /// MOVER (Zou and Donner, Statistics in Medicine 27, 2008): from X, [l, u] this week and Y, [l′, u′] the week
    /// before, X − Y − √((X − l)² + (u′ − Y)²) to X − Y + √((u − X)² + (Y − l′)²). Nil unless both weeks have a number.
    ///
    /// Both weeks have mostly the same devices, which makes the interval a little wide.
    package init?(_ now: Staleness?, _ nowInterval: Interval, from before: Staleness?, _ beforeInterval: Interval) {
        guard let x = now?.milliseconds, let y = before?.milliseconds else { return nil }
        let change = x - y
        func width(_ one: Staleness?, _ other: Staleness?) -> Int128? {
            guard let one = one?.milliseconds, let other = other?.milliseconds else { return nil }
            let (a, b) = (Int128(one - x), Int128(other - y))
            return a * a + b * b
        }
        let below = width(nowInterval.lower, beforeInterval.upper)
        let above = width(nowInterval.upper, beforeInterval.lower)
        let square = Int128(change) * Int128(change)
        lower = below.map { change - Int64(Double($0).squareRoot().rounded()) }
        upper = above.map { change + Int64(Double($0).squareRoot().rounded()) }
        let reachesDown = change <= 0 || below.map { square <= $0 } ?? true
        let reachesUp = change >= 0 || above.map { square <= $0 } ?? true
        isWithinNoise = reachesDown && reachesUp
    }
}
