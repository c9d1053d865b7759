/// The tables, as numbered migrations. `PRAGMA user_version` is the number of the last one applied.
enum Schema {
    /// Marks the file as this program's (`PRAGMA application_id`): "frsh" in ASCII.
    static let applicationID: Int64 = 0x6672_7368

    /// The version after the first migration. Earlier versions were never released; their exports are read again.
    static let firstVersion: Int64 = 5

    static let migrations = [
        """
        -- Names of apps, tasks, platforms, versions and arms, by kind (NameKind). They come from data and are bytes: no
        -- collation, no cut at a NUL, no normalisation.
        CREATE TABLE names (
            kind INTEGER NOT NULL, id INTEGER NOT NULL, name BLOB NOT NULL, hash INTEGER NOT NULL, PRIMARY KEY (kind, id)
        ) WITHOUT ROWID;
        CREATE TABLE app_tasks (app INTEGER NOT NULL, task INTEGER NOT NULL, PRIMARY KEY (app, task)) WITHOUT ROWID;
        CREATE TABLE devices (
            id INTEGER PRIMARY KEY, app INTEGER NOT NULL, name BLOB NOT NULL, UNIQUE (app, name));
        -- Devices whose ids differ from another of their app only in case; those that match share a number.
        CREATE TABLE spellings (device INTEGER PRIMARY KEY, spelling INTEGER NOT NULL);

        -- One device's history in one period of 28 days. `place`, the row id, is period × 2^32 + device, so that a report
        -- reads one part of the table. A history is encoded in a blob (HistoryCoding.swift), because SQLite's cost is by
        -- the row and a device's runs are always read together. `hash` is of the row.
        CREATE TABLE histories (place INTEGER PRIMARY KEY, history BLOB NOT NULL, hash INTEGER NOT NULL);
        -- The number of histories in each period and the sum of their hashes; under minus its kind, the same of names.
        CREATE TABLE sums (period INTEGER PRIMARY KEY, rows INTEGER NOT NULL, hashes INTEGER NOT NULL);

        -- The ledger: the content of a file when it was read. `hash` is of its bytes, null if it could not be read to its
        -- end; `name` is the file's at that time; `name_date` the date in it, if that dated exports. `refused` is the number
        -- of refused exports; `marks` are those that were used (MarkCoding). `counts_hash` is of both numbers.
        CREATE TABLE contents (
            id INTEGER PRIMARY KEY, hash BLOB, name BLOB NOT NULL, name_date TEXT, exports INTEGER NOT NULL,
            refused INTEGER NOT NULL, entries INTEGER NOT NULL, repeated INTEGER NOT NULL, first_moment INTEGER, last_moment INTEGER,
            counts_hash INTEGER NOT NULL, marks_hash INTEGER NOT NULL, marks BLOB NOT NULL);
        CREATE INDEX contents_by_hash ON contents (hash);
        CREATE INDEX contents_by_moment ON contents (last_moment);
        CREATE INDEX contents_of_no_use ON contents (id) WHERE exports = 0;
        -- What is to be said of a content. `kind` is a Remark.Kind, `code` mostly a Refusal, `subject` the field or key that it
        -- is about.
        CREATE TABLE remarks (
            content INTEGER NOT NULL REFERENCES contents, kind TEXT NOT NULL, code TEXT NOT NULL, subject TEXT NOT NULL,
            count INTEGER NOT NULL, places TEXT NOT NULL, PRIMARY KEY (content, kind, code, subject)) WITHOUT ROWID;
        -- The devices of refused exports, by content, code and subject (RefusedDeviceCoding). `hash` is of the devices.
        CREATE TABLE refused_devices (
            content INTEGER NOT NULL REFERENCES contents, code TEXT NOT NULL, subject TEXT NOT NULL, devices BLOB NOT NULL,
            hash INTEGER NOT NULL, UNIQUE (content, code, subject));
        -- The files of the folder as they were last seen. `content` is what was last read, if anything; `refusal` is the code
        -- for why it could not be read to its end, if so.
        CREATE TABLE files (
            path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL, changed INTEGER NOT NULL,
            inode INTEGER NOT NULL, content INTEGER REFERENCES contents, refusal TEXT, detail TEXT) WITHOUT ROWID;
        CREATE INDEX files_by_content ON files (content);
        CREATE INDEX files_refused ON files (path) WHERE refusal IS NOT NULL;
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        -- Weeks that were reported after they were over. `app` and `task` are the report's filter, empty for all; `week` is
        -- as 2026-W39.
        CREATE TABLE reported_weeks (
            app TEXT NOT NULL, task TEXT NOT NULL, week TEXT NOT NULL, PRIMARY KEY (app, task, week)) WITHOUT ROWID;
        """
    ]

    /// The version that this program writes.
    static let version = firstVersion + Int64(migrations.count) - 1
}
