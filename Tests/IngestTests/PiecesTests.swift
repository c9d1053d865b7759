import Records
import Testing

@testable import Ingest

/// The result must not depend on how the bytes are split.
@Suite struct PiecesTests {
    private static let sizes = [1, 2, 3, 7, 63, 64, 65, 4_096]

    /// Exports whose quotes, escapes and brackets in texts are at every position of a 64-byte block.
    private static func tricky(_ count: Int, separator: String) -> String {
        let pads = (0..<count).map {
            String(repeating: "p", count: $0 % 67) + #"\"{\\[\\\\\"]}"# + String(repeating: #"\\"#, count: $0 % 5)
        }
        return pads.enumerated().map { number, pad in
            "{\"device\":\"\(number)\(pad)\",\"exportedAt\":1773705600,\"x\":\"\(pad)\",\"history\":[{\"at\":\(monday + number),\"\(pad)\":1}]}"
        }.joined(separator: separator)
    }

    private static let files: [(name: String, text: String)] = [
        ("a list", "[\(tricky(140, separator: ","))]"), ("a list of lines", "[\n\(tricky(140, separator: ",\n"))\n]"),
        (
            "an envelope with the time before",
            "{\"exportedAt\":1773705600,\"devices\":[\(tricky(140, separator: ", ")),\(Shape.undated)]}"
        ),
        (
            "an envelope with the time behind",
            "{\"devices\":[\(Shape.undated),\(tricky(140, separator: ", "))],\"exportedAt\":1773705600}"
        ),
        ("one a line", tricky(140, separator: "\n")), ("several on a line", tricky(140, separator: "")),
        (
            "pretty-printed in a row",
            (0..<40).map { pretty(String(repeating: "x", count: $0), runs: 3) }.joined(separator: "\n")
        ),
        (
            "lines with damage",
            "\(tricky(9, separator: "\n"))\n\(Damage.openText)\n\(Damage.cut)\n\(Damage.badEscape)\n\(tricky(9, separator: "\r\n"))"
        ),
        ("a mark and blanks", "\u{FEFF}\r\n \(sample("a"))\n\n\t\(sample("b"))\n"), ("nothing", ""),
        ("a mark", "\u{FEFF}"),
    ]

    @Test(arguments: files.indices) func `the size of the pieces does not matter`(file: Int) throws {
        let (name, text) = Self.files[file]
        let whole = try readFile(text)
        for size in Self.sizes { #expect(try readFile(text, piece: size) == whole, "\(name), \(size) bytes at a time") }
    }

    @Test(arguments: [("a list", 0, 140), ("an envelope", 3, 141), ("lines", 4, 140), ("on one line", 5, 140)])
    func `no export of the awkward files is lost`(name: String, file: Int, count: Int) throws {
        let read = try readFile(Self.files[file].text)
        #expect(read.ledger.exports == count && read.ledger.refused == 0)
        #expect(read.ids.filter { $0.hasSuffix("\"]}") || $0.hasSuffix("\\") }.count == 140)
    }

    @Test func `a value longer than a piece of the file is read whole`() throws {
        // A reader's piece is half a megabyte: exports before, across and after its end.
        let entries = (0..<9_000).map { "{\"at\":\(monday + $0),\"success\":true}" }.joined(separator: ",")
        let large = (0..<4).map { "{\"device\":\"l\($0)\",\"exportedAt\":1773705600,\"history\":[\(entries)]}" }
        let text = "[\(sample("a")),\(large.joined(separator: ",")),\(sample("b"))]"
        let read = try readFile(text)
        #expect(read.ids == ["a", "l0", "l1", "l2", "l3", "b"] && read.ledger.refused == 0)
        #expect(read.exports.map(\.runs.count) == [2, 9_000, 9_000, 9_000, 9_000, 2])
        #expect(try readFile(text, piece: 100_003) == read)
    }

    @Test func `one reader reads many files, one after the other`() throws {
        let reader = try TestReader()
        let texts = Self.files.map { Array($0.text.utf8) }
        let first = texts.map { bytes in reader.read { MemorySource(bytes) } }
        let again = texts.map { bytes in reader.read { MemorySource(bytes) } }
        #expect(first == again)
        #expect(try first.first == readFile(texts[0]))
    }

    @Test func `a source that fails refuses the rest, with the reason`() throws {
        let bytes = Array("\(sample("a"))\n".utf8)
        let read = try TestReader().read { FailingSource(bytes) }
        #expect(read.refusals == [.unreadable: 1] && read.places(.unreadable) == ["it burnt"])
    }
}

/// Returns its bytes and then fails.
final class FailingSource: ByteSource {
    private let source: MemorySource

    init(_ bytes: [UInt8]) { source = MemorySource(bytes) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        let count = try source.read(into: buffer)
        if count == 0 { throw ReadFailure(.unreadable, detail: "it burnt") }
        return count
    }
}
