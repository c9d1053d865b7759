import Records
import Testing

@testable import Stats

/// What an assessment says of its figures by itself: how sure p50's change is, and how many devices may be stale.
@Suite struct AssessmentTests {
    private func breakdown(_ p50: Staleness, _ interval: Interval) -> Breakdown {
        Breakdown(
            all: Figures(
                devices: 10, p50: p50, p90: hours(90), ranInDay: 0, successes: 0, knownOutcomes: 0, broken: 0,
                p50Interval: interval),
            buckets: [])
    }

    private func p50ChangeInterval(_ now: Breakdown, before: Breakdown?) -> ChangeInterval? {
        Assessment(
            scope: Scope(), objectives: objectives, window: week39, current: now, baselineWindow: week39.baseline,
            baseline: before, input: Input()
        ).p50ChangeInterval
    }

    @Test func `p50's change has an interval as p90's has`() {
        // −10 h; the sides are √(3² + 4²) each.
        let now = breakdown(hours(50), Interval(lower: hours(47), upper: hours(53)))
        let before = breakdown(hours(60), Interval(lower: hours(56), upper: hours(64)))
        #expect(
            p50ChangeInterval(now, before: before)
                == ChangeInterval(lower: -15 * hour, upper: -5 * hour, isWithinNoise: false))
        // √(6² + 8²) upwards reaches 0.
        let wide = breakdown(hours(50), Interval(lower: hours(47), upper: hours(56)))
        let wideBefore = breakdown(hours(60), Interval(lower: hours(52), upper: hours(64)))
        #expect(
            p50ChangeInterval(wide, before: wideBefore)
                == ChangeInterval(lower: -15 * hour, upper: 0, isWithinNoise: true))
    }

    @Test func `without a number in both weeks p50's change has none`() {
        let known = breakdown(hours(50), Interval(lower: hours(47), upper: hours(53)))
        let never = breakdown(.never, Interval(lower: hours(47), upper: .never))
        #expect(p50ChangeInterval(known, before: nil) == nil)
        #expect(p50ChangeInterval(never, before: known) == nil && p50ChangeInterval(known, before: never) == nil)
    }

    /// Of n devices rank ⌈0.9 n⌉ must be under the limit.
    @Test(arguments: [(1, 0), (9, 0), (10, 1), (11, 1), (19, 1), (20, 2), (40, 4), (99, 9), (100, 10)])
    func `so many devices may be stale, and not one more`(_ count: Int, _ most: Int) {
        func assessed(_ stale: Int) -> Assessment {
            assessment(
                of: Array(repeating: device(hours(72)), count: stale)
                    + Array(repeating: device(hours(1)), count: count - stale))
        }
        #expect(assessed(most).mostStale == most)
        #expect(assessed(most).p90Verdict == .met)
        #expect(assessed(most + 1).p90Verdict == .missed)
    }

    @Test func `of no device none may be stale`() {
        #expect(assessment(of: []).mostStale == 0)
    }
}
