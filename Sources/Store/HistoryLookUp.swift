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
        guard let runs = HistoryCoding.runs(in: row.bytes(runs)),
            let exports = HistoryCoding.exports(in: row.bytes(exports))
        else { throw StoreFailure.damaged("the history at \(place) is not one") }
        return History(runs: runs, exports: exports)
    }
}
