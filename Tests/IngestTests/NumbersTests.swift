import Records
import Testing

@testable import Ingest

@Suite struct NumbersTests {
    private func export(device: String) -> String { "{\"device\":\(device),\"exportedAt\":1773705600,\"history\":[]}" }

    @Test(arguments: [
        "0", "7", "-1", "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
        "18446744073709551615", "18446744073709551616", "-9223372036854775809", String(repeating: "1", count: 400),
        String(repeating: "98765", count: 200),
    ])
    func `a numeric id keeps all digits`(digits: String) throws {
        #expect(try readFile(export(device: digits)).ids == [digits])
        #expect(try readFile(export(device: digits) + "\n" + export(device: "\"\(digits)\"")).ids == [digits, digits])
    }

    @Test(arguments: ["12.0", "12e0", "1E3", "0.5", "-1.0", "1e400", "true", "false", "[]", "[1]", "{}", "{\"a\":1}"])
    func `an id that is neither text nor integer is refused`(device: String) throws {
        let read = try readFile(export(device: device) + "\n" + sample("a"))
        #expect(read.ids == ["a"])
        #expect(read.refusals == [.invalidDevice: 1])
        #expect(read.places(.invalidDevice) == ["line 1"])
    }

    @Test(arguments: ["null", "\"\""]) func `a missing id is refused`(device: String) throws {
        #expect(try readFile(export(device: device)).refusals == [.noDevice: 1])
    }

    /// Invalid numbers by JSON's grammar (RFC 8259, section 6).
    @Test(arguments: [
        "NaN", "nan", "Infinity", "-Infinity", "01", "-01", "+1", ".5", "1.", "1.e5", "1e", "1e+", "0x10", "1_000",
        "--1",
        "- 1", "1 2", "1773619200x", "1773619200.5.5", "1773619200f", "-", "1e5e5", "０",
    ])
    func `a number outside of JSON's grammar is invalid JSON everywhere`(number: String) throws {
        for line in [
            withEntry("\"at\":\(number)"), withEntry("\"at\":1773619200,\"x\":\(number)"), export(device: number),
            withEntry("\"at\":1773619200", ",\"historyLimit\":\(number)"),
            withEntry("\"at\":1773619200", ",\"x\":[1,{\"y\":\(number)}]"),
        ] {
            let read = try readFile("\(line)\n\(sample("a"))")
            #expect(read.ids == ["a"], "\(line)")
            #expect(read.refusals == [.notJSON: 1], "\(line)")
        }
    }

    @Test(arguments: ["-0", "-0.0", "0e0", "1e400", "-1e400", "1E-400", "123456789012345678901234567890", "1e+5"])
    func `a number of any size in an unknown field is harmless`(number: String) throws {
        let read = try readFile(withEntry("\"at\":1773619200,\"x\":\(number)", ",\"y\":[\(number)]"))
        #expect(read.ids == ["d"] && read.exports.first?.runs.count == 1 && read.ledger.refused == 0)
    }

    @Test(arguments: ["1e400", "9223372036854775807", "9223372036854775808", "18446744075483170816", "-5"])
    func `a time out of range costs only its entry`(number: String) throws {
        let read = try readFile(
            "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[{\"at\":\(number)},{\"at\":1773619200}]}")
        #expect(read.exports.first?.runs.map(\.at) == [.seconds(monday)])
        #expect(read.refusals == [.timeOutOfRange: 1])
        #expect(read.places(.timeOutOfRange) == ["line 1, entry 0"])
    }

    @Test(
        arguments: [
            ("5", Int16(5)), ("10", 10), ("50", 50), ("60", 60), ("0", 0), ("-1", -1), ("\"40\"", 40), ("\"RARE\"", 40),
            ("\"rare\"", 40),
            ("\"Working_Set\"", 20), ("\"exempted\"", 5), ("\"restricted\"", 45), ("\"never\"", 50), ("10.0", 10),
            ("10e0", 10), ("1e1", 10), ("\"40.0\"", 40), ("4.0E+1", 40),
        ] as [(String, Int16)])
    func `a bucket is a code or a name in any case`(json: String, code: Int16) throws {
        let read = try readFile(withEntry("\"at\":1773619200,\"bucket\":\(json)", ",\"bucket\":\(json)"))
        #expect(read.exports.first?.runs.first?.bucket == Bucket(rawValue: code))
        #expect(read.exports.first?.export.bucket == Bucket(rawValue: code))
        #expect(read.counts(.ignoredValue).isEmpty)
    }

    @Test(arguments: ["1e400", "99999999999999999999", "\"lazy\"", "true", "[10]", "{}", "10.5"])
    func `an invalid bucket is unknown and counted, never mapped to another`(json: String) throws {
        let read = try readFile(withEntry("\"at\":1773619200,\"bucket\":\(json)", ",\"bucket\":\(json)"))
        #expect(read.exports.first?.runs.count == 1 && read.exports.first?.runs.first?.bucket == nil)
        #expect(read.exports.first?.export.bucket == nil)
        #expect(read.counts(.ignoredValue).values.reduce(0, +) == 2)
    }
}
