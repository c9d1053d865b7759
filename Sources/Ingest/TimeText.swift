import Foundation
package import Records

extension Instant {
    /// A moment in ISO 8601 with `Z` or an offset; throws what is wrong with any other text.
    package static func parse(_ text: String) throws(Refusal) -> Instant {
        let value = Array(text.utf8).withUnsafeBufferPointer { TimeValue(text: $0) }
        switch value {
        case .moment(let instant, _): return instant
        case .unreadable(let refusal): throw refusal
        case .unknown: throw .notATime
        }
    }
}

extension TimeValue {
    /// From a text: the digits of a number, or strict ISO 8601 with `Z` or an offset.
    init(text: UnsafeBufferPointer<UInt8>) {
        if text.isEmpty {
            self = .unknown
        } else if Self.isNumber(text) {
            // Counted as text, whatever the number's form.
            switch TimeValue(number: text) {
            case .moment(let instant, _): self = .moment(instant, .text)
            case let other: self = other
            }
        } else {
            var reader = TimeTextReader(rest: text[...])
            self = reader.read()
        }
    }

    /// Whether a text is a JSON number.
    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var rest = text[...]
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        guard takeDigits(from: &rest) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard takeDigits(from: &rest) else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard takeDigits(from: &rest) else { return false }
        }
        return rest.isEmpty
    }

    private static func takeDigits(from text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let digits = text.prefix { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        text = text.dropFirst(digits.count)
        return !digits.isEmpty
    }
}

/// Reads `2026-03-16T06:00:00.25+01:00`, its basic form `20260316T060000Z`, a space for the `T` or before the offset,
/// and a time without seconds. What does not exist, as 30 February or hour 24, is refused and not carried over.
private struct TimeTextReader {
    var rest: Slice<UnsafeBufferPointer<UInt8>>

    mutating func read() -> TimeValue {
        guard let year = digits(4) else { return .unreadable(.notATime) }
        let extended = take("-")
        guard let month = digits(2), !extended || take("-"), let day = digits(2) else { return .unreadable(.notATime) }
        guard take("T") || take("t") || take(" "), let hour = digits(2) else { return .unreadable(.notATime) }
        guard !extended || take(":"), let minute = digits(2) else { return .unreadable(.notATime) }
        var second = 0
        var milliseconds: Int64 = 0
        if extended ? take(":") : isAtDigit {
            guard let value = digits(2) else { return .unreadable(.notATime) }
            second = value
            if take(".") || take(",") {
                guard let fraction = fraction() else { return .unreadable(.notATime) }
                milliseconds = fraction
            }
        }
        guard Self.exists(year: year, month: month, day: day) else { return .unreadable(.noSuchDate) }
        if hour > 23 { return .unreadable(.hourOutOfRange) }
        if minute > 59 { return .unreadable(.minuteOutOfRange) }
        if second > 59 { return .unreadable(.secondOutOfRange) }
        let offset: Int
        do {
            offset = try readOffset()
        } catch {
            return .unreadable(error)
        }
        if !rest.isEmpty { return .unreadable(.textAfterTime) }

        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(day)
        let midnight = Int64(timegm(&parts))
        let seconds = midnight + Int64(hour * 3_600 + minute * 60 + second - offset)
        return TimeValue(Instant(milliseconds: seconds * 1_000 + milliseconds), .text)
    }

    /// Seconds east of UTC.
    private mutating func readOffset() throws(Refusal) -> Int {
        _ = take(" ")
        if take("Z") || take("z") { return 0 }
        let sign = take("+") ? 1 : take("-") ? -1 : 0
        if sign == 0 { throw rest.isEmpty ? .timeWithoutOffset : .textAfterTime }
        guard let hours = digits(2) else { throw .notATime }
        let hasColon = take(":")
        let minutes = digits(2)
        guard minutes != nil || !hasColon else { throw .notATime }
        if hours > 23 { throw .hourOutOfRange }
        if let minutes, minutes > 59 { throw .minuteOutOfRange }
        return sign * (hours * 3_600 + (minutes ?? 0) * 60)
    }

    /// A fraction of a second, rounded to milliseconds.
    private mutating func fraction() -> Int64? {
        var tenThousandths: Int64 = 0
        var weight: Int64 = 1_000
        guard isAtDigit else { return nil }
        while isAtDigit, let digit = digits(1) {
            tenThousandths += Int64(digit) * weight
            weight /= 10
        }
        return (tenThousandths + 5) / 10
    }

    private var isAtDigit: Bool {
        rest.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
    }

    private mutating func digits(_ count: Int) -> Int? {
        guard rest.count >= count else { return nil }
        var value = 0
        for byte in rest.prefix(count) {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(count)
        return value
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: character) else { return false }
        rest = rest.dropFirst()
        return true
    }

    /// Whether the day exists in the Gregorian calendar.
    private static func exists(year: Int, month: Int, day: Int) -> Bool {
        guard (1...12).contains(month), day >= 1 else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return day <= lengths[month - 1]
    }
}
