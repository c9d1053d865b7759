import CSQLite

/// Runs statements on a database file past the store.
func execute(_ sql: String, in path: String) throws {
    var database: OpaquePointer?
    defer { sqlite3_close_v2(database) }
    var message = "not opened"
    if sqlite3_open(path, &database) == SQLITE_OK {
        sqlite3_busy_timeout(database, 10_000)
        if sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK { return }
        message = String(cString: sqlite3_errmsg(database))
    }
    throw RawFailure(message: message)
}

struct RawFailure: Error {
    var message: String
}
