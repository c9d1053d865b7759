import Records

/// Finds what is stored of a device in a period, by its place in the table.
final class HistoryLookUp {
    private let statement: Statement

    init(_ database: Database) throws(StoreError) {
        statement = try database.prepare("SELECT runs, exports FROM histories WHERE place = ?")
    }

    /// What is stored at a place; nil where nothing is.
    func history(at place: Int64) throws -> History? {
        defer { statement.reset() }
        try statement.bind(.integer(place))
        return try statement.step() ? try Self.history(in: statement, runs: 0, exports: 1, place) : nil
    }

    /// The history in a row of the table.
    static func history(in row: Statement, runs: Int32, exports: Int32, _ place: Int64) throws -> History {
        var stretch = Stretch()
        try stretch.append(row, runs: runs, exports: exports, place)
        return stretch.history
    }
}

/// A device's history while it is read, row by row, the earliest first. Its room is used again for the next device.
struct Stretch {
    private var runs: [Run] = []
    private var exports: [Export] = []

    var history: History { History(runs: runs, exports: exports) }

    mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        exports.removeAll(keepingCapacity: true)
    }

    /// Takes in a row of the table, which is that of the device's next period.
    mutating func append(_ row: Statement, runs runsColumn: Int32, exports exportsColumn: Int32, _ place: Int64) throws
    {
        guard HistoryCoding.append(runsIn: row.bytes(runsColumn), to: &runs),
            HistoryCoding.append(exportsIn: row.bytes(exportsColumn), to: &exports)
        else { throw StoreFailure.damaged("the history at \(place) is not one") }
    }
}
