import Records
import Testing

@testable import Ingest

/// A file's text, the devices in it, and what is refused.
struct Shape: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var ids: [String]
    var refused: [Refusal: Int]

    init(_ name: String, _ text: String, _ ids: [String] = [], refused: [Refusal: Int] = [:]) {
        (self.name, self.text, self.ids, self.refused) = (name, text, ids, refused)
    }

    var testDescription: String { name }

    static let mark = "\u{FEFF}"
    static let undated = #"{"device":"a","history":[{"at":1773619200}]}"#

    static let whole: [Shape] = [
        Shape("an object", sample("a"), ["a"]),
        Shape("an object and a line break", sample("a") + "\n", ["a"]),
        Shape("a list", "[\(sample("a")),\(sample("b"))]", ["a", "b"]),
        Shape("a list with a line for each", "[\n\(sample("a")),\n\(sample("b"))\n]\n", ["a", "b"]),
        Shape("a list of one with white space", " \r\n\t[ \(sample("a"))\t\n] \n", ["a"]),
        Shape("an envelope with the time before", "{\"exportedAt\":1773705600,\"devices\":[\(undated)]}", ["a"]),
        Shape("an envelope with the time behind", "{\"devices\":[\(undated)],\"exportedAt\":1773705600}", ["a"]),
        Shape("an envelope with its own words", "{\"by\":{\"x\":[1]},\"devices\":[\(sample("a"))],\"n\":1}", ["a"]),
        Shape("an empty list in an envelope", "{\"exportedAt\":1773705600,\"devices\":[]}", refused: [.noExports: 1]),
        Shape("two envelopes in a row", String(repeating: "{\"devices\":[\(sample("a"))]}\n", count: 2), ["a", "a"]),
        Shape("one a line", "\(sample("a"))\n\(sample("b"))\n\(sample("c"))", ["a", "b", "c"]),
        Shape("blank lines between", "\n\n\(sample("a"))\n \n\t\n\(sample("b"))\n\n", ["a", "b"]),
        Shape(
            "several on a line", "\(sample("a"))\(sample("b")) \(sample("c"))\n\(sample("d"))", ["a", "b", "c", "d"]),
        Shape("pretty-printed in a row", "\(pretty("a"))\n\(pretty("b"))\n\(pretty("c"))\n", ["a", "b", "c"]),
        Shape(
            "pretty-printed in a list", "[\n\(pretty("a", indent: " ")),\n\(pretty("b", indent: " "))\n]", ["a", "b"]),
        Shape("lists in a row", "[\(sample("a"))]\n[\(sample("b"))]", ["a", "b"]),
        Shape("carriage returns", "\(sample("a"))\r\n\(sample("b"))\r\n", ["a", "b"]),
        Shape(
            "pretty-printed with carriage returns", pretty("a").split(separator: "\n").joined(separator: "\r\n"), ["a"]),
        Shape("a byte-order mark", mark + sample("a"), ["a"]),
        Shape("a byte-order mark and carriage returns", mark + "[\r\n\(sample("a"))\r\n]\r\n", ["a"]),
    ]

    static let useless: [Shape] = [
        Shape("an empty file", "", refused: [.empty: 1]),
        Shape("a blank file", " \r\n\t\n", refused: [.empty: 1]),
        Shape("nothing but a byte-order mark", mark, refused: [.empty: 1]),
        Shape("null", "null", refused: [.notAnObject: 1]),
        Shape("an empty list", "[]", refused: [.noExports: 1]),
        Shape("an empty object", "{}", refused: [.noDevice: 1]),
        Shape("a bare number", "1773619200", refused: [.notAnObject: 1]),
        Shape("a bare text", "\"device\"", refused: [.notAnObject: 1]),
        Shape("true", "true\n", refused: [.notAnObject: 1]),
        Shape("a list of what is no object", "[null, 5, \"x\", [], true]", refused: [.notAnObject: 5]),
        Shape("a list of lists of exports", "[[\(sample("a"))]]", refused: [.notAnObject: 1]),
        Shape(
            "an object keyed by device id",
            "{\"a\":{\"exportedAt\":1773705600,\"history\":[{\"at\":1773619200}]},\"b\":{\"history\":[]}}",
            refused: [.keyedByDevice: 1]),
        Shape("an object keyed by one device id", "{\"a\":\(undated)}", refused: [.keyedByDevice: 1]),
        Shape("an object of another kind", "{\"event\":\"start\",\"id\":7}", refused: [.noDevice: 1]),
        Shape("an export without any time", undated, refused: [.noExportTime: 1]),
    ]
}

@Suite struct ShapesTests {
    @Test(arguments: Shape.whole + Shape.useless)
    func `the kind of a file is recognised from its bytes`(shape: Shape) throws {
        let read = try readFile(shape.text)
        #expect(read.ids == shape.ids)
        #expect(read.refusals == shape.refused)
        #expect(read.ledger.exports == shape.ids.count)
    }

    @Test(arguments: Shape.whole) func `exports in every form of file keep all their runs`(shape: Shape) throws {
        for export in try readFile(shape.text).exports {
            #expect(export.export.exportedAt == .seconds(monday + 86_400))
            #expect(export.runs.first?.at == .seconds(monday))
        }
    }

    @Test(
        arguments: [
            ("little end first, with a mark", [0xFF, 0xFE], false), ("big end first, with a mark", [0xFE, 0xFF], true),
            ("little end first", [], false), ("big end first", [], true),
        ] as [(String, [UInt8], Bool)])
    func `UTF-16 is refused by name`(name: String, mark: [UInt8], isBigEnd: Bool) throws {
        let units = sample("a").utf16.map { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let read = try readFile(mark + units.flatMap { isBigEnd ? $0.reversed() : $0 })
        #expect(read.refusals == [.utf16: 1] && read.exports.isEmpty)
        #expect(Refusal.utf16.sentence.contains("UTF-16"))
    }

    @Test func `an object keyed by device id is export apart in its message`() {
        #expect(Refusal.keyedByDevice.sentence.contains("device ids as keys"))
    }

    @Test func `a device's own time takes precedence over the envelope's, and that over the file's name`() throws {
        let devices = "\"devices\":[\(sample("a")),\(Shape.undated)]"
        for text in ["{\"exportedAt\":1773709200,\(devices)}", "{\(devices),\"exportedAt\":1773709200}"] {
            let read = try readFile(text, nameMoment: .seconds(monday + 172_799))
            #expect(read.exports.map(\.export.exportedAt) == [.seconds(1_773_705_600), .seconds(1_773_709_200)])
            #expect(read.counts(.datedByName).isEmpty)
        }
    }

    @Test func `an export dated by its file's name is counted`() throws {
        let read = try readFile("[\(sample("a")),\(Shape.undated)]", nameMoment: .seconds(monday + 172_799))
        #expect(read.exports.map(\.export.exportedAt) == [.seconds(monday + 86_400), .seconds(monday + 172_799)])
        #expect(read.counts(.datedByName) == ["": 1])
    }

    @Test(arguments: ["null", "0", "-1", "\"\""])
    func `for an export with an unknown time another source is used`(nothing: String) throws {
        let export = "{\"device\":\"a\",\"exportedAt\":\(nothing),\"history\":[]}"
        #expect(try readFile(export).refusals == [.noExportTime: 1])
        #expect(try readFile(export, nameMoment: .seconds(monday)).exports.first?.export.exportedAt == .seconds(monday))
        let envelope = try readFile("{\"exportedAt\":1773705600,\"devices\":[\(export)]}", nameMoment: .seconds(monday))
        #expect(envelope.exports.first?.export.exportedAt == .seconds(1_773_705_600))
    }

    @Test(arguments: ["{}", "[]", "{\"at\":[1773705600,{}]}", "[1773705600]", "true", "\"soon\"", "5"])
    func `an unreadable time of an envelope is ignored, whatever it is`(time: String) throws {
        let devices = "\"devices\":[\(sample("a")),\(Shape.undated)]"
        for text in ["{\"exportedAt\":\(time),\(devices)}", "{\(devices),\"exportedAt\":\(time)}"] {
            let read = try readFile(text, nameMoment: .seconds(monday + 172_799))
            #expect(read.exports.map(\.export.exportedAt) == [.seconds(monday + 86_400), .seconds(monday + 172_799)])
            #expect(read.counts(.ignoredValue).count == 1 && read.ledger.refused == 0)
            #expect(read.counts(.ignoredValue).keys.allSatisfy { $0.hasPrefix("exportedAt: ") })
        }
    }

    @Test func `an envelope's devices may be far from its time`() throws {
        let many = (0..<9_000).map { "{\"device\":\($0),\"history\":[{\"at\":1773619200,\"success\":true}]}" }
        let read = try readFile("{\"devices\":[\(many.joined(separator: ",\n"))],\"exportedAt\":1773705600}")
        #expect(read.ledger.exports == 9_000 && read.ledger.refused == 0)
        #expect(read.exports.allSatisfy { $0.export.exportedAt == .seconds(1_773_705_600) })
    }
}
