import Records
import TestSupport
import Testing

@testable import Stats

/// Everything in an assessment beside the definitions, on random fleets.
@Suite struct FleetTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var seed: UInt64
        var window: Window
        /// Every third fleet's figures are for one task.
        var task: UInt32? { seed.isMultiple(of: 3) ? UInt32(seed % 2) : nil }
        var testDescription: String { "fleet \(seed), up to \(window.lastDay)\(task.map { ", task \($0)" } ?? "")" }

        var fleet: PlainFleet { PlainFleet(seed: seed, window, devices: Int(5 + seed % 40), task: task) }

        func assessed(_ fleet: PlainFleet) -> Assessment { assessment(of: fleet.devices, in: window, task: task) }
    }

    static let cases = (UInt64(1)...60).map { seed in
        let windows = [week39, week39, thisWeek(upTo: wednesday), thisWeek(upTo: monday.advanced(by: 4 * day))]
        return Case(seed: seed, window: windows[Int(seed % 4)])
    }

    @Test(arguments: cases)
    func `a fleet's evidence matches the definitions`(_ row: Case) {
        let fleet = row.fleet
        let assessed = row.assessed(fleet)
        let found = assessed.evidence
        let input = assessed.input
        #expect(Counts(exports: input.exports, runs: input.runs, conflicts: input.conflicts) == fleet.counts)
        #expect(found.tooNew == fleet.tooNew)
        #expect(found.truncated == fleet.truncated)
        #expect(found.silence == fleet.silence)
        #expect(found.mix == fleet.mix)
        #expect(found.scheduleDelay == fleet.scheduleDelay)
        #expect(found.exposure == fleet.exposure(row.window))
        #expect(found.exposureBefore == fleet.exposure(row.window.baseline))
    }

    @Test(arguments: cases)
    func `stale devices are counted by cause and bucket`(_ row: Case) {
        let fleet = row.fleet
        var counts: [String: Int] = [:]
        for found in row.assessed(fleet).evidence.stale.rows {
            for (label, devices) in found.buckets { counts["\(label.text): \(found.cause)"] = devices }
        }
        #expect(counts == fleet.causes)
    }

    @Test(arguments: cases)
    func `all figures use the readings that the definitions allow`(_ row: Case) {
        let fleet = row.fleet
        let found = row.assessed(fleet)
        func check(_ figures: Figures?, _ readings: [PlainReading]) {
            let stalenesses = readings.map(\.staleness)
            let outcomes = readings.flatMap(\.runsInRange).map(\.values.outcome.isSuccess)
            #expect((figures?.successes ?? 0) == outcomes.count { $0 == true })
            #expect((figures?.knownOutcomes ?? 0) == outcomes.count { $0 != nil })
            #expect((figures?.unknownOutcomes ?? 0) == outcomes.count { $0 == nil })
            #expect((figures?.ranInDay ?? 0) == readings.count { $0.ranInDay })
            #expect((figures?.devices ?? 0) == stalenesses.count)
            #expect(figures?.p50 == PlainFleet.quantile(stalenesses, percent: 50))
            #expect(figures?.p90 == PlainFleet.quantile(stalenesses))
            #expect((figures?.never ?? 0) == stalenesses.count { $0 == .never })
            #expect((figures?.underP50 ?? 0) == stalenesses.count { $0 < hours(24) })
            #expect((figures?.underP90 ?? 0) == stalenesses.count { $0 < hours(72) })
            #expect((figures?.broken ?? 0) == stalenesses.count { $0 > hours(168) })
        }
        func check(_ breakdown: Breakdown?, _ range: Range<Instant>) {
            let readings = fleet.readings(in: range)
            check(breakdown?.all, readings)
            let buckets = Dictionary(grouping: readings, by: \.label)
            #expect((breakdown?.buckets ?? []).map(\.label) == buckets.keys.sorted())
            for row in breakdown?.buckets ?? [] { check(row.figures, buckets[row.label] ?? []) }
        }
        check(found.current, row.window.range)
        check(found.baseline, row.window.baseline.range)
        for (place, day) in found.evidence.days.enumerated() {
            let start = monday.advanced(by: Int64(place) * Milliseconds.day)
            #expect(day.day == start..<min(row.window.end, start.advanced(by: Milliseconds.day)))
            check(day.figures, fleet.readings(in: day.day))
        }
        for (place, week) in found.evidence.weeks.dropLast().enumerated() {
            let start = monday.advanced(by: -Int64(7 - place) * 7 * day)
            check(week.figures, fleet.readings(in: start..<start.advanced(by: 7 * day)))
        }
        #expect(found.evidence.weeks.last?.figures == found.current.all)
    }

    @Test func `a history that reaches far enough gives the same as the whole`() {
        var rules = rules
        rules.tooNewPeriod = objectives.p50
        var compared = 0
        for row in Self.cases {
            let ranges = TimeRanges(row.window)
            for history in row.fleet.devices {
                for days in stride(from: Int64(0), through: 42, by: 14) {
                    let start = ranges.start.advanced(by: -days * day)
                    let cut = History(
                        runs: Array(history.runs.drop { $0.at < start }),
                        exports: Array(history.exports.drop { $0.exportedAt < start }))
                    guard cut != history, cut.reaches(ranges, rules) else { continue }
                    #expect(contribution(cut, ranges) == contribution(history, ranges))
                    compared += 1
                }
            }
        }
        #expect(compared > 100)
    }

    @Test func `the random fleets contain every case`() {
        let found = Self.cases.map { $0.assessed($0.fleet) }
        let evidence = found.map(\.evidence)
        #expect(evidence.reduce(0) { $0 + $1.tooNew } > 20)
        #expect(evidence.reduce(0) { $0 + $1.truncated } > 100)
        #expect(evidence.reduce(0) { $0 + $1.silence.devices } > 100)
        #expect(Set(evidence.flatMap(\.stale.rows).map(\.cause.name)).count == 4)
        #expect(evidence.count { $0.mix?.without.isEmpty == false } > 3)
        #expect(evidence.compactMap(\.mix?.mix).count { $0 != .by(milliseconds: 0) } > 10)
        #expect(evidence.contains { $0.exposure?.p90 == .never })
        #expect(evidence.contains { $0.exposure?.p90 != .never && $0.exposure != nil })
        #expect(evidence.allSatisfy { ($0.scheduleDelay?.p50 ?? 0) < 10 * hour })
        #expect(found.count { $0.baseline != nil } > 50)
    }

    @Test func `without devices figures are absent, not zero`() {
        let found = assessment(of: [])
        #expect(!found.hasReadings)
        #expect(found.baseline == nil)
        #expect(found.input.dataThrough == nil)
        #expect(found.evidence.exposure == nil)
        #expect(found.evidence.scheduleDelay == nil)
        #expect(found.evidence.mix == nil)
        #expect(found.evidence.stale.rows.isEmpty)
        #expect(found.weeksMissed == 0)
        #expect(found.p90ChangeInterval == nil)
        #expect(!found.isExposureOpposed)
        #expect(found.evidence.days.count == 7)
    }
}
