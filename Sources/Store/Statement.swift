import CSQLite

/// A prepared statement. Parameters and columns are counted from 0.
final class Statement {
    private let handle: OpaquePointer
    private let sql: String
    private let database: Database

    init(_ handle: OpaquePointer, sql: String, in database: Database) {
        self.handle = handle
        self.sql = sql
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    /// Moves to the next row; false where there is none.
    func step() throws(StoreError) -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw database.failure(code, sql)
        }
    }

    /// Resets the statement so that it can run again.
    func reset() {
        sqlite3_reset(handle)
    }

    /// Runs the statement from the start and ignores its rows.
    func run() throws(StoreError) {
        defer { reset() }
        while try step() {}
    }

    func bind(_ values: Value...) throws(StoreError) {
        for (index, value) in values.enumerated() {
            let parameter = Int32(index + 1)
            let code =
                switch value {
                case .integer(let number): sqlite3_bind_int64(handle, parameter, number)
                case .null: sqlite3_bind_null(handle, parameter)
                case .text(let text): bind(Array(text.utf8), at: parameter, asText: true)
                case .bytes(let bytes): bind(bytes, at: parameter, asText: false)
                }
            if code != SQLITE_OK { throw database.failure(code, sql) }
        }
    }

    func bind(_ number: Int64?, at index: Int32) throws(StoreError) {
        let code =
            number.map { sqlite3_bind_int64(handle, index + 1, $0) } ?? sqlite3_bind_null(handle, index + 1)
        if code != SQLITE_OK { throw database.failure(code, sql) }
    }

    /// Binds bytes that stay valid until the statement has run.
    func bind(borrowed bytes: UnsafeRawBufferPointer, at index: Int32) throws(StoreError) {
        // A null pointer would bind NULL instead of an empty blob.
        let code =
            bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, index + 1, 0)
            : sqlite3_bind_blob64(handle, index + 1, bytes.baseAddress, UInt64(bytes.count), nil)
        if code != SQLITE_OK { throw database.failure(code, sql) }
    }

    private func bind(_ bytes: [UInt8], at parameter: Int32, asText: Bool) -> Int32 {
        if bytes.isEmpty {
            return asText
                ? sqlite3_bind_text(handle, parameter, "", 0, freshness_sqlite_transient())
                : sqlite3_bind_zeroblob(handle, parameter, 0)
        }
        return bytes.withUnsafeBytes {
            let count = UInt64($0.count)
            let copied = freshness_sqlite_transient()
            return asText
                ? sqlite3_bind_text64(
                    handle, parameter, $0.baseAddress?.assumingMemoryBound(to: CChar.self), count, copied,
                    UInt8(SQLITE_UTF8))
                : sqlite3_bind_blob64(handle, parameter, $0.baseAddress, count, copied)
        }
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// The bytes of a text or blob, valid until the next step.
    func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
        // The blob before its length: in the other order SQLite may convert the value in between.
        let start = sqlite3_column_blob(handle, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    func text(_ column: Int32) -> String { String(decoding: bytes(column), as: UTF8.self) }

    enum Value {
        case integer(Int64)
        case text(String)
        case bytes([UInt8])
        case null
    }
}
