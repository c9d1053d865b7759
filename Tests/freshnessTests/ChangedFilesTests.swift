import Foundation
import TestSupport
import Testing

/// Files that change or go after they were read.
@Suite struct ChangedFilesTests {
    @Test func `a file that grew is read again, and the report says so`() throws {
        let root = try Root()
        let first = export(device: "1", exportedAt: monday + day, ranAt: monday + day - hour)
        let second = export(device: "2", exportedAt: monday + day, ranAt: monday + day - 3 * hour)
        try root.export(first, to: "day.ndjson")
        #expect(try root.stats("2026-W39").int("current.all.devices") == 1)
        try root.export(first + second, to: "day.ndjson")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 2)
        #expect(stats.int("input.files") == 1 && stats.int("input.exports") == 2 && stats.int("input.runs") == 2)
        #expect(stats["input.changedFiles"] as? [String] == ["day.ndjson"])
        _ = try root.run("report", "--week", "2026-W39")
        #expect(try root.report("2026-09-27").contains("day.ndjson"))
    }

    @Test func `what only the earlier content of a changed file told no longer counts`() throws {
        let root = try Root()
        try root.export(export(device: "wrong", exportedAt: monday + day, ranAt: monday + hour), to: "a.json")
        #expect(try root.stats("2026-W39").int("current.all.devices") == 1)
        try root.export(export(device: "right", exportedAt: monday + day, ranAt: monday + day - hour), to: "a.json")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 1 && stats.double("current.all.p50Hours") == 1)
        #expect(stats.int("input.exports") == 1 && stats.int("input.runs") == 1)
    }

    @Test func `a file that went leaves what it brought`() throws {
        let root = try Root.real()
        _ = try root.run("report", "--week", "2026-W17")
        let report = try root.report("2026-04-26")
        for name in try root.folder.names(in: "metrics/bg_runs") {
            try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/" + name)
        }
        _ = try root.run("report", "--week", "2026-W17")
        #expect(try root.report("2026-04-26") == report)
    }

    @Test func `a file that was moved aside before another took its name still counts`() throws {
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

    @Test func `a file that was moved aside and then deleted leaves what it brought`() throws {
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

    @Test func `two files that change names and then go leave what they brought`() throws {
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

    @Test func `a file that was only touched is not read again`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday), to: "a.json")
        _ = try root.run("ingest")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
            ofItemAtPath: root.folder.path + "/metrics/bg_runs/a.json")
        let run = try root.run("ingest")
        #expect(run.output.hasPrefix("0 files read, 0 unchanged, 1 known"))
        #expect((try root.stats("2026-W39")["input.changedFiles"] as? [String])?.isEmpty ?? true)
    }
}
