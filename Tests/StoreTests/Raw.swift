import CSQLite

/// A connection to a database file that bypasses the store.
final class RawDatabase {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw RawFailure(message: "not opened") }
        sqlite3_busy_timeout(handle, 10_000)
        // No test needs to survive a power cut. A file that is not a database fails at the first statement that
        // matters.
        sqlite3_exec(handle, "PRAGMA synchronous = OFF", nil, nil, nil)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that return no rows.
    func execute(_ sql: String) throws {
        if sqlite3_exec(handle, sql, nil, nil, nil) != SQLITE_OK { throw failure }
    }

    /// How many rows the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// The rows that a statement returns.
    func rows(_ sql: String) throws -> [[RawValue]] {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK else { throw failure }
        defer { sqlite3_finalize(statement) }
        var rows: [[RawValue]] = []
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: rows.append((0..<sqlite3_column_count(statement)).map { RawValue(statement, $0) })
            case SQLITE_DONE: return rows
            default: throw failure
            }
        }
    }

    /// The texts in the first column.
    func texts(_ sql: String) throws -> [String] {
        try rows(sql).map { row in
            guard case .text(let bytes)? = row.first else { throw RawFailure(message: "no text: \(sql)") }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    /// The integer in the first column of the first row.
    func number(_ sql: String) throws -> Int64 {
        guard case .integer(let number)? = try rows(sql).first?.first else {
            throw RawFailure(message: "no number: \(sql)")
        }
        return number
    }

    private var failure: RawFailure { RawFailure(message: String(cString: sqlite3_errmsg(handle))) }
}

/// A value as stored by SQLite.
enum RawValue: Hashable {
    case integer(Int64)
    case float(Double)
    case text([UInt8])
    case blob([UInt8])
    case null

    fileprivate init(_ statement: OpaquePointer?, _ column: Int32) {
        func bytes() -> [UInt8] {
            let start = sqlite3_column_blob(statement, column)
            return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
        }
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: self = .float(sqlite3_column_double(statement, column))
        case SQLITE_TEXT: self = .text(bytes())
        case SQLITE_BLOB: self = .blob(bytes())
        default: self = .null
        }
    }
}

/// Runs statements on a database file, bypassing the store.
func execute(_ sql: String, in path: String) throws {
    try RawDatabase(path).execute(sql)
}

struct RawFailure: Error {
    var message: String
}
