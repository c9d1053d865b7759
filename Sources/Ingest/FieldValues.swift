import CSimdjson
import Records

/// Field values as defined in `metrics/README.md`, section 1.
extension fj_token {
    /// A longer name is refused, in bytes.
    static var longestName: UInt32 { 1_024 }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: start, count: Int(length)) }

    func `is`(_ kind: fj_kind) -> Bool { UInt32(self.kind) == kind.rawValue }

    /// Absent, `null` or an empty text.
    var isMissing: Bool { self.is(FJ_ABSENT) || self.is(FJ_NULL) || (self.is(FJ_TEXT) && length == 0) }

    var time: TimeValue {
        if isMissing { return .unknown }
        if self.is(FJ_NUMBER) { return TimeValue(number: bytes) }
        if self.is(FJ_TEXT) { return TimeValue(text: bytes) }
        return .unreadable(.notATime)
    }

    /// A boolean: `true`, `1`, `"true"` and their opposites.
    var boolean: FieldValue<Bool> {
        if isMissing { return .unknown }
        if self.is(FJ_TRUE) { return .value(true) }
        if self.is(FJ_FALSE) { return .value(false) }
        if self.is(FJ_NUMBER), let number = wholeNumber {
            if number == 1 { return .value(true) }
            if number == 0 { return .value(false) }
        }
        if self.is(FJ_TEXT) {
            if bytes.elementsEqual("true".utf8) { return .value(true) }
            if bytes.elementsEqual("false".utf8) { return .value(false) }
        }
        return .unreadable(.notYesOrNo)
    }

    /// An outcome by name, in any case; nil if there is none. An entry with another word is refused, since it may mean
    /// success or failure.
    func outcome() throws(Refusal) -> Outcome? {
        if isMissing { return nil }
        guard self.is(FJ_TEXT), let outcome = Outcome(word: String(decoding: bytes.lazy.map(lowered), as: UTF8.self))
        else { throw .unknownOutcome }
        return outcome
    }

    /// A standby bucket by its code, by its code in a text, or by its name.
    var bucket: FieldValue<Bucket> {
        if isMissing { return .unknown }
        if self.is(FJ_NUMBER) || self.is(FJ_TEXT) {
            if let code = wholeNumber, let short = Int16(exactly: code), short != .max {
                return .value(Bucket(rawValue: short))
            }
            if self.is(FJ_TEXT), let bucket = Bucket(name: String(decoding: bytes, as: UTF8.self)) {
                return .value(bucket)
            }
        }
        return .unreadable(.notABucket)
    }

    /// The number of entries that a recorder keeps.
    var count: FieldValue<UInt32> {
        if isMissing { return .unknown }
        guard self.is(FJ_NUMBER) || self.is(FJ_TEXT), let number = wholeNumber else {
            return .unreadable(.notAWholeNumber)
        }
        if number == 0 || number == -1 { return .unknown }
        return UInt32(exactly: number).map { .value($0) } ?? .unreadable(.notAWholeNumber)
    }

    /// Whether this is a valid device id.
    var isDevice: Bool {
        (self.is(FJ_TEXT) || (self.is(FJ_NUMBER) && isWholeNumber)) && length > 0 && length <= Self.longestName
    }

    /// Whether these are the digits of an integer of any length: an id is its digits, not its value.
    var isWholeNumber: Bool {
        let digits = bytes.first == UInt8(ascii: "-") ? bytes[1...] : bytes[...]
        return !digits.isEmpty && digits.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    }

    /// The value of a number, or of a text that is one, if it is whole: `1.0` and `1e0` are 1.
    private var wholeNumber: Int64? {
        guard self.is(FJ_NUMBER) || TimeValue.isNumber(bytes) else { return nil }
        return DecimalNumber(bytes)?.wholeValue
    }
}

/// An ASCII letter in lower case. Other letters stay: no known word has any.
func lowered(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte
}

/// A field's value, if it has one.
enum FieldValue<Value> {
    case value(Value)
    case unknown
    case unreadable(Refusal)

    var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}
