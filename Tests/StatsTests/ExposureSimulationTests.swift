import Records
import TestSupport
import Testing

@testable import Stats

/// Exposure compared with a simulation of every millisecond.
@Suite struct ExposureSimulationTests {
    /// Thresholds as short as the devices' time.
    private static let limits = Objectives(
        p50: 20, p90: 60, broken: 150, p90Regression: 1, timeZone: "UTC", sha256: "")

    private struct Device {
        var exports: [Instant] = []
        var runs: [Run] = []
        var installed: Instant?

        init(_ generator: inout SeededGenerator) {
            let end = Int64.random(in: 0...300, using: &generator)
            func moment(_ range: ClosedRange<Int64>) -> Instant {
                monday.advanced(by: Int64.random(in: range, using: &generator))
            }
            exports = [monday.advanced(by: end)]
            if generator.chance(50) { exports.append(moment(-100...end)) }
            if generator.chance(30) { installed = moment(-100...(end + 20)) }
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                // Some by a clock up to five minutes ahead of the last export.
                let at = generator.chance(10) ? moment(end...(end + 300_000)) : moment(-100...end)
                let run = run(
                    at, Outcome.allCases.randomElement(using: &generator)!,
                    task: UInt32.random(in: 0...1, using: &generator))
                if !runs.contains(where: { $0.key == run.key }) { runs.append(run) }
            }
            // Most runs succeed.
            for place in runs.indices where generator.chance(60) { runs[place].outcome = .success }
        }

        /// The first export lists no run, the last one all: so a run ahead of it counts at no earlier export.
        var history: History {
            merged(
                exports.enumerated().map { number, moment in
                    exporting(
                        at: moment, number == 0 ? runs : [], installed: installed)
                })
        }

        /// The staleness at the end of each millisecond, which is its maximum; `.max` before the first success. Nil for
        /// a device that is too new.
        func walk() -> [Int64]? {
            let end = exports[0]
            let successes = runs.filter { $0.outcome == .success }.map { min($0.at, end) }
            if successes.isEmpty, let installed, end - installed < limits.p50 { return nil }
            let first = (exports + runs.map(\.at) + [installed].compactMap(\.self)).min() ?? end
            var walked: [Int64] = []
            var moment = max(first, monday)
            while moment < end {
                let last = successes.filter { $0 <= moment }.max()
                walked.append(last.map { moment.advanced(by: 1) - $0 } ?? .max)
                moment = moment.advanced(by: 1)
            }
            return walked
        }
    }

    private func check(_ seed: UInt64) -> Exposure? {
        var generator = SeededGenerator(seed)
        let devices = (0..<Int.random(in: 1...4, using: &generator)).map { _ in Device(&generator) }
        let walked = devices.compactMap { $0.walk() }.flatMap(\.self).sorted()
        func quantile(_ percent: Int) -> Staleness? {
            // The least s that at least this percentage of all milliseconds does not exceed.
            walked.enumerated().first { 100 * ($0.offset + 1) >= percent * walked.count }.map {
                $0.element == .max ? .never : .known(milliseconds: $0.element)
            }
        }
        func over(_ limit: Int64) -> Share { Share(walked.count { $0 > limit }, of: walked.count) }
        let found = evidence(of: devices.map(\.history), in: week39, Self.limits).exposure
        guard let p50 = quantile(50), let p90 = quantile(90) else {
            #expect(found == nil)
            return found
        }
        #expect(
            found
                == Exposure(
                    p50: p50, p90: p90, overP50: over(Self.limits.p50), overP90: over(Self.limits.p90),
                    overBroken: over(Self.limits.broken)))
        return found
    }

    @Test func `exposure matches a simulation of every millisecond`() {
        let found = (UInt64(1)...400).map(check)
        // The devices cover every case.
        #expect(found.contains(nil))
        #expect(found.contains { $0?.p90 == .never && $0?.p50 != .never })
        #expect(found.count { ($0?.overBroken.part ?? 0) > 0 } > 50)
    }
}
