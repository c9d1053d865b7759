import Records
import Testing

@testable import Ingest

@Suite struct TextTests {
    private func export(_ device: String, app: String = "") -> String {
        "{\"device\":\"\(device)\",\"app\":\"\(app)\",\"exportedAt\":1773705600,\"history\":[{\"at\":1773619200}]}"
    }

    private func ids(_ texts: String...) throws -> [[UInt8]] {
        try readFile(texts.map { export($0) }.joined(separator: "\n")).exports.map(\.device.id)
    }

    @Test(arguments: [
        #"\ud83d"#, #"\udc00"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\udc00\ud83d"#, #"\ud83d\ud83d\ude00"#, #"x\uDBFF"#,
        #"\ud83d\n"#,
        #"\u12"#, #"\u12g4"#, #"\p"#, #"\x41"#, #"\U0041"#, #"\'"#,
    ])
    func `an invalid escape costs its line, wherever it is`(escape: String) throws {
        for line in [
            export(escape), export("d", app: escape), withEntry("\"at\":1773619200,\"task\":\"\(escape)\""),
            withEntry("\"at\":1773619200,\"x\":\"\(escape)\""),
            withEntry("\"at\":1773619200", ",\"x\":[\"\(escape)\"]"),
            withEntry("\"at\":1773619200,\"\(escape)\":1"), withEntry("\"at\":1773619200,\"x\":{\"\(escape)\":1}"),
        ] {
            let read = try readFile("\(line)\n\(sample("a"))\n")
            #expect(read.ids == ["a"], "\(line)")
            #expect(read.ledger.refused == 1, "\(line)")
            #expect(read.places(.invalidEscape) + read.places(.notJSON) == ["line 1"], "\(line)")
        }
    }

    @Test func `an escaped and a raw emoji are the same id`() throws {
        let found = try ids(#"phone \ud83d\ude00"#, "phone 😀")
        #expect(found == [Array("phone 😀".utf8), Array("phone 😀".utf8)])
    }

    @Test func `a NUL inside an id does not end it`() throws {
        #expect(try ids(#"a\u0000b"#, "a", #"a\u0000c"#, #"\u0000"#) == [[97, 0, 98], [97], [97, 0, 99], [0]])
    }

    @Test func `ids that differ only in how an accent is composed are two`() throws {
        // U+00E9, and e with U+0301.
        let found = try ids("caf\u{E9}", "cafe\u{301}")
        #expect(found == [[99, 97, 102, 0xC3, 0xA9], [99, 97, 102, 101, 0xCC, 0x81]])
        let read = try readFile(export("caf\u{E9}") + export("cafe\u{301}"))
        #expect(Set(read.exports.map(\.device)).count == 2)
    }

    @Test func `bidirectional control characters are kept`() throws {
        #expect(
            try ids("\u{202E}gnp.exe", #"\u202egnp.exe"#) == [
                Array("\u{202E}gnp.exe".utf8), Array("\u{202E}gnp.exe".utf8),
            ])
    }

    @Test func `white space and case make ids different`() throws {
        #expect(Set(try ids("a", "A", " a", "a ", "a\u{A0}")).count == 5)
    }

    @Test func `an id of a megabyte costs only its export`() throws {
        let long = String(repeating: "x", count: 1 << 20)
        let read = try readFile("\(export(long))\n\(sample("a"))\n\(export("d", app: long))\n\(sample("b"))")
        #expect(read.ids == ["a", "b"])
        #expect(read.refusals == [.deviceTooLong: 1, .appTooLong: 1])
        #expect(read.places(.deviceTooLong) == ["line 1"])
    }

    @Test func `an id of 1,024 bytes is kept`() throws {
        let longest = String(repeating: "é", count: 512)
        #expect(try readFile(export(longest)).ids == [longest])
        #expect(try readFile(export(longest + "x")).refusals == [.deviceTooLong: 1])
    }

    @Test(
        arguments: [
            ("a lone continuation", [0x80]), ("an overlong slash", [0xC0, 0xAF]), ("a cut sequence", [0xE2, 0x82]),
            ("a surrogate in bytes", [0xED, 0xA0, 0xBD]), ("past the last code point", [0xF5, 0x80, 0x80, 0x80]),
            ("Latin-1", [0xE9]),
        ] as [(String, [UInt8])])
    func `invalid UTF-8 costs its line`(name: String, bytes: [UInt8]) throws {
        let parts = export("@").split(separator: "@").map { Array($0.utf8) }
        let read = try readFile(parts[0] + bytes + parts[1] + Array("\n\(sample("a"))".utf8))
        #expect(read.ids == ["a"])
        #expect(read.refusals == [.notUTF8: 1])
    }

    @Test(arguments: [UInt8(0), 1, 9, 27, 31]) func `a raw control character in a text is invalid JSON`(byte: UInt8)
        throws
    {
        let parts = export("a@b").split(separator: "@").map { Array($0.utf8) }
        let read = try readFile(parts[0] + [byte] + parts[1] + Array("\n\(sample("a"))".utf8))
        #expect(read.ids == ["a"])
        #expect(read.refusals == [.notJSON: 1])
    }

    @Test func `the same id in two apps is two devices, and an empty app is no app`() throws {
        let read = try readFile(export("a", app: "x") + export("a", app: "y") + export("a") + sample("a"))
        #expect(read.exports.map { String(decoding: $0.device.app, as: UTF8.self) } == ["x", "y", "", ""])
        #expect(Set(read.exports.map(\.device)).count == 3)
    }

    @Test func `a key written with escapes is the same key`() throws {
        let read = try readFile(
            #"{"d\u0065vice":"d","exported\u0041t":1773705600,"h\u0069story":[{"\u0061t":1773619200,"success":true}]}"#)
        #expect(read.ids == ["d"] && read.exports.first?.runs == [exportedRun(monday, .success)])
    }

    @Test func `an envelope's keys written with escapes are the same keys`() throws {
        let read = try readFile(#"{"exported\u0041t":1773705600,"d\u0065vices":[{"device":"d","history":[]}]}"#)
        #expect(read.ids == ["d"])
        #expect(read.refusals.isEmpty)
    }
}
