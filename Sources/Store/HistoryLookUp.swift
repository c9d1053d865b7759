import Records

/// Finds what is stored of a device in a period, by its place in the table.
final class HistoryLookUp {
    private let statement: Statement

    init(_ database: Database) throws(StoreError) {
        statement = try database.prepare("SELECT place, runs, exports, hash FROM histories WHERE place = ?")
    }

    /// Puts what is stored of a device in a period behind what was read of earlier ones; nothing where nothing is.
    func read(_ period: Period, of device: Int64, into stretch: inout Stretch) throws {
        defer { statement.reset() }
        try statement.bind(period.place(of: device), at: 0)
        if try statement.step() { try stretch.append(statement) }
    }
}

/// A device's history while it is read, row by row, the earliest first. Its room is used again for the next device.
struct Stretch {
    private var runs: [Run] = []
    private var exports: [Export] = []
    /// The hash of each row that was read, with its period.
    private var hashes: [(period: Period, hash: Int64)] = []

    var history: History { History(runs: runs, exports: exports) }

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        exports.removeAll(keepingCapacity: true)
        hashes.removeAll(keepingCapacity: true)
    }

    /// The hash of the row that was read of a period; nil where there was none.
    func hash(in period: Period) -> Int64? { hashes.first { $0.period == period }?.hash }

    /// Takes in a row of the table: place, runs, exports and hash. It is that of the device's next period.
    ///
    /// - Returns: the row's hash.
    @discardableResult
    mutating func append(_ row: Statement) throws -> Int64 {
        let place = row.integer(0)
        let hash = RowHash.ofHistory(at: place, runs: row.bytes(1), exports: row.bytes(2))
        guard hash == row.integer(3), HistoryCoding.append(runsIn: row.bytes(1), to: &runs),
            HistoryCoding.append(exportsIn: row.bytes(2), to: &exports)
        else { throw StoreFailure.damaged("the history at \(place) is not what was written") }
        hashes.append((Period(number: place >> 32), hash))
        return hash
    }
}
