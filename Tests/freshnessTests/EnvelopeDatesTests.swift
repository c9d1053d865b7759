import Foundation
import TestSupport
import Testing

/// An envelope dates what is in it, and nothing beside it in the same file.
@Suite struct EnvelopeDatesTests {
    private static let exported = monday + 3 * day

    private static func undated(_ device: String) -> String {
        "{\"device\":\"\(device)\",\"history\":[{\"at\":\(monday + 12 * hour),\"success\":true}]}"
    }

    private static func envelope(_ devices: String..., date: String? = "\"exportedAt\":\(exported)") -> String {
        let list = "\"devices\":[\(devices.joined(separator: ","))]"
        return "{\([date, list].compactMap { $0 }.joined(separator: ","))}"
    }

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var text: String
        /// The devices that have no date.
        var undated: [String]
        var dated = ["in"]
    }

    static let cases = [
        Case(testDescription: "behind it", text: "\(envelope(undated("in")))\n\(undated("out"))\n", undated: ["out"]),
        Case(testDescription: "on its line", text: "\(envelope(undated("in"))) \(undated("out"))", undated: ["out"]),
        Case(testDescription: "before it", text: "\(undated("out"))\n\(envelope(undated("in")))\n", undated: ["out"]),
        Case(
            testDescription: "before and behind it",
            text: "\(undated("first"))\n\(envelope(undated("in")))\n\(undated("out"))\n\(undated("last"))\n",
            undated: ["first", "out", "last"]),
        Case(
            testDescription: "in an envelope without a date",
            text: "\(envelope(undated("in")))\n\(envelope(undated("out"), date: nil))\n", undated: ["out"]),
        Case(
            testDescription: "in an envelope whose date is none",
            text: "\(envelope(undated("in")))\n\(envelope(undated("out"), date: "\"exportedAt\":\"soon\""))\n",
            undated: ["out"]),
        Case(
            testDescription: "behind two",
            text: "\(envelope(undated("in")))\n\(envelope(undated("in too")))\n\(undated("out"))\n",
            undated: ["out"], dated: ["in", "in too"]),
        Case(
            testDescription: "behind one without devices", text: "\(envelope())\n\(undated("out"))\n", undated: ["out"],
            dated: []),
        Case(
            testDescription: "behind a large one",
            text:
                "\(envelope(undated("in"), String(repeating: " ", count: 900_000) + undated("in too")))\n\(undated("out"))\n",
            undated: ["out"], dated: ["in", "in too"]),
    ]

    /// A first night's file is cut before the envelope says its time; the second night's is whole.
    @Test(arguments: [0, 200_000])
    func `exports in an envelope that is cut before its time are not dated by the file's name`(padding: Int) throws {
        let root = try Root()
        let list = "{\"devices\":[\(Self.undated("in"))\(String(repeating: " ", count: padding))]"
        // Without the bracket, without the brace, and cut within the time.
        for text in [String(list.dropLast()), list, list + ",\"exportedAt\":17"] {
            try root.export(text, to: "2026-09-27.json")
            let stats = try root.stats("2026-W39")
            #expect(stats.int("current.all.devices") == 0 && stats.int("input.exports") == 0, "\(text.suffix(40))")
        }
        try root.export("\(list),\"exportedAt\":\(Self.exported)}", to: "2026-09-27.json")
        // Three days less twelve hours.
        let stats = try root.stats("2026-W39")
        #expect(stats.double("current.all.p50Hours") == 60 && stats.int("input.exports") == 1)
        #expect(stats.int("input.datedByName") == 0)
        // Of a whole one that says no time the name is the best there is.
        let undated = try Root()
        try undated.export(list + "}", to: "2026-09-27.json")
        #expect(try undated.stats("2026-W39").int("input.datedByName") == 1)
    }

    @Test func `an envelope without an end costs its line, not the next one`() throws {
        let root = try Root()
        let lines = ["a", "b", "c"].map { export(device: $0, exportedAt: Self.exported, ranAt: monday) }
        try root.export(String(Self.envelope(Self.undated("in")).dropLast()) + "\n" + lines.joined(), to: "a.ndjson")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 4)
        #expect((stats["input.refused"] as? [Any])?.count == 1)
    }

    @Test(arguments: cases) func `an export without a date is refused beside an envelope`(_ row: Case) throws {
        let root = try Root()
        try root.export(row.text, to: "a.json")
        let ingest = try root.run("ingest")
        #expect(ingest.exitCode == (row.dated.isEmpty ? 3 : 0), "\(ingest.error)")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == row.dated.count)
        let refused = stats["input.refused"] as? [[String: Any]] ?? []
        let undated = refused.filter { $0["code"] as? String == "no-export-time" }
        #expect(undated.compactMap { $0["count"] as? Int } == [row.undated.count], "\(refused)")
        // Three days less the twelve hours of Monday.
        if !row.dated.isEmpty { #expect(stats.double("current.all.p90Hours") == 60) }
    }

    @Test(arguments: cases) func `an export without a date is dated by the file's name beside an envelope`(
        _ row: Case
    ) throws {
        let root = try Root()
        try root.export(row.text, to: "2026-09-25.json")
        #expect(try root.run("ingest").exitCode == 0)
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == row.dated.count + row.undated.count)
        #expect(stats.int("input.datedByName") == row.undated.count)
        // Friday's last millisecond, four and a half days after the run.
        #expect(milliseconds(stats.double("current.all.p90Hours")) == 108 * 3_600_000 - 1)
        #expect((stats["input.refused"] as? [Any])?.isEmpty == true)
    }
}
