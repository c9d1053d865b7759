/// A JSON number, read digit by digit instead of as floating point, so that milliseconds stay exact.
struct DecimalNumber {
    var isNegative = false
    /// The integer part.
    var whole: UInt64 = 0
    /// The first four fractional digits, as ten-thousandths.
    private var tenThousandths: UInt64 = 0
    private var isZero = true
    private var hasFraction = false

    /// - Parameter text: a number in JSON's grammar.
    /// - Returns: nil if the number is 2^63 or more, which is no time.
    init?(_ text: UnsafeBufferPointer<UInt8>) {
        if !readPlain(text) {
            self = DecimalNumber()
            guard readAny(text) else { return nil }
        }
    }

    private init() {}

    /// Reads the common case: no exponent, and no more digits than fit. False for any other number.
    private mutating func readPlain(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        isNegative = text.first == UInt8(ascii: "-")
        let digits = text.dropFirst(isNegative ? 1 : 0)
        // Not a digit, as `e`, or too many digits: read it the long way.
        var value: UInt64 = 0
        var place = digits.startIndex
        let most = min(digits.endIndex, place + 18)
        while place < most {
            let digit = text[place] &- UInt8(ascii: "0")
            if digit > 9 { break }
            value = value &* 10 &+ UInt64(digit)
            place += 1
        }
        whole = value
        if place < digits.endIndex {
            guard text[place] == UInt8(ascii: "."), readFraction(text[(place + 1)...]) else { return false }
        }
        isZero = whole == 0 && !hasFraction
        return true
    }

    private mutating func readFraction(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var value: UInt64 = 0
        var weight: UInt64 = 1_000
        var isMissing = true
        for byte in text {
            let digit = byte &- UInt8(ascii: "0")
            if digit > 9 { return false }
            value &+= UInt64(digit) &* weight
            isMissing = isMissing && digit == 0
            weight /= 10
        }
        tenThousandths = value
        hasFraction = !isMissing
        return true
    }

    /// Reads any number; false if it is too large.
    private mutating func readAny(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var point = 0
        var pointSeen = false
        var index = 0
        if text.first == UInt8(ascii: "-") {
            isNegative = true
            index = 1
        }
        let start = index
        // The exponent moves the point, so it is read first; almost no number has one.
        let mantissaEnd = text.firstIndex { $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") } ?? text.count
        for byte in text[start..<mantissaEnd] {
            if byte == UInt8(ascii: ".") { pointSeen = true } else if !pointSeen { point += 1 }
        }
        if mantissaEnd < text.count { point += Self.exponent(text[(mantissaEnd + 1)...]) }
        var place = 0
        for byte in text[start..<mantissaEnd] where byte != UInt8(ascii: ".") {
            let digit = UInt64(byte - UInt8(ascii: "0"))
            if digit != 0 { isZero = false }
            if place < point {
                let (tens, overflow) = whole.multipliedReportingOverflow(by: 10)
                if overflow || tens > UInt64(Int64.max) - digit { return false }
                whole = tens + digit
            } else if place < point + 4 {
                tenThousandths += digit * [1000, 100, 10, 1][place - point]
            }
            if place >= point, digit != 0 { hasFraction = true }
            place += 1
        }
        while place < point, whole > 0 {
            let (tens, overflow) = whole.multipliedReportingOverflow(by: 10)
            if overflow || tens > UInt64(Int64.max) { return false }
            whole = tens
            place += 1
        }
        return true
    }

    /// The exponent, clamped to what matters.
    private static func exponent(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        var value = 0
        for byte in text where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
            value = min(value * 10 + Int(byte - UInt8(ascii: "0")), 10_000)
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    /// The fraction in thousandths, rounded; 1,000 if it rounds up to a whole.
    var thousandths: UInt64 { (tenThousandths + 5) / 10 }

    /// The fraction rounded to a whole: 0 or 1.
    var roundedFraction: UInt64 { tenThousandths >= 5_000 ? 1 : 0 }

    /// The number, if it is whole.
    var wholeValue: Int64? {
        guard !hasFraction, let value = Int64(exactly: whole) else { return nil }
        return isNegative ? -value : value
    }

    /// Whether this is the 0 or -1 that recorders write for "unknown".
    var isUnknownPlaceholder: Bool {
        isZero || (isNegative && whole == 1 && !hasFraction)
    }
}
