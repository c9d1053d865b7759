import Records
import Testing

@testable import Ingest

/// A JSON value, and its time. Milliseconds of dates are from Python's datetime.
struct TimeCase: CustomTestStringConvertible, Sendable {
    var json: String
    var expected: TimeValue

    init(_ json: String, _ milliseconds: Int64, _ form: TimeForm) {
        self.json = json
        expected = .moment(Instant(milliseconds: milliseconds), form)
    }

    init(_ json: String, _ refusal: Refusal) { (self.json, expected) = (json, .unreadable(refusal)) }

    init(unknown json: String) { (self.json, expected) = (json, .unknown) }

    var testDescription: String { json }

    /// The value, without a text's quotation marks.
    var value: TimeValue {
        let isText = json.hasPrefix("\"")
        let bytes = Array((isText ? String(json.dropFirst().dropLast()) : json).utf8)
        return bytes.withUnsafeBufferPointer { isText ? TimeValue(text: $0) : TimeValue(number: $0) }
    }

    static let forms: [TimeCase] = [
        TimeCase("1773619200", 1_773_619_200_000, .seconds),
        TimeCase("1773619200000", 1_773_619_200_000, .milliseconds),
        TimeCase("1773619200000000", 1_773_619_200_000, .microseconds),
        TimeCase("1773619200000000000", 1_773_619_200_000, .nanoseconds),
        // 1773619200 - 978307200, the seconds from 1970 to 2001.
        TimeCase("795312000", 1_773_619_200_000, .secondsSince2001),
        TimeCase("795312000.5", 1_773_619_200_500, .secondsSince2001),
        TimeCase("\"1773619200\"", 1_773_619_200_000, .text),
        TimeCase("\"1773619200.5\"", 1_773_619_200_500, .text),
        TimeCase("\"795312000.25\"", 1_773_619_200_250, .text),
        TimeCase("\"1773619200123\"", 1_773_619_200_123, .text),
        TimeCase("1.7736192e9", 1_773_619_200_000, .seconds),
        TimeCase("1.7736192E+9", 1_773_619_200_000, .seconds),
        TimeCase("17736192e2", 1_773_619_200_000, .seconds),
        TimeCase("177361920000e-2", 1_773_619_200_000, .seconds),
        TimeCase("1773619200.0", 1_773_619_200_000, .seconds),
        TimeCase("17736192005e-1", 1_773_619_200_500, .seconds),
        // How Java and Kotlin write a double: the numeric string of that number.
        TimeCase("\"1.7736192E9\"", 1_773_619_200_000, .text),
    ]

    static let rounding: [TimeCase] = [
        TimeCase("1773619200.0004", 1_773_619_200_000, .seconds),
        TimeCase("1773619200.0005", 1_773_619_200_001, .seconds),
        TimeCase("1773619200.00049999", 1_773_619_200_000, .seconds),
        TimeCase("1773619200.9994", 1_773_619_200_999, .seconds),
        TimeCase("1773619200.9996", 1_773_619_201_000, .seconds),
        TimeCase("1786896383.891", 1_786_896_383_891, .seconds),
        TimeCase("1773619200.123999999999999999999999", 1_773_619_200_124, .seconds),
        TimeCase("1773619200123.4", 1_773_619_200_123, .milliseconds),
        TimeCase("1773619200123.5", 1_773_619_200_124, .milliseconds),
        TimeCase("1773619200123499", 1_773_619_200_123, .microseconds),
        TimeCase("1773619200123500", 1_773_619_200_124, .microseconds),
        TimeCase("1773619200123499999", 1_773_619_200_123, .nanoseconds),
        TimeCase("1773619200123500000", 1_773_619_200_124, .nanoseconds),
        TimeCase("795312000.0006", 1_773_619_200_001, .secondsSince2001),
        TimeCase("\"2026-03-16T00:00:00.0004Z\"", 1_773_619_200_000, .text),
        TimeCase("\"2026-03-16T00:00:00.0005Z\"", 1_773_619_200_001, .text),
        TimeCase("\"2026-03-15T23:59:59.9996Z\"", 1_773_619_200_000, .text),
        TimeCase("\"2026-03-16T00:00:00.123456789Z\"", 1_773_619_200_123, .text),
    ]

    static let edges: [TimeCase] = [
        // 2015-01-01 and 2040-01-01, and a step outside, in each form.
        TimeCase("1420070400", 1_420_070_400_000, .seconds), TimeCase("1420070399", .timeOutOfRange),
        TimeCase("2208988800", 2_208_988_800_000, .seconds), TimeCase("2208988801", .timeOutOfRange),
        TimeCase("1420070400000", 1_420_070_400_000, .milliseconds), TimeCase("1420070399999", .timeOutOfRange),
        TimeCase("2208988800000", 2_208_988_800_000, .milliseconds), TimeCase("2208988800001", .timeOutOfRange),
        TimeCase("1420070400000000", 1_420_070_400_000, .microseconds), TimeCase("1420070399999499", .timeOutOfRange),
        TimeCase("2208988800000000", 2_208_988_800_000, .microseconds), TimeCase("2208988800001000", .timeOutOfRange),
        TimeCase("1420070400000000000", 1_420_070_400_000, .nanoseconds),
        TimeCase("1420070399999499999", .timeOutOfRange),
        TimeCase("2208988800000000000", 2_208_988_800_000, .nanoseconds),
        TimeCase("2208988800001000000", .timeOutOfRange),
        TimeCase("441763200", 1_420_070_400_000, .secondsSince2001), TimeCase("441763199", .timeOutOfRange),
        TimeCase("1230681600", 2_208_988_800_000, .secondsSince2001), TimeCase("1230681601", .timeOutOfRange),
        TimeCase("\"2015-01-01T00:00:00Z\"", 1_420_070_400_000, .text),
        TimeCase("\"2014-12-31T23:59:59.999Z\"", .timeOutOfRange),
        TimeCase("\"2040-01-01T00:00:00Z\"", 2_208_988_800_000, .text),
        TimeCase("\"2040-01-01T00:00:00.001Z\"", .timeOutOfRange),
        TimeCase("\"2015-01-01T00:00:00+01:00\"", .timeOutOfRange),
        TimeCase("\"2014-12-31T23:00:00-01:00\"", 1_420_070_400_000, .text),
        TimeCase("\"9999-12-31T23:59:59Z\"", .timeOutOfRange), TimeCase("\"0000-01-01T00:00:00Z\"", .timeOutOfRange),
    ]

    static let numbers: [TimeCase] = [
        TimeCase("1e400", .timeOutOfRange), TimeCase("1e-400", .timeOutOfRange), TimeCase("-1e400", .timeOutOfRange),
        TimeCase("1e99999999999999999999", .timeOutOfRange), TimeCase("9223372036854775807", .timeOutOfRange),
        TimeCase("9223372036854775808", .timeOutOfRange), TimeCase("-9223372036854775808", .timeOutOfRange),
        TimeCase("-9223372036854775809", .timeOutOfRange), TimeCase("18446744073709551615", .timeOutOfRange),
        TimeCase("18446744073709551616", .timeOutOfRange), TimeCase("18446744075483170816", .timeOutOfRange),
        TimeCase(String(repeating: "9", count: 400), .timeOutOfRange), TimeCase("-1773619200", .timeOutOfRange),
        TimeCase("1", .timeOutOfRange), TimeCase("-2", .timeOutOfRange), TimeCase("0.5", .timeOutOfRange),
        TimeCase("0." + String(repeating: "0", count: 300) + "1773619200e310", 1_773_619_200_000, .seconds),
        TimeCase(unknown: "0"), TimeCase(unknown: "-0"), TimeCase(unknown: "0.0"), TimeCase(unknown: "-0.0"),
        TimeCase(unknown: "0e5"), TimeCase(unknown: "-1"), TimeCase(unknown: "-1.0"), TimeCase(unknown: "\"\""),
    ]

    static let texts: [TimeCase] = [
        TimeCase("\"2026-03-16T00:00:00Z\"", 1_773_619_200_000, .text),
        TimeCase("\"2026-03-16T12:34:56.789Z\"", 1_773_664_496_789, .text),
        TimeCase("\"2026-03-16T06:00:00+05:30\"", 1_773_621_000_000, .text),
        TimeCase("\"2026-03-16T06:00:00+0530\"", 1_773_621_000_000, .text),
        TimeCase("\"2026-03-16T00:00:00+14:00\"", 1_773_568_800_000, .text),
        TimeCase("\"2032-02-29T00:00:00-11:30\"", 1_961_667_000_000, .text),
        TimeCase("\"2027-01-01T00:30:00+01:00\"", 1_798_759_800_000, .text),
        TimeCase("\"2028-02-29T12:00:00Z\"", 1_835_438_400_000, .text),
        TimeCase("\"2024-02-29T23:59:59.999Z\"", 1_709_251_199_999, .text),
        TimeCase("\"2026-12-31T23:59:59.999Z\"", 1_798_761_599_999, .text),
        TimeCase("\"2026-02-29T12:00:00Z\"", .noSuchDate), TimeCase("\"2026-02-30T12:00:00Z\"", .noSuchDate),
        TimeCase("\"2026-04-31T12:00:00Z\"", .noSuchDate), TimeCase("\"2026-13-01T12:00:00Z\"", .noSuchDate),
        TimeCase("\"2026-00-01T12:00:00Z\"", .noSuchDate), TimeCase("\"2026-01-00T12:00:00Z\"", .noSuchDate),
        TimeCase("\"2026-03-16T24:00:00Z\"", .hourOutOfRange), TimeCase("\"2026-03-16T25:00:00Z\"", .hourOutOfRange),
        TimeCase("\"2026-03-16T12:60:00Z\"", .minuteOutOfRange),
        TimeCase("\"2026-03-16T12:00:60Z\"", .secondOutOfRange),
        TimeCase("\"2026-06-30T23:59:60Z\"", .secondOutOfRange),
        TimeCase("\"2026-03-16T12:00:00+24:00\"", .hourOutOfRange),
        TimeCase("\"2026-03-16T12:00:00+01:60\"", .minuteOutOfRange),
        TimeCase("\"2026-03-16T12:00:00\"", .timeWithoutOffset),
        TimeCase("\"2026-03-16T12:00:00.5\"", .timeWithoutOffset),
        TimeCase("\"2026-03-16T12:00:00Zjunk\"", .textAfterTime),
        TimeCase("\"2026-03-16T12:00:00Z \"", .textAfterTime), TimeCase("\"2026-03-16T12:00:00ZZ\"", .textAfterTime),
        TimeCase("\"2026-03-16T12:00:00+01:00Z\"", .textAfterTime),
        TimeCase("\"2026-03-16T12:00:00+01:000\"", .textAfterTime),
        TimeCase("\"2026-03-16T12:00:00 GMT\"", .textAfterTime),
    ]

    /// Texts that are not times; the reason does not matter.
    static let refusedTexts = [
        "2026-03-16", "2026-03-16T", "2026-03-16T12", "2026-03-16T12Z", "2026-W12-1T12:00:00Z", "2026-076T12:00:00Z",
        "Mon, 16 Mar 2026 15:00:00 GMT", "16.03.2026 12:00", "03/16/2026 12:00:00Z", "2026-3-16T12:00:00Z",
        "2026-03-16T1:00:00Z", "2026-03-16T12:0:00Z", "2026-03-16T12:00:5Z", "2026-03-16T12:00:00.Z",
        "2026-03-16T12:00:00+1", "2026-03-16T12:00:00+1:00", "2026-03-16T12:00:00+01:", "2026-03-16T12:00:00+01:0",
        "2026-03-16T12:00:00+01:3", "2026-03-16T12:00:00 + 01:00", "+2026-03-16T12:00:00Z", "-2026-03-16T12:00:00Z",
        " 2026-03-16T12:00:00Z", "2026-0316T12:00:00Z", "20260316T12:00:00Z", "2026-03-16T120000Z", "NaN", "Infinity",
        "0x69B8A400", "1773619200s", "1 773 619 200", "1,773,619,200", "--1773619200", "1773619200.5.5", ".", "-",
        "٢٠٢٦-03-16T12:00:00Z", "２０２６-03-16T12:00:00Z", "2026-03-16T12:00:00Z\u{0}", "\u{0}", "now", "null", "true",
        "1970-01-01T00:00:00Z", "2026–03–16T12:00:00Z", "12026-03-16T12:00:00Z",
    ]
}

@Suite struct TimeValueTests {
    @Test(arguments: TimeCase.forms + TimeCase.rounding) func `a time's form is recognised from its value`(
        time: TimeCase
    ) {
        #expect(time.value == time.expected)
    }

    @Test(arguments: TimeCase.edges) func `times lie from 2015 to 2040`(time: TimeCase) {
        #expect(time.value == time.expected)
    }

    @Test(arguments: TimeCase.numbers) func `a number of any size is a time, unknown or refused`(time: TimeCase) {
        #expect(time.value == time.expected)
    }

    @Test(arguments: TimeCase.texts) func `ISO 8601 is read strictly`(time: TimeCase) {
        #expect(time.value == time.expected)
    }

    @Test(arguments: TimeCase.refusedTexts) func `a text that is not a time is refused`(text: String) {
        let value = Array(text.utf8).withUnsafeBufferPointer { TimeValue(text: $0) }
        guard case .unreadable = value else {
            Issue.record("\(text) was read as \(value)")
            return
        }
    }

    @Test func `all forms may occur in one file`() throws {
        let forms = [
            "1773619200", "1773622800000", "1773626400000000", "1773630000000000000", "795326400.5",
            "\"2026-03-16T05:00:00Z\"", "\"1773640800\"",
        ]
        let entries = forms.map { "{\"at\":\($0)}" }.joined(separator: ",")
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[\(entries)]}")
        // 795326400.5 is 1773633600.5; the rest are an hour apart.
        let milliseconds = (0..<7).map { Int64(monday + 3_600 * $0) * 1_000 + ($0 == 4 ? 500 : 0) }
        #expect(read.exports.first?.runs.map(\.at.milliseconds) == milliseconds)
        #expect(
            read.counts(.timeForm) == [
                "unix-milliseconds": 1, "unix-microseconds": 1, "unix-nanoseconds": 1, "seconds-since-2001": 1,
                "text": 2,
            ])
    }
}
