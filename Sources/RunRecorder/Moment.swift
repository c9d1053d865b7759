import Foundation

/// A moment in whole milliseconds since 1970-01-01 00:00 UTC, in the years 0 to 9999: exports of the same run never
/// differ, and arithmetic cannot overflow.
struct Moment: Hashable, Comparable, Sendable {
    let milliseconds: Int64

    /// The years 0 to 9999, which the text form can express.
    private static let span: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    init?(milliseconds: Int64) {
        guard Self.span.contains(milliseconds) else { return nil }
        self.milliseconds = milliseconds
    }

    /// Rounded to milliseconds; nil outside of the years 0 to 9999.
    init?(_ date: Date) {
        // A Date counts binary fractions of a second, which are not exact milliseconds.
        guard let milliseconds = Int64(exactly: (date.timeIntervalSince1970 * 1_000).rounded()) else { return nil }
        self.init(milliseconds: milliseconds)
    }

    var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1_000) }

    static func < (a: Moment, b: Moment) -> Bool { a.milliseconds < b.milliseconds }

    /// The milliseconds from `b` to `a`.
    static func - (a: Moment, b: Moment) -> Int64 { a.milliseconds - b.milliseconds }
}

extension Moment {
    /// ISO 8601 with milliseconds, in UTC: `2026-09-24T10:00:00.250Z`.
    ///
    /// Not a number: if the clock was set back to 1970, its size would look like another form, such as seconds since
    /// 2001.
    var text: String {
        let thousandths = (milliseconds % 1_000 + 1_000) % 1_000
        var seconds = time_t((milliseconds - thousandths) / 1_000)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        let date = [(parts.tm_year + 1_900, 4), (parts.tm_mon + 1, 2), (parts.tm_mday, 2)]
        let time = [(parts.tm_hour, 2), (parts.tm_min, 2), (parts.tm_sec, 2)]
        return Self.digits(date, "-") + "T" + Self.digits(time, ":") + "." + Self.digits([(Int32(thousandths), 3)], "")
            + "Z"
    }

    private static func digits(_ numbers: [(value: Int32, width: Int)], _ separator: String) -> String {
        numbers.map { number in
            let digits = String(number.value)
            return String(repeating: "0", count: max(number.width - digits.count, 0)) + digits
        }.joined(separator: separator)
    }
}
