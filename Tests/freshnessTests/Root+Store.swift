import CSQLite
import TestSupport
import Testing

extension Root {
    /// Changes the store as no version of the program does.
    func execute(_ sql: String) throws {
        var database: OpaquePointer?
        defer { sqlite3_close_v2(database) }
        try #require(sqlite3_open(folder.path + "/.freshness/runs.sqlite", &database) == SQLITE_OK)
        try #require(
            sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(database)))")
    }
}
