package import Foundation
package import Records

/// The time range that a report covers: a week from its start up to the cut-off.
package struct Window: Equatable, Sendable {
    package var week: Week
    /// The week's first moment.
    package var start: Instant
    /// The cut-off: the first moment that does not count.
    package var end: Instant
    /// The first moment of the week after.
    package var weekEnd: Instant
    /// The time zone of days and weeks.
    package var zone: TimeZone

    /// The window of a week up to `cutOff`, or of the whole week if that is nil or later.
    package init(_ week: Week, upTo cutOff: Instant? = nil, in zone: TimeZone) {
        self.week = week
        self.zone = zone
        let calendar = Calendar.iso(zone)
        let monday = calendar.monday(of: week)
        start = Instant(monday)
        // Noon of the Sunday plus a day lies on the next Monday, whatever the clocks do in between.
        weekEnd = Instant(calendar.startOfDay(for: monday.addingTimeInterval(7.5 * 86_400)))
        end = min(weekEnd, cutOff ?? weekEnd)
    }

    /// Whether the week is over at the cut-off.
    package var isComplete: Bool { end == weekEnd }

    package var range: Range<Instant> { start..<max(start, end) }

    package func contains(_ moment: Instant) -> Bool { moment >= start && moment < end }

    /// The same part of the week before, in local time.
    package var baseline: Window {
        if isComplete { return Window(week.previous, in: zone) }
        let calendar = Calendar.iso(zone)
        let before = calendar.date(byAdding: .day, value: -7, to: end.date) ?? end.date
        return Window(week.previous, upTo: Instant(before), in: zone)
    }

    /// The first day of the window, `2026-09-21`.
    package var firstDay: String { day(of: start) }

    /// The last day with any part in the window, `2026-09-27`.
    package var lastDay: String { day(of: end.advanced(by: -1)) }

    private func day(of moment: Instant) -> String {
        let parts = Calendar.iso(zone).dateComponents([.year, .month, .day], from: moment.date)
        return "\(padded(parts.year ?? 0, 4))-\(padded(parts.month ?? 0, 2))-\(padded(parts.day ?? 0, 2))"
    }

    /// The days with any part in the window, in local time; the last one ends with the window.
    package var dayRanges: [Range<Instant>] {
        let calendar = Calendar.iso(zone)
        var ranges: [Range<Instant>] = []
        var start = start
        while start < end {
            let next = calendar.date(byAdding: .day, value: 1, to: start.date).map { calendar.startOfDay(for: $0) }
            let dayEnd = min(end, max(next.map(Instant.init) ?? end, start.advanced(by: 1)))
            ranges.append(start..<dayEnd)
            start = dayEnd
        }
        return ranges
    }

    /// The cut-off a number of whole days earlier, in local time.
    package func end(daysBefore days: Int) -> Instant {
        Calendar.iso(zone).date(byAdding: .day, value: -days, to: end.date).map(Instant.init) ?? end
    }

    /// How many of the week's seven days are over at the cut-off, in local time; at most 6 before the week is over.
    package var wholeDays: Int {
        if isComplete { return 7 }
        guard end > start else { return 0 }
        // Sunday is 1, Monday 2: as many days are over as come before the cut-off's own day.
        return (Calendar.iso(zone).component(.weekday, from: end.date) + 5) % 7
    }
}

extension Instant {
    /// The last millisecond of a day in a time zone; nil if the calendar has no such day.
    package static func lastOf(year: Int, month: Int, day: Int, in zone: TimeZone) -> Instant? {
        let calendar = Calendar.iso(zone)
        let parts = DateComponents(year: year, month: month, day: day, hour: 12)
        guard parts.isValidDate(in: calendar), let noon = calendar.date(from: parts) else { return nil }
        return Instant(calendar.startOfDay(for: noon.addingTimeInterval(86_400))).advanced(by: -1)
    }

    /// Rounded to the nearest millisecond.
    package init(_ date: Date) {
        self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded()))
    }

    package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
