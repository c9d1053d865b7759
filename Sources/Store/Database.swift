import CSQLite

/// A store's file, and how to open it.
package struct StoreFile: Sendable {
    package var path: String
    /// Whether the file cannot change while it is read: then SQLite takes no lock and writes nothing beside it.
    package var isFrozen: Bool

    package init(_ path: String, isFrozen: Bool = false) {
        self.path = path
        self.isFrozen = isFrozen
    }

    /// The path with each special byte percent-encoded (https://www.sqlite.org/uri.html).
    var uri: String {
        let plain = path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + String(UInt16(byte) + 0x100, radix: 16).dropFirst()
            }
        }.joined()
        // A path that begins with two slashes would be read as a host name: an empty host goes before it.
        return "file:\(plain.hasPrefix("//") ? "//" : "")\(plain)\(isFrozen ? "?immutable=1" : "")"
    }
}

/// A connection to SQLite.
final class Database {
    let handle: OpaquePointer

    init(_ file: StoreFile, readOnly: Bool = false) throws(StoreError) {
        var handle: OpaquePointer?
        let isWriting = !readOnly && !file.isFrozen
        let flags = isWriting ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let code = sqlite3_open_v2(
            file.uri, &handle, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
        guard code == SQLITE_OK, let handle else {
            let message = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close(handle)
            throw StoreError(code: code, message: message, sql: "")
        }
        self.handle = handle
    }

    deinit { sqlite3_close_v2(handle) }

    /// Runs statements that return no rows.
    func execute(_ sql: String) throws(StoreError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code, sql) }
    }

    func prepare(_ sql: String) throws(StoreError) -> Statement {
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw failure(code, sql) }
        return Statement(statement, sql: sql, in: self)
    }

    /// The first column of the first row, as an integer; nil if there is no row.
    func number(_ sql: String) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    func failure(_ code: Int32, _ sql: String) -> StoreError {
        StoreError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }
}

/// An error from SQLite. It carries the statement, but never a bound value.
package struct StoreError: Error, Equatable, CustomStringConvertible {
    package var code: Int32
    package var message: String
    package var sql: String

    package init(code: Int32, message: String, sql: String) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// Whether the file is not an SQLite database, is damaged, or lacks a table.
    package var isNotADatabase: Bool {
        [SQLITE_NOTADB, SQLITE_CORRUPT].contains(code & 0xFF) || code == SQLITE_ERROR && message.hasPrefix("no such ")
    }

    /// Whether another process holds a lock on the file.
    package var isBusy: Bool { code & 0xFF == SQLITE_BUSY }

    package var description: String {
        sql.isEmpty ? "\(message) (SQLite \(code))" : "\(message) (SQLite \(code), in: \(sql.prefix(80)))"
    }
}
