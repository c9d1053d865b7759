import Records
import Testing

@testable import Stats

/// The best that fixing a cause could achieve: the figures with its devices at 0 h.
@Suite struct WithoutCauseTests {
    private func reading(_ hours: Int64?, _ cause: Cause = .unknown) -> Reading {
        var reading = StatsTests.reading(hours.map { .known(milliseconds: $0 * hour) } ?? .never)
        reading.cause = cause
        return reading
    }

    /// Seven devices at 1, 2, 3, 5, 8, 13 and 30 h, and stale ones.
    private func best(_ stale: [Reading]) -> (each: [Cause.Kind: BestFigures], any: BestFigures?) {
        var tally = StaleTally()
        var all = Durations()
        for hours: Int64 in [1, 2, 3, 5, 8, 13, 30] { all.append(hours * hour) }
        for reading in stale {
            tally.add(reading)
            all.append(reading.staleness.stored)
        }
        tally.sort()
        let sorted = SortedDurations(all)
        return (tally.withoutEach(of: sorted), tally.withoutAny(of: sorted))
    }

    private func hours(_ p50: Int64, _ p90: Int64?) -> BestFigures {
        BestFigures(
            p50: .known(milliseconds: p50 * hour), p90: p90.map { .known(milliseconds: $0 * hour) } ?? .never)
    }

    @Test func `ranks are of all devices, with the fixed ones first`() {
        let best = best([
            reading(80, .ranNoSuccess(.failed)), reading(100, .scheduledNotRun), reading(nil, .ranNoSuccess(.expired)),
        ])
        // Ranks 5 and 9 of 10. Without the two: 0, 0, 1, 2, 3, 5, 8, 13, 30, 100.
        #expect(best.each[.ranNoSuccess] == hours(3, 30))
        // Without the one: 0, 1, 2, 3, 5, 8, 13, 30, 80, never.
        #expect(best.each[.scheduledNotRun] == hours(5, 80))
        #expect(best.each.count == 2)
        // 0, 0, 0, 1, 2, 3, 5, 8, 13, 30.
        #expect(best.any == hours(2, 13))
    }

    @Test func `p90 stays never if enough devices do`() {
        let best = best([reading(nil, .unknown), reading(nil, .unknown), reading(80, .notScheduledAgain)])
        // 0, 1, 2, 3, 5, 8, 13, 30, never, never.
        #expect(best.each[.notScheduledAgain] == hours(5, nil))
    }

    @Test func `without stale devices there is nothing to fix`() {
        let best = best([])
        #expect(best.each.isEmpty && best.any == nil)
    }

    @Test func `if all devices are stale for a cause, all are at 0 h without it`() {
        var tally = StaleTally()
        var all = Durations()
        for stale in [reading(80), reading(nil)] {
            tally.add(stale)
            all.append(stale.staleness.stored)
        }
        #expect(tally.withoutAny(of: SortedDurations(all)) == hours(0, 0))
    }

    @Test func `tallies of different devices add up`() {
        var (one, other, both) = (StaleTally(), StaleTally(), StaleTally())
        one.add(reading(80, .scheduledNotRun))
        other.add(reading(90, .scheduledNotRun))
        other.add(reading(nil, .unknown))
        for stale in [reading(80, .scheduledNotRun), reading(90, .scheduledNotRun), reading(nil, .unknown)] {
            both.add(stale)
        }
        one.add(other)
        var all = Durations()
        for length in [hour, 80 * hour, 90 * hour, Durations.never] { all.append(length) }
        let sorted = SortedDurations(all)
        #expect(one.withoutEach(of: sorted) == both.withoutEach(of: sorted))
        // Rank 2 of 4, and 4 of 4: 0, 1, 80, 90 and 0, 0, 1, never.
        #expect(one.withoutEach(of: sorted)[.unknown] == hours(1, 90))
        #expect(one.withoutEach(of: sorted)[.scheduledNotRun] == hours(0, nil))
    }
}
