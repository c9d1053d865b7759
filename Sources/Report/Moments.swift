import Foundation
import Records
import Stats

/// A moment as the clocks and calendars of a zone show it.
private struct Clock {
    private let parts: DateComponents
    let milliseconds: Int64

    init(_ moment: Instant, in zone: TimeZone) {
        let fraction = moment.milliseconds % 1_000
        milliseconds = fraction < 0 ? fraction + 1_000 : fraction
        // Whole seconds: a calendar that is handed a fraction may round it up.
        parts = Calendar.iso(zone).dateComponents(
            [.year, .month, .day, .weekday, .hour, .minute, .second],
            from: Instant(milliseconds: moment.milliseconds - milliseconds).date)
    }

    var date: String { "\(padded(parts.year ?? 0, 4))-\(two(parts.month))-\(two(parts.day))" }
    /// `Mon 09-21`.
    var weekday: String {
        let names = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let number = (parts.weekday ?? 1) - 1
        return "\(names.indices.contains(number) ? names[number] : "") \(two(parts.month))-\(two(parts.day))"
    }
    var minutes: String { "\(two(parts.hour)):\(two(parts.minute))" }
    var seconds: String { ":\(two(parts.second))" }
    var fraction: String { ".\(padded(Int(milliseconds), 3))" }
    var isWholeSecond: Bool { milliseconds == 0 }
    var isWholeMinute: Bool { isWholeSecond && parts.second == 0 }
    var isMidnight: Bool { isWholeMinute && parts.hour == 0 && parts.minute == 0 }

    private func two(_ number: Int?) -> String { padded(number ?? 0, 2) }
}

extension Instant {
    /// ISO 8601 in UTC, with milliseconds only where they are not zero.
    var iso8601: String {
        let clock = Clock(self, in: .gmt)
        return clock.date + "T" + clock.minutes + clock.seconds + (clock.isWholeSecond ? "" : clock.fraction) + "Z"
    }

    /// Day of the week and of the year on a zone's clocks, `Mon 09-21`.
    func weekday(in zone: TimeZone) -> String { Clock(self, in: zone).weekday }

    /// The date on a zone's clocks, `2026-09-27`.
    func day(in zone: TimeZone) -> String { Clock(self, in: zone).date }

    /// Date and minute on a zone's clocks, `2026-09-27 23:58`.
    func minute(in zone: TimeZone) -> String {
        let clock = Clock(self, in: zone)
        return clock.date + " " + clock.minutes
    }

    /// Date and time on a zone's clocks, as exact as it takes: `2026-09-28 00:00`, `2026-09-23 12:34:56.789`.
    func moment(in zone: TimeZone) -> String {
        let clock = Clock(self, in: zone)
        let seconds = clock.isWholeMinute ? "" : clock.seconds
        return clock.date + " " + clock.minutes + seconds + (clock.isWholeSecond ? "" : clock.fraction)
    }

    /// Whether a day begins here on a zone's clocks.
    func isMidnight(in zone: TimeZone) -> Bool { Clock(self, in: zone).isMidnight }
}
