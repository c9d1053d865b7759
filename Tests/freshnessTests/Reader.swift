import CSQLite
import Foundation
import Testing

/// Somebody else's connection to a store, in a transaction that it holds until it goes.
final class Reader {
    private var database: OpaquePointer?

    init(_ path: String) throws {
        try #require(sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK)
        try #require(sqlite3_exec(database, "BEGIN", nil, nil, nil) == SQLITE_OK)
        // The transaction begins with what is first read.
        _ = try number("SELECT count(*) FROM sqlite_schema")
    }

    deinit { sqlite3_close_v2(database) }

    func number(_ sql: String) throws -> Int64 {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        try #require(sqlite3_prepare_v2(database, sql, -1, &statement, nil) == SQLITE_OK)
        try #require(sqlite3_step(statement) == SQLITE_ROW)
        return sqlite3_column_int64(statement, 0)
    }
}
