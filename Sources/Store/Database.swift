import CSQLite

/// Where a store is, and how it is opened.
package struct StoreFile: Sendable {
    package var path: String
    /// Whether the file stays as it is while it is read: then SQLite takes no lock and writes nothing beside it.
    package var isFrozen: Bool

    package init(_ path: String, isFrozen: Bool = false) {
        self.path = path
        self.isFrozen = isFrozen
    }

    /// With every byte escaped that means something in a URI (https://www.sqlite.org/uri.html).
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
        // After two slashes comes the name of a host: that of a path which begins so is empty.
        return "file:\(plain.hasPrefix("//") ? "//" : "")\(plain)\(isFrozen ? "?immutable=1" : "")"
    }
}

/// A connection to SQLite, and nothing of this program's own.
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

    /// Runs statements that give no rows back.
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

    /// The first column of the first row, as a whole number; nil where there is no row.
    func number(_ sql: String) throws(StoreError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    var lastInsertedRow: Int64 { sqlite3_last_insert_rowid(handle) }

    func failure(_ code: Int32, _ sql: String) -> StoreError {
        StoreError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }
}

/// What SQLite refused to do. It carries the statement, and never a bound value.
package struct StoreError: Error, Equatable, CustomStringConvertible {
    package var code: Int32
    package var message: String
    package var sql: String

    package init(code: Int32, message: String, sql: String) {
        self.code = code
        self.message = message
        self.sql = sql
    }

    /// Whether the file is no SQLite database, or not a whole one, or lacks a table that a statement speaks of.
    package var isNotADatabase: Bool {
        [SQLITE_NOTADB, SQLITE_CORRUPT].contains(code & 0xFF) || code == SQLITE_ERROR && message.hasPrefix("no such ")
    }

    /// Whether another process holds the file.
    package var isBusy: Bool { code & 0xFF == SQLITE_BUSY }

    package var description: String {
        sql.isEmpty ? "\(message) (SQLite \(code))" : "\(message) (SQLite \(code), in: \(sql.prefix(80)))"
    }
}
