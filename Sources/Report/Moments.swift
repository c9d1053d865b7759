import Foundation
import Records
import Stats

/// A moment taken apart into date and time of day, by integers alone.
private struct Clock {
    var year: Int64
    var month: Int64
    var day: Int64
    /// Milliseconds since midnight.
    var time: Int64

    /// The days of the Gregorian calendar in closed form: Howard Hinnant, `civil_from_days`.
    init(milliseconds: Int64) {
        let rest = milliseconds % Milliseconds.day
        time = rest < 0 ? rest + Milliseconds.day : rest
        let days = (milliseconds / Milliseconds.day) - (rest < 0 ? 1 : 0) + 719_468
        let era = (days >= 0 ? days : days - 146_096) / 146_097
        let dayOfEra = days - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        // Years begin in March here, so that a leap day is their last one.
        let shifted = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    var date: String { "\(padded(Int(year), 4))-\(padded(Int(month), 2))-\(padded(Int(day), 2))" }
    var minutes: String { "\(two(time / Milliseconds.hour)):\(two(time / Milliseconds.minute % 60))" }
    var seconds: String { ":\(two(time / Milliseconds.second % 60))" }
    var fraction: String { ".\(padded(Int(time % 1_000), 3))" }

    private func two(_ number: Int64) -> String { padded(Int(number), 2) }
}

extension Instant {
    /// ISO 8601 in UTC, with milliseconds only where they are not zero.
    var iso8601: String {
        let clock = Clock(milliseconds: milliseconds)
        return clock.date + "T" + clock.minutes + clock.seconds + (clock.time % 1_000 == 0 ? "" : clock.fraction) + "Z"
    }

    /// Date and minute on a zone's clocks, `2026-09-27 23:58`.
    func minute(in zone: TimeZone) -> String {
        let clock = clock(in: zone)
        return clock.date + " " + clock.minutes
    }

    /// Date and time on a zone's clocks, as exact as it takes: `2026-09-28 00:00`, `2026-09-23 12:34:56.789`.
    func moment(in zone: TimeZone) -> String {
        let clock = clock(in: zone)
        let seconds = clock.time % Milliseconds.minute == 0 ? "" : clock.seconds
        return clock.date + " " + clock.minutes + seconds + (clock.time % 1_000 == 0 ? "" : clock.fraction)
    }

    /// Whether a day begins here on a zone's clocks.
    func isMidnight(in zone: TimeZone) -> Bool { clock(in: zone).time == 0 }

    private func clock(in zone: TimeZone) -> Clock {
        Clock(milliseconds: milliseconds &+ Int64(zone.secondsFromGMT(for: date)) * 1_000)
    }
}
