/// An earlier week whose figures are others now than its report says.
package struct ChangedWeek: Equatable, Sendable {
    package var week: Week
    package var reported: ReportedFigures
    package var now: ReportedFigures
    /// Whether p50's objective has moved since: it decides which devices are too new for a reading.
    package var isJudgedOtherwise: Bool

    package init(week: Week, reported: ReportedFigures, now: ReportedFigures, isJudgedOtherwise: Bool = false) {
        self.week = week
        self.reported = reported
        self.now = now
        self.isJudgedOtherwise = isJudgedOtherwise
    }

    /// Whether the figures that were reported meet the objectives, and those that are known now do not.
    package func isMissedNow(_ objectives: Objectives) -> Bool { reported.meet(objectives) && now.isMissed(objectives) }
}

extension Assessment {
    /// Earlier weeks that were reported as met and are missed by what is known now.
    package var weeksMissedNow: [ChangedWeek] { changedWeeks.filter { $0.isMissedNow(objectives) } }

    /// The whole weeks before this one, of those that a report looks back over, that were reported with other figures.
    ///
    /// A report of other apps or tasks, of other clocks or of a week that was not over says nothing of them.
    package func changedWeeks(since reports: [ReportedWeek]) -> [ChangedWeek] {
        evidence.weeks.dropLast().compactMap { week in
            let now = ReportedFigures(week.figures)
            let report = reports.first { report in
                report.week == week.week && report.isComplete && report.scope == scope
                    && report.objectives.timeZone == objectives.timeZone
            }
            guard let report, report.figures != now else { return nil }
            return ChangedWeek(
                week: week.week, reported: report.figures, now: now,
                isJudgedOtherwise: report.objectives.p50 != objectives.p50)
        }
    }
}
