import Ingest
import Records
import Stats
import TestSupport
import Testing

@testable import Night

/// Remarks are added up over the files of a week, each with the first positions.
@Suite struct RemarksTests {
    @Test func `remarks are added up over the files of the two weeks`() throws {
        let site = try Site()
        try site.put(export("a", at: 24, runs: [1], ",\"odd\":1"), as: "b.json")
        try site.put("nothing\n" + export("b", at: 24, runs: [1], ",\"odd\":1,\"even\":2"), as: "a.ndjson")
        try site.put(export("c", at: -24, ",\"odd\":1"), as: "c.json")
        // Ignored: it has no export of the two weeks.
        try site.put("nothing\n" + export("z", at: -24 * 60, runs: [-24 * 61]), as: "old.json")
        try site.takeIn()
        let input = try site.assess().input
        #expect(input.files == 3)
        let said = input.remarks.map { [$0.remark.kind.rawValue, $0.remark.code, $0.remark.subject, "\($0.count)"] }
        #expect(
            said == [
                ["refused", "not-an-object", "", "1"], ["unknown-field", "", "odd", "3"],
                ["unknown-field", "", "even", "1"], ["nothing-recorded", "", "", "1"],
            ])
        #expect(input.refused.first?.places == [Place(file: "a.ndjson", position: "line 1")])
    }

    @Test func `positions are listed in the order of the files, up to a limit`() throws {
        let site = try Site()
        for file in ["b", "a", "c"] {
            try site.put(
                String(repeating: "nothing\n", count: 9) + export(file, at: 24, runs: [1]), as: "\(file).ndjson")
        }
        try site.takeIn()
        let refused = try #require(try site.assess().input.refused.first)
        #expect(refused.count == 27)
        #expect(refused.places.count == Ledger.namedPlaces)
        #expect(
            refused.places.map(\.file)
                == ["a", "b", "c"].flatMap { Array(repeating: "\($0).ndjson", count: 9) }.dropLast(7))
        #expect(refused.places[10] == Place(file: "b.ndjson", position: "line 2"))
    }

    @Test func `an unusable file is listed with each reason`() throws {
        let site = try Site()
        try site.put("nothing\n[1]\n", as: "bad.json")
        try site.put(export("a", at: 24, runs: [1]), as: "good.json")
        try site.takeIn()
        let input = try site.assess().input
        #expect(input.unusableFiles.map(\.file) == ["bad.json"])
        #expect(input.refused.map(\.count).reduce(0, +) == 2)
        #expect(input.files == 1)
    }
}
