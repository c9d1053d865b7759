import Foundation
import Records
import TestSupport

/// A store as the first version of the schema had it: without hashes and sums.
enum FirstVersion {
    private static let schema = """
        CREATE TABLE apps (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE tasks (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE platforms (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE app_tasks (app INTEGER NOT NULL, task INTEGER NOT NULL, PRIMARY KEY (app, task)) WITHOUT ROWID;
        CREATE TABLE devices (
            id INTEGER PRIMARY KEY, app INTEGER NOT NULL REFERENCES apps, name BLOB NOT NULL, UNIQUE (app, name));
        CREATE TABLE histories (place INTEGER PRIMARY KEY, runs BLOB NOT NULL, exports BLOB NOT NULL);
        CREATE TABLE conflicts (
            device INTEGER NOT NULL, at INTEGER NOT NULL, task INTEGER NOT NULL, PRIMARY KEY (device, at, task)
        ) WITHOUT ROWID;
        CREATE TABLE contents (
            id INTEGER PRIMARY KEY, name BLOB NOT NULL, hash BLOB, size INTEGER NOT NULL, name_date TEXT, exports INTEGER NOT NULL,
            entries INTEGER NOT NULL, repeated INTEGER NOT NULL, first_moment INTEGER, last_moment INTEGER,
            moments BLOB NOT NULL, replaced INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX contents_by_hash ON contents (hash);
        CREATE TABLE remarks (
            content INTEGER NOT NULL REFERENCES contents, kind TEXT NOT NULL, detail TEXT NOT NULL,
            count INTEGER NOT NULL, places TEXT NOT NULL, PRIMARY KEY (content, kind, detail)) WITHOUT ROWID;
        CREATE TABLE paths (
            path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL, content INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX paths_by_content ON paths (content);
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """

    /// Makes one in a folder that holds what ``FilledStore`` does.
    ///
    /// - Parameter mode: SQLite's journal mode: `WAL` as the program left it after a night, `DELETE` while it is empty.
    static func fill(_ folder: TemporaryFolder, mode: String = "WAL") throws {
        try folder.write(try FilledStore.bytes.get(), to: "later.sqlite")
        let later = folder.path + "/later.sqlite"
        do {
            let database = try RawDatabase(folder.storePath)
            try database.execute(
                "PRAGMA page_size = 512; PRAGMA application_id = 0x66727368; PRAGMA user_version = 1; \(schema)")
            try database.execute("ATTACH '\(later)' AS later")
            for table in try DefinedSums.tables(of: database) {
                let columns = try database.texts("SELECT name FROM pragma_table_info('\(table)', 'main')")
                    .map { $0 == "moments" ? "x''" : $0 }.joined(separator: ", ")
                try database.execute("INSERT INTO main.\(table) SELECT \(columns) FROM later.\(table)")
            }
            // It kept all moments with the content: 8 bytes each, little-endian milliseconds.
            for (id, moments) in zip(
                try database.rows("SELECT id FROM main.contents ORDER BY id"), try FilledStore.reading.get().moments)
            {
                guard case .integer(let id) = id[0] else { throw RawFailure(message: "no content") }
                let digits = moments.map { String(UInt64($0.milliseconds).byteSwapped, radix: 16) }
                    .map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
                try database.execute("UPDATE main.contents SET moments = x'\(digits)' WHERE id = \(id)")
            }
            // It did not count what was written.
            try database.execute("DELETE FROM main.settings WHERE name = 'writings'; DETACH later")
            try database.execute("PRAGMA journal_mode = \(mode)")
        }
        try FileManager.default.removeItem(atPath: later)
    }
}
