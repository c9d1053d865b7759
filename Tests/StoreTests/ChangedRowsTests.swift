import Foundation
import Records
import Store
import TestSupport
import Testing

/// Rows that are not as they were written are noticed by the sums, whichever table they are in.
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
        /// Columns of which no two rows may have the same.
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

        /// Another value than a column has, of the same type.
        func other(_ column: String) -> String {
            """
            CASE typeof(\(column)) WHEN 'integer' THEN \(column) + 4096 WHEN 'text' THEN \(column) || 'x'
            WHEN 'blob' THEN CAST(\(column) || x'01' AS BLOB) ELSE 1 END
            """
        }
    }

    /// Whether a store that was damaged so says that it is.
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

    @Test func `the store is whole before a row is changed`() throws {
        #expect(throws: Never.self) { try StoreReading(StoreFile(folder.storePath, isFrozen: true)) }
        #expect(tables.map(\.name).contains("sums"))
        for table in tables { #expect(table.rows > 1, "\(table.name) has hardly a row: nothing here is about it") }
    }

    @Test func `another value in any column of any table is noticed`() throws {
        for table in tables {
            for column in table.columns {
                for row in table.someRows {
                    let other = table.other(column)
                    let sql = "UPDATE \(table.name) SET \(column) = \(other) WHERE \(table.condition(row))"
                    #expect(try isNoticed(sql), "\(sql)")
                }
            }
        }
    }

    @Test func `a value that is no longer there is noticed`() throws {
        let columns = tables.flatMap { table in table.nullable.map { (table, $0) } }
        // hash, name_date, first_moment and last_moment of contents, and the period before of histories.
        #expect(columns.count == 5)
        for (table, column) in columns {
            let key = table.key[0]
            let row = "SELECT \(key) FROM \(table.name) WHERE \(column) IS NOT NULL ORDER BY \(key) LIMIT 1"
            let sql = "UPDATE \(table.name) SET \(column) = NULL WHERE \(key) = (\(row))"
            #expect(try isNoticed(sql), "\(sql)")
        }
    }

    @Test func `a row that is gone is noticed`() throws {
        for table in tables {
            for row in table.someRows {
                let sql = "DELETE FROM \(table.name) WHERE \(table.condition(row))"
                #expect(try isNoticed(sql), "\(sql)")
            }
        }
    }

    @Test func `a row that is there once more, in another place, is noticed`() throws {
        // A sum that nobody asks for is of no account; of histories, see below.
        for table in tables where !["sums", "histories"].contains(table.name) {
            let values = table.columns.map { table.unique.contains($0) ? table.other($0) : $0 }
            for row in table.someRows {
                let sql = """
                    INSERT INTO \(table.name) (\(table.columns.joined(separator: ", ")))
                    SELECT \(values.joined(separator: ", ")) FROM \(table.name) WHERE \(table.condition(row))
                    """
                #expect(try isNoticed(sql), "\(sql)")
            }
        }
    }

    @Test func `a history that stands at another device's place too is noticed`() throws {
        // The first device has a history in the first period; the last one has none. The rows keep their own hash: it
        // holds their place as well.
        let (first, last) = ("(SELECT min(place) FROM histories)", "(SELECT max(id) FROM devices)")
        let row = "runs, exports, earlier, hash FROM histories WHERE place = \(first)"
        #expect(try isNoticed("INSERT INTO histories SELECT \(last), \(row)"))
        #expect(try isNoticed("UPDATE histories SET place = \(last) WHERE place = \(first)"))
    }

    @Test(arguments: ["min(place) >> 32", "max(place) >> 32", "place >> 32"])
    func `a period of which all histories are gone is noticed, and so is that all are gone`(_ period: String) throws {
        let database = try RawDatabase(folder.storePath)
        let gone = "place >> 32 IN (SELECT \(period) FROM histories)"
        let rows = Int(try database.number("SELECT count(*) FROM histories WHERE \(gone)"))
        #expect(try isNoticed("DELETE FROM histories WHERE \(gone)", changing: rows))
    }

    @Test func `histories of one stretch are compared with the sums of that stretch alone`() throws {
        let database = try RawDatabase(folder.storePath)
        let first = try database.number("SELECT min(place) >> 32 FROM histories")
        try database.execute("PRAGMA journal_mode = OFF; UPDATE sums SET hashes = hashes + 1 WHERE part = \(first)")
        let store = try Store(StoreFile(folder.storePath, isFrozen: true))
        // The period's first moment; periods of 28 days begin on 2014-12-29.
        let start = Instant(milliseconds: 1_419_811_200_000).advanced(by: first * 28 * day)
        let next = start.advanced(by: 28 * day)
        #expect(try !store.histories(from: next, through: .latest).isEmpty)
        for (from, through) in [(start, start), (next.advanced(by: -1), next.advanced(by: -1)), (start, .latest)] {
            #expect(throws: StoreFailure.self) { try store.histories(from: from, through: through) }
        }
    }

    @Test func `a history of a device that there is not is of no account, and told by a check of all`() throws {
        let row = "runs, exports, earlier, hash FROM histories LIMIT 1"
        #expect(try !isNoticed("INSERT INTO histories SELECT place + 4096, \(row)"))
        #expect(try StoreReading.unlessRefused(folder.storePath) == FilledStore.reading.get())
        #expect(try folder.store().faults().contains("1 histories belong to no device"))
    }

    @Test func `two rows that hold each other's values are noticed`() throws {
        var swapped: [String] = []
        for table in tables where table.columns.count > table.key.count {
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
            swapped.append(table.name)
        }
        #expect(swapped.sorted() == tables.map(\.name).filter { !["app_tasks", "conflicts"].contains($0) })
    }

    @Test func `tables that are made otherwise are noticed`() throws {
        for table in tables {
            let sql = "UPDATE sqlite_schema SET sql = sql || ' ' WHERE type = 'table' AND name = '\(table.name)'"
            #expect(try isNoticed("PRAGMA writable_schema = ON; \(sql)"), "\(sql)")
        }
        #expect(try isNoticed("DROP INDEX paths_by_content", changing: 0))
    }

    @Test func `a table of another program's beside them is no damage`() throws {
        #expect(try !isNoticed("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')"))
    }

    // MARK: Devices and their index

    /// Puts what another table of the same kind holds in the place of the devices, or of the index they are found by.
    private func replace(_ name: String, byThatOf other: String, changed: String) -> String {
        """
        CREATE TABLE other (id INTEGER PRIMARY KEY, app INTEGER NOT NULL, name BLOB NOT NULL, UNIQUE (app, name));
        INSERT INTO other SELECT id, app, name FROM devices;
        \(changed);
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = '\(other)')
        WHERE name = '\(name)'
        """
    }

    static let changes = [
        "DELETE FROM other WHERE id = 7", "UPDATE other SET name = x'00' WHERE id = 7",
        "INSERT INTO other SELECT 1000, app, x'00' FROM devices WHERE id = 7",
        // Two devices that have each other's number.
        """
        UPDATE other SET id = 1000 WHERE id = 7; UPDATE other SET id = 7 WHERE id = 8;
        UPDATE other SET id = 8 WHERE id = 1000
        """,
    ]

    @Test(arguments: changes)
    func `an index of devices that is not the table's is noticed`(_ change: String) throws {
        let names = ("sqlite_autoindex_devices_1", "sqlite_autoindex_other_1")
        #expect(try isNoticed(replace(names.0, byThatOf: names.1, changed: change)))
        #expect(try !isNoticed(replace(names.0, byThatOf: names.1, changed: "SELECT 1")))
    }

    @Test(arguments: changes)
    func `a table of devices that is not its index's is noticed`(_ change: String) throws {
        #expect(try isNoticed(replace("devices", byThatOf: "other", changed: change)))
        #expect(try !isNoticed(replace("devices", byThatOf: "other", changed: "SELECT 1")))
    }

    @Test func `no number of a device brings the program down`() throws {
        for number in [Int64.min, -1, 0, .max] {
            try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
            // The only one, so that it is the greatest as well.
            try execute("DELETE FROM devices WHERE id > 1; UPDATE devices SET id = \(number)", in: folder.storePath)
            #expect(throws: StoreFailure.self) { try folder.store().allHistories() }
            #expect(throws: StoreFailure.self) { try folder.store().faults() }
            try DefinedSums.seal(folder.storePath)
            #expect(throws: StoreFailure.self) { try folder.store().allHistories() }
            #expect(throws: StoreFailure.self) { try folder.store().faults() }
        }
    }

    @Test func `a history at a place far behind all others is not merged into for ever`() throws {
        for place in [Int64.max, .min] {
            try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
            try execute("INSERT INTO histories VALUES (\(place), x'', x'', NULL, 0)", in: folder.storePath)
            let more = gather([telling(device("device 1", app: "many"), content: 9, at: .latest, [Run(at: monday)])])
            #expect(try folder.store().write(more) == 0)
            // No moment that is read lies there.
            #expect(try folder.store().allHistories().count == FilledStore.reading.get().histories.count)
        }
    }
}
