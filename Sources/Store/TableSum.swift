import CSQLite
import CXXHash

/// What a table holds, in two numbers: how many rows, and one number out of the rows' hashes.
///
/// It tells a row that was changed, lost or doubled by anybody but this program. It is no defence against somebody who
/// changes both on purpose.
struct TableSum: Equatable {
    var rows: Int64 = 0
    /// Of histories and devices the sum, which follows each row that is written without a look at the others, and so of the
    /// schema; of every other table each hash added to ``step`` times what was there before, so that rows in another order give another
    /// number. Both wrap around.
    var hashes: Int64 = 0

    /// Odd, so that nothing of a number is lost when it is multiplied.
    static let step: Int64 = 0x5851_F42D_4C95_7F2D

    mutating func add(_ other: TableSum) {
        rows &+= other.rows
        hashes &+= other.hashes
    }

    /// Counts a row, or one that takes another's place.
    mutating func note(_ hash: Int64, replacing old: Int64? = nil) {
        rows &+= old == nil ? 1 : 0
        hashes &+= hash &- (old ?? 0)
    }
}

/// The hash of one row: XXH3 over its values, each as its type and eight bytes. Of a text or a blob these are its hash.
enum RowHash {
    static func ofHistory(
        at place: Int64, runs: UnsafeRawBufferPointer, exports: UnsafeRawBufferPointer, earlier: Period?
    ) -> Int64 {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 8) { words in
            set(words, 0, SQLITE_INTEGER, UInt64(bitPattern: place))
            set(words, 1, SQLITE_BLOB, XXH3_64bits(runs.baseAddress, runs.count))
            set(words, 2, SQLITE_BLOB, XXH3_64bits(exports.baseAddress, exports.count))
            set(
                words, 3, earlier == nil ? SQLITE_NULL : SQLITE_INTEGER, UInt64(bitPattern: earlier?.number ?? 0))
            return hash(words)
        }
    }

    static func ofMoments(_ packed: UnsafeRawBufferPointer) -> Int64 {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2) { words in
            set(words, 0, SQLITE_BLOB, XXH3_64bits(packed.baseAddress, packed.count))
            return hash(words)
        }
    }

    static func ofDevice(_ number: Int64, app: Int64, _ name: UnsafeRawBufferPointer) -> Int64 {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 6) { words in
            set(words, 0, SQLITE_INTEGER, UInt64(bitPattern: app))
            set(words, 1, SQLITE_BLOB, XXH3_64bits(name.baseAddress, name.count))
            set(words, 2, SQLITE_INTEGER, UInt64(bitPattern: number))
            return hash(words)
        }
    }

    fileprivate static func of(_ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int32) -> Int64 {
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 2 * Int(count)) { words in
            for index in 0..<Int(count) {
                let value = values?[index]
                let type = sqlite3_value_type(value)
                let bytes =
                    switch type {
                    case SQLITE_NULL: UInt64(0)
                    case SQLITE_INTEGER: UInt64(bitPattern: sqlite3_value_int64(value))
                    case SQLITE_FLOAT: sqlite3_value_double(value).bitPattern
                    default: hash(of: value)
                    }
                set(words, index, type, bytes)
            }
            return hash(words)
        }
    }

    private static func hash(of value: OpaquePointer?) -> UInt64 {
        // The blob before its length: asked the other way round, SQLite may convert in between.
        let start = sqlite3_value_blob(value)
        return XXH3_64bits(start, Int(sqlite3_value_bytes(value)))
    }

    private static func set(
        _ words: UnsafeMutableBufferPointer<UInt64>, _ index: Int, _ type: Int32, _ bytes: UInt64
    ) {
        words[2 * index] = UInt64(type).littleEndian
        words[2 * index + 1] = bytes.littleEndian
    }

    private static func hash(_ words: UnsafeMutableBufferPointer<UInt64>) -> Int64 {
        Int64(bitPattern: XXH3_64bits(words.baseAddress, words.count * MemoryLayout<UInt64>.size))
    }
}

extension Database {
    /// Makes known to this connection `row_hash(value, …)`, its sum over rows, `row_hashes(value, …)`, and the same with an
    /// eye on their order, `rows_in_order(value, …)` (``TableSum``).
    func addRowHashes() throws(StoreError) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        let one = sqlite3_create_function_v2(
            handle, "row_hash", -1, flags, nil,
            { context, count, values in sqlite3_result_int64(context, RowHash.of(values, count)) }, nil, nil, nil)
        let sum = sqlite3_create_function_v2(
            handle, "row_hashes", -1, flags, nil, nil,
            { context, count, values in rowHashes(in: context) { $0 &+= RowHash.of(values, count) } },
            { context in rowHashes(in: context) { sqlite3_result_int64(context, $0) } }, nil)
        let ordered = sqlite3_create_function_v2(
            handle, "rows_in_order", -1, flags, nil, nil,
            { context, count, values in
                rowHashes(in: context) { $0 = $0 &* TableSum.step &+ RowHash.of(values, count) }
            },
            { context in rowHashes(in: context) { sqlite3_result_int64(context, $0) } }, nil)
        for code in [one, sum, ordered] where code != SQLITE_OK { throw failure(code, "") }
    }
}

/// What an aggregate has gathered so far; 0 before its first row.
private func rowHashes(in context: OpaquePointer?, _ body: (inout Int64) -> Void) {
    let memory = sqlite3_aggregate_context(context, Int32(MemoryLayout<Int64>.size))
    guard let gathered = memory?.assumingMemoryBound(to: Int64.self) else { return sqlite3_result_error_nomem(context) }
    body(&gathered.pointee)
}
