import Foundation
import TestSupport
import Testing

/// `freshness forget`: one device goes, and it is said where it still stands.
@Suite struct ForgetTests {
    /// Device `gone` in both files, and beside it others whose ids begin so or are of another app.
    private func root() throws -> Root {
        let root = try Root()
        let stays = export(device: "gone2", exportedAt: monday + day, ranAt: monday + hour)
        try root.export(
            export(device: "gone", exportedAt: monday + day, ranAt: monday + hour, task: "refresh") + stays,
            to: "a.ndjson")
        // The same export once more, and a later one.
        try root.export(
            export(device: "gone", exportedAt: monday + day, ranAt: monday + hour, task: "refresh")
                + export(device: "gone", exportedAt: monday + 40 * day, ranAt: monday + 40 * day - 2 * hour),
            to: "b.ndjson")
        #expect(try root.run("ingest").exitCode == 0)
        return root
    }

    private func remove(_ name: String, from root: Root) throws {
        try FileManager.default.removeItem(atPath: root.path + "/metrics/bg_runs/" + name)
    }

    @Test func `forget says what it removed and which files still contain the device`() throws {
        let root = try root()
        let run = try root.run("forget", "gone")
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run)")
        // Of the 40 days the last 39 lie in October: date -ud '2026-09-21 + 40 days'.
        #expect(
            run.output == """
                Device "gone" is removed from the store: 2 exports and 2 runs, from 2026-09-21 01:00 UTC to 2026-10-31 00:00 UTC.
                Not changed: reports that were already written, old stores (runs.sqlite.*) and backups.
                2 files still have it. It comes back when one of them is read again, after a change or by \
                `freshness rebuild`: "a.ndjson", "b.ndjson"

                """)
        #expect(try root.run("check").exitCode == 0)
        // A night that reads nothing new leaves it so.
        #expect(try root.run("ingest").output.hasPrefix("0 files read, 2 unchanged"))
        let device = try root.run("device", "gone")
        #expect(device.output.hasPrefix("Device \"gone2\""), "\(device)")
        #expect(try root.stats("2026-W39").int("current.all.devices") == 1)
        let again = try root.run("forget", "gone")
        #expect(
            again.exitCode == 2 && again.error.contains("gone is not the whole id of a device")
                && again.error.contains("gone2"))
        let none = try root.run("forget", "nobody")
        #expect(none.exitCode == 2 && none.error.contains("no device has an id that begins with nobody"), "\(none)")
    }

    @Test func `forgotten exports do not count as in no file, and no rebuild reports them as lost`() throws {
        let root = try root()
        try remove("b.ndjson", from: root)
        #expect(try root.run("ingest").exitCode == 0)
        #expect(try root.run("rebuild").error.contains("knows 1 export from 1 file that is in no file any more"))
        #expect(try root.run("forget", "gone").output.hasSuffix("by `freshness rebuild`: \"a.ndjson\"\n"))
        #expect(try root.stats("2026-W44").int("input.exportsInNoFile") == 0)
        #expect(try root.run("rebuild").exitCode == 0)
        // Its files told of it again, of the one export that is left.
        #expect(try root.run("device", "gone").output.contains("1 export, 1 run."))
    }

    @Test func `if no file contains the device this is said, and its id is no longer in the store's file`() throws {
        let root = try root()
        for name in ["a.ndjson", "b.ndjson"] { try remove(name, from: root) }
        let store = { try root.folder.bytes(of: ".freshness/runs.sqlite") }
        #expect(try root.run("forget", "gone2").output.hasSuffix("No file in the folder has it.\n"))
        #expect(try store().range(of: Data("gone".utf8)) != nil)
        #expect(try root.run("forget", "gone").output.hasSuffix("No file in the folder has it.\n"))
        #expect(try store().range(of: Data("gone".utf8)) == nil)
        #expect(try root.run("check").exitCode == 0)
        #expect(try root.stats("2026-W39").int("input.exportsInNoFile") == 0)
    }

    @Test func `reading a file again brings the device back, counted as before`() throws {
        let root = try root()
        #expect(try root.run("forget", "gone").exitCode == 0)
        // The same bytes of another time, under the same name and another.
        try root.copy(from: root.path + "/metrics/bg_runs", { $0 == "b.ndjson" }, as: { _ in "c.ndjson" })
        #expect(try root.run("ingest").output.hasPrefix("1 file read"))
        #expect(try root.run("device", "gone").output.contains("2 exports, 2 runs."))
        for name in ["b.ndjson", "c.ndjson"] { try remove(name, from: root) }
        #expect(try root.stats("2026-W44").int("input.exportsInNoFile") == 1)
        #expect(try root.run("check").exitCode == 0)
    }

    @Test func `--app selects one of several devices with the same id`() throws {
        let root = try Root()
        try root.export(
            export(device: "d", app: "a", exportedAt: monday + day, ranAt: monday)
                + export(device: "d", app: "b", exportedAt: monday + day, ranAt: monday))
        let several = try root.run("forget", "d")
        #expect(
            several.exitCode == 2 && several.error.contains("d (app a), d (app b); name the app with --app"),
            "\(several)")
        #expect(
            try root.run("forget", "d", "--app", "a").output.hasPrefix(
                "Device \"d\" of app \"a\" is removed from the store: 1 export and 1 run"))
        #expect(try root.run("device", "d").output.hasPrefix("Device \"d\", app \"b\""))
        #expect(try root.run("forget", "d").exitCode == 0)
        #expect(try root.run("forget").error.contains("forget needs an id"))
    }

    @Test func `of many files ten are listed`() throws {
        let root = try Root()
        for number in 10...22 {
            try root.export(export(exportedAt: monday + number * hour, ranAt: monday), to: "\(number).json")
        }
        let output = try root.run("forget", "d").output
        #expect(
            output.contains("13 files still have it.") && output.hasSuffix("\"19.json\", and 3 more\n"), "\(output)")
    }

    @Test func `refused exports of the device are forgotten too`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday))
        // A run a day later than its export.
        try root.export(export(exportedAt: monday + day, ranAt: monday + 2 * day), to: "refused.json")
        #expect(try root.run("device", "d").output.contains("refused"))
        #expect(try root.run("forget", "d").output.contains("\"exports.ndjson\", \"refused.json\""))
        let device = try root.run("device", "d")
        #expect(device.exitCode == 2 && device.error.contains("no device"), "\(device)")
        #expect(try root.run("check").exitCode == 0)
    }
}
