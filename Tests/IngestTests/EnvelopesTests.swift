import Records
import TestSupport
import Testing

@testable import Ingest

/// Envelopes, alone and in a row: a time before or after the list, repeated keys, a truncated file.
@Suite struct EnvelopesTests {
    @Test(arguments: [0, 200, 9_000, 40_000]) func `random envelopes are read by the rules`(padding: Int) throws {
        var dice = SeededGenerator(UInt64(padding + 1))
        for number in 0..<(padding > 200 ? 30 : 300) {
            let (text, expected) = RandomEnvelopes(&dice, items: 1 + number % 7, mostPadding: padding).write()
            let piece = [nil, 1 + number, 63, 4_096][number % 4]
            let read = try readFile(text, piece: piece)
            // A file of only empty lists is reported as such.
            let refused = expected == RandomEnvelopes.Expectation() ? 1 : expected.undated
            guard read.asExpected == expected, read.ledger.refused == refused else {
                Issue.record(
                    "case \(number): \(read.asExpected) and \(read.refusals) for \(expected) in \(text.prefix(2_000))")
                return
            }
        }
    }

    @Test(arguments: [0, 30_000]) func `what is left of a truncated file is read`(padding: Int) throws {
        var dice = SeededGenerator(UInt64(padding + 2))
        for number in 0..<(padding > 0 ? 60 : 1_500) {
            let envelopes = RandomEnvelopes(&dice, items: 1 + number % 4, mostPadding: padding)
            let length = Int.random(in: 0...envelopes.write().text.utf8.count, using: &dice)
            let (text, expected) = envelopes.write(upTo: length)
            let read = try readFile(Array(text.utf8.prefix(length)), piece: number % 3 == 0 ? 1 + number % 80 : nil)
            guard read.asExpected == expected else {
                let cut = String(decoding: text.utf8.prefix(length), as: UTF8.self)
                Issue.record("case \(number): \(read.asExpected) for \(expected) in \(cut.prefix(2_000))")
                return
            }
        }
    }

    @Test func `an export after an envelope is not dated by it`() throws {
        let envelope = "{\"exportedAt\":1773709200,\"devices\":[\(Shape.undated)]}"
        let large = "{\"exportedAt\":1773709200,\"devices\":[\(Shape.undated),\(padded("l", 70_000))]}"
        let cut = "{\"exportedAt\":1773709200,\"devices\":[\(Shape.undated)],\"x\":}"
        for before in [envelope, large, cut] {
            let bare = try readFile("\(before)\n\(Shape.undated)")
            #expect(bare.exports.first?.export.exportedAt == .seconds(1_773_709_200))
            #expect(bare.refusals[.noExportTime] == 1)
            let named = try readFile("\(before)\n\(Shape.undated)", nameMoment: .seconds(monday + 172_799))
            #expect(named.exports.last?.export.exportedAt == .seconds(monday + 172_799))
            #expect(named.counts(.datedByName) == ["": 1])
        }
        let other = try readFile("\(envelope)\n{\"devices\":[\(Shape.undated)]}")
        #expect(other.exports.count == 1 && other.refusals == [.noExportTime: 1])
    }

    @Test func `a damaged list in one envelope does not affect the next ones`() throws {
        // The device without an end makes the look-ahead go on to the file's end.
        let damaged = { (id: String) in
            "{\"devices\":[\n{\"device\":\"x\",\"history\":[{\"y\":[\n\(padded(id, 70_000))\n],\"exportedAt\":1773709200}\n"
        }
        let good = "{\"devices\":[\(Shape.undated),\(padded("g", 70_000))],\"exportedAt\":1773709200}\n"
        for count in [1, 12] {
            let text = (0..<count).map { damaged("b\($0)") + good }.joined()
            let read = try readFile(text)
            #expect(read.ids == (0..<count).flatMap { ["b\($0)", "a", "g"] })
            #expect(read.refusals == [.notJSON: count])
        }
    }

    @Test(arguments: [9_000, 70_000]) func `consecutive envelopes are read once, and large ones twice`(padding: Int)
        throws
    {
        for isPacked in [false, true] {
            let counts = try [20, 40, 80].map { count in
                let text = (0..<count).map {
                    "{\"devices\":[\(padded("d\($0)", padding)),\(Shape.undated)],\"exportedAt\":1773705600}\n"
                }.joined()
                let bytes = isPacked ? gzip(Array(text.utf8)) : Array(text.utf8)
                let counting = CountedSources(bytes)
                let read = try TestReader().read { () throws(ReadFailure) in
                    isPacked ? try GzipSource(counting.source()) : counting.source()
                }
                #expect(read.ledger.exports == 2 * count && read.ledger.refused == 0)
                #expect(counting.opened == (padding > 64 << 10 ? 2 : 1))
                return counting.bytesRead
            }
            #expect(counts[1] <= counts[0] * 23 / 10 && counts[2] <= counts[1] * 23 / 10, "\(counts)")
        }
    }
}

/// An export padded with this many bytes.
func padded(_ id: String, _ count: Int) -> String {
    sample(id).dropLast() + ",\"x\":\"\(String(repeating: "p", count: count))\"}"
}

/// Makes sources of the same bytes, and counts the bytes read from all of them.
final class CountedSources {
    private let bytes: [UInt8]
    private(set) var opened = 0
    private(set) var bytesRead = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func source() -> any ByteSource {
        opened += 1
        return Counted(MemorySource(bytes), self)
    }

    private final class Counted: ByteSource {
        private let source: MemorySource
        private let owner: CountedSources

        init(_ source: MemorySource, _ owner: CountedSources) { (self.source, self.owner) = (source, owner) }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
            let count = try source.read(into: buffer)
            owner.bytesRead += count
            return count
        }
    }
}
