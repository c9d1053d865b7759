/// An earlier week whose figures now differ from those in its report.
package struct ChangedWeek: Equatable, Sendable {
    package var week: Week
    package var reported: ReportedFigures
    package var now: ReportedFigures
    /// Whether its report said that it met its objectives, by the thresholds of then.
    package var wasMet: Bool
    /// Whether p50's objective has changed since: it decides which devices are too new for a reading.
    package var hasOtherP50Limit: Bool

    package init(
        week: Week, reported: ReportedFigures, now: ReportedFigures, wasMet: Bool = false,
        hasOtherP50Limit: Bool = false
    ) {
        self.week = week
        self.reported = reported
        self.now = now
        self.wasMet = wasMet
        self.hasOtherP50Limit = hasOtherP50Limit
    }

    /// Whether it was reported as met, and is missed by what is known now.
    package func isMissedNow(_ objectives: Objectives) -> Bool { wasMet && now.isMissed(objectives) }
}

extension Assessment {
    /// Earlier weeks that were reported as met and are missed by what is known now.
    package var weeksMissedNow: [ChangedWeek] { changedWeeks.filter { $0.isMissedNow(objectives) } }

    /// The whole weeks before this one, of those that a report looks back over, that were reported with other figures.
    ///
    /// Reports with another app, task or time zone, or of an unfinished week, are ignored.
    package func changedWeeks(since reports: [ReportedWeek]) -> [ChangedWeek] {
        evidence.weeks.dropLast().compactMap { week in
            let now = ReportedFigures(week.figures)
            let report = reports.first { report in
                report.week == week.week && report.isComplete && report.scope == scope
                    && report.objectives.timeZone == objectives.timeZone
            }
            guard let report, report.figures != now else { return nil }
            return ChangedWeek(
                week: week.week, reported: report.figures, now: now, wasMet: report.figures.meet(report.objectives),
                hasOtherP50Limit: report.objectives.p50 != objectives.p50)
        }
    }
}
