import CXXHash

/// The hashes and sums that a store should have, computed from the definition without the store's code.
///
/// A history's hash is XXH3 (64 bits) of its bytes, seeded with its row id; a name's is that of its bytes, seeded with
/// kind × 2^32 + number; that of a file's marks has no seed. A period has the number of its histories and the wrapping
/// sum of their hashes; a kind of names has the same, under minus its number.
enum DefinedSums {
    struct Sum: Hashable {
        var rows: Int64 = 0
        var hashes: Int64 = 0
    }

    /// The computed sums of each period and each kind of names, without empty ones.
    static func computed(of database: RawDatabase) throws -> [Int64: Sum] {
        var sums: [Int64: Sum] = [:]
        for (place, history, _) in try histories(of: database) {
            sums[place >> 32, default: Sum()].rows += 1
            sums[place >> 32, default: Sum()].hashes &+= hash(history, seed: place)
        }
        for (kind, id, name) in try names(of: database) {
            sums[-kind, default: Sum()].rows += 1
            sums[-kind, default: Sum()].hashes &+= hash(name, seed: kind << 32 | id)
        }
        return sums
    }

    /// The sums in the store's table, without empty ones.
    static func recorded(in database: RawDatabase) throws -> [Int64: Sum] {
        var sums: [Int64: Sum] = [:]
        for row in try database.rows("SELECT period, rows, hashes FROM sums") {
            guard case .integer(let period) = row[0], case .integer(let rows) = row[1],
                case .integer(let hashes) = row[2]
            else { throw RawFailure(message: "no sum: \(row)") }
            let sum = Sum(rows: rows, hashes: hashes)
            if sum != Sum() { sums[period] = sum }
        }
        return sums
    }

    /// The row ids of histories with a wrong hash.
    static func wrongHistories(in database: RawDatabase) throws -> [Int64] {
        try histories(of: database).filter { hash($0.history, seed: $0.place) != $0.hash }.map(\.place)
    }

    /// The names with a wrong hash, by kind × 2^32 + number.
    static func wrongNames(in database: RawDatabase) throws -> [Int64] {
        try names(of: database).filter { kind, id, name in
            let kept = try database.number("SELECT hash FROM names WHERE kind = \(kind) AND id = \(id)")
            return kept != hash(name, seed: kind << 32 | id)
        }.map { $0.kind << 32 | $0.id }
    }

    /// The contents with a wrong hash of their marks.
    static func wrongMarks(in database: RawDatabase) throws -> [RawValue] {
        try database.rows("SELECT id, marks, marks_hash FROM contents").filter {
            guard case .blob(let marks) = $0[1] else { return true }
            return $0[2] != .integer(hash(marks, seed: 0))
        }.map { $0[0] }
    }

    /// Makes the hashes and sums of histories and names match the rows, so that only the rows themselves can be
    /// detected as wrong.
    static func seal(_ path: String) throws {
        let database = try RawDatabase(path)
        try database.execute("BEGIN")
        for (place, history, _) in try histories(of: database) {
            try database.execute("UPDATE histories SET hash = \(hash(history, seed: place)) WHERE place = \(place)")
        }
        for (kind, id, name) in try names(of: database) {
            let hash = hash(name, seed: kind << 32 | id)
            try database.execute("UPDATE names SET hash = \(hash) WHERE kind = \(kind) AND id = \(id)")
        }
        try database.execute("DELETE FROM sums")
        for (part, sum) in try computed(of: database) {
            try database.execute("INSERT INTO sums VALUES (\(part), \(sum.rows), \(sum.hashes))")
        }
        try database.execute("COMMIT")
    }

    private static func names(of database: RawDatabase) throws -> [(kind: Int64, id: Int64, name: [UInt8])] {
        try database.rows("SELECT kind, id, name FROM names").map { row in
            guard case .integer(let kind) = row[0], case .integer(let id) = row[1], case .blob(let name) = row[2] else {
                throw RawFailure(message: "no name: \(row)")
            }
            return (kind, id, name)
        }
    }

    private static func histories(
        of database: RawDatabase
    ) throws -> [(place: Int64, history: [UInt8], hash: Int64)] {
        try database.rows("SELECT place, history, hash FROM histories").map { row in
            guard case .integer(let place) = row[0], case .integer(let hash) = row[2] else {
                throw RawFailure(message: "no history: \(row)")
            }
            // SQLite also returns the bytes of a text or number as a blob.
            switch row[1] {
            case .blob(let bytes), .text(let bytes): return (place, bytes, hash)
            case .integer(let number): return (place, Array(String(number).utf8), hash)
            default: throw RawFailure(message: "no history: \(row)")
            }
        }
    }

    static func tables(of database: RawDatabase) throws -> [String] {
        try database.texts("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")
    }

    private static func hash(_ bytes: [UInt8], seed: Int64) -> Int64 {
        Int64(bitPattern: XXH3_64bits_withSeed(bytes, bytes.count, UInt64(bitPattern: seed)))
    }
}
