package import Records

/// The time ranges that an assessment of one week uses.
package struct TimeRanges: Sendable, Equatable {
    package let window: Window
    package let baseline: Window
    /// Whole weeks before the window's, the latest first.
    package let earlierWeeks: [Window]
    /// The starts of all weeks used, the latest first.
    let weekStarts: [Instant]
    package let days: [Range<Instant>]
    /// Devices whose last export is in this range are silent.
    package let silent: Range<Instant>
    /// The starts of the seven-day ranges before the cut-off that coverage uses, the latest first.
    let sevenDayStarts: [Instant]

    /// How many weeks a report looks back over, including its own.
    package static let weeks = 8

    package init(_ window: Window) {
        self.window = window
        baseline = window.baseline
        var earlier: [Window] = []
        var week = window.week
        for _ in 1..<Self.weeks {
            week = week.previous
            earlier.append(Window(week, in: window.zone))
        }
        earlierWeeks = earlier
        weekStarts = ([window] + earlier).map(\.start)
        days = window.dayRanges
        // Where the clocks skip a Monday's midnight, seven days before the end is an hour into the week.
        silent = window.end(daysBefore: 28)..<min(window.end(daysBefore: 7), window.start)
        sevenDayStarts = (1...Coverage.ranges).map { window.end(daysBefore: 7 * $0) }
    }

    /// The earliest moment in any of them.
    package var start: Instant {
        [earlierWeeks.last?.start ?? window.start, silent.lowerBound, sevenDayStarts.last ?? window.start].min()
            ?? window.start
    }
}

extension History {
    /// Whether this history goes back far enough for these ranges: to a success before the first week with an export,
    /// so that nothing earlier can change a staleness; to the export before one that may have lost runs or may be the
    /// only one ever; and to all runs that an export must list.
    package func reaches(_ ranges: TimeRanges, _ rules: ReadingRules) -> Bool {
        let first = exports.firstIndex(from: ranges.start)
        guard first < exports.count, exports[first].exportedAt < ranges.window.end else { return true }
        if first == 0, exports[0].isFull, exports[0].exportedAt >= ranges.window.start { return false }
        if isSeenOnce(in: ranges.window.range) || isSeenOnce(in: ranges.baseline.range) { return false }
        if let middle = firstMiddle(in: ranges.window.range), runs.first.map({ $0.at > middle }) ?? true {
            return false
        }
        let moment = exports[first].exportedAt
        let start = ranges.weekStarts.first { $0 <= moment } ?? ranges.start
        for run in runs {
            if run.at > start { return false }
            // A success that only a later export lists does not count for a silent device's bounds.
            if run.outcome.isSuccess == true, rules.counts(run), run.firstExported < ranges.window.end { return true }
        }
        return false
    }
}
