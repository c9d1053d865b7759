import Records
import Testing

@testable import Stats

/// The worked examples in `metrics/README.md` about reliability.
@Suite struct DefinitionExampleTests {
    /// Sunday 2026-09-27 at 12:00.
    private let sunday = utc("2026-09-27T12:00:00")

    /// This week's ten devices: `d1` to `d4` in `android/active`, the others in `android/rare`. `d10` failed 2 h
    /// before.
    private var thisWeek: [History] {
        let ages: [Int64] = [2, 4, 6, 10, 16, 26, 60, 120, 161]
        return ages.enumerated().map { place, halfHours in
            device(.known(milliseconds: halfHours * hour / 2), at: sunday, bucket: place < 4 ? 10 : 40)
        } + [exporting(at: sunday, [run(sunday.advanced(by: -2 * hour), .failed)], bucket: 40)]
    }

    private var weekBefore: [History] {
        [1, 2, 3, 4, 6, 9, 20, 40, 68, 200].enumerated().map { place, age in
            device(hours(age), at: sunday.advanced(by: -7 * day), bucket: place < 8 ? 10 : 40)
        }
    }

    @Test func `intervals`() {
        let all = assessment(of: thisWeek).current.all
        #expect(all.p50 == hours(8))
        #expect(all.p50Interval == Interval(lower: hours(2), upper: .known(milliseconds: 161 * hour / 2)))
        #expect(all.p90Interval == Interval(lower: hours(30), upper: nil))
    }

    @Test func `the interval of a change`() {
        func change(_ l2: Int64, _ u2: Int64) -> ChangeInterval? {
            ChangeInterval(
                hours(90), Interval(lower: hours(80), upper: hours(100)), from: hours(75),
                Interval(lower: hours(l2), upper: hours(u2)))
        }
        func tenths(_ milliseconds: Int64?) -> Int64? {
            milliseconds.map { ($0 + ($0 < 0 ? -1 : 1) * hour / 20) / (hour / 10) }
        }
        let sure = change(71, 79)
        #expect(tenths(sure?.lower) == 42)
        #expect(tenths(sure?.upper) == 258)
        #expect(sure?.isWithinNoise == false)
        let noise = change(55, 95)
        #expect(tenths(noise?.lower) == -74)
        #expect(tenths(noise?.upper) == 374)
        #expect(noise?.isWithinNoise == true)
    }

    @Test func `a silent device`() {
        // Last refreshed and last heard from 240 h before the cut-off.
        let silent = device(hours(0), at: week39.end.advanced(by: -240 * hour))
        let p90 = Interval(lower: .known(milliseconds: 161 * hour / 2), upper: hours(240))
        #expect(evidence(of: thisWeek + [silent]).silence == Silence(devices: 1, p90: p90))
    }

    @Test func `causes`() {
        #expect(thisWeek.last?.reading(in: week39, rules)?.cause == .ranNoSuccess(.failed))
        func cause(scheduledAgo: Int64) -> Cause? {
            exporting(
                at: sunday, [run(sunday.advanced(by: -80 * hour))], scheduled: sunday.advanced(by: -scheduledAgo * hour)
            ).reading(in: week39, rules)?.cause
        }
        #expect(cause(scheduledAgo: 79) == .scheduledNotRun)
        #expect(cause(scheduledAgo: 80) == .notScheduledAgain)
    }

    @Test func `mix and behaviour`() {
        // 8 in active and 2 in rare in the week before, with p90 28 h: rank 9 of 10.
        let before = [1, 2, 3, 4, 5, 6, 7, 8].map { device(hours($0), at: sunday.advanced(by: -7 * day), bucket: 10) }
        let rare = [28, 29].map { device(hours($0), at: sunday.advanced(by: -7 * day), bucket: 40) }
        #expect(
            evidence(of: thisWeek + before + rare).mix
                == Mix(
                    weighted: hours(30), behaviour: .by(milliseconds: 2 * hour), mix: .by(milliseconds: 101 * hour / 2),
                    without: []))
    }

    @Test func `device-time`() {
        // Refreshed on Sunday at 18:00 and on Monday at 06:00; exported on Tuesday at 00:00.
        let runs = [run(monday.advanced(by: -6 * hour)), run(monday.advanced(by: 6 * hour))]
        let found = evidence(of: [exporting(at: monday.advanced(by: day), runs)]).exposure
        #expect(found?.p50 == hours(9))
        #expect(found?.p90 == .known(milliseconds: 156 * hour / 10))
    }

    @Test func `the budget`() {
        let all = assessment(of: thisWeek).current.all
        #expect(all.p90Budget.value == 2)
        #expect(all.p50Budget.value == 0.8)
    }

    @Test func `the change of p90 in the ten devices' weeks`() {
        let found = assessment(of: thisWeek + weekBefore)
        #expect(found.p90Change == .by(milliseconds: 25 * hour / 2))
        #expect(found.isRegression == true)
        // Neither week's ten have an upper limit, so the change has no limits.
        #expect(found.p90ChangeInterval == ChangeInterval(lower: nil, upper: nil, isWithinNoise: true))
    }
}
