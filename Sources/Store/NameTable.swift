import Foundation

/// Numbers for the names of tasks or platforms. Those who read files ask from several threads at once.
package final class NameTable: @unchecked Sendable {
    private struct State {
        var numbers: [[UInt8]: UInt32] = [:]
        var names: [[UInt8]] = [[]]
        /// How many of the names are in the database.
        var written = 1
    }

    /// The thread sanitizer knows this lock, and takes what a `Mutex` holds for unguarded (Swift 6.3).
    private let lock = NSLock()
    private var state: State
    private let table: String

    init(_ table: String, in database: Database) throws(StoreError) {
        self.table = table
        var state = State()
        let rows = try database.prepare("SELECT name FROM \(table) ORDER BY id")
        while try rows.step() {
            let name = Array(rows.bytes(0))
            state.numbers[name] = UInt32(state.names.count)
            state.names.append(name)
        }
        state.written = state.names.count
        self.state = state
    }

    private func withState<Result>(_ body: (inout State) -> Result) -> Result {
        lock.withLock { body(&state) }
    }

    /// The number of a name; 0 is for no name.
    package func number(of name: [UInt8]) -> UInt32 {
        withState { state in
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
        withState { $0.numbers[name] }
    }

    /// All names, each at its number.
    package var names: [[UInt8]] { withState { $0.names } }

    /// How many of the names are in the database.
    var written: Int {
        get { withState { $0.written } }
        set { withState { $0.written = newValue } }
    }

    /// Writes the names that came since the last time.
    func write(to database: Database) throws(StoreError) {
        let (names, written) = withState { ($0.names, $0.written) }
        if names.count == written { return }
        let insert = try database.prepare("INSERT INTO \(table) (id, name) VALUES (?, ?)")
        for number in written..<names.count {
            try insert.bind(.integer(Int64(number)), .bytes(names[number]))
            try insert.run()
        }
        withState { $0.written = max($0.written, names.count) }
    }
}
