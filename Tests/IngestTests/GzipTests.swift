import Foundation
import Records
import Testing

@testable import Ingest

/// Bytes as a gzip member, by RFC 1951 and 1952: stored, not compressed.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
    func littleEnd(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
    var member: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
    var rest = bytes[...]
    repeat {
        let block = rest.prefix(65_535)
        rest = rest.dropFirst(65_535)
        member += [rest.isEmpty ? 1 : 0] + littleEnd(block.count, 2) + littleEnd(~block.count & 0xFFFF, 2) + block
    } while !rest.isEmpty
    var check: UInt32 = 0xFFFF_FFFF
    for byte in bytes {
        check ^= UInt32(byte)
        for _ in 0..<8 { check = check >> 1 ^ (check & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return member + littleEnd(Int(~check), 4) + littleEnd(bytes.count, 4)
}

@Suite struct GzipTests {
    /// 65,536 zeros, compressed by Python: gzip.compress(bytes(65536), 9, mtime=0), as base64.
    private static let zeros =
        "H4sIAAAAAAACA+3BAQEAAACAkP6v7ggKAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        + "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAauuOl9cAAAEA"
    private let text = Array("\(sample("a"))\n\(sample("b"))\n".utf8)

    /// Decompresses everything, as the program does before it uses anything.
    private func unpack(_ bytes: [UInt8], piece: Int = .max) throws(ReadFailure) -> [UInt8] {
        let source = try GzipSource(PieceSource(bytes, piece))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { buffer.deallocate() }
        var result: [UInt8] = []
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return result }
            // Enough to compare; a bomb need not be kept.
            if result.count < 1 << 20 { result += buffer.prefix(count) }
        }
    }

    private func refusal(_ bytes: [UInt8]) -> Refusal? {
        do throws(ReadFailure) {
            _ = try unpack(bytes)
            return nil
        } catch {
            return error.refusal
        }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 65_536]) func `compressed bytes in pieces of any size decompress to the same`(
        piece: Int
    )
        throws
    {
        #expect(try unpack(gzip(text), piece: piece) == text)
        #expect(try unpack(gzip(text) + gzip(text), piece: piece) == text + text)
    }

    @Test func `a compressed file is read like an uncompressed one`() throws {
        #expect(try readFile(gzip(text)).ids == ["a", "b"])
        #expect(try readFile(gzip(Array("\u{FEFF}\(sample("a"))".utf8))).ids == ["a"])
    }

    @Test func `a file compressed by another program is read`() throws {
        // Python: gzip.compress(b'{"device":"z","exportedAt":1773705600}\n', 9, mtime=0), as base64.
        let packed = try #require(
            Data(base64Encoded: "H4sIAAAAAAACA6tWSkkty0xOVbJSqlLSUUqtKMgvKklNcSxRsjI0Nzc2NzA1MzCo5QIAmZccsScAAAA="))
        #expect(try unpack(Array(packed)) == Array("{\"device\":\"z\",\"exportedAt\":1773705600}\n".utf8))
    }

    @Test func `two gzip members are one file`() throws {
        #expect(try readFile(gzip(Array(text.prefix(50))) + gzip(Array(text.dropFirst(50)))).ids == ["a", "b"])
    }

    @Test func `a gzip file cut at any byte is damaged`() {
        let whole = gzip(text)
        for length in 2..<whole.count {
            #expect(refusal(Array(whole.prefix(length))) == .damagedGzip, "cut at \(length)")
        }
    }

    @Test func `a gzip file with a changed byte of data or checksum is damaged`() {
        let whole = gzip(text)
        // The header is 10 bytes, of which the time and the system may change harmlessly; only three bits of the
        // block's first byte matter.
        for place in 11..<whole.count {
            var bytes = whole
            bytes[place] ^= 0x10
            #expect(refusal(bytes) == .damagedGzip, "byte \(place)")
        }
    }

    @Test func `text after a gzip member is damage`() {
        #expect(refusal(gzip(text) + Array("more".utf8)) == .damagedGzip)
        #expect(refusal(gzip(text) + gzip(text).prefix(12)) == .damagedGzip)
    }

    @Test func `an empty gzip file is an empty file`() throws {
        #expect(try readFile(gzip([])).refusals == [.empty: 1])
    }

    @Test func `a gzip bomb is refused before it fills the disk`() throws {
        let packed = try #require(Data(base64Encoded: Self.zeros))
        #expect(try unpack(Array(packed)) == [UInt8](repeating: 0, count: 65_536))
        let bomb = [[UInt8]](repeating: Array(packed), count: 2_000).flatMap { $0 }
        #expect(refusal(bomb) == .gzipBomb)
    }

    @Test func `a small file that compresses well is not a gzip bomb`() throws {
        let packed = try #require(Data(base64Encoded: Self.zeros))
        let harmless = [[UInt8]](repeating: Array(packed), count: 100).flatMap { $0 }
        #expect(refusal(harmless) == nil)
    }
}
