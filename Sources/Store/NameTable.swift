import CXXHash
import Foundation

/// What a name that comes from data is the name of; the raw value stands in the store.
package enum NameKind: Int64, CaseIterable, Sendable {
    case app = 1
    case task = 2
    case platform = 3
    case version = 4
    case arm = 5
}

/// Numbers for the names of one kind. Those who read files ask from several threads at once.
package final class NameTable: @unchecked Sendable {
    private struct State {
        var numbers: [[UInt8]: UInt32] = [:]
        /// Each name at its number; 0 is for no name.
        var names: [[UInt8]] = [[]]
        /// How many of the names are in the database.
        var written = 1
        /// The sum of their hashes, which wraps around.
        var hashes: Int64 = 0
    }

    /// The thread sanitizer knows this lock, and takes what a `Mutex` holds for unguarded (Swift 6.3).
    private let lock = NSLock()
    private var state: State
    private let kind: NameKind

    /// Reads the names that are in the database.
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
        // A name that is gone from the end would leave its number to another.
        let known = try database.prepare("SELECT rows, hashes FROM sums WHERE period = ?")
        try known.bind(.integer(-kind.rawValue))
        let sum = try known.step() ? (known.integer(0), known.integer(1)) : (0, 0)
        guard sum == (Int64(state.names.count - 1), state.hashes) else {
            throw StoreFailure.damaged("names are missing")
        }
        state.written = state.names.count
        self.state = state
    }

    /// The number of a name, a new one where it has none; 0 is for no name.
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

    /// The number of a name that is known already.
    package func knownNumber(of name: [UInt8]) -> UInt32? {
        lock.withLock { name.isEmpty ? 0 : state.numbers[name] }
    }

    /// All names, each at its number.
    package var names: [[UInt8]] { lock.withLock { state.names } }

    /// Writes the names that came since the last time.
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
