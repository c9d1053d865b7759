import TestSupport
import Testing

@testable import Ingest

/// The end of a value, found 64 bytes at a time, compared with the same found byte by byte.
@Suite struct ScanTests {
    /// The end of the value at the start of `text`, by the simplest reading of RFC 8259.
    private func reference(_ text: [UInt8]) -> PieceBuffer.Extent {
        var depth = 0
        var inText = false
        var escaped = false
        var lines = 0
        for (place, byte) in text.enumerated() {
            if byte == UInt8(ascii: "\n") { lines += 1 }
            if inText {
                if byte == UInt8(ascii: "\n") { return .broken }
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inText = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): inText = true
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            if depth == 0 { return .whole(place + 1, lines: lines) }
        }
        return .cut
    }

    private func scanned(_ text: [UInt8], capacity: Int, piece: Int) throws -> PieceBuffer.Extent {
        let buffer = try PieceBuffer(capacity: capacity, largeExports: LargeExports())
        try buffer.open(PieceSource(text, piece))
        return try buffer.extent()
    }

    private func expectSame(_ text: [UInt8], _ comment: String) throws {
        let expected = reference(text)
        // A small window grows, so the scan stops and resumes at many positions.
        for (capacity, piece) in [(8_192, .max), (1, 1), (3, 2), (7, 7), (64, 64), (65, 3)] {
            let found = try scanned(text, capacity: capacity, piece: piece)
            if found != expected {
                Issue.record(
                    "\(comment), window of \(capacity): \(found) for \(expected) in \(String(decoding: text, as: UTF8.self))"
                )
                return
            }
        }
    }

    @Test func `quotes and escapes at every position of a block are seen`() throws {
        for padding in 0..<130 {
            let pad = String(repeating: " ", count: padding)
            for text in [
                "[\(pad)\"]\"]x", #"[\#(pad)"\"]"]"#, #"[\#(pad)"\\"]]"#, #"[\#(pad)"\\\"]"]"#,
                #"{\#(pad)"a\\\\":"\\\"}"}}"#, "[\(pad)\"\n\"]",
                #"[\#(pad)"\"#, "[\(pad)\"\\\n\"]", "[\(pad)[]{}[{}]]]", "[\(pad)\n{}\n]", "[\(pad)\"\(pad)]\(pad)\"]",
            ] { try expectSame(Array(text.utf8), "padding \(padding)") }
        }
    }

    /// A random value: brackets, texts with escapes, and sometimes a raw line break in a text.
    private func chance(_ dice: inout SeededGenerator, _ number: Int) -> [UInt8] {
        let telling = Array(#"{{[[}}]]""\\\\"#.utf8) + [0x0A]
        // From texts with almost no plain byte to texts with almost only plain bytes.
        let plain = Int.random(in: 0...98, using: &dice)
        let length = Int.random(in: 0...300, using: &dice)
        var text = [UInt8(ascii: "[")]
        for _ in 0..<length {
            let isPlain = Int.random(in: 0..<100, using: &dice) < plain
            var byte = isPlain ? UInt8.random(in: 0x20...0xFF, using: &dice) : telling.randomElement(using: &dice) ?? 0
            // Most texts have no raw line break, or nearly all would end there.
            if byte == 0x0A, number % 3 > 0 { byte = 0x20 }
            text.append(byte)
        }
        return text
    }

    /// The text with a space for each backslash outside of strings, which is invalid JSON.
    private func tame(_ text: [UInt8]) -> [UInt8] {
        var inText = false
        var escaped = false
        return text.map { byte in
            if inText {
                if escaped {
                    escaped = false
                } else if byte == UInt8(ascii: "\\") {
                    escaped = true
                } else if byte == UInt8(ascii: "\"") {
                    inText = false
                }
                return byte
            }
            inText = byte == UInt8(ascii: "\"")
            return byte == UInt8(ascii: "\\") ? 0x20 : byte
        }
    }

    @Test func `random texts end where a simple scan ends them`() throws {
        var dice = SeededGenerator(64)
        for number in 0..<6_000 { try expectSame(tame(chance(&dice, number)), "case \(number)") }
    }

    @Test func `the end of a value does not depend on the pieces read, valid JSON or not`() throws {
        var dice = SeededGenerator(65)
        for number in 0..<2_000 {
            let text = chance(&dice, number)
            let ends = try [1, 3, 64, 8_192].map { try scanned(text, capacity: $0, piece: $0) }
            if Set(ends.map { "\($0)" }).count > 1 {
                Issue.record("case \(number): \(ends) in \(String(decoding: text, as: UTF8.self))")
                return
            }
        }
    }

    @Test func `a long run of backslashes is counted across blocks`() throws {
        for count in 0..<200 {
            try expectSame(Array("[\"\(String(repeating: "\\", count: count))\"]\"]".utf8), "\(count) backslashes")
        }
    }
}
