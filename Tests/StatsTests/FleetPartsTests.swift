import Records
import Testing

@testable import Stats

/// Relations between the parts of an assessment that hold for any devices, tested on random fleets.
@Suite struct FleetPartsTests {
    @Test(arguments: FleetTests.cases)
    func `partials add up to the whole fleet`(_ row: FleetTests.Case) {
        let found = row.assessed(row.fleet)
        let all = found.current.all
        // The causes add up to the stale devices, and so do their buckets.
        #expect(found.evidence.stale.devices == all.devices - all.underP90)
        #expect(found.evidence.stale.rows.allSatisfy { $0.devices > 0 && $0.buckets.allSatisfy { $0.devices > 0 } })
        for bucket in found.current.buckets {
            let stale = found.evidence.stale.rows.flatMap(\.buckets).filter { $0.label == bucket.label }
            #expect(stale.reduce(0) { $0 + $1.devices } == bucket.figures.devices - bucket.figures.underP90)
        }
        // The buckets add up to all.
        for breakdown in [found.current, found.baseline].compactMap(\.self) {
            let rows = breakdown.buckets.map(\.figures)
            for part in [
                \Figures.devices, \.never, \.underP50, \.underP90, \.broken, \.ranInDay, \.successes, \.knownOutcomes,
                \.unknownOutcomes,
            ] {
                #expect(rows.reduce(0) { $0 + $1[keyPath: part] } == breakdown.all[keyPath: part])
            }
        }
        // Behaviour and mix add up to the change.
        let parts = found.evidence.mix
        if let behaviour = parts?.behaviour?.milliseconds, let shift = parts?.mix?.milliseconds {
            #expect(found.p90Change == .by(milliseconds: behaviour + shift))
        }
        // Time over a longer threshold is also time over a shorter one.
        if let exposure = found.evidence.exposure {
            #expect(exposure.overBroken.part <= exposure.overP90.part)
            #expect(exposure.overP90.part <= exposure.overP50.part)
            #expect(exposure.p50 <= exposure.p90)
            // p90 is under 72 h only if at most a tenth of the time is over it.
            if exposure.p90.isUnder(objectives.p90) {
                #expect(10 * exposure.overP90.part <= exposure.overP90.whole)
            }
            if 10 * exposure.overP90.part > exposure.overP90.whole {
                #expect(exposure.p90.isOver(objectives.p90))
            }
        }
        // The interval contains the quantile.
        for figures in [all] + found.current.buckets.map(\.figures) {
            guard let p50 = figures.p50, let p90 = figures.p90 else { continue }
            #expect(figures.p50Interval.lower ?? p50 <= p50 && figures.p50Interval.upper ?? p50 >= p50)
            #expect(figures.p90Interval.lower ?? p90 <= p90 && figures.p90Interval.upper ?? p90 >= p90)
        }
    }
}
