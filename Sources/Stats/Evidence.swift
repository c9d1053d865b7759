package import Records

/// What stands beside a week's figures: how they came about, and how much of them is known.
package struct Evidence: Equatable, Sendable {
    /// For each day of the window the figures over each device's last export of that day.
    package var days: [DayFigures] = []
    /// The last weeks, this one last; of an earlier week all of it.
    package var weeks: [WeekFigures] = []
    /// Staleness over device-time, this week and in the week before; nil where there was none.
    package var exposure: Exposure?
    package var exposureBefore: Exposure?
    /// How much later than asked for the window's runs ran; nil where no run says.
    package var scheduleDelay: ScheduleDelay?
    package var silence = Silence()
    /// Devices left out of the readings because they were installed too short a time before.
    package var tooNew = 0
    /// Exports of the window that may have lost runs: as long as the recorder keeps them, and beginning after the
    /// device's export before.
    package var truncated = 0
    package var stale = StaleDevices()
    package var mix: Mix?
    package var data = DataEvidence()

    package init() {}
}

package struct DayFigures: Equatable, Sendable {
    package var day: Range<Instant>
    package var figures: Figures

    package init(day: Range<Instant>, figures: Figures) {
        self.day = day
        self.figures = figures
    }
}

package struct WeekFigures: Equatable, Sendable {
    package var week: Week
    package var figures: Figures

    package init(week: Week, figures: Figures) {
        self.week = week
        self.figures = figures
    }
}

/// `at − scheduledAt` of runs, in milliseconds, sign kept; nearest rank.
package struct ScheduleDelay: Equatable, Sendable {
    package var runs: Int
    package var p50: Int64
    package var p90: Int64

    package init(runs: Int, p50: Int64, p90: Int64) {
        self.runs = runs
        self.p50 = p50
        self.p90 = p90
    }
}

/// Devices that exported in the 28 days before the cut-off, and not in the last 7 of them.
package struct Silence: Equatable, Sendable {
    package var devices: Int
    /// Those of which the week's files hold exports that were refused.
    package var refused: Int
    /// Where p90 would lie, whatever they did: from all of them fresh to none of them refreshed since.
    package var p90: Interval

    package init(devices: Int = 0, refused: Int = 0, p90: Interval = Interval()) {
        self.devices = devices
        self.refused = refused
        self.p90 = p90
    }
}
