import Foundation
import TestSupport
import Testing

/// What the program says of a device whose exports were refused, and of lines that are no exports at all.
@Suite struct RefusedDevicesTests {
    /// An export whose entries have lost the offset of their times.
    private func unread(_ device: String, day number: Int, entries: Int = 6) -> String {
        let entries = (0..<entries).map { "{\"at\":\"2026-09-21T0\($0):00:00\"}" }.joined(separator: ",")
        return "{\"device\":\"\(device)\",\"exportedAt\":\(monday + number * day),\"history\":[\(entries)]}\n"
    }

    /// A text without its line breaks: a terminal's lines end anywhere.
    private func line(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }

    @Test func `of a device all of whose exports were refused it says so, how many and why`() throws {
        let root = try Root()
        for number in 1...7 {
            try root.export(unread("d1", day: number) + unread("d10", day: number), to: "\(number).ndjson")
        }
        let run = try root.run("device", "d1")
        #expect(run.exitCode == 3 && run.error.isEmpty)
        #expect(run.output.hasPrefix("Device \"d1\"\n"))
        let said = line(run.output)
        for sentence in [
            "All its exports were refused, so nothing is known of it.",
            "7 exports (42 entries) were refused: export in which no entry is readable.",
            "Write each entry as an object with `at`",
        ] { #expect(said.contains(sentence), "\(run.output)") }
        #expect(!said.contains("registered") && !said.contains("fresh"))
        // Of no device begins an id so; and a beginning is no whole id.
        #expect(try root.run("device", "d").exitCode == 2)
        #expect(try root.run("device", "d2").exitCode == 2)
    }

    @Test func `a whole id is meant, also where another one begins so`() throws {
        let root = try Root()
        try root.export(unread("d1", day: 1) + export(device: "d10", exportedAt: monday + day, ranAt: monday))
        #expect(try root.run("device", "d1").exitCode == 3)
        #expect(try root.run("device", "d10").exitCode == 0)
    }

    @Test func `a device that is known has a line for what was refused, and is not called well for the rest`() throws {
        let root = try Root()
        try root.export(
            export(device: "d1", exportedAt: monday + day, ranAt: monday + day - hour) + unread("d1", day: 2)
                + unread("d1", day: 3, entries: 1) + export(device: "d2", exportedAt: monday + day, ranAt: monday))
        let run = try root.run("device", "d1")
        #expect(run.exitCode == 0)
        #expect(line(run.output).contains("2 exports (7 entries) were refused:"), "\(run.output)")
        #expect(!run.output.contains("not the cause"))
        #expect(try !root.run("device", "d2").output.contains("refused"))
    }

    @Test func `a device that recorded nothing where it could be read is not sent to its registration`() throws {
        let root = try Root()
        try root.export(
            "{\"device\":\"d1\",\"exportedAt\":\(monday),\"history\":[]}\n" + unread("d1", day: 2, entries: 1))
        let run = try root.run("device", "d1")
        #expect(line(run.output).contains("1 export (1 entry) was refused:"), "\(run.output)")
        #expect(!run.output.contains("registered"))
    }

    @Test func `the order in which files are read changes nothing of it`() throws {
        let files = (1...4).map { unread("d1", day: $0) + "{\"device\":\"d1\",\"at\":\(monday),\"success\":true}\n" }
        let outputs = try [[0, 1, 2, 3], [3, 1, 0, 2]].map { order in
            let root = try Root()
            for place in order {
                try root.export(files[place], to: "\(place).ndjson")
                _ = try root.run("ingest")
            }
            return try root.run("device", "d1").output
        }
        #expect(outputs[0] == outputs[1] && line(outputs[0]).contains("4 exports (24 entries) were refused"))
    }

    @Test func `mended exports are no longer said to be refused`() throws {
        let root = try Root()
        try root.export(unread("d1", day: 1))
        #expect(try root.run("device", "d1").exitCode == 3)
        try root.export(export(device: "d1", exportedAt: monday + day, ranAt: monday))
        let run = try root.run("device", "d1")
        #expect(run.exitCode == 0 && !run.output.contains("refused"))
    }

    @Test func `an event stream is said first, with its lines and its first file`() throws {
        let root = try Root()
        let run = "{\"device\":\"d\",\"at\":\(monday),\"success\":true}\n"
        try root.export(run + run, to: "2026-09-21.ndjson")
        try root.export(run, to: "2026-09-22.ndjson")
        try root.export("nonsense", to: "0.json")
        let ingest = try root.run("ingest")
        let first = try #require(ingest.error.split(separator: "\n").first)
        #expect(first.hasPrefix("freshness: 3 exports refused: run in place of an export (run-not-export). Put "))
        #expect(first.hasSuffix(" Where: 2026-09-21.ndjson: line 1; line 2; 2026-09-22.ndjson: line 1"))
        #expect(ingest.exitCode == 3)
    }

    @Test func `a list under another key is said with its key, and counted as its exports`() throws {
        let root = try Root()
        let list = (0..<3).map { export(device: "d\($0)", exportedAt: monday + day, ranAt: monday) }
        try root.export("{\"results\":[\(list.joined(separator: ","))]}", to: "fleet.json")
        let ingest = try root.run("ingest")
        #expect(ingest.exitCode == 3)
        #expect(
            ingest.error.hasPrefix(
                "freshness: 3 exports refused: `results`: list of exports under another key than `devices` "
                    + "(wrong-list-key). Name the list `devices`, in the object that the file begins with. "
                    + "Where: fleet.json: line 1"))
        let stats = try root.stats("2026-W39")
        #expect((stats["input.refused"] as? [[String: Any]])?.first?["count"] as? Int == 3)
    }
}
