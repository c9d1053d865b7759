package import Records

/// The value of a time field.
package enum TimeValue: Equatable, Sendable {
    case moment(Instant, TimeForm)
    /// Absent, `null`, `0`, `-1` or `""`: recorders write these for "unknown".
    case unknown
    case unreadable(Refusal)
}

extension TimeValue {
    /// A number in the form that its size shows: the ranges of the five forms from 2015 to 2040 do not overlap.
    init(number text: UnsafeBufferPointer<UInt8>) {
        guard let number = DecimalNumber(text) else {
            self = .unreadable(.timeOutOfRange)
            return
        }
        if number.isUnknownPlaceholder {
            self = .unknown
            return
        }
        self = number.isNegative ? .unreadable(.timeOutOfRange) : Self.moment(of: number)
    }

    private static func moment(of number: DecimalNumber) -> TimeValue {
        /// 2001-01-01 00:00 UTC in Unix seconds: the epoch of Swift's `Date` in JSONEncoder.
        let reference: UInt64 = 978_307_200
        let whole = number.whole
        let milliseconds: UInt64
        let form: TimeForm
        switch whole {
        case 0..<1_300_000_000:
            (milliseconds, form) = ((whole + reference) * 1_000 + number.thousandths, .secondsSince2001)
        case 1_300_000_000..<100_000_000_000:
            (milliseconds, form) = (whole * 1_000 + number.thousandths, .seconds)
        case 100_000_000_000..<100_000_000_000_000:
            (milliseconds, form) = (whole + number.roundedFraction, .milliseconds)
        case 100_000_000_000_000..<100_000_000_000_000_000:
            (milliseconds, form) = (whole / 1_000 + (whole % 1_000 >= 500 ? 1 : 0), .microseconds)
        default:
            (milliseconds, form) = (whole / 1_000_000 + (whole % 1_000_000 >= 500_000 ? 1 : 0), .nanoseconds)
        }
        let instant = Instant(milliseconds: Int64(clamping: milliseconds))
        return TimeValue(instant, form)
    }

    /// A moment, if it is a valid time.
    init(_ instant: Instant, _ form: TimeForm) {
        self =
            instant >= .earliest && instant <= .latest ? .moment(instant, form) : .unreadable(.timeOutOfRange)
    }
}
