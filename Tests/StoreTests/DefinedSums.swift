import CXXHash

/// What the rows of a store come to, worked out from the definition and with nothing of the store's own code.
///
/// A row's hash is XXH3 (64 bits) over words of 8 bytes, little-endian: for each value its type as SQLite numbers them,
/// then a whole number's or a float's bits, 0 for NULL, and of a text or a blob the XXH3 of its bytes. A table comes to
/// its number of rows and the sum of their hashes, which wraps around; histories come to that for each period.
enum DefinedSums {
    struct Sum: Hashable {
        var rows: Int64 = 0
        var hashes: Int64 = 0
    }

    struct Part: Hashable {
        var name: String
        var number: Int64
    }

    /// What the rows of a store come to; tables without a row are left out.
    static func computed(of database: RawDatabase) throws -> [Part: Sum] {
        var sums: [Part: Sum] = [:]
        func add(_ select: String, to name: String, part: (RawValue?) -> Int64 = { _ in 0 }) throws {
            // Of these three the sum alone; of every other table in the order of its key.
            let step: Int64 = ["histories", "devices", "schema"].contains(name) ? 1 : 0x5851_F42D_4C95_7F2D
            for row in try database.rows(select) {
                let place = Part(name: name, number: part(row.first))
                sums[place, default: Sum()].rows += 1
                sums[place, default: Sum()].hashes = sums[place, default: Sum()].hashes &* step &+ hash(row)
            }
        }
        for table in try tables(of: database) {
            switch table {
            case "sums": continue
            case "histories":
                try add("SELECT place, runs, exports, earlier FROM histories", to: table) {
                    if case .integer(let place)? = $0 { place >> 32 } else { 0 }
                }
            case "moments": try add("SELECT content, hash FROM moments NOT INDEXED", to: table)
            case "devices": try add("SELECT app, name, id FROM devices", to: table)
            default: try add("SELECT * FROM \(table) NOT INDEXED", to: table)
            }
        }
        try add("SELECT type, name, tbl_name, sql FROM sqlite_schema", to: "schema")
        return sums
    }

    /// What the store's table of sums says; those of nothing are left out.
    static func recorded(in database: RawDatabase) throws -> [Part: Sum] {
        var sums: [Part: Sum] = [:]
        for row in try database.rows("SELECT name, part, rows, hashes FROM sums") {
            guard case .text(let name) = row[0], case .integer(let part) = row[1], case .integer(let rows) = row[2],
                case .integer(let hashes) = row[3]
            else { throw RawFailure(message: "no sum: \(row)") }
            let sum = Sum(rows: rows, hashes: hashes)
            if sum != Sum() { sums[Part(name: String(decoding: name, as: UTF8.self), number: part)] = sum }
        }
        return sums
    }

    /// The places of histories whose own hash is not theirs, or that name another period as the device's one before.
    static func wrongHistories(in database: RawDatabase) throws -> [RawValue] {
        try database.rows(
            """
            SELECT place, runs, exports, earlier, hash, earlier IS (
                SELECT max(before.place >> 32) FROM histories AS before
                WHERE before.place < histories.place AND before.place % 4294967296 = histories.place % 4294967296)
            FROM histories
            """
        ).filter { .integer(hash(Array($0.prefix(4)))) != $0[4] || $0[5] != .integer(1) }.map { $0[0] }
    }

    /// The contents whose moments' hash is not theirs.
    static func wrongMoments(in database: RawDatabase) throws -> [RawValue] {
        try database.rows("SELECT content, hash, moments FROM moments")
            .filter { .integer(hash([$0[2]])) != $0[1] }.map { $0[0] }
    }

    /// Makes hashes and sums those of the rows as they are, so that what is odd about the rows themselves is all that is
    /// left to notice.
    static func seal(_ path: String) throws {
        let database = try RawDatabase(path)
        try database.execute("BEGIN")
        for row in try database.rows("SELECT place, runs, exports, earlier FROM histories") {
            guard case .integer(let place) = row[0] else { throw RawFailure(message: "no place: \(row[0])") }
            try database.execute("UPDATE histories SET hash = \(hash(row)) WHERE place = \(place)")
        }
        for row in try database.rows("SELECT content, moments FROM moments") {
            guard case .integer(let content) = row[0] else { throw RawFailure(message: "no content: \(row[0])") }
            try database.execute("UPDATE moments SET hash = \(hash([row[1]])) WHERE content = \(content)")
        }
        try database.execute("DELETE FROM sums")
        for (part, sum) in try computed(of: database) {
            try database.execute(
                "INSERT INTO sums VALUES ('\(part.name)', \(part.number), \(sum.rows), \(sum.hashes))")
        }
        try database.execute("COMMIT")
    }

    static func tables(of database: RawDatabase) throws -> [String] {
        try database.texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    }

    static func hash(_ row: [RawValue]) -> Int64 {
        var bytes: [UInt8] = []
        func append(_ word: UInt64) {
            for place in UInt64(0)..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> (8 * place))) }
        }
        for value in row {
            switch value {
            case .integer(let number):
                append(1)
                append(UInt64(bitPattern: number))
            case .float(let number):
                append(2)
                append(number.bitPattern)
            case .text(let text):
                append(3)
                append(XXH3_64bits(text, text.count))
            case .blob(let blob):
                append(4)
                append(XXH3_64bits(blob, blob.count))
            case .null:
                append(5)
                append(0)
            }
        }
        return Int64(bitPattern: XXH3_64bits(bytes, bytes.count))
    }
}
