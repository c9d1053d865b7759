import Records
import Testing

@testable import Ingest

/// A damaged text, the remaining devices, and the refusals with their positions.
struct Damage: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var ids: [String]
    /// For each thing that was not used, words of its position.
    var places: [String]

    init(_ name: String, _ text: String, _ ids: [String], _ places: [String]) {
        (self.name, self.text, self.ids, self.places) = (name, text, ids, places)
    }

    var testDescription: String { name }

    static let a = sample("a")
    static let b = sample("b")
    static let c = sample("c")
    static let badEscape = sample(#"x\p"#)
    static let openText = sample("x").replacing(#""device":"x","#, with: #""device":"x,"#)
    static let cut = String(sample("x").dropLast(12))

    static let lines: [Damage] = [
        badEscape, openText, cut, "{\"device\":\"x\"", "{", "{\"", "{\"device\":\"x\\", "{]", "{x}",
    ].map {
        Damage("the bad line \($0)", "\(a)\n\($0)\n\(b)\n\(c)\n", ["a", "b", "c"], ["line 2"])
    }
    static let words = [
        "hello world", "a,b,c", "}", "]", ",", ":", "\"", "\\", "\u{0}", "# a remark", "// a remark", "tru", "'x'",
    ].map {
        Damage("the line \($0)", "\(a)\n\($0)\n\(b)\n", ["a", "b"], ["line 2"])
    }
    static let places: [Damage] = [
        Damage("the first line is bad", "\(cut)\n\(a)\n\(b)", ["a", "b"], ["line 1"]),
        Damage("the last line is cut", "\(a)\n\(b)\n\(cut)", ["a", "b"], ["line 3"]),
        Damage("two bad lines in a row", "\(a)\n\(cut)\n\(openText)\n\(b)", ["a", "b"], ["line 2", "line 3"]),
        Damage("carriage returns and a bad line", "\(a)\r\n\(cut)\r\n\(b)\r\n", ["a", "b"], ["line 2"]),
        Damage(
            "a cut pretty-printed object", "\(pretty("a"))\n\(pretty("x").dropLast(20))\n\(pretty("b"))", ["a", "b"],
            ["line 13"]),
        Damage(
            "a pretty-printed object that ends in a text", "\(pretty("x").prefix(15))\n\(pretty("b"))", ["b"],
            ["line 1"]),
        Damage("a list cut in an export", "[\(a),\(b),\(cut)", ["a", "b"], ["device 2"]),
        Damage("a list of lines cut in an export", "[\n\(a),\n\(b),\n\(cut)", ["a", "b"], ["device 2"]),
        Damage("a list cut behind an export", "[\(a),\(b)", ["a", "b"], ["from device 2"]),
        Damage("a list cut behind a comma", "[\(a),\(b),", ["a", "b"], ["from device 2"]),
        Damage("a bad export in a list on one line", "[\(a),\(badEscape),\(b)]", ["a", "b"], ["device 1"]),
        Damage("a bad export in a list of lines", "[\n\(a),\n\(badEscape),\n\(b)\n]", ["a", "b"], ["device 1"]),
        Damage(
            "an open text in a list of lines", "[\n\(a),\n\(openText),\n\(b),\n\(c)\n]", ["a", "b", "c"], ["device 1"]),
        Damage("a cut export in a list of lines", "[\n\(a),\n\(cut),\n\(b),\n\(c)\n]", ["a", "b", "c"], ["device 1"]),
        Damage(
            "a bad export in a pretty-printed list",
            "[\n\(pretty("a", indent: " ")),\n\(pretty(#"x\p"#, indent: " ")),\n\(pretty("b", indent: " "))\n]",
            ["a", "b"], ["device 1"]),
        // As databases print a list: the first export right after the bracket, the others indented by a space.
        Damage(
            "an open text behind the bracket of a list", "[\(openText), \n \(a), \n \(b)]", ["a", "b"], ["device 0"]),
        Damage(
            "an open text in a list with commas before", "[\(a)\n,\(openText)\n,\(b)\n,\(c)]", ["a", "b", "c"],
            ["device 1"]),
        Damage("a list without a comma", "[\(a) \(b)]", ["a", "b"], ["comma"]),
        Damage("a last comma", "[\(a),]", ["a"], ["comma"]),
        Damage("nothing between two commas", "[\(a),,\(b)]", ["a", "b"], ["comma"]),
        Damage(
            "a bad device in an envelope", "{\"devices\":[\n\(a),\n\(openText),\n\(b)\n],\n\"x\":1}", ["a", "b"],
            ["device 1"]),
        Damage("an envelope cut behind a device", "{\"devices\":[\(a),\(b)", ["a", "b"], ["from device 2"]),
        Damage("an envelope cut in a device", "{\"devices\":[\(a),\(cut)", ["a"], ["device 1"]),
        Damage("an envelope cut behind its list", "{\"devices\":[\(a)]", ["a"], ["the envelope of line 1"]),
        Damage("text behind a list", "[\(a)]x", ["a"], ["line 1"]),
        Damage("a bracket too many behind an object", "\(a)}\n\(b)", ["a", "b"], ["line 1"]),
        Damage("a bracket too many behind a list", "[\(a)]]\n\(b)", ["a", "b"], ["line 1"]),
    ]
}

@Suite struct DamageTests {
    @Test(arguments: Damage.lines + Damage.words + Damage.places)
    func `damage costs only the damaged part`(damage: Damage) throws {
        let read = try readFile(damage.text)
        #expect(read.ids == damage.ids)
        let places = Refusal.allCases.flatMap { read.places($0) }.sorted()
        #expect(
            places.count == damage.places.count && zip(places, damage.places).allSatisfy { $0.contains($1) },
            "\(places)")
        #expect(read.ledger.refused == damage.places.count)
    }

    /// Members of an entry, of an export and of an unknown value that are invalid JSON.
    @Test(arguments: [
        "\"x\":1,", ",\"x\":1", "\"x\" 1", "\"x\"::1", "\"x\":", "\"x\"", "\"x\":1 \"y\":2", "\"x\":tru",
        "\"x\":trueish", "\"x\":nul", "\"x\":nulll",
        "\"x\":falsey", "\"x\":True", "\"x\":'y'", "x:1", "1:2", "\"x\":[1,]", "\"x\":[,1]", "\"x\":[1 2]",
        "\"x\":[1,,2]", "\"x\":{,}", "\"x\":[}",
        "\"x\":{]", "\"x\":{\"y\":1,}", "\"x\":{\"y\"}", "\"x\":{\"y\":1 \"z\":2}", "\"x\":[1:2]", "\"x\":/**/1",
        "\"x\":1//",
    ]) func `invalid JSON is found, also in unknown fields`(members: String) throws {
        for line in [
            "{\"device\":\"d\",\"exportedAt\":1773705600,\(members)}", withEntry("\"at\":1773619200,\(members)"),
            withEntry("\"at\":1773619200", ",\"z\":{\(members)}"),
            withEntry("\"at\":1773619200", ",\"z\":[{\(members)}]"),
        ] {
            let read = try readFile("\(line)\n\(sample("a"))\n")
            #expect(read.ids == ["a"], "\(line)")
            #expect(read.refusals == [.notJSON: 1], "\(line)")
        }
    }

    @Test(arguments: [
        "[{\"at\":1773619200},]", "[,{\"at\":1773619200}]", "[{\"at\":1773619200}{\"at\":1773619260}]",
        "[{\"at\":1773619200}}", "[1 2]",
    ])
    func `a history with invalid JSON costs its export`(history: String) throws {
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":\(history)}\n\(sample("a"))\n")
        #expect(read.ids == ["a"])
        #expect(read.refusals == [.notJSON: 1])
    }

    @Test func `a bad line among thousands is reported with its number`() throws {
        var lines = (1...3_000).map { sample("d\($0)", runs: 1) }
        for bad in [17, 1_500, 2_999] { lines[bad - 1] = Damage.openText }
        let read = try readFile(lines.joined(separator: "\n"))
        #expect(read.ledger.exports == 2_997 && read.ledger.refused == 3)
        #expect(read.places(.notJSON) == ["line 17", "line 1500", "line 2999"])
    }

    @Test func `positions are listed up to a limit and counted beyond it`() throws {
        let read = try readFile(String(repeating: "{x}\n", count: 500))
        #expect(read.refusals == [.notJSON: 500] && read.places(.notJSON).count == 20)
    }
}
