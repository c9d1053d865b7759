package import Foundation

/// An ISO 8601 week: it begins on a Monday, and week 1 contains the year's first Thursday.
package struct Week: Hashable, Sendable, CustomStringConvertible {
    package var year: Int
    package var number: Int

    /// Nil for week 53 of a year that has 52.
    package init?(year: Int, number: Int) {
        guard (1970...9999).contains(year), (1...53).contains(number) else { return nil }
        self.year = year
        self.number = number
        guard Week(containing: monday, in: .gmt) == self else { return nil }
    }

    /// The week that contains a moment, in a time zone.
    package init(containing date: Date, in zone: TimeZone) {
        let parts = Calendar.iso(zone).dateComponents([.yearForWeekOfYear, .weekOfYear], from: date)
        year = parts.yearForWeekOfYear ?? 0
        number = parts.weekOfYear ?? 0
    }

    /// The week before, possibly in the year before.
    package var previous: Week {
        Week(containing: monday.addingTimeInterval(-3.5 * 86_400), in: .gmt)
    }

    /// The Monday, at 00:00 in UTC.
    private var monday: Date { Calendar.iso(.gmt).monday(of: self) }

    /// `2026-W39`.
    package var description: String { "\(padded(year, 4))-W\(padded(number, 2))" }
}

extension Calendar {
    /// ISO 8601's calendar in a time zone; `.gregorian` begins its weeks on Sundays.
    package static func iso(_ zone: TimeZone) -> Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        return calendar
    }

    /// The start of a week's Monday. Where the clocks skip midnight, the first moment that exists.
    package func monday(of week: Week) -> Date {
        let parts = DateComponents(weekday: 2, weekOfYear: week.number, yearForWeekOfYear: week.year)
        return startOfDay(for: date(from: parts) ?? .distantPast)
    }
}

/// A number with leading zeros.
package func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
