import Foundation
import TestSupport
import Testing

/// Files that change or go after they were read.
@Suite struct ChangedFilesTests {
    @Test func `a file that grew is read again, and counts once`() throws {
        let root = try Root()
        let first = export(device: "1", exportedAt: monday + day, ranAt: monday + day - hour)
        let second = export(device: "2", exportedAt: monday + day, ranAt: monday + day - 3 * hour)
        try root.export(first, to: "day.ndjson")
        #expect(try root.stats("2026-W39").int("current.all.devices") == 1)
        try root.export(first + second, to: "day.ndjson")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 2)
        #expect(stats.int("input.files") == 1 && stats.int("input.exports") == 2 && stats.int("input.runs") == 2)
        #expect(stats.int("input.exportsInNoFile") == 0)
    }

    @Test func `the earlier content of a changed file still counts, and the report says so`() throws {
        let root = try Root()
        try root.export(export(device: "1", exportedAt: monday + day, ranAt: monday + hour), to: "a.json")
        #expect(try root.stats("2026-W39").int("current.all.devices") == 1)
        try root.export(export(device: "2", exportedAt: monday + day, ranAt: monday + day - hour), to: "a.json")
        let stats = try root.stats("2026-W39")
        // 23 h and 1 h.
        #expect(stats.int("current.all.devices") == 2 && stats.double("current.all.p90Hours") == 23)
        #expect(stats.int("input.exports") == 2 && stats.int("input.runs") == 2)
        #expect(stats.int("input.exportsInNoFile") == 1)
    }

    @Test func `a remark on a file ends when the file is fixed`() throws {
        let root = try Root()
        let good = export(device: "1", exportedAt: monday + day, ranAt: monday + hour)
        try root.export(good + "{\"device\":\"2\"\n", to: "day.ndjson")
        #expect((try root.stats("2026-W39")["input.refused"] as? [Any])?.count == 1)
        try root.export(good + export(device: "2", exportedAt: monday + day, ranAt: monday), to: "day.ndjson")
        #expect((try root.stats("2026-W39")["input.refused"] as? [Any])?.isEmpty == true)
    }

    @Test func `an overwritten file counts like one file a night, also after it is deleted`()
        throws
    {
        let root = try Root()
        for night in 1...3 {
            let bad = "{\"device\":\"b\",\"exportedAt\":\(monday + night * day),\"history\":[{}]}\n"
            try root.export(export(exportedAt: monday + night * day, ranAt: monday) + bad, to: "a.ndjson")
            let stats = try root.stats("2026-W39")
            #expect(stats.int("input.files") == night && stats.int("input.exports") == night)
            #expect(refusals(stats) == night && stats.int("input.exportsInNoFile") == night - 1)
        }
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/a.ndjson")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("input.files") == 3 && refusals(stats) == 3 && stats.int("input.exportsInNoFile") == 3)
    }

    @Test func `a file that grew counts once, also after it is deleted`() throws {
        let root = try Root()
        var text = "no export\n"
        for night in 1...3 {
            text += export(exportedAt: monday + night * day, ranAt: monday)
            try root.export(text, to: "a.ndjson")
            let stats = try root.stats("2026-W39")
            #expect(stats.int("input.files") == 1 && refusals(stats) == 1 && stats.int("input.exportsInNoFile") == 0)
        }
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/a.ndjson")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("input.files") == 1 && refusals(stats) == 1 && stats.int("input.exportsInNoFile") == 3)
    }

    private func refusals(_ stats: Object) -> Int {
        (stats["input.refused"] as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
    }

    @Test func `a deleted file's exports stay, and the report says how many`() throws {
        let root = try Root.real()
        _ = try root.run("report", "--week", "2026-W17")
        let report = try root.report("2026-04-26")
        for name in try root.folder.names(in: "metrics/bg_runs") {
            try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/" + name)
        }
        _ = try root.run("report", "--week", "2026-W17")
        // 42 exports a day, of the two weeks that the report speaks of.
        let line = "- 588 exports are in no file any more; what they said is kept.\n"
        let after = try root.report("2026-04-26")
        #expect(after.contains(line))
        #expect(after.replacingOccurrences(of: line, with: "") == report)
    }

    @Test func `a file that was renamed before another took its name still counts`() throws {
        let root = try Root()
        try root.export(export(device: "1", exportedAt: monday + day, ranAt: monday), to: "latest.json")
        _ = try root.run("ingest")
        let folder = root.folder.path + "/metrics/bg_runs/"
        try FileManager.default.moveItem(atPath: folder + "latest.json", toPath: folder + "older.json")
        try root.export(export(device: "2", exportedAt: monday + 2 * day, ranAt: monday), to: "latest.json")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 2)
        #expect(stats.int("input.files") == 2)
    }

    @Test func `the exports of a file that was renamed and then deleted stay`() throws {
        let root = try Root()
        try root.export(export(device: "1", exportedAt: monday + day, ranAt: monday), to: "latest.json")
        _ = try root.run("ingest")
        let folder = root.folder.path + "/metrics/bg_runs/"
        try FileManager.default.moveItem(atPath: folder + "latest.json", toPath: folder + "older.json")
        try root.export(export(device: "2", exportedAt: monday + 2 * day, ranAt: monday), to: "latest.json")
        _ = try root.run("ingest")
        try FileManager.default.removeItem(atPath: folder + "older.json")
        #expect(try root.stats("2026-W39").int("current.all.devices") == 2)
    }

    @Test func `the exports of two files that swap names and are then deleted stay`() throws {
        let root = try Root()
        try root.export(export(device: "1", exportedAt: monday + day, ranAt: monday), to: "a.json")
        try root.export(export(device: "2", exportedAt: monday + day, ranAt: monday), to: "b.json")
        _ = try root.run("ingest")
        let folder = root.folder.path + "/metrics/bg_runs/"
        for (from, to) in [("a", "c"), ("b", "a"), ("c", "b")] {
            try FileManager.default.moveItem(atPath: "\(folder)\(from).json", toPath: "\(folder)\(to).json")
        }
        _ = try root.run("ingest")
        for name in ["a", "b"] { try FileManager.default.removeItem(atPath: "\(folder)\(name).json") }
        #expect(try root.stats("2026-W39").int("current.all.devices") == 2)
    }

    @Test func `a touched file is recognised`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday), to: "a.json")
        _ = try root.run("ingest")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: root.folder.path + "/metrics/bg_runs/a.json")
        let run = try root.run("ingest")
        #expect(run.output.hasPrefix("0 files read, 0 unchanged, 1 known"))
        #expect(try root.run("ingest").output.hasPrefix("0 files read, 1 unchanged"))
    }
}
