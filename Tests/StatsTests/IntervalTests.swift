import Records
import Testing

@testable import Stats

/// The 95 % interval beside a week's quantiles: values that some devices had.
@Suite struct IntervalTests {
    /// Devices at 1, 2, 3 … hours, the last of them *never*.
    private func fleet(_ count: Int, never: Int = 0) -> Figures {
        figures((1...count).reversed().map { reading($0 > count - never ? .never : hours(Int64($0))) }).all
    }

    @Test func `the limits are the values at the ranks of the definitions`() {
        let hundred = fleet(100)
        #expect(hundred.p50Interval == Interval(lower: hours(40), upper: hours(61)))
        #expect(hundred.p90Interval == Interval(lower: hours(84), upper: hours(96)))
        let fifty = fleet(50)
        #expect(fifty.p50Interval == Interval(lower: hours(18), upper: hours(33)))
        #expect(fifty.p90Interval == Interval(lower: hours(41), upper: hours(50)))
    }

    @Test func `a sample that is too small has no limit`() {
        // Of ten: p50 [2, 9]. p90: P(B < 7) = 1.3 %, P(B < 8) = 7.0 %, and P(B ≥ 10) = 35 %.
        let ten = fleet(10)
        #expect(ten.p50Interval == Interval(lower: hours(2), upper: hours(9)))
        #expect(ten.p90Interval == Interval(lower: hours(7), upper: nil))
        // Of five: 2⁻⁵ = 3.1 % on either side.
        #expect(fleet(5).p50Interval == Interval())
        #expect(fleet(35).p90Interval.upper == nil)
        #expect(fleet(36).p90Interval == Interval(lower: hours(29), upper: hours(36)))
        #expect(BreakdownTally().breakdown(objectives).all.p90Interval == Interval())
    }

    @Test func `a limit can be never, which differs from no limit`() {
        // Ranks 41 and 50 of 50, of which the last five are never.
        #expect(fleet(50, never: 5).p90 == hours(45))
        #expect(fleet(50, never: 5).p90Interval == Interval(lower: hours(41), upper: .never))
        #expect(fleet(50, never: 10).p90Interval == Interval(lower: .never, upper: .never))
        #expect(fleet(50, never: 10).p50Interval == Interval(lower: hours(18), upper: hours(33)))
    }

    @Test func `each bucket has its own interval`() {
        let devices =
            (1...36).map { device(hours($0), bucket: 10) } + (1...6).map { device(hours(100 + $0), bucket: 40) }
        let buckets = assessment(of: devices).current.buckets.map(\.figures)
        // 36: [12, 25] and [29, 36]; 6: [1, 6], and of p90 P(B < 4) = 1.6 %, P(B < 5) = 11.4 %.
        #expect(buckets[0].p50Interval == Interval(lower: hours(12), upper: hours(25)))
        #expect(buckets[0].p90Interval == Interval(lower: hours(29), upper: hours(36)))
        #expect(buckets[1].p50Interval == Interval(lower: hours(101), upper: hours(106)))
        #expect(buckets[1].p90Interval == Interval(lower: hours(104), upper: nil))
    }
}
