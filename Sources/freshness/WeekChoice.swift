import Foundation
import Ingest
import Records
import Report
import Stats

/// Which week a call is about, and up to when.
enum WeekChoice {
    /// What to write for a week, and for a moment.
    static let advice = "write an ISO week such as 2026-W39, or last or current"
    static let timeAdvice = "write a time such as 2026-09-24T10:00:00Z"

    /// The present moment, by `--now` or the clock.
    static func now(_ options: Options) throws(Problem) -> Instant {
        if let text = options.now { try moment(text, "--now") } else { try clock() }
    }

    /// The window that `--week`, `--as-of` and the present moment choose.
    static func window(_ options: Options, at now: Instant, zone: TimeZone) throws(Problem) -> Window {
        let week = try week(options.week, now: now, zone: zone)
        let whole = Window(week, in: zone)
        if let text = options.asOf {
            let cutOff = try moment(text, "--as-of")
            guard cutOff > whole.start, cutOff <= whole.weekEnd else {
                throw .usage(
                    "--as-of \(visible(text)) is not in \(week)",
                    "write a time inside that week, or name another week with --week")
            }
            return Window(week, upTo: cutOff, in: zone)
        }
        guard now > whole.start else {
            throw .usage(
                "\(week) has not begun yet", "name an earlier week with --week, or a cut-off with --as-of")
        }
        return Window(week, upTo: now, in: zone)
    }

    /// A moment that an option gives.
    static func moment(_ text: String, _ option: String) throws(Problem) -> Instant {
        do {
            return try Instant.parse(text)
        } catch {
            throw .usage(
                "\(option) \(visible(text)) cannot be read (\(error.sentence))", timeAdvice)
        }
    }

    /// The present moment. A computer that lost its clock's battery takes it for 1970, and would report on that.
    private static func clock() throws(Problem) -> Instant {
        let now = Instant(Date())
        guard now >= .earliest, now < .latest else {
            throw .cannotRun(
                "the clock of this machine is not between 2015 and 2040", "set it, or give the current time with --now")
        }
        return now
    }

    private static func week(_ text: String?, now: Instant, zone: TimeZone) throws(Problem) -> Week {
        let current = Week(containing: now.date, in: zone)
        switch text {
        case "current": return current
        case "last": return current.previous
        case nil:
            let yesterday = Calendar.iso(zone).date(byAdding: .day, value: -1, to: now.date) ?? now.date
            return Week(containing: yesterday, in: zone)
        case let text?:
            guard let (year, number) = numbers(in: text) else {
                throw .usage("--week \(visible(text)) is no ISO week", advice)
            }
            guard let week = Week(year: year, number: number) else {
                let weeks = Week(year: year, number: 53) == nil ? 52 : 53
                throw .usage("--week \(text) does not exist", "\(year) has the weeks W01 to W\(weeks)")
            }
            return week
        }
    }

    /// The year and the number of `2026-W39`.
    static func numbers(in text: String) -> (Int, Int)? {
        let parts = Array(text.utf8)
        guard parts.count == 8, parts[4] == UInt8(ascii: "-"), parts[5] == UInt8(ascii: "W") else { return nil }
        let digits = parts[0..<4] + parts[6..<8]
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return nil }
        guard let year = Int(text.prefix(4)), let number = Int(text.suffix(2)), year >= 1970 else { return nil }
        return (year, number)
    }
}
