import Records

/// Finds what is stored of a device in a period, by its place in the table.
final class HistoryLookUp {
    private let statement: Statement

    init(_ database: Database) throws(StoreError) {
        statement = try database.prepare("SELECT \(Stretch.columns) FROM histories WHERE place = ?")
    }

    /// Puts what is stored of a device in a period behind what was read of the ones before it; false where nothing is.
    @discardableResult
    func read(_ period: Period, of device: Int64, into stretch: inout Stretch) throws -> Bool {
        defer { statement.reset() }
        try statement.bind(period.place(of: device), at: 0)
        guard try statement.step() else { return false }
        try stretch.append(statement)
        return true
    }

    /// The latest period before one that has something of a device.
    ///
    /// - Parameter first: there is nothing before this one.
    func latest(before period: Period, of device: Int64, from first: Period) throws -> Period? {
        defer { statement.reset() }
        var earlier = period.previous
        while let candidate = earlier, candidate >= first {
            try statement.bind(candidate.place(of: device), at: 0)
            if try statement.step() { return candidate }
            statement.reset()
            earlier = candidate.previous
        }
        return nil
    }
}

/// A device's history while it is read, row by row, the earliest first, from one period to another and each between.
/// Its room is used again for the next device.
struct Stretch {
    private var runs: [Run] = []
    private var exports: [Export] = []
    /// Of each row that was read its period, its hash, and the device's period before.
    private var rows: [(period: Period, hash: Int64, earlier: Period?)] = []

    /// What ``append(_:)`` takes a row of.
    static let columns = "place, runs, exports, earlier, hash"

    var history: History { History(runs: runs, exports: exports) }
    var hasRows: Bool { !rows.isEmpty }
    /// The device's period before the first that was read; nil where there is none.
    var earlier: Period? { rows.first?.earlier }

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        exports.removeAll(keepingCapacity: true)
        rows.removeAll(keepingCapacity: true)
    }

    /// The row that was read of a period; nil where there was none.
    func row(of period: Period) -> (hash: Int64, earlier: Period?)? {
        rows.first { $0.period == period }.map { ($0.hash, $0.earlier) }
    }

    /// Takes in a row of the table.
    ///
    /// - Returns: the row's hash.
    @discardableResult
    mutating func append(_ row: Statement) throws -> Int64 {
        let place = row.integer(0)
        let earlier = row.optionalInteger(3).map { Period(number: $0) }
        let hash = RowHash.ofHistory(at: place, runs: row.bytes(1), exports: row.bytes(2), earlier: earlier)
        guard hash == row.integer(4), rows.isEmpty || earlier == rows.last?.period,
            HistoryCoding.append(runsIn: row.bytes(1), to: &runs),
            HistoryCoding.append(exportsIn: row.bytes(2), to: &exports)
        else { throw StoreFailure.damaged("the history at \(place) is not what was written") }
        rows.append((Period(number: place >> 32), hash, earlier))
        return hash
    }
}
