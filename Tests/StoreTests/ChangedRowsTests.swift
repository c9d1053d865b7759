import Foundation
import Records
import Store
import TestSupport
import Testing

/// Rows of histories, sums and names that are not as they were written are noticed when they are read, and what is known
/// of files by a check of all.
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

    /// The tables whose rows are watched over at each reading.
    private var watched: [Table] { tables.filter { ["histories", "sums", "names"].contains($0.name) } }

    @Test func `the store is whole before a row is changed`() throws {
        #expect(throws: Never.self) { try StoreReading(StoreFile(folder.storePath, isFrozen: true)) }
        #expect(try folder.store().faults() == [])
        #expect(watched.count == 3)
        for table in tables { #expect(table.rows > 1, "\(table.name) has hardly a row: nothing here is about it") }
    }

    @Test func `another value in any column is noticed`() throws {
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

    @Test func `a row that is gone is noticed, be it the first, the last or one between`() throws {
        for table in watched {
            for row in table.someRows {
                let sql = "DELETE FROM \(table.name) WHERE \(table.condition(row))"
                #expect(try isNoticed(sql), "\(sql)")
            }
        }
    }

    @Test func `a name that is there once more, under another number, is noticed`() throws {
        let last = "(SELECT max(id) + 1 FROM names WHERE kind = 1)"
        let row = "SELECT kind, \(last), name, hash FROM names WHERE (kind, id) = (1, 1)"
        #expect(try isNoticed("INSERT INTO names \(row)"))
        #expect(try isNoticed("UPDATE names SET kind = 3, id = 5 WHERE (kind, id) = (2, 2)"))
    }

    @Test func `a history that stands at another device's place too is noticed`() throws {
        let database = try RawDatabase(folder.storePath)
        // A history, and in the same period the place of a device that has none there.
        let first = try database.number(
            "SELECT min(place) FROM histories GROUP BY place >> 32 HAVING count(*) < (SELECT count(*) FROM devices)")
        let period = (first >> 32) << 32
        let others = "SELECT place - \(period) FROM histories WHERE place >> 32 = \(first >> 32)"
        let free = period + (try database.number("SELECT max(id) FROM devices WHERE id NOT IN (\(others))"))
        let row = "history, hash FROM histories WHERE place = \(first)"
        #expect(try isNoticed("INSERT INTO histories SELECT \(free), \(row)"))
        #expect(try isNoticed("UPDATE histories SET place = \(free) WHERE place = \(first)"))
        // And one of the same device that stands in another period: the place is in its hash.
        #expect(try isNoticed("UPDATE histories SET place = place + 4294967296 * 9 WHERE place = \(first)"))
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
        try database.execute("PRAGMA journal_mode = OFF; UPDATE sums SET hashes = hashes + 1 WHERE period = \(first)")
        let store = try Store(StoreFile(folder.storePath, isFrozen: true))
        // The period's first moment; periods of 28 days begin on 2014-12-29.
        let start = Instant(milliseconds: 1_419_811_200_000).advanced(by: first * 28 * day)
        let next = start.advanced(by: 28 * day)
        #expect(try !store.histories(from: next, through: .latest).isEmpty)
        for (from, through) in [(start, start), (next.advanced(by: -1), next.advanced(by: -1)), (start, .latest)] {
            #expect(throws: StoreFailure.self) { try store.histories(from: from, through: through) }
        }
    }

    @Test(arguments: ["histories", "names"])
    func `two rows that hold each other's values are noticed`(_ name: String) throws {
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

    @Test func `a table of another program's beside them is no damage`() throws {
        #expect(try !isNoticed("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')"))
    }

    /// Whether a check of the whole store finds something.
    private func hasFaults() throws -> Bool {
        do {
            return try !folder.store().faults().isEmpty
        } catch StoreFailure.damaged {
            return true
        }
    }

    @Test func `no number of a device brings the program down`() throws {
        for number in [Int64.min, -1, 0, .max] {
            try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
            // The only one, so that it is the greatest as well.
            try execute("DELETE FROM devices WHERE id > 1; UPDATE devices SET id = \(number)", in: folder.storePath)
            if number < .max { #expect(throws: StoreFailure.self) { try folder.store().allHistories() } }
            #expect(try hasFaults())
        }
    }

    @Test func `a history at a place far behind all others is not merged into for ever`() throws {
        for place in [Int64.max, .min] {
            try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
            try execute("INSERT INTO histories VALUES (\(place), x'', 0)", in: folder.storePath)
            let more = telling(device("device 1", app: "many"), at: .latest, [Run(at: monday)])
            #expect(try folder.store().write([more]) == 0)
            // No moment that is read lies there.
            let whole = try FilledStore.reading.get().watched.histories
            #expect(try folder.store().allHistories().count == whole.count)
            #expect(try folder.store().history(of: 1).runs.count == whole[1]?.runs.count)
        }
    }
}
