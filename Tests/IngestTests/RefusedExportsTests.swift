import CXXHash
import Foundation
import Records
import Testing

@testable import Ingest

/// The refused exports of a file, and their devices.
@Suite struct RefusedExportsTests {
    private static let unread = "{\"device\":\"u\",\"exportedAt\":\(monday),\"history\":[{},{},{}]}"
    private static let undated = "{\"device\":\"n\",\"history\":[{\"at\":\(monday)}]}"

    static let cases: [(text: String, refused: Int)] = [
        (sample("a"), 0), (withEntry("\"at\":\(monday)},{"), 0), ("", 1), ("[]", 1), ("[null,5,[]]", 3), (unread, 1),
        ("[\(unread),\(sample("a")),\(undated)]", 2), ("{\"device\":\n\(sample("a"))", 1),
        ("\(sample("a"))\nnonsense", 1),
        ("[\(sample("a")),{\"device\":", 1), ("{\"results\":[\(sample("a")),\(sample("b")),\(sample("c"))]}", 3),
        (
            "{\"device\":\"e\",\"at\":\(monday),\"success\":true}\n{\"device\":\"e\",\"at\":\(monday),\"success\":true}",
            2
        ),
    ]

    @Test(arguments: cases) func `refusals of exports, lines and files are counted, and entries are not`(
        text: String, refused: Int
    )
        throws
    {
        #expect(try readFile(text).ledger.refusedExports == refused)
    }

    private func hash(_ id: String) -> UInt64 {
        XXH3_64bits_withSeed(Array(id.utf8), id.utf8.count, RefusedDevices.seed)
    }

    @Test func `a refused export is kept with its device, entries and reason if its device can be read`() throws {
        let other = Self.unread.replacingOccurrences(of: "\"u\"", with: "17")
        let event = "{\"device\":\"u\",\"at\":\(monday),\"success\":true}"
        let lines = [
            Self.unread, sample("a"), other, Self.undated, event, "{\"history\":[]}", "{\"device\":[]}", Self.unread,
        ]
        let refused = try readFile(lines.joined(separator: "\n")).ledger.refusedDevices
        let moment = Instant(milliseconds: Int64(monday) * 1_000)
        #expect(
            refused.reasons.map(\.code) == ["no-export-time", "no-readable-entry", "run-not-export"])
        #expect(
            refused.devices(refusedFor: Remark(.refused, .noReadableEntry))
                == [
                    RefusedDevice(hash: hash("u"), exports: 2, entries: 6, latest: moment),
                    RefusedDevice(hash: hash("17"), exports: 1, entries: 3, latest: moment),
                ].sorted { $0.hash < $1.hash })
        #expect(
            refused.devices(refusedFor: Remark(.refused, .noExportTime))
                == [RefusedDevice(hash: hash("n"), exports: 1, entries: 1)])
        #expect(
            refused.devices(refusedFor: Remark(.refused, .runNotExport))
                == [RefusedDevice(hash: hash("u"), exports: 1, entries: 1)])
        let backwards = try readFile(lines.reversed().joined(separator: "\n")).ledger.refusedDevices
        for reason in refused.reasons {
            #expect(backwards.devices(refusedFor: reason) == refused.devices(refusedFor: reason))
        }
        #expect(try readFile(sample("a")).ledger.refusedDevices == RefusedDevices())
    }

    @Test func `a refused export has the moment that it says, else its envelope's, and none where it cannot be read`()
        throws
    {
        let list = [
            "{\"device\":\"own\",\"exportedAt\":\(monday + 60),\"history\":[{}]}",
            "{\"device\":\"envelope's\",\"history\":[{}]}",
            "{\"device\":\"unreadable\",\"exportedAt\":\"soon\",\"history\":[{}]}",
        ]
        let envelope = "{\"exportedAt\":\(monday),\"devices\":[\(list.joined(separator: ","))]}"
        let refused = try readFile(envelope).ledger.refusedDevices
        let found = refused.reasons.flatMap { refused.devices(refusedFor: $0) }
        let moments = Dictionary(uniqueKeysWithValues: found.map { ($0.hash, $0.latest) })
        #expect(
            moments == [
                hash("own"): Instant(milliseconds: Int64(monday + 60) * 1_000),
                hash("envelope's"): Instant(milliseconds: Int64(monday) * 1_000), hash("unreadable"): nil as Instant?,
            ])
    }
}
