import Records

/// What a store's tables are known to hold, kept in its table `sums`. It is compared with what is there before any
/// figure is computed: a disk may lose a page, a file be cut or overwritten, a log go missing.
final class TableSums {
    private let statements: ReusedStatements
    /// What the transaction at hand changed, of the tables that are followed row by row.
    var devices = TableSum()
    var histories = HistorySums()

    init(_ statements: ReusedStatements) {
        self.statements = statements
    }

    /// The rows that a sum is over, in the order of the table itself: an index may hold them as well, and be whole.
    private struct Rows {
        var columns: String
        var source: String
        var condition = ""
        var function = "rows_in_order"
    }

    /// Tables that are summed up as a whole whenever something was written, and looked at whenever the store is opened:
    /// they have a few rows for each file. `schema` is what SQLite keeps of the tables themselves, in an order of its own
    /// (VACUUM changes it).
    private static let whole: [(name: String, rows: Rows)] = [
        ("apps", Rows(columns: "id, name", source: "apps")),
        ("tasks", Rows(columns: "id, name", source: "tasks")),
        ("platforms", Rows(columns: "id, name", source: "platforms")),
        ("app_tasks", Rows(columns: "app, task", source: "app_tasks")),
        ("conflicts", Rows(columns: "device, at, task", source: "conflicts")),
        (
            "contents",
            Rows(
                columns: """
                    id, name, hash, size, name_date, exports, entries, repeated, first_moment, last_moment, replaced,
                    changed
                    """,
                source: "contents")
        ),
        // The blob itself is held against its hash where it is read.
        ("moments", Rows(columns: "content, hash", source: "moments")),
        ("remarks", Rows(columns: "content, kind, detail, count, places", source: "remarks")),
        ("paths", Rows(columns: "path, size, modified, content", source: "paths")),
        ("settings", Rows(columns: "name, value", source: "settings")),
        (
            "schema",
            Rows(
                columns: "type, name, tbl_name, sql",
                source: "sqlite_schema",
                condition: """
                    WHERE type IN ('table', 'index') AND tbl_name IN ('apps', 'tasks', 'platforms', 'app_tasks',
                    'devices', 'histories', 'conflicts', 'contents', 'moments', 'remarks', 'paths', 'settings', 'sums')
                    """,
                function: "row_hashes")
        ),
    ]

    // MARK: Looking

    /// Sees that the tables that every call reads are as they were written.
    func checkTables() throws {
        for (name, rows) in Self.whole { try check(name, rows) }
    }

    /// The same for the devices, by the table that they are listed from and by the index that they are found by. That one
    /// must be in its order, too: otherwise a device that is there is not found.
    func checkDevices() throws {
        let listed = try sum("SELECT count(*), row_hashes(app, name, id) FROM devices NOT INDEXED")
        if try listed != recorded("devices") { throw StoreFailure.changed("devices") }
        let rows = try statements.prepare("SELECT app, name, id FROM devices INDEXED BY sqlite_autoindex_devices_1")
        defer { rows.reset() }
        var read = TableSum()
        var before: (app: Int64, name: [UInt8]) = (.min, [])
        while try rows.step() {
            let app = rows.integer(0)
            let name = rows.bytes(1)
            let isBehind =
                app != before.app
                ? app > before.app
                : before.name.withUnsafeBytes { name.lexicographicallyFollows($0) }
            guard isBehind else { throw StoreFailure.changed("devices") }
            read.note(RowHash.ofDevice(rows.integer(2), app: app, name))
            before.app = app
            before.name.removeAll(keepingCapacity: true)
            before.name.append(contentsOf: name)
        }
        if try read != recorded("devices") { throw StoreFailure.changed("devices") }
    }

    private func check(_ name: String, _ rows: Rows) throws {
        if try sum(of: rows) != recorded(name) { throw StoreFailure.changed(name) }
    }

    /// Sees that the rows of some periods, all of which were read, are as they were written.
    func check(_ read: HistorySums, in periods: ClosedRange<Period>) throws {
        let rows = try statements.prepare(
            "SELECT part, rows, hashes FROM sums WHERE name = 'histories' AND part BETWEEN ? AND ?")
        defer { rows.reset() }
        try rows.bind(.integer(periods.lowerBound.number), .integer(periods.upperBound.number))
        var expected = HistorySums()
        while try rows.step() {
            expected.periods[rows.integer(0)] = TableSum(rows: rows.integer(1), hashes: rows.integer(2))
        }
        if read != expected { throw StoreFailure.changed("histories") }
    }

    // MARK: Writing

    /// Forgets what was changed: a transaction begins.
    func begin() {
        devices = TableSum()
        histories = HistorySums()
    }

    /// Brings the sums up to what was written, at the end of a transaction.
    func record() throws(StoreError) {
        for (name, rows) in Self.whole { try record(try sum(of: rows), as: name) }
        try add(devices, to: "devices")
        for (period, change) in histories.periods { try add(change, to: "histories", part: period) }
        begin()
    }

    private func add(_ change: TableSum, to name: String, part: Int64 = 0) throws(StoreError) {
        var sum = try recorded(name, part: part)
        sum.add(change)
        try record(sum, as: name, part: part)
    }

    private func record(_ sum: TableSum, as name: String, part: Int64 = 0) throws(StoreError) {
        if try sum == recorded(name, part: part) { return }
        let insert = try statements.prepare("INSERT OR REPLACE INTO sums VALUES (?, ?, ?, ?)")
        try insert.bind(.text(name), .integer(part), .integer(sum.rows), .integer(sum.hashes))
        try insert.run()
    }

    private func sum(of rows: Rows) throws(StoreError) -> TableSum {
        try sum(
            "SELECT count(*), \(rows.function)(\(rows.columns)) FROM \(rows.source) NOT INDEXED \(rows.condition)")
    }

    private func sum(_ sql: String) throws(StoreError) -> TableSum {
        let select = try statements.prepare(sql)
        defer { select.reset() }
        return try select.step() ? TableSum(rows: select.integer(0), hashes: select.integer(1)) : TableSum()
    }

    private func recorded(_ name: String, part: Int64 = 0) throws(StoreError) -> TableSum {
        let select = try statements.prepare("SELECT rows, hashes FROM sums WHERE name = ? AND part = ?")
        defer { select.reset() }
        try select.bind(.text(name), .integer(part))
        return try select.step() ? TableSum(rows: select.integer(0), hashes: select.integer(1)) : TableSum()
    }
}

/// What was read of the histories, or changed in them, by period.
package struct HistorySums: Equatable, Sendable {
    var periods: [Int64: TableSum] = [:]

    package init() {}

    /// Counts a row, or one that takes another's place.
    mutating func note(_ hash: Int64, replacing old: Int64? = nil, in period: Period) {
        periods[period.number, default: TableSum()].note(hash, replacing: old)
    }

    package mutating func add(_ other: HistorySums) {
        for (period, sum) in other.periods { periods[period, default: TableSum()].add(sum) }
    }
}

extension UnsafeRawBufferPointer {
    /// Whether these bytes come after others, as SQLite compares blobs.
    fileprivate func lexicographicallyFollows(_ other: UnsafeRawBufferPointer) -> Bool {
        for (ours, theirs) in zip(self, other) where ours != theirs { return ours > theirs }
        return count > other.count
    }
}
