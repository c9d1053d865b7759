package import Records

/// What a report shows beside a week's figures: how they came about, and how reliable they are.
package struct Evidence: Equatable, Sendable {
    /// The figures of each day of the window, over each device's last export of that day.
    package var days: [DayFigures] = []
    /// The last weeks, ending with this one; earlier weeks are whole.
    package var weeks: [WeekFigures] = []
    /// Staleness over the whole week, and over the week before; nil without any.
    package var exposure: Exposure?
    package var exposureBefore: Exposure?
    /// The schedule delay of the window's runs; nil if none is known.
    package var scheduleDelay: ScheduleDelay?
    package var silence = Silence()
    /// Devices left out of the readings because they were installed too recently.
    package var tooNew = 0
    /// Exports in the window that may have lost runs: as long as the recorder's limit, and beginning after the device's
    /// previous export.
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

/// `at − scheduledAt` of runs, in milliseconds, with its sign; by nearest rank.
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

/// Devices that exported in the 28 days before the cut-off, but not in the last 7 of them.
package struct Silence: Equatable, Sendable {
    package var devices: Int
    /// Those with refused exports in the week's files.
    package var refused: Int
    /// The bounds of p90 with these devices: from all of them fresh to none refreshed since.
    package var p90: Interval

    package init(devices: Int = 0, refused: Int = 0, p90: Interval = Interval()) {
        self.devices = devices
        self.refused = refused
        self.p90 = p90
    }
}
