import Records
import Testing

@testable import Stats

/// `at − scheduledAt` of the window's runs where both are known.
@Suite struct ScheduleDelayTests {
    private func at(_ hours: Int64) -> Instant { monday.advanced(by: hours * hour) }

    /// A run at an hour of the week, with its schedule delay in hours.
    private func ran(_ hours: Int64, late: Int64, _ outcome: Outcome = .success, task: UInt32 = 0) -> Run {
        run(at(hours), outcome, asked: at(hours - late), task: task)
    }

    @Test func `quantiles are by nearest rank over all runs of all devices`() {
        // 1 2 3 4 5 6 7 8 9 10 h: ranks 5 and 9.
        let one = exporting(at: wednesday, [3, 1, 10, 7].map { ran($0 + 20, late: $0) })
        let other = exporting(at: wednesday, [2, 4, 9, 8, 6, 5].map { ran($0 + 20, late: $0) })
        #expect(
            evidence(of: [one, other]).scheduleDelay == ScheduleDelay(runs: 10, p50: 5 * hour, p90: 9 * hour))
    }

    @Test func `the delay of a run before its schedule is negative`() {
        // −7, −2 and 0 h: rank 2 of 3 and 3 of 3.
        let early = exporting(at: wednesday, [ran(1, late: -7), ran(2, late: 0), ran(3, late: -2)])
        #expect(evidence(of: [early]).scheduleDelay == ScheduleDelay(runs: 3, p50: -2 * hour, p90: 0))
        let all = exporting(at: wednesday, [run(at(5), asked: at(5).advanced(by: 1))])
        #expect(evidence(of: [all]).scheduleDelay == ScheduleDelay(runs: 1, p50: -1, p90: -1))
    }

    @Test func `a delay of more than 49 days is exact`() {
        let late = exporting(at: wednesday, [ran(1, late: 24 * 400)])
        #expect(evidence(of: [late]).scheduleDelay?.p50 == 24 * 400 * hour)
    }

    @Test func `runs count with any outcome`() {
        let runs = Outcome.allCases.enumerated().map { ran(Int64($0), late: 1, $1) }
        #expect(evidence(of: [exporting(at: wednesday, runs)]).scheduleDelay?.runs == Outcome.allCases.count)
    }

    @Test func `only the window's runs, up to the reading`() {
        let runs = [
            run(monday.advanced(by: -1), asked: at(-50)), run(monday, asked: at(-3)), run(wednesday, asked: at(55)),
        ]
        let after = exporting(at: week39.end, [run(wednesday.advanced(by: 1), asked: monday)])
        // 3 h and 5 h; the others are a millisecond too early and a millisecond after the reading.
        #expect(
            evidence(of: [merged([exporting(at: wednesday, runs), after])]).scheduleDelay
                == ScheduleDelay(runs: 2, p50: 3 * hour, p90: 5 * hour))
    }

    @Test func `a run that only another export lists counts`() {
        let device = merged([
            exporting(at: at(10), [ran(9, late: 2)]), exporting(at: wednesday),
            exporting(at: week39.end, [ran(30, late: 4)]),
        ])
        #expect(evidence(of: [device]).scheduleDelay == ScheduleDelay(runs: 2, p50: 2 * hour, p90: 4 * hour))
    }

    @Test func `without a time, a schedule or a reading there is no delay`() {
        #expect(evidence(of: [exporting(at: wednesday, [run(at(1))])]).scheduleDelay == nil)
        #expect(evidence(of: [exporting(at: week39.end, [ran(1, late: 1)])]).scheduleDelay == nil)
        #expect(evidence(of: []).scheduleDelay == nil)
    }

    @Test func `an unfinished week ends at its cut-off`() {
        let device = merged([
            exporting(at: at(30), [ran(20, late: 2)]), exporting(at: wednesday, [ran(40, late: 9)]),
        ])
        let window = thisWeek(upTo: wednesday)
        #expect(
            evidence(of: [device], in: window).scheduleDelay == ScheduleDelay(runs: 1, p50: 2 * hour, p90: 2 * hour))
    }

    @Test func `with a task filter only its runs count`() {
        let device = exporting(at: wednesday, [ran(1, late: 1, task: 1), ran(2, late: 5, task: 2)])
        #expect(evidence(of: [device], task: 2).scheduleDelay == ScheduleDelay(runs: 1, p50: 5 * hour, p90: 5 * hour))
    }
}
