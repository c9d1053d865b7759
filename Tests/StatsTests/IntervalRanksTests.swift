import Testing

@testable import Stats

/// The ranks of a 95 % interval, compared with integer sums of the binomial distribution without rounding.
@Suite struct IntervalRanksTests {
    struct Row: CustomTestStringConvertible {
        var count: Int
        var p50: (Int?, Int?)
        /// Nil where the definitions list only the upper limit, and there is none.
        var p90: (Int, Int)?
        var testDescription: String { "\(count) devices" }

        init(_ count: Int, _ p50: (Int?, Int?), _ p90: (Int, Int)? = nil) {
            self.count = count
            self.p50 = p50
            self.p90 = p90
        }
    }

    /// The definitions' own table.
    static let rows = [
        Row(6, (1, 6)), Row(10, (2, 9)), Row(20, (6, 15)), Row(36, (12, 25), (29, 36)), Row(50, (18, 33), (41, 50)),
        Row(100, (40, 61), (84, 96)), Row(200, (86, 115), (171, 189)), Row(500, (228, 273), (436, 464)),
        Row(1_000, (469, 532), (881, 919)),
    ]

    @Test(arguments: rows)
    func `the ranks are those of the definitions`(_ row: Row) {
        #expect(IntervalRanks(percent: 50, of: row.count).lower == row.p50.0)
        #expect(IntervalRanks(percent: 50, of: row.count).upper == row.p50.1)
        let p90 = IntervalRanks(percent: 90, of: row.count)
        #expect(p90.upper == row.p90?.1)
        if let lower = row.p90?.0 { #expect(p90.lower == lower) }
    }

    @Test func `the ranks are exact for every count up to 250`() {
        for count in 1...250 {
            #expect(ranks(percent: 50, count) == Binomial(successes: 1, failures: 1, of: count).ranks)
            #expect(ranks(percent: 90, count) == Binomial(successes: 9, failures: 1, of: count).ranks)
        }
    }

    /// Up to 1,000, the first eight counts are those where a tail comes closest to 2.5 %, on either side.
    @Test(arguments: [417, 334, 788, 941, 445, 284, 562, 267, 300, 499, 640, 994, 997, 999, 1_000])
    func `the ranks are exact for larger counts`(_ count: Int) {
        #expect(ranks(percent: 50, count) == Binomial(successes: 1, failures: 1, of: count).ranks)
        #expect(ranks(percent: 90, count) == Binomial(successes: 9, failures: 1, of: count).ranks)
    }

    @Test func `the reference probabilities add up to 1`() {
        for count in [1, 2, 7, 40, 100] {
            #expect(Binomial(successes: 1, failures: 1, of: count).isComplete)
            #expect(Binomial(successes: 9, failures: 1, of: count).isComplete)
        }
        // C(6, k) of 64: 1 + 6 are over 2.5 % of 64 = 1.6, and 1 is not.
        #expect(Binomial(successes: 1, failures: 1, of: 6).ranks == Ranks(lower: 1, upper: 6))
        // C(2, k)·9ᵏ of 100: 1, 18, 81. P(B < 1) = 1 %, P(B < 2) = 19 %; P(B ≥ 2) = 81 %.
        #expect(Binomial(successes: 9, failures: 1, of: 2).ranks == Ranks(lower: 1, upper: nil))
    }

    @Test func `p90 has an upper limit from 36 devices on`() {
        // 0.9³⁵ = 0.02503 is over 2.5 %, 0.9³⁶ = 0.02253 is not.
        for count in 1...35 { #expect(IntervalRanks(percent: 90, of: count).upper == nil) }
        for count in 36...400 { #expect(IntervalRanks(percent: 90, of: count).upper != nil) }
        #expect(IntervalRanks(percent: 90, of: 36).upper == 36)
    }

    @Test func `p50 has both limits from 6 devices on`() {
        // 2⁻⁵ = 3.1 % is over 2.5 %, 2⁻⁶ = 1.6 % is not.
        for count in 1...5 { #expect(ranks(percent: 50, count) == Ranks(lower: nil, upper: nil)) }
        for count in 6...400 {
            let ranks = ranks(percent: 50, count)
            // Heads and tails are symmetric: both ranks are equally far from their end.
            #expect((ranks.lower ?? 0) + (ranks.upper ?? 0) == count + 1)
        }
    }

    @Test func `the quantile's own rank lies between`() {
        for percent in [50, 90] {
            for count in 1...600 {
                let ranks = IntervalRanks(percent: percent, of: count)
                let rank = Quantile.rank(percent: percent, of: count)
                #expect(ranks.lower ?? 1 <= rank)
                #expect(ranks.upper ?? count >= rank)
            }
        }
    }

    @Test func `without values there are no ranks`() {
        #expect(ranks(percent: 50, 0) == Ranks(lower: nil, upper: nil))
        #expect(ranks(percent: 90, 0) == Ranks(lower: nil, upper: nil))
    }

    @Test(arguments: [10_000, 100_000, 1_000_000, 10_000_000])
    func `a large fleet's ranks are found fast and are close to the normal approximation`(_ count: Int) {
        let clock = ContinuousClock()
        for (percent, share) in [(50, 0.5), (90, 0.9)] {
            var ranks = Ranks(lower: nil, upper: nil)
            let time = clock.measure { ranks = self.ranks(percent: percent, count) }
            #expect(time < .seconds(5))
            // P(B ≤ l − 1) = 2.5 % at n·q − 1.96·√(n·q·(1 − q)) = l − ½, and the same upwards.
            let middle = Double(count) * share + 0.5
            let width = 1.959964 * (Double(count) * share * (1 - share)).squareRoot()
            #expect(abs(Double(ranks.lower ?? 0) - (middle - width)) < 2)
            #expect(abs(Double(ranks.upper ?? 0) - (middle + width)) < 2)
        }
    }

    private func ranks(percent: Int, _ count: Int) -> Ranks {
        let ranks = IntervalRanks(percent: percent, of: count)
        return Ranks(lower: ranks.lower, upper: ranks.upper)
    }
}

private struct Ranks: Equatable {
    var lower: Int?
    var upper: Int?
}

/// B binomial(n, s / (s + f)): the probability of k is C(n, k)·sᵏ·fⁿ⁻ᵏ of (s + f)ⁿ.
private struct Binomial {
    /// The numerators, from k = 0.
    var weights: [WholeNumber]
    var whole: WholeNumber

    init(successes: UInt64, failures: UInt64, of count: Int) {
        var weight = WholeNumber(1)
        for _ in 0..<count { weight = weight * failures }
        weights = [weight]
        for k in 0..<count {
            weight = (weight * UInt64(count - k) * successes).divided(by: UInt64(k + 1)).divided(by: failures)
            weights.append(weight)
        }
        whole = WholeNumber(1)
        for _ in 0..<count { whole = whole * (successes + failures) }
    }

    /// By the definition: the largest l with P(B < l) ≤ 1 / 40, and the smallest u with P(B ≥ u) ≤ 1 / 40.
    var ranks: Ranks {
        var ranks = Ranks()
        var sum = WholeNumber(0)
        for rank in 1..<weights.count {
            sum = sum + weights[rank - 1]
            if !(sum * 40 <= whole) { break }
            ranks.lower = rank
        }
        sum = WholeNumber(0)
        for rank in (1..<weights.count).reversed() {
            sum = sum + weights[rank]
            if !(sum * 40 <= whole) { break }
            ranks.upper = rank
        }
        return ranks
    }

    /// Whether the numerators add up to the denominator.
    var isComplete: Bool {
        let sum = weights.reduce(WholeNumber(0)) { $0 + $1 }
        return sum <= whole && whole <= sum
    }
}

/// An arbitrary-precision integer: 32 bits at a time, the lowest first, no leading zeros.
private struct WholeNumber {
    private var digits: [UInt64]

    init(_ number: UInt64) { digits = number == 0 ? [] : [number] }

    static func * (a: WholeNumber, b: UInt64) -> WholeNumber {
        var product = a
        var carry: UInt64 = 0
        for place in product.digits.indices {
            carry += product.digits[place] * b
            product.digits[place] = carry & 0xFFFF_FFFF
            carry >>= 32
        }
        if carry > 0 { product.digits.append(carry) }
        return product
    }

    static func + (a: WholeNumber, b: WholeNumber) -> WholeNumber {
        var sum = WholeNumber(0)
        var carry: UInt64 = 0
        for place in 0..<max(a.digits.count, b.digits.count) {
            carry += place < a.digits.count ? a.digits[place] : 0
            carry += place < b.digits.count ? b.digits[place] : 0
            sum.digits.append(carry & 0xFFFF_FFFF)
            carry >>= 32
        }
        if carry > 0 { sum.digits.append(carry) }
        return sum
    }

    /// A quotient without remainder.
    func divided(by divisor: UInt64) -> WholeNumber {
        var quotient = self
        var rest: UInt64 = 0
        for place in quotient.digits.indices.reversed() {
            rest = rest << 32 | quotient.digits[place]
            quotient.digits[place] = rest / divisor
            rest %= divisor
        }
        precondition(rest == 0)
        while quotient.digits.last == 0 { quotient.digits.removeLast() }
        return quotient
    }

    static func <= (a: WholeNumber, b: WholeNumber) -> Bool {
        if a.digits.count != b.digits.count { return a.digits.count < b.digits.count }
        for place in a.digits.indices.reversed() where a.digits[place] != b.digits[place] {
            return a.digits[place] < b.digits[place]
        }
        return true
    }
}
