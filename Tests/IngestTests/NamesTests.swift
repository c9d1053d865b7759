import Records
import Testing

@testable import Ingest

@Suite struct NamesTests {
    @Test(
        arguments: [
            ("2026-09-24.json", "2026-9-24"), ("20260924.json", "2026-9-24"),
            ("bg_2026-09-24_eu.ndjson.gz", "2026-9-24"),
            ("runs-2026-09-24.json", "2026-9-24"), ("2026-09-24T10-15-00.json", "2026-9-24"),
            ("20260924T101500Z.json", "2026-9-24"),
            ("2026-09-24-2.json", "2026-9-24"), ("export2026-09-24.json", "2026-9-24"),
            ("2026-09-24 (1).json", "2026-9-24"),
            ("2026-09-24_20260924.json", "2026-9-24"), ("2028-02-29.json", "2028-2-29"),
            ("2015-01-01.json", "2015-1-1"),
            ("2039-12-31.json", "2039-12-31"), ("nightly.json", nil), ("2026-09.json", nil), ("2026-9-24.json", nil),
            ("260924.json", nil),
            ("2026-13-01.json", nil), ("2026-00-10.json", nil), ("2026-09-00.json", nil), ("2026-09-32.json", nil),
            ("2026-09-24_2026-09-25.json", nil), ("20260924-20260925.json", nil), ("2026092412.json", nil),
            ("12026-09-24.json", nil),
            ("2026-09-241.json", nil), ("1773705600.json", nil), ("20260924101500.json", nil), ("1999-12-31.json", nil),
            ("2040-01-01.json", nil), ("2041-01-01.json", nil), ("2014-12-31.json", nil),
            ("2039-12-31_2040-01-01.json", "2039-12-31"),
            (".json", nil), ("", nil), ("２０２６-09-24.json", nil),
        ] as [(String, String?)])
    func `the only date in a name is found`(name: String, expected: String?) {
        let date = FileNameDate(in: name.utf8)
        #expect(date.map { "\($0.year)-\($0.month)-\($0.day)" } == expected)
    }

    @Test func `the hash of no bytes is that of XXH3`() {
        // From xxHash's own sanity checks: XXH3 with 128 bits, length 0, seed 0.
        let digits = ContentHash(of: []).bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(digits == "99aa06d3014798d86001c324468d497f")
    }

    @Test(arguments: [1, 7, 64, 1_000]) func `bytes read in pieces have the hash of the whole`(piece: Int) throws {
        let bytes = Array(sample("a", runs: 100).utf8)
        let source = HashingSource(PieceSource(bytes, piece))
        #expect(!source.isAtEnd)
        let read = try TestReader().read { source }
        #expect(read.ids == ["a"] && source.isAtEnd && source.hash == ContentHash(of: bytes))
        #expect(source.hash != ContentHash(of: bytes + [0]) && source.hash != ContentHash(of: bytes.reversed()))
    }
}
