import CXXHash
import Foundation

/// What a name from the data names; the raw value is in the store.
package enum NameKind: Int64, CaseIterable, Sendable {
    case app = 1
    case task = 2
    case platform = 3
    case version = 4
    case arm = 5
}

/// The numbers of all names of one kind. Safe to use from several threads.
package final class NameTable: @unchecked Sendable {
    private struct State {
        var numbers: [[UInt8]: UInt32] = [:]
        /// The names by number; 0 is the empty name.
        var names: [[UInt8]] = [[]]
        /// How many of the names are in the database.
        var written = 1
        /// The sum of their hashes, modulo 2^64.
        var hashes: Int64 = 0
    }

    /// The thread sanitizer knows `NSLock`, but reports values behind a `Mutex` as unguarded (Swift 6.3).
    private let lock = NSLock()
    private var state: State
    private let kind: NameKind

    /// Reads the names in the database.
    init(_ kind: NameKind, in database: Database) throws {
        self.kind = kind
        var state = State()
        let rows = try database.prepare("SELECT id, name, hash FROM names WHERE kind = ? ORDER BY id")
        try rows.bind(.integer(kind.rawValue))
        while try rows.step() {
            let name = Array(rows.bytes(1))
            guard rows.integer(0) == state.names.count, rows.integer(2) == Self.hash(name, kind, rows.integer(0)) else {
                throw StoreFailure.damaged("a name in it is not what was written")
            }
            state.numbers[name] = UInt32(state.names.count)
            state.names.append(name)
            state.hashes &+= rows.integer(2)
        }
        // If the last names were lost, new names would get their numbers.
        let known = try database.prepare("SELECT rows, hashes FROM sums WHERE period = ?")
        try known.bind(.integer(-kind.rawValue))
        let sum = try known.step() ? (known.integer(0), known.integer(1)) : (0, 0)
        guard sum == (Int64(state.names.count - 1), state.hashes) else {
            throw StoreFailure.damaged("names are missing")
        }
        state.written = state.names.count
        self.state = state
    }

    /// The number of a name, assigned now if it is new; 0 for the empty name.
    package func number(of name: [UInt8]) -> UInt32 {
        lock.withLock {
            if name.isEmpty { return 0 }
            if let number = state.numbers[name] { return number }
            let number = UInt32(state.names.count)
            state.numbers[name] = number
            state.names.append(name)
            return number
        }
    }

    /// The number of a name; nil if it has none yet.
    package func knownNumber(of name: [UInt8]) -> UInt32? {
        lock.withLock { name.isEmpty ? 0 : state.numbers[name] }
    }

    /// All names by number.
    package var names: [[UInt8]] { lock.withLock { state.names } }

    /// Writes the names added since the last call.
    func write(to database: Database) throws(StoreError) {
        let (names, written, before) = lock.withLock { (state.names, state.written, state.hashes) }
        if names.count == written { return }
        let insert = try database.prepare("INSERT INTO names VALUES (?, ?, ?, ?)")
        var hashes = before
        for number in written..<names.count {
            let hash = Self.hash(names[number], kind, Int64(number))
            hashes &+= hash
            try insert.bind(
                .integer(kind.rawValue), .integer(Int64(number)), .bytes(names[number]), .integer(hash))
            try insert.run()
        }
        let sum = try database.prepare("INSERT OR REPLACE INTO sums VALUES (?, ?, ?)")
        try sum.bind(.integer(-kind.rawValue), .integer(Int64(names.count - 1)), .integer(hashes))
        try sum.run()
        lock.withLock { (state.written, state.hashes) = (names.count, hashes) }
    }

    private static func hash(_ name: [UInt8], _ kind: NameKind, _ number: Int64) -> Int64 {
        Int64(bitPattern: XXH3_64bits_withSeed(name, name.count, UInt64(bitPattern: kind.rawValue << 32 | number)))
    }
}
