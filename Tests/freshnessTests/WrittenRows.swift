import CSQLite
import Foundation
import TestSupport
import Testing

/// Counts the rows that the program writes into each table of a store.
///
/// The counting is done by triggers in the store itself: it sees rows that are written again as they were, and what one
/// run writes twice.
final class WrittenRows {
    private let path: String
    private var tables: [String] = []

    /// Has the program make the store of a root, from a folder without exports.
    init(_ root: Root) throws {
        path = root.folder.path + "/.freshness/runs.sqlite"
        try root.folder.write(Root.thresholds(), to: "empty/slo.json")
        try FileManager.default.createDirectory(
            atPath: root.folder.path + "/empty/bg_runs", withIntermediateDirectories: true)
        _ = try root.run("ingest", "--metrics", root.folder.path + "/empty")
        tables = try rows("SELECT name, 0 FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'").map(\.0)
        try #require(tables.contains("histories"))
        var sql = "CREATE TABLE written (name TEXT PRIMARY KEY, count INTEGER);"
        for table in tables {
            sql += "INSERT INTO written VALUES ('\(table)', 0);"
            for event in ["INSERT", "UPDATE", "DELETE"] {
                sql += """
                    CREATE TRIGGER count_\(table)_\(event) AFTER \(event) ON \(table) BEGIN
                        UPDATE written SET count = count + 1 WHERE name = '\(table)';
                    END;
                    """
            }
        }
        _ = try rows(sql)
    }

    /// How many rows were written into each table since the last time, and how many it holds.
    func take() throws -> [String: (written: Int, held: Int)] {
        let written = Dictionary(uniqueKeysWithValues: try rows("SELECT name, count FROM written"))
        _ = try rows("UPDATE written SET count = 0")
        let held = try tables.map { try rows("SELECT '\($0)', count(*) FROM \($0)") }.joined()
        return Dictionary(uniqueKeysWithValues: held.map { ($0, (written[$0] ?? 0, $1)) })
    }

    /// Runs statements one after the other, and gives the name and the number of each row.
    private func rows(_ sql: String) throws -> [(String, Int)] {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        try #require(sqlite3_open(path, &database) == SQLITE_OK)
        var rows: [(String, Int)] = []
        try sql.withCString { start in
            var rest: UnsafePointer<CChar>? = start
            while let text = rest, text.pointee != 0 {
                var statement: OpaquePointer?
                defer { sqlite3_finalize(statement) }
                try #require(sqlite3_prepare_v2(database, text, -1, &statement, &rest) == SQLITE_OK)
                while sqlite3_step(statement) == SQLITE_ROW {
                    rows.append(
                        (String(cString: sqlite3_column_text(statement, 0)), Int(sqlite3_column_int64(statement, 1))))
                }
                try #require(sqlite3_errcode(database) == SQLITE_OK || sqlite3_errcode(database) == SQLITE_DONE)
            }
        }
        return rows
    }
}
