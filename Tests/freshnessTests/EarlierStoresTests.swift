import Foundation
import TestSupport
import Testing

/// Stores that are not of today: of an earlier version of the program, or of an earlier night.
@Suite struct EarlierStoresTests {
    // MARK: Of an earlier version

    /// What an earlier version may have left: this one's tables, or others with the same names and more besides.
    enum Tables: String, CaseIterable {
        case today = ""
        case others = """
            PRAGMA writable_schema = 1; DELETE FROM sqlite_schema; PRAGMA writable_schema = RESET; VACUUM;
            CREATE TABLE contents (id INTEGER PRIMARY KEY, hash BLOB);
            CREATE TABLE histories (place INTEGER PRIMARY KEY, runs BLOB NOT NULL, exports BLOB NOT NULL);
            CREATE TABLE devices (id INTEGER PRIMARY KEY, app INTEGER NOT NULL, name BLOB NOT NULL);
            CREATE TABLE paths (path BLOB PRIMARY KEY, size INTEGER NOT NULL, content INTEGER NOT NULL) WITHOUT ROWID;
            CREATE INDEX paths_by_content ON paths (content);
            CREATE TABLE sums (name TEXT NOT NULL, hashes INTEGER NOT NULL);
            CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE replaced (content INTEGER);
            INSERT INTO settings VALUES ('time zone', 'UTC');
            INSERT INTO contents VALUES (1, x'00');
            INSERT INTO histories VALUES (4294967297, x'00', x'00');
            """
    }

    @Test(arguments: Tables.allCases, [1, 4])
    func `a store of an earlier schema is read again from the exports, with one message`(
        _ tables: Tables, version: Int
    ) throws {
        let undisturbed = try Undisturbed(.nightly)
        for call in [["report", "--week", "2026-W39"], ["stats", "--week", "2026-W39"], ["ingest"]] {
            let root = try Root(like: undisturbed.root)
            try root.execute(tables.rawValue)
            try root.execute("PRAGMA user_version = \(version)")
            let run = try BuiltProgram.run(call + ["--root", root.path])
            #expect(run.exitCode == 0, "\(call): \(run.error)")
            #expect(
                run.error.hasPrefix("freshness: ") && run.error.filter { $0 == "\n" }.count == 1,
                "\(call): \(run.error)")
            #expect(run.error.contains("runs.sqlite") && run.error.contains("earlier"), "\(call): \(run.error)")
            // It is kept.
            let kept = root.folder.path + "/.freshness/runs.sqlite.schema-\(version)"
            #expect(run.error.contains(kept))
            try FileManager.default.removeItem(atPath: kept)
            // And it is not said again.
            try undisturbed.expectNext(in: root, "\(call)")
            #expect(try root.run("check").exitCode == 0)
        }
    }

    @Test(arguments: Tables.allCases)
    func `a call that only reads does not change a store of an earlier schema`(_ tables: Tables) throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        try root.execute(tables.rawValue)
        try root.execute("PRAGMA user_version = 1")
        let before = try root.folder.bytes(of: ".freshness/runs.sqlite")
        let run = try root.run("stats", "--read-only", "--week", "2026-W39")
        #expect(run.exitCode == 4 && run.output.isEmpty)
        #expect(run.error.contains("earlier version") && run.error.contains("freshness ingest"), "\(run.error)")
        #expect(try root.folder.bytes(of: ".freshness/runs.sqlite") == before)
    }

    // MARK: Of an earlier night

    private func putBack(_ copy: Data, in root: Root) throws {
        for name in try root.folder.names(in: ".freshness") where name.hasPrefix("runs.sqlite") {
            try FileManager.default.removeItem(atPath: root.folder.path + "/.freshness/" + name)
        }
        try root.folder.write(copy, to: ".freshness/runs.sqlite")
    }

    @Test func `a restored older copy of the store reads what it missed`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let copy = try undisturbed.root.folder.bytes(of: ".freshness/runs.sqlite")
        for call in [["report", "--week", "2026-W39"], ["stats", "--week", "2026-W39"], ["ingest"], ["check"]] {
            let root = try Root(like: undisturbed.root)
            #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
            try putBack(copy, in: root)
            let run = try BuiltProgram.run(call + ["--root", root.path])
            #expect(run.exitCode == 0 && run.error.isEmpty, "\(call): \(run.error)")
            try undisturbed.expectNext(in: root, "\(call)")
        }
    }

    /// Each night before it, and files that were overwritten meanwhile.
    @Test(arguments: 1...4) func `a copy of any earlier night gives the same figures as none`(night: Int) throws {
        let root = try Root()
        let exports = (0..<5).map { number in
            ["a", "b"].map {
                export(
                    device: $0, exportedAt: monday + number * day + hour,
                    ranAt: monday + number * day - ($0 == "a" ? 2 : 30) * hour)
            }
        }
        var copies: [Data] = []
        for number in 0..<5 {
            // One file is dated, and one overwritten with what it held and more.
            try root.export(exports[number][0], to: "a \(number).json")
            try root.export(exports[...number].map { $0[1] }.joined(), to: "b.json")
            #expect(try root.run("ingest").exitCode == 0)
            copies.append(try root.folder.bytes(of: ".freshness/runs.sqlite"))
        }
        let expected = try root.stats("2026-W39")
        try putBack(copies[night - 1], in: root)
        let stats = try root.stats("2026-W39")
        #expect(stats.figures == expected.figures)
        #expect(stats.int("input.exports") == 10 && stats.int("input.runs") == 10)
        #expect(try root.run("check").exitCode == 0)
    }
}
