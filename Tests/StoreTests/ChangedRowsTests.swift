import Foundation
import Records
import Store
import TestSupport
import Testing

/// Changed rows of histories, sums and names are detected when they are read; changed rows of the ledger only by a full
/// check.
@Suite struct ChangedRowsTests {
    private let folder: TemporaryFolder
    private let tables: [Table]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        let database = try RawDatabase(folder.storePath)
        tables = try DefinedSums.tables(of: database).map { try Table($0, in: database) }
    }

    /// A table as SQLite describes it.
    private struct Table {
        let name: String
        let rows: Int64
        let columns: [String]
        let nullable: Set<String>
        /// The columns of the primary key.
        let key: [String]
        /// Columns whose values must be unique.
        let unique: Set<String>

        init(_ name: String, in database: RawDatabase) throws {
            func texts(_ sql: String) throws -> [String] { try database.texts(sql) }
            self.name = name
            rows = try database.number("SELECT count(*) FROM \(name)")
            columns = try texts("SELECT name FROM pragma_table_info('\(name)')")
            key = try texts("SELECT name FROM pragma_table_info('\(name)') WHERE pk > 0 ORDER BY pk")
            nullable = Set(
                try texts("SELECT name FROM pragma_table_info('\(name)') WHERE pk = 0 AND \"notnull\" = 0"))
            unique = Set(
                try texts(
                    """
                    SELECT columns.name FROM pragma_index_list('\(name)') AS list, pragma_index_info(list.name) AS columns
                    WHERE list."unique"
                    """)
            ).union(key)
        }

        /// The first row, the last, and one between.
        var someRows: Set<Int64> { [0, rows / 2, rows - 1] }

        func condition(_ row: Int64) -> String {
            let key = key.joined(separator: ", ")
            return "(\(key)) = (SELECT \(key) FROM \(name) LIMIT 1 OFFSET \(row))"
        }

        /// A value of the same type that differs from a column's.
        func other(_ column: String) -> String {
            """
            CASE typeof(\(column)) WHEN 'integer' THEN \(column) + 4096 WHEN 'text' THEN \(column) || 'x'
            WHEN 'blob' THEN CAST(\(column) || x'01' AS BLOB) ELSE 1 END
            """
        }
    }

    /// Whether a store with this damage reports it.
    private func isNoticed(_ sql: String, changing rows: Int = 1) throws -> Bool {
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        let database = try RawDatabase(folder.storePath)
        try database.execute("PRAGMA journal_mode = OFF")
        try database.execute(sql)
        try #require(database.changes == rows, "\(sql)")
        do {
            _ = try StoreReading(StoreFile(folder.storePath, isFrozen: true))
            return false
        } catch StoreFailure.damaged {
            return true
        }
    }

    /// The tables that are verified at each reading.
    private var watched: [Table] { tables.filter { ["histories", "sums", "names"].contains($0.name) } }

    @Test func `the store is whole before a row is changed`() throws {
        #expect(throws: Never.self) { try StoreReading(StoreFile(folder.storePath, isFrozen: true)) }
        #expect(try folder.store().faults() == [])
        #expect(watched.count == 3)
        for table in tables { #expect(table.rows > 1, "\(table.name) has hardly a row: nothing here is about it") }
    }

    @Test func `a changed value in any column is detected`() throws {
        for table in watched {
            for column in table.columns {
                for row in table.someRows {
                    let other = table.other(column)
                    let sql = "UPDATE \(table.name) SET \(column) = \(other) WHERE \(table.condition(row))"
                    #expect(try isNoticed(sql), "\(sql)")
                }
            }
        }
    }

    @Test func `a missing row is detected, whether first, last or in between`() throws {
        for table in watched {
            for row in table.someRows {
                let sql = "DELETE FROM \(table.name) WHERE \(table.condition(row))"
                #expect(try isNoticed(sql), "\(sql)")
            }
        }
    }

    @Test func `a name repeated under another number is detected`() throws {
        let last = "(SELECT max(id) + 1 FROM names WHERE kind = 1)"
        let row = "SELECT kind, \(last), name, hash FROM names WHERE (kind, id) = (1, 1)"
        #expect(try isNoticed("INSERT INTO names \(row)"))
        #expect(try isNoticed("UPDATE names SET kind = 3, id = 5 WHERE (kind, id) = (2, 2)"))
    }

    @Test func `a history copied to another device's row is detected`() throws {
        let database = try RawDatabase(folder.storePath)
        // A history, and the row id in the same period of a device that has no history there.
        let first = try database.number(
            "SELECT min(place) FROM histories GROUP BY place >> 32 HAVING count(*) < (SELECT count(*) FROM devices)")
        let period = (first >> 32) << 32
        let others = "SELECT place - \(period) FROM histories WHERE place >> 32 = \(first >> 32)"
        let free = period + (try database.number("SELECT max(id) FROM devices WHERE id NOT IN (\(others))"))
        let row = "history, hash FROM histories WHERE place = \(first)"
        #expect(try isNoticed("INSERT INTO histories SELECT \(free), \(row)"))
        #expect(try isNoticed("UPDATE histories SET place = \(free) WHERE place = \(first)"))
        // The same for another period of the same device: the row id is part of the hash.
        #expect(try isNoticed("UPDATE histories SET place = place + 4294967296 * 9 WHERE place = \(first)"))
    }

    @Test(arguments: ["min(place) >> 32", "max(place) >> 32", "place >> 32"])
    func `missing histories are detected, of one period or all`(_ period: String) throws {
        let database = try RawDatabase(folder.storePath)
        let gone = "place >> 32 IN (SELECT \(period) FROM histories)"
        let rows = Int(try database.number("SELECT count(*) FROM histories WHERE \(gone)"))
        #expect(try isNoticed("DELETE FROM histories WHERE \(gone)", changing: rows))
    }

    @Test func `histories of a range are compared only with the sums of that range`() throws {
        let database = try RawDatabase(folder.storePath)
        let first = try database.number("SELECT min(place) >> 32 FROM histories")
        try database.execute("PRAGMA journal_mode = OFF; UPDATE sums SET hashes = hashes + 1 WHERE period = \(first)")
        let store = try Store(StoreFile(folder.storePath, isFrozen: true))
        // The period's start; periods of 28 days begin on 2014-12-29.
        let start = Instant(milliseconds: 1_419_811_200_000).advanced(by: first * 28 * day)
        let next = start.advanced(by: 28 * day)
        #expect(try !store.histories(from: next, through: .latest).isEmpty)
        for (from, through) in [(start, start), (next.advanced(by: -1), next.advanced(by: -1)), (start, .latest)] {
            #expect(throws: StoreFailure.self) { try store.histories(from: from, through: through) }
        }
    }

    @Test(arguments: ["histories", "names"])
    func `two rows with swapped values are detected`(_ name: String) throws {
        let table = try #require(tables.first { $0.name == name })
        let values = table.columns.map { (table.key.contains($0) ? "ours." : "theirs.") + $0 }
        let sql = """
            CREATE TEMP TABLE old AS SELECT * FROM \(table.name);
            DELETE FROM \(table.name) WHERE \(table.condition(table.rows - 1));
            DELETE FROM \(table.name) WHERE \(table.condition(0));
            INSERT INTO \(table.name) (\(table.columns.joined(separator: ", ")))
            SELECT \(values.joined(separator: ", ")) FROM old AS ours, old AS theirs
            WHERE (ours.rowid, theirs.rowid) IN (VALUES (1, \(table.rows)), (\(table.rows), 1))
            """
        #expect(try isNoticed(sql, changing: 2), "\(sql)")
    }

    @Test func `another program's table in the file is not damage`() throws {
        #expect(try !isNoticed("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')"))
    }

    /// Whether a full check finds a fault.
    private func hasFaults() throws -> Bool {
        do {
            return try !folder.store().faults().isEmpty
        } catch StoreFailure.damaged {
            return true
        }
    }

    @Test func `no device number crashes the program`() throws {
        for number in [Int64.min, -1, 0, .max] {
            try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
            // The only device, so that its number is also the largest.
            try execute("DELETE FROM devices WHERE id > 1; UPDATE devices SET id = \(number)", in: folder.storePath)
            if number < .max { #expect(throws: StoreFailure.self) { try folder.store().allHistories() } }
            #expect(try hasFaults())
        }
    }

    @Test func `a history with a far too large row id does not loop forever`() throws {
        for place in [Int64.max, .min] {
            try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
            try execute("INSERT INTO histories VALUES (\(place), x'', 0)", in: folder.storePath)
            let more = deviceExport(device("device 1", app: "many"), at: .latest, [Run(at: monday)])
            #expect(try folder.store().write([more]) == 0)
            // No time that is read is in that period.
            let whole = try FilledStore.reading.get().watched.histories
            #expect(try folder.store().allHistories().count == whole.count)
            #expect(try folder.store().history(of: 1).runs.count == whole[1]?.runs.count)
        }
    }
}
