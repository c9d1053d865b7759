import Records
import TestSupport
import Testing

@testable import Stats

/// All that is said of a week beside the definitions, and what must hold between its parts, on random fleets.
@Suite struct FleetTallyTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var seed: UInt64
        var window: Window
        var testDescription: String { "fleet \(seed), up to \(window.lastDay)" }

        var fleet: PlainFleet { PlainFleet(seed: seed, window, devices: Int(5 + seed % 40)) }
    }

    static let cases = (UInt64(1)...60).map { seed in
        let windows = [week39, week39, thisWeek(upTo: wednesday), thisWeek(upTo: monday.advanced(by: 4 * day))]
        return Case(seed: seed, window: windows[Int(seed % 4)])
    }

    @Test(arguments: cases)
    func `a fleet's evidence is what the definitions say`(_ row: Case) {
        let fleet = row.fleet
        let found = assessment(of: fleet.devices, in: row.window).evidence
        #expect(found.tooNew == fleet.tooNew)
        #expect(found.truncated == fleet.truncated)
        #expect(found.silence == fleet.silence)
        #expect(found.mix == fleet.mix)
        #expect(found.scheduleDelay == fleet.scheduleDelay)
        #expect(found.exposure == fleet.exposure(row.window))
        #expect(found.exposureBefore == fleet.exposure(row.window.baseline))
    }

    @Test(arguments: cases)
    func `the stale are counted by cause and bucket`(_ row: Case) {
        let fleet = row.fleet
        var counts: [String: Int] = [:]
        for found in evidence(of: fleet.devices, in: row.window).stale.rows {
            let outcome = found.cause.outcome.map { " \($0)" } ?? ""
            for (label, devices) in found.buckets {
                counts["\(label.text.dropFirst("android/".count)): \(found.cause.name)\(outcome)"] = devices
            }
        }
        #expect(counts == fleet.causes)
    }

    @Test(arguments: cases)
    func `all figures are of the readings that the definitions leave`(_ row: Case) {
        let fleet = row.fleet
        let found = assessment(of: fleet.devices, in: row.window)
        func check(_ figures: Figures?, _ stretch: Range<Instant>) {
            let readings = fleet.readings(in: stretch)
            let stalenesses = readings.map(\.staleness)
            let outcomes = readings.flatMap(\.runs).filter { $0.at >= stretch.lowerBound }.map(\.outcome.isSuccess)
            #expect((figures?.successes ?? 0) == outcomes.count { $0 == true })
            #expect((figures?.knownOutcomes ?? 0) == outcomes.count { $0 != nil })
            #expect((figures?.unknownOutcomes ?? 0) == outcomes.count { $0 == nil })
            #expect(
                (figures?.ranInDay ?? 0)
                    == readings.count { seen in
                        seen.runs.contains { $0.at > seen.export.exportedAt.advanced(by: -24 * hour) }
                    })
            #expect((figures?.devices ?? 0) == stalenesses.count)
            #expect(figures?.p50 == fleet.quantile(stalenesses, percent: 50))
            #expect(figures?.p90 == fleet.quantile(stalenesses))
            #expect((figures?.never ?? 0) == stalenesses.count { $0 == .never })
            #expect((figures?.underP50 ?? 0) == stalenesses.count { $0 < hours(24) })
            #expect((figures?.underP90 ?? 0) == stalenesses.count { $0 < hours(72) })
            #expect((figures?.broken ?? 0) == stalenesses.count { $0 > hours(168) })
        }
        check(found.current.all, row.window.range)
        check(found.baseline?.all, row.window.baseline.range)
        for (place, day) in found.evidence.days.enumerated() {
            let start = monday.advanced(by: Int64(place) * Milliseconds.day)
            #expect(day.day == start..<min(row.window.end, start.advanced(by: Milliseconds.day)))
            check(day.figures, day.day)
        }
        for (place, week) in found.evidence.weeks.dropLast().enumerated() {
            let start = monday.advanced(by: -Int64(7 - place) * 7 * day)
            check(week.figures, start..<start.advanced(by: 7 * day))
        }
        #expect(found.evidence.weeks.last?.figures == found.current.all)
    }

    @Test(arguments: cases)
    func `the parts add up`(_ row: Case) {
        let found = assessment(of: row.fleet.devices, in: row.window)
        let all = found.current.all
        // The causes add up to the stale, and so do their buckets'.
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
        // Behaviour and mix are all of the change.
        let parts = found.evidence.mix
        if let behaviour = parts?.behaviour?.milliseconds, let shift = parts?.mix?.milliseconds {
            #expect(found.p90Change == .by(milliseconds: behaviour + shift))
        }
        // Time over a longer threshold is time over a shorter one.
        if let exposure = found.evidence.exposure {
            #expect(exposure.overBroken.part <= exposure.overP90.part)
            #expect(exposure.overP90.part <= exposure.overP50.part)
            #expect(exposure.p50 <= exposure.p90)
            // p90 is under 72 h only where at most a tenth of the time is over it.
            if exposure.p90.isUnder(objectives.p90) {
                #expect(10 * exposure.overP90.part <= exposure.overP90.whole)
            }
            if 10 * exposure.overP90.part > exposure.overP90.whole {
                #expect(exposure.p90.isOver(objectives.p90))
            }
        }
        // The interval holds the quantile.
        for figures in [all] + found.current.buckets.map(\.figures) {
            guard let p50 = figures.p50, let p90 = figures.p90 else { continue }
            #expect(figures.p50Interval.lower ?? p50 <= p50 && figures.p50Interval.upper ?? p50 >= p50)
            #expect(figures.p90Interval.lower ?? p90 <= p90 && figures.p90Interval.upper ?? p90 >= p90)
        }
    }

    @Test(arguments: cases)
    func `in whatever parts and order the devices come, the assessment is the same`(_ row: Case) {
        let devices = row.fleet.devices
        let whole = assessment(of: devices, in: row.window)
        var generator = SeededGenerator(row.seed)
        for _ in 0..<3 {
            var parts = (0..<Int.random(in: 1...6, using: &generator)).map { _ in tally([], in: row.window) }
            for device in devices.shuffled(using: &generator) {
                parts[Int.random(in: parts.indices, using: &generator)].add(device)
            }
            parts.shuffle(using: &generator)
            let sum = parts.dropFirst().reduce(into: parts[0]) { $0.add($1) }
            let joined = sum.assessment(Scope(), Input(), platforms: platforms)
            #expect(joined.current == whole.current)
            #expect(joined.baseline == whole.baseline)
            #expect(joined.evidence == whole.evidence)
            #expect(joined.input == whole.input)
        }
    }

    @Test func `a history that reaches far enough says all that the whole says`() {
        var rules = rules
        rules.newFor = objectives.p50
        var compared = 0
        for row in Self.cases {
            let stretches = Stretches(row.window)
            for history in row.fleet.devices {
                for days in stride(from: Int64(0), through: 42, by: 14) {
                    let start = stretches.start.advanced(by: -days * day)
                    let cut = History(
                        runs: Array(history.runs.drop { $0.at < start }),
                        exports: Array(history.exports.drop { $0.exportedAt < start }))
                    guard cut != history, cut.reaches(stretches, rules) else { continue }
                    let part = assessment(of: [cut], in: row.window)
                    let whole = assessment(of: [history], in: row.window)
                    #expect(part.current == whole.current)
                    #expect(part.baseline == whole.baseline)
                    #expect(part.evidence == whole.evidence)
                    compared += 1
                }
            }
        }
        #expect(compared > 100)
    }

    @Test func `the random fleets have something of everything`() {
        let found = Self.cases.map { assessment(of: $0.fleet.devices, in: $0.window) }
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

    @Test func `without any device there is nothing, and not zero`() {
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
