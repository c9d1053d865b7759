import Records
import TestSupport
import Testing

@testable import Stats

/// The limits of the verdict on the data (the definitions, section 7), each to the last millisecond or device.
@Suite struct DataVerdictTests {
    private func figures(_ devices: Int) -> Breakdown {
        var tally = BreakdownTally()
        for _ in 0..<devices {
            tally.add(
                Reading(
                    exportedAt: monday.advanced(by: 6 * day), staleness: .known(milliseconds: hour), ranInDay: true,
                    label: BucketLabel(platform: "ios", kind: .none), successes: 1, knownOutcomes: 1))
        }
        return tally.breakdown(objectives)
    }

    private func assessment(
        devices: Int = 40, before: Int? = 40, limits: DataLimits = DataLimits(), _ change: (inout Assessment) -> Void
    ) -> Assessment {
        var input = Input()
        input.dataThrough = week39.end.advanced(by: -hour)
        var held = objectives
        held.data = limits
        var assessment = Assessment(
            scope: Scope(), objectives: held, window: week39, current: figures(devices),
            baselineWindow: week39.baseline, baseline: before.map { figures($0) }, input: input)
        change(&assessment)
        return assessment
    }

    private func coverage(_ heard: [UInt8]) -> Coverage {
        heard.reduce(into: Coverage()) { $0.add($1) }
    }

    @Test func `data end early if the newest export is a millisecond older than the limit`() {
        for (age, expected) in [(36 * hour, 0), (36 * hour + 1, 1)] {
            let found = assessment { $0.input.dataThrough = $0.window.end.advanced(by: -age) }.partial
            #expect(found.count == expected)
            #expect(
                found.allSatisfy { $0.kind == .dataEndEarly && $0.value == Double(age) / 3_600_000 && $0.limit == 36 })
        }
    }

    @Test(arguments: [
        // The devices heard from in the last 7 days, of ten in the 28 days, all of them a week before: a drop of 10
        // points is allowed, more is not.
        (now: 9, limit: Int64(10_000), holds: false), (now: 8, limit: 10_000, holds: true),
        (now: 8, limit: 20_000, holds: false), (now: 8, limit: 19_999, holds: true), (now: 10, limit: 0, holds: false),
        (now: 9, limit: 0, holds: true),
    ])
    func `devices fell silent if coverage drops by more than the limit`(
        _ row: (now: Int, limit: Int64, holds: Bool)
    ) {
        // One bit for each seven days, the latest first. All were heard from in the week before.
        let heard = (0..<10).map { UInt8($0 < row.now ? 0b11 : 0b10) }
        let found = assessment(limits: DataLimits(coverageDrop: row.limit)) {
            $0.evidence.data.coverage = coverage(heard)
        }.partial
        #expect(found.map(\.kind) == (row.holds ? [.devicesFellSilent] : []))
        if row.holds { #expect(found[0].value == Double(100 - 10 * row.now)) }
    }

    @Test func `the highest of the three earlier coverages counts, if there was one`() {
        // Three devices: the first exported each week, the second not in the last two, the third not in the last three.
        let found = coverage([0b1111, 0b1100, 0b1000])
        #expect(found.shares == [Share(1, of: 3), Share(1, of: 3), Share(2, of: 3), Share(3, of: 3)])
        #expect(found.highestBefore == Share(3, of: 3))
        // Nothing before last week: 14 and 21 days before no device was known, which is not 0 %.
        #expect(coverage([0b11, 0b1]).highestBefore == Share(1, of: 1))
        #expect(coverage([0b1]).highestBefore == nil)
        #expect(assessment { $0.evidence.data.coverage = coverage([0b1]) }.partial.isEmpty)
    }

    @Test func `refused exports and contradicting devices count above their limits`() {
        #expect(assessment { $0.input.exportsRefused = Share(10, of: 100) }.partial.isEmpty)
        #expect(assessment { $0.input.exportsRefused = Share(1_001, of: 10_000) }.partial.map(\.value) == [10.01])
        #expect(assessment { $0.evidence.data.contradicted = 2 }.partial.isEmpty)
        #expect(assessment { $0.evidence.data.contradicted = 3 }.partial.map(\.value) == [7.5])
        let strict = DataLimits(refused: 0, contradicted: 0)
        #expect(assessment(limits: strict) { $0.input.exportsRefused = Share(0, of: 9) }.partial.isEmpty)
        #expect(assessment(limits: strict) { $0.input.exportsRefused = Share(1, of: 9) }.partial.count == 1)
        #expect(assessment(limits: strict) { $0.evidence.data.contradicted = 1 }.partial.count == 1)
    }

    @Test(arguments: [
        // At least half of the devices, and more than 25 points above the week before.
        (now: 20, before: 10, holds: true), (now: 19, before: 0, holds: false), (now: 20, before: 11, holds: false),
        (now: 40, before: 30, holds: true), (now: 40, before: 31, holds: false),
    ])
    func `ids seen only once count from half of the devices on, and only if that is new`(
        _ row: (now: Int, before: Int, holds: Bool)
    ) {
        let found = assessment {
            ($0.evidence.data.seenOnce, $0.evidence.data.seenOnceBefore) = (row.now, row.before)
        }.partial
        #expect(found.map(\.kind) == (row.holds ? [.idsSeenOnce] : []))
        if row.holds { #expect(found[0].value == Double(row.now) * 2.5 && found[0].limit == 50) }
    }

    @Test func `without a week before it is unknown whether ids changed`() {
        #expect(assessment(before: nil) { $0.evidence.data.seenOnce = 40 }.partial.isEmpty)
    }
}
