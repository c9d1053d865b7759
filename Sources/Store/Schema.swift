/// The tables, as numbered migrations: `PRAGMA user_version` says how many of them a store has had.
enum Schema {
    /// Marks the file as this program's (`PRAGMA application_id`): "frsh" in ASCII.
    static let applicationID: Int64 = 0x6672_7368

    static let migrations = [
        """
        -- Names that come from data are bytes: no collation, no cut at a NUL, no normalisation.
        CREATE TABLE apps (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE tasks (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE platforms (id INTEGER PRIMARY KEY, name BLOB NOT NULL UNIQUE);
        CREATE TABLE app_tasks (app INTEGER NOT NULL, task INTEGER NOT NULL, PRIMARY KEY (app, task)) WITHOUT ROWID;
        CREATE TABLE devices (
            id INTEGER PRIMARY KEY, app INTEGER NOT NULL REFERENCES apps, name BLOB NOT NULL, UNIQUE (app, name));

        -- What is known of one device in one period of 28 days. `place` is period × 2^32 + device, so that a report
        -- reads one stretch of the table. Runs and exports are packed (HistoryCoding.swift): SQLite's price is by the
        -- row, and a device's runs are always wanted together.
        CREATE TABLE histories (place INTEGER PRIMARY KEY, runs BLOB NOT NULL, exports BLOB NOT NULL);
        -- Runs that were told in more than one way.
        CREATE TABLE conflicts (
            device INTEGER NOT NULL, at INTEGER NOT NULL, task INTEGER NOT NULL, PRIMARY KEY (device, at, task)
        ) WITHOUT ROWID;

        -- A file's content as it was read once; `name` is the file's then. `replaced`: a file that had it has another now.
        -- `changed`: it took the place of another content. `moments`: when its exports were made, 8 bytes each.
        CREATE TABLE contents (
            id INTEGER PRIMARY KEY, name BLOB NOT NULL, hash BLOB, size INTEGER NOT NULL, name_date TEXT, exports INTEGER NOT NULL,
            entries INTEGER NOT NULL, repeated INTEGER NOT NULL, first_moment INTEGER, last_moment INTEGER,
            moments BLOB NOT NULL, replaced INTEGER NOT NULL DEFAULT 0, changed INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX contents_by_hash ON contents (hash);
        CREATE TABLE remarks (
            content INTEGER NOT NULL REFERENCES contents, kind TEXT NOT NULL, detail TEXT NOT NULL,
            count INTEGER NOT NULL, places TEXT NOT NULL, PRIMARY KEY (content, kind, detail)) WITHOUT ROWID;
        -- The files of the folder as they stood when they were last looked at.
        CREATE TABLE paths (
            path BLOB PRIMARY KEY, size INTEGER NOT NULL, modified INTEGER NOT NULL, content INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX paths_by_content ON paths (content);
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        """,
        """
        -- `earlier`: the device's period before, of those that have a row; null in the first. So a row that should be there
        -- and is not found is missed. `hash`: of the row (RowHash). `sums`: what the tables hold in all (TableSum), of the
        -- histories in a part for each period.
        ALTER TABLE histories ADD COLUMN earlier INTEGER;
        ALTER TABLE histories ADD COLUMN hash INTEGER NOT NULL DEFAULT 0;
        UPDATE histories SET earlier = chain.earlier FROM (
            SELECT place, lag(place >> 32) OVER (PARTITION BY place & 0xFFFFFFFF ORDER BY place) AS earlier FROM histories
        ) AS chain WHERE chain.place = histories.place AND chain.earlier IS NOT NULL;
        UPDATE histories SET hash = row_hash(place, runs, exports, earlier);
        CREATE TABLE sums (
            name TEXT NOT NULL, part INTEGER NOT NULL, rows INTEGER NOT NULL, hashes INTEGER NOT NULL,
            PRIMARY KEY (name, part)) WITHOUT ROWID;
        -- The moments of a content, where they are more than its first and last, apart from the rest, which every night
        -- reads; with the hash of them (RowHash).
        CREATE TABLE moments (content INTEGER PRIMARY KEY REFERENCES contents, hash INTEGER NOT NULL, moments BLOB NOT NULL);
        INSERT INTO moments SELECT id, row_hash(moments), moments FROM contents WHERE length(moments) > 16;
        ALTER TABLE contents DROP COLUMN moments;
        INSERT INTO sums SELECT 'histories', place >> 32, count(*), row_hashes(place, runs, exports, earlier)
            FROM histories GROUP BY place >> 32;
        INSERT INTO sums SELECT 'devices', 0, count(*), row_hashes(app, name, id) FROM devices;
        """,
    ]
}
