package import Records

/// The figures in the last line of a report, which is for programs.
///
/// Later reports compare with these, because they are what readers saw, and they outlive the store.
package struct ReportedWeek: Equatable, Sendable {
    package var week: Week
    /// The cut-off: the first moment that does not count.
    package var cutOff: Instant
    /// Whether the week was over at the cut-off.
    package var isComplete: Bool
    package var scope: Scope
    /// The objectives of that report.
    package var objectives: Objectives
    package var figures: ReportedFigures
    /// Exports dated after the clock at the time of the report.
    package var laterThanClock: Int

    package init(
        week: Week, cutOff: Instant, isComplete: Bool, scope: Scope, objectives: Objectives, figures: ReportedFigures,
        laterThanClock: Int
    ) {
        self.week = week
        self.cutOff = cutOff
        self.isComplete = isComplete
        self.scope = scope
        self.objectives = objectives
        self.figures = figures
        self.laterThanClock = laterThanClock
    }

    package var thresholds: EarlierThresholds {
        EarlierThresholds(
            week: week.description, p50: objectives.p50, p90: objectives.p90, broken: objectives.broken,
            p90Regression: objectives.p90Regression, sha256: objectives.sha256, timeZone: objectives.timeZone,
            data: objectives.data)
    }
}

/// The figures of a week in a report's last line; both percentiles are nil without a reading.
package struct ReportedFigures: Equatable, Sendable {
    package var devices: Int
    package var p50: Staleness?
    package var p90: Staleness?

    package init(devices: Int, p50: Staleness?, p90: Staleness?) {
        self.devices = devices
        self.p50 = p50
        self.p90 = p90
    }

    package init(_ figures: Figures) {
        self.init(devices: figures.devices, p50: figures.p50, p90: figures.p90)
    }

    /// Whether both percentiles meet their objectives; false without a reading.
    func meet(_ objectives: Objectives) -> Bool {
        guard let p50, let p90 else { return false }
        return p50.isUnder(objectives.p50) && p90.isUnder(objectives.p90)
    }

    /// Whether a percentile misses its objective; false without a reading.
    func isMissed(_ objectives: Objectives) -> Bool {
        guard p50 != nil, p90 != nil else { return false }
        return !meet(objectives)
    }
}
