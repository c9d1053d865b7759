import Foundation
import TestSupport
import Testing

/// What `ingest` prints of what it did not use, and where there is nothing to use.
@Suite struct RefusalLinesTests {
    /// An export of a day after Monday, whose entries have lost the offset of their times but for the first.
    private func offsetLost(_ device: String, entries: Int) -> String {
        let lost = (0..<entries).map { ",{\"at\":\"2026-09-21T0\($0):00:00\"}" }.joined()
        return "{\"device\":\"\(device)\",\"exportedAt\":\(monday + day),\"history\":[{\"at\":\(monday)}\(lost)]}\n"
    }

    private let timeAdvice = "Write times as Unix seconds, or as ISO 8601 with `Z` or an offset."

    @Test func `each reason has one line, the most frequent first, with its first places over all files`() throws {
        let root = try Root()
        try root.export(offsetLost("a", entries: 2), to: "a.ndjson")
        try root.export(offsetLost("b", entries: 2) + offsetLost("c", entries: 1), to: "b.ndjson")
        try root.export("Bad Gateway\n", to: "c.ndjson")
        let run = try root.run("ingest")
        #expect(run.exitCode == 0)
        let lost =
            "freshness: 5 entries refused: time without `Z` or an offset (time-without-offset). \(timeAdvice) Where: "
        let value =
            "freshness: 1 export refused: value where an export's object should be (not-an-object). "
            + "Write one JSON object for each device. Where: c.ndjson: line 1\n"
        let (one, two) = ("a.ndjson: line 1, entry 1; line 1, entry 2; ", "b.ndjson: line 1, entry 1")
        #expect(run.error == "\(lost)\(one)\(two); and 2 more\n\(value)")
        try FileManager.default.removeItem(atPath: root.folder.path + "/.freshness")
        let verbose = try root.run("ingest", "--verbose")
        #expect(verbose.error.hasSuffix("\(lost)\(one)\(two); line 1, entry 2; line 2, entry 1\n\(value)"))
    }

    @Test func `an export's own time costs the export, and an optional value only itself`() throws {
        let root = try Root()
        try root.export(
            "{\"device\":\"a\",\"exportedAt\":\"2026-09-22T00:00:00\",\"history\":[]}\n"
                + "{\"device\":\"b\",\"exportedAt\":\(monday + day),\"history\":[{\"at\":\(monday),\"lowPower\":\"perhaps\"}]}\n",
            to: "a.ndjson")
        #expect(
            try root.run("ingest").error == """
                freshness: 1 export refused: `exportedAt`: time without `Z` or an offset (time-without-offset). \
                \(timeAdvice) Where: a.ndjson: line 1
                freshness: 1 × `lowPower` ignored: neither yes nor no (not-yes-or-no). \
                Write `true` or `false`. Where: a.ndjson: line 2, entry 0

                """)
    }

    @Test func `what stays unusable is said in one line by every later call, and no more once it is mended`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday), to: "good.json")
        for name in ["a.json", "b.json", "c.json", "d.json"] { try root.export("", to: name) }
        try root.export("[]", to: "e.json")
        _ = try root.run("ingest")
        let line =
            "freshness: still unusable: 4 × empty file (a.json, b.json, c.json, and 1 more). "
            + "Fetch the file again from its source. 1 × list without an export (e.json). "
            + "Check whether the job that collects exports ran.\n"
        for call in [["ingest"], ["ingest", "--quiet"]] {
            #expect(try BuiltProgram.run(call + ["--root", root.path]).error == line)
        }
        // What is new is said as such.
        try root.export("[]", to: "f.json")
        let run = try root.run("ingest")
        #expect(run.error.hasPrefix("freshness: 1 file refused: list without an export (no-exports). "))
        #expect(run.error.hasSuffix("Where: f.json\n\(line)"))
        for name in ["a", "b", "c", "d", "e", "f"] {
            try root.export(export(device: name, exportedAt: monday + day, ranAt: monday), to: name + ".json")
        }
        #expect(try root.run("ingest").error.isEmpty)
    }

    @Test func `a code that this program does not know is shown as it is`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday), to: "good.json")
        try root.export("[]", to: "e.json")
        _ = try root.run("ingest")
        try root.execute("UPDATE remarks SET code = 'code-of-2031' WHERE kind = 'refused'")
        #expect(try root.run("ingest").error == "freshness: still unusable: 1 × code-of-2031 (e.json).\n")
        let stats = try root.stats("2026-W39")
        let refused = try #require((stats["input.refused"] as? [[String: Any]])?.first)
        #expect(refused["code"] as? String == "code-of-2031" && refused["reason"] as? String == "code-of-2031")
        _ = try root.run("report", "--week", "2026-W39")
        #expect(try root.report("2026-09-27").contains("`e.json`: code-of-2031"))
    }

    @Test func `an empty folder is said with what to do, by ingest and by report`() throws {
        let root = try Root()
        let sentence =
            "freshness: \(root.path)/metrics/bg_runs is empty; put exports there, in files whose names end in .json, .ndjson or "
            + ".jsonl, or in one of these and .gz\n"
        #expect(try root.run("ingest").error == sentence)
        #expect(try root.run("report", "--week", "2026-W39").error == sentence)
        try root.export(export(exportedAt: monday + day, ranAt: monday))
        #expect(try root.run("report", "--week", "2026-W39").error.isEmpty)
    }

    @Test func `folders that are passed over are not called files`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday))
        try root.export("", to: "a.part")
        try root.folder.write("", to: "metrics/bg_runs/2026-09/b.json")
        try root.folder.write("", to: "metrics/bg_runs/.git/config")
        let run = try root.run("ingest")
        #expect(
            run.error.hasPrefix(
                "freshness: 1 file and 1 folder were passed over because of their names: 2026-09, a.part; exports' names end in"
            ),
            "\(run.error)")
        let passed = try root.stats("2026-W39")["input.passedOver"] as? [String: Any]
        #expect(passed?["count"] as? Int == 1 && passed?["folders"] as? Int == 1 && passed?["hidden"] as? Int == 0)
    }
}
