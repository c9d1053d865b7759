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

    @Test func `for a device with only refused exports it says how many were refused and why`() throws {
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
            "Write each entry as an object with \"at\"",
        ] { #expect(said.contains(sentence), "\(run.output)") }
        #expect(!said.contains("registered") && !said.contains("fresh"))
        // Of no device begins an id so; and a beginning is no whole id.
        #expect(try root.run("device", "d").exitCode == 2)
        #expect(try root.run("device", "d2").exitCode == 2)
    }

    @Test func `an exact id is used even if another begins with it`() throws {
        let root = try Root()
        try root.export(unread("d1", day: 1) + export(device: "d10", exportedAt: monday + day, ranAt: monday))
        #expect(try root.run("device", "d1").exitCode == 3)
        #expect(try root.run("device", "d10").exitCode == 0)
    }

    @Test func `a known device has a line for refused exports, and is not called healthy`() throws {
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

    @Test func `a device with refused exports and an empty history gets no advice to check its registration`() throws {
        let root = try Root()
        try root.export(
            "{\"device\":\"d1\",\"exportedAt\":\(monday),\"history\":[]}\n" + unread("d1", day: 2, entries: 1))
        let run = try root.run("device", "d1")
        #expect(line(run.output).contains("1 export (1 entry) was refused:"), "\(run.output)")
        #expect(!run.output.contains("registered"))
    }

    @Test func `the order in which files are read does not matter`() throws {
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

    @Test func `fixed exports are no longer reported as refused`() throws {
        let root = try Root()
        try root.export(unread("d1", day: 1))
        #expect(try root.run("device", "d1").exitCode == 3)
        try root.export(export(device: "d1", exportedAt: monday + day, ranAt: monday))
        let run = try root.run("device", "d1")
        #expect(run.exitCode == 0 && !run.output.contains("refused"))
    }

    @Test func `an event stream is reported first, with its lines and its first file`() throws {
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

    @Test func `a list under another key is reported with its key, and counted as its exports`() throws {
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

    /// Eleven devices in the week before. In the week four of them are read, of one of which an export was refused too; of
    /// six all exports were refused, and one says nothing.
    private func fleet() throws -> Root {
        let root = try Root()
        let before = monday - 6 * day
        try root.export(
            (0..<11).map {
                export(device: "d\($0)", exportedAt: before, ranAt: before - ($0 == 9 ? 100 : 2) * hour)
            }.joined(), to: "2026-09-15.ndjson")
        try root.export(
            (0..<4).map { export(device: "d\($0)", exportedAt: monday + 6 * day, ranAt: monday + 6 * day - hour) }
                .joined()
                + (4..<10).map { unread("d\($0)", day: 6) }.joined() + unread("d0", day: 6), to: "2026-09-27.ndjson")
        return root
    }

    @Test func `silent devices whose exports were refused are told from those that are gone`() throws {
        let root = try fleet()
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 4)
        #expect(stats.int("silent.devices") == 7 && stats.int("silent.refusedDevices") == 6)
        #expect(stats.int("data.refusedExports") == 7 && stats.int("data.takenExports") == 4)
        #expect(stats.int("data.refusedDevices") == 7)
        // The one that was stale, by an export that does not say whether a run was asked for.
        let causes = stats["stale.causesBefore"] as? [[String: Any]]
        #expect(causes?.map { $0["cause"] as? String } == ["unknown"] && causes?.first?["devices"] as? Int == 1)
        // Of four devices no limit of p50 is known.
        #expect(stats.bool("change.p50WithinNoise") == true && stats["change.p50UpperHours"] == nil)
        _ = try root.run("report", "--week", "2026-W39")
        let report = try line(root.report("2026-09-27"))
        for sentence in [
            "- 7 devices that were heard from in the last 28 days said nothing in the last 7. Exports of 6 of them were "
                + "refused in this week.",
            "- Exports were refused: 7 of 11 in this week's files (63.6 %; limit: 10 %). The reasons are below. The refused "
                + "exports name 7 devices; 1 of them is in the figures, as of its last export that was used.",
        ] { #expect(report.contains(sentence), "\(report)") }
    }

    @Test func `what was refused in another week says nothing of a silence in this one`() throws {
        let root = try fleet()
        try root.export(
            (0..<11).map { export(device: "d\($0)", exportedAt: monday + 6 * day, ranAt: monday + 6 * day - hour) }
                .joined(), to: "2026-09-27.ndjson")
        try root.export(
            export(device: "d0", exportedAt: monday + 20 * day, ranAt: monday + 20 * day - hour)
                + unread("d1", day: 20), to: "2026-10-11.ndjson")
        // Of 2026-W40, from 2026-09-28 on, nobody exported.
        let stats = try root.stats("2026-W40")
        #expect(stats.int("silent.devices") == 11 && stats.int("silent.refusedDevices") == 0)
        #expect(try root.stats("2026-W41").int("silent.refusedDevices") == 1)
    }
}
