import Records
import Testing

@testable import Stats

/// The interval of p90's change: Δ − √((X − l)² + (u′ − Y)²) to Δ + √((u − X)² + (Y − l′)²).
@Suite struct ChangeIntervalTests {
    /// A quantile with its limits, in milliseconds.
    private func interval(
        _ x: Staleness?, _ l: Int64?, _ u: Int64?, from y: Staleness?, _ l2: Int64?, _ u2: Int64?
    ) -> ChangeInterval? {
        ChangeInterval(x, limits(l, u), from: y, limits(l2, u2))
    }

    private func interval(
        _ x: Int64, _ l: Int64?, _ u: Int64?, from y: Int64, _ l2: Int64?, _ u2: Int64?
    ) -> ChangeInterval? {
        interval(.known(milliseconds: x), l, u, from: .known(milliseconds: y), l2, u2)
    }

    private func limits(_ lower: Int64?, _ upper: Int64?) -> Interval {
        Interval(lower: lower.map(Staleness.init(stored:)), upper: upper.map(Staleness.init(stored:)))
    }

    @Test func `worked by hand`() {
        // 100 [97, 112] from 80 [75, 84]: 20 − √(3² + 4²) = 15; 20 + √(12² + 5²) = 33.
        #expect(
            interval(100, 97, 112, from: 80, 75, 84) == ChangeInterval(lower: 15, upper: 33, isWithinNoise: false))
        // The other way round: −20 − √(5² + 12²) = −33; −20 + √(4² + 3²) = −15.
        #expect(
            interval(80, 75, 84, from: 100, 97, 112) == ChangeInterval(lower: -33, upper: -15, isWithinNoise: false))
    }

    @Test func `a width is rounded to whole milliseconds`() {
        // 10 [9, 12] from 10 [8, 11]: −√(1² + 1²) = −1.41; +√(2² + 2²) = 2.83.
        #expect(interval(10, 9, 12, from: 10, 8, 11) == ChangeInterval(lower: -1, upper: 3, isWithinNoise: true))
    }

    @Test func `widths of 25 years do not overflow`() {
        // 10¹¹ ms are three years: 3-4-5 and 5-12-13 of them.
        let unit: Int64 = 50_000_000_000
        #expect(
            interval(12 * unit, 9 * unit, 24 * unit, from: 5 * unit, 0, 9 * unit)
                == ChangeInterval(lower: 2 * unit, upper: 20 * unit, isWithinNoise: false))
    }

    struct Noise: CustomTestStringConvertible {
        var testDescription: String
        var now: (Int64, Int64?, Int64?)
        var before: (Int64, Int64?, Int64?)
        var isWithin: Bool

        init(
            _ testDescription: String, _ now: (Int64, Int64?, Int64?), _ before: (Int64, Int64?, Int64?),
            _ isWithin: Bool
        ) {
            self.testDescription = testDescription
            self.now = now
            self.before = before
            self.isWithin = isWithin
        }
    }

    static let noise = [
        Noise("no change, no width", (50, 50, 50), (50, 50, 50), true),
        // Up by 5: √(3² + 4²) = 5 reaches 0 exactly.
        Noise("+5 at a width of 5", (55, 52, 55), (50, 50, 54), true),
        Noise("+6 at a width of 5", (56, 53, 56), (50, 50, 54), false),
        Noise("+5 at √(2² + 4²) = 4.5", (55, 53, 55), (50, 50, 54), false),
        Noise("+5 at √(3² + 5²) = 5.8", (55, 52, 55), (50, 50, 55), true),
        // Down by 13: √(12² + 5²) = 13.
        Noise("−13 at a width of 13", (50, 50, 62), (63, 58, 63), true),
        Noise("−14 at a width of 13", (50, 50, 62), (64, 59, 64), false),
        Noise("−13 at √(11² + 5²) = 12.1", (50, 50, 61), (63, 58, 63), false),
        // The other side's width does not help.
        Noise("+6 with a wide upper side", (56, 53, 999), (50, 0, 54), false),
        Noise("−14 with a wide lower side", (50, 0, 62), (64, 59, 999), false),
        // In hours: exactly, and a millisecond off.
        Noise("+5 h", (55 * hour, 52 * hour, nil), (50 * hour, nil, 54 * hour), true),
        Noise("+5 h and 1 ms", (55 * hour + 1, 52 * hour + 1, nil), (50 * hour, nil, 54 * hour), false),
        Noise("+5 h, 1 ms narrower", (55 * hour, 52 * hour + 1, nil), (50 * hour, nil, 54 * hour), false),
        Noise("+5 h, 1 ms wider", (55 * hour, 52 * hour - 1, nil), (50 * hour, nil, 54 * hour), true),
        Noise("−13 h", (50 * hour, nil, 62 * hour), (63 * hour, 58 * hour, nil), true),
        Noise("−13 h and 1 ms", (50 * hour, nil, 62 * hour), (63 * hour + 1, 58 * hour + 1, nil), false),
        // An open side contains 0, whatever the change.
        Noise("up, open below: no lower limit now", (999, nil, 999), (0, 0, 0), true),
        Noise("up, open below: no upper limit before", (999, 999, 999), (0, 0, nil), true),
        Noise("up, open above", (999, 999, nil), (0, nil, 0), false),
        Noise("down, open above: no upper limit now", (0, 0, nil), (999, 999, 999), true),
        Noise("down, open above: no lower limit before", (0, 0, 0), (999, nil, 999), true),
        Noise("down, open below", (0, nil, 0), (999, 999, nil), false),
        Noise("up, open below: never before", (999, 999, 999), (0, 0, .max), true),
        Noise("down, open above: never now", (0, 0, .max), (999, 999, 999), true),
        Noise("up, open above: never now", (999, 999, .max), (0, 0, 0), false),
    ]

    @Test(arguments: noise)
    func `a change is within noise if its interval contains 0`(_ row: Noise) {
        let interval = interval(
            row.now.0, row.now.1, row.now.2, from: row.before.0, row.before.1, row.before.2)
        #expect(interval?.isWithinNoise == row.isWithin)
    }

    @Test func `an interval that starts less than half a millisecond above 0 does not contain it`() {
        // 25 h less √((24 h)² + (7 h − 1 ms)²), which is 25 h − 0.28 ms: it shows as 0 and is more.
        let interval = interval(125 * hour, 101 * hour, nil, from: 100 * hour, nil, 107 * hour - 1)
        #expect(interval == ChangeInterval(lower: 0, upper: nil, isWithinNoise: false))
    }

    @Test(
        arguments: [
            // This week's lower and upper limit; the week before's; whether each side has a limit.
            (nil, 12, 5, 14, false, true), (8, nil, 5, 14, true, false), (8, 12, nil, 14, true, false),
            (8, 12, 5, nil, false, true), (.max, 12, 5, 14, false, true), (8, .max, 5, 14, true, false),
            (8, 12, .max, 14, true, false), (8, 12, 5, .max, false, true), (nil, nil, nil, nil, false, false),
            (8, 12, 5, 14, true, true),
        ] as [(Int64?, Int64?, Int64?, Int64?, Bool, Bool)])
    func `a missing limit or never leaves that side open`(
        _ l: Int64?, _ u: Int64?, _ l2: Int64?, _ u2: Int64?, _ hasLower: Bool, _ hasUpper: Bool
    ) {
        let interval = interval(10, l, u, from: 10, l2, u2)
        #expect(interval != nil)
        #expect((interval?.lower != nil) == hasLower)
        #expect((interval?.upper != nil) == hasUpper)
    }

    @Test func `without a number in both weeks there is no interval`() {
        let number = hours(10)
        for (now, before) in [(.never, number), (number, .never), (.never, .never), (nil, number), (number, nil)]
            as [(Staleness?, Staleness?)]
        {
            #expect(interval(now, 1, 2, from: before, 1, 2) == nil)
        }
    }

    /// 50 devices at 1 to 50 hours: p90 is 45 h [41, 50].
    private func fleet(_ more: Int64, at exported: Instant, bucket: Int16 = 10) -> [History] {
        (1...50).map { device(hours($0 + more), at: exported, bucket: bucket) }
    }

    @Test func `the interval of the change between two weeks of devices`() {
        // −10 h ± √(4² + 5²) h: 6.403124237 h are 23,051,247.3 ms.
        let better = assessment(of: fleet(0, at: wednesday) + fleet(10, at: wednesday.advanced(by: -7 * day)))
        #expect(
            better.p90ChangeInterval
                == ChangeInterval(
                    lower: -36_000_000 - 23_051_247, upper: -36_000_000 + 23_051_247, isWithinNoise: false))
        // −6 h is within the interval.
        let alike = assessment(of: fleet(0, at: wednesday) + fleet(6, at: wednesday.advanced(by: -7 * day)))
        #expect(alike.p90ChangeInterval?.isWithinNoise == true)
        #expect(assessment(of: fleet(0, at: wednesday)).p90ChangeInterval == nil)
    }

    @Test func `a bucket's interval uses only its own devices`() {
        let weekBefore = wednesday.advanced(by: -7 * day)
        let devices =
            fleet(0, at: wednesday) + fleet(10, at: weekBefore) + fleet(100, at: wednesday, bucket: 40)
            + fleet(100, at: weekBefore, bucket: 40) + fleet(0, at: wednesday, bucket: 45)
        let assessed = assessment(of: devices)
        let intervals = assessed.current.buckets.map { assessed.p90ChangeInterval(of: $0) }
        #expect(
            intervals == [
                ChangeInterval(
                    lower: -36_000_000 - 23_051_247, upper: -36_000_000 + 23_051_247, isWithinNoise: false),
                ChangeInterval(lower: -23_051_247, upper: 23_051_247, isWithinNoise: true),
                nil,
            ])
    }
}
