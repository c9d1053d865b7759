import Records
import Testing

@testable import Stats

/// Which weeks were reported with other figures than are known now.
@Suite struct ChangedWeekTests {
    private let was = ReportedFigures(devices: 30, p50: .known(milliseconds: 1), p90: .known(milliseconds: 2))

    /// The figures now known of the two weeks before 2026-W39; those of the first have not changed.
    private var now: Assessment {
        var now = assessment(of: [])
        var figures = now.current.all
        (figures.devices, figures.p50, figures.p90) = (30, was.p50, was.p90)
        var more = figures
        more.devices = 40
        now.evidence.weeks = [
            WeekFigures(week: week(2026, 37), figures: figures), WeekFigures(week: week(2026, 38), figures: more),
            WeekFigures(week: week(2026, 39), figures: more),
        ]
        return now
    }

    private func report(_ number: Int, _ change: (inout ReportedWeek) -> Void = { _ in }) -> ReportedWeek {
        var report = ReportedWeek(
            week: week(2026, number), cutOff: monday, isComplete: true, scope: Scope(), objectives: objectives,
            figures: was, laterThanClock: 0)
        change(&report)
        return report
    }

    @Test func `a week whose figures have changed is listed with both`() {
        let changed = ChangedWeek(
            week: week(2026, 38), reported: was,
            now: ReportedFigures(devices: 40, p50: .known(milliseconds: 1), p90: .known(milliseconds: 2)), wasMet: true)
        #expect(now.changedWeeks(since: [report(37), report(38), report(39)]) == [changed])
        #expect(now.changedWeeks(since: []).isEmpty)
    }

    @Test func `a change in any of the three figures counts`() {
        let changes: [(inout ReportedWeek) -> Void] = [
            { $0.figures.devices = 29 }, { $0.figures.p50 = .known(milliseconds: 0) }, { $0.figures.p90 = .never },
        ]
        for change in changes { #expect(now.changedWeeks(since: [report(37, change)]).map(\.week) == [week(2026, 37)]) }
    }

    @Test func `reports with another filter or time zone are ignored`() {
        let others: [(inout ReportedWeek) -> Void] = [
            { $0.isComplete = false }, { $0.scope.app = "a" }, { $0.scope.task = "t" },
            { $0.objectives.timeZone = "Europe/Amsterdam" }, { $0.week = week(2026, 30) },
        ]
        for other in others { #expect(now.changedWeeks(since: [report(38, other)]).isEmpty) }
    }

    @Test func `a changed p50 objective is noted, because it decides who is too new`() {
        #expect(now.changedWeeks(since: [report(38)]).map(\.hasOtherP50Limit) == [false])
        #expect(
            now.changedWeeks(since: [report(38) { $0.objectives.p50 = 12 * hour }]).map(\.hasOtherP50Limit) == [true])
    }

    @Test func `whether it was met goes by the thresholds of its report`() {
        func wasMet(_ change: (inout ReportedWeek) -> Void) -> [Bool] {
            now.changedWeeks(since: [report(38, change)]).map(\.wasMet)
        }
        #expect(wasMet { $0.figures.p90 = hours(80) } == [false])
        #expect(
            wasMet {
                $0.figures.p90 = hours(80)
                $0.objectives.p90 = 96 * hour
            } == [true])
        #expect(wasMet { $0.figures.p50 = hours(24) } == [false])
        // A report without a reading said neither.
        #expect(wasMet { $0.figures = ReportedFigures(devices: 0, p50: nil, p90: nil) } == [false])
    }

    @Test(
        arguments: [
            // Exactly on a limit is missed.
            (hours(1), hours(72), true), (hours(24), hours(50), true), (hours(1), .never, true),
            (hours(1), .known(milliseconds: 72 * hour - 1), false), (nil, nil, false),
        ] as [(Staleness?, Staleness?, Bool)])
    func `only a week that was met can be missed now`(_ p50: Staleness?, _ p90: Staleness?, _ isMissed: Bool) {
        let now = ReportedFigures(devices: 40, p50: p50, p90: p90)
        func isMissedNow(_ wasMet: Bool) -> Bool {
            ChangedWeek(week: week(2026, 38), reported: was, now: now, wasMet: wasMet).isMissedNow(objectives)
        }
        #expect(isMissedNow(true) == isMissed)
        #expect(!isMissedNow(false))
    }
}
