package import Records

/// A store's histories, as a value that can be passed to other threads.
package struct HistorySource: Sendable {
    let file: StoreFile

    /// A new reader, for use on one thread.
    package func reader() throws(StoreError) -> HistoryReader {
        try HistoryReader(file)
    }
}

/// Reads histories over its own connection, so that several readers can work in parallel.
package final class HistoryReader {
    private let database: Database
    private let lookUp: Statement
    private let find: Statement

    init(_ file: StoreFile) throws(StoreError) {
        database = try Database(file, readOnly: true)
        try database.execute("PRAGMA cache_size = -2048")
        lookUp = try database.prepare("SELECT \(HistoryRow.columns) FROM histories WHERE place = ?")
        find = try database.prepare(
            """
            SELECT ifnull(names.name, x''), devices.name FROM devices
            LEFT JOIN names ON names.kind = \(NameKind.app.rawValue) AND names.id = devices.app WHERE devices.id = ?
            """)
    }

    /// The app and id of a device.
    package func key(of device: Int64) throws -> DeviceKey {
        defer { find.reset() }
        try find.bind(.integer(device))
        guard try find.step() else { throw StoreFailure.damaged("a history belongs to no device") }
        return DeviceKey(app: Array(find.bytes(0)), id: Array(find.bytes(1)))
    }

    /// Calls `body` for each device's history between two moments, in the order of the devices' numbers.
    ///
    /// A history begins at the start of the period (28 days) that contains `first`. While `isEnough` returns false,
    /// earlier periods are prepended until there are none left.
    ///
    /// - Returns: the sums of what was read between the two moments, for ``Store/check(_:from:through:)``.
    package func forEachHistory(
        of devices: Range<Int64>, from first: Instant, through last: Instant, isEnough: (History) -> Bool,
        _ body: (_ device: Int64, History) throws -> Void
    ) throws -> PeriodSums {
        let start = Period(containing: first)
        let end = max(start, Period(containing: last))
        guard let periods = try database.periods(), periods.lowerBound <= end else { return PeriodSums() }
        var cursors: [PeriodCursor] = []
        for number in max(start, periods.lowerBound).number...max(start, min(end, periods.upperBound)).number {
            cursors.append(try PeriodCursor(Period(number: number), devices, in: database))
        }
        var history = History()
        while let device = cursors.lazy.compactMap(\.device).min() {
            history.removeAll()
            for index in cursors.indices where cursors[index].device == device {
                try cursors[index].read(into: &history)
            }
            var earlier = start.previous
            while let period = earlier, period >= periods.lowerBound, !isEnough(history) {
                var before = History()
                if try lookUp.readHistory(at: period.rowID(of: device), into: &before) != nil {
                    history.prepend(before)
                }
                earlier = period.previous
            }
            try body(device, history)
        }
        return cursors.reduce(into: PeriodSums()) { $0.add($1.read) }
    }
}

extension Store {
    /// Gives readers of the committed histories.
    package var historySource: HistorySource { HistorySource(file: file) }

    /// The range of the devices' numbers.
    package func deviceNumbers() throws(StoreError) -> Range<Int64> {
        1..<max(1, try database.number("SELECT ifnull(max(id), 0) + 1 FROM devices") ?? 1)
    }
}

extension Database {
    /// The first and the last period with histories; nil if there are none.
    func periods() throws(StoreError) -> ClosedRange<Period>? {
        // As two subqueries: with both in one, SQLite would scan the whole table.
        let bounds = try prepare("SELECT (SELECT min(place) FROM histories), (SELECT max(place) FROM histories)")
        guard try bounds.step(), let least = bounds.optionalInteger(0), let most = bounds.optionalInteger(1) else {
            return nil
        }
        // A damaged row may have any id; do not walk through all periods up to it.
        let first = Period(number: max(0, least >> 32))
        return first...max(first, min(Period.split(most).period, Period(containing: .latest)))
    }
}

/// Decodes a row of the `histories` table.
enum HistoryRow {
    static let columns = "place, history, hash"

    /// Appends a row's history to that of the same device.
    ///
    /// - Returns: the row's hash.
    static func read(_ row: Statement, into history: inout History) throws -> Int64 {
        let bytes = row.bytes(1)
        let hash = HistoryCoding.hash(of: bytes, at: row.integer(0))
        guard hash == row.integer(2), HistoryCoding.append(bytes, to: &history) else {
            throw StoreFailure.damaged("the history at \(row.integer(0)) is not what was written")
        }
        return hash
    }
}

extension Statement {
    /// Reads the history with a row id.
    ///
    /// - Returns: the row's hash; nil if there is no such row.
    @discardableResult
    func readHistory(at rowID: Int64, into history: inout History) throws -> Int64? {
        defer { reset() }
        try bind(rowID, at: 0)
        return try step() ? HistoryRow.read(self, into: &history) : nil
    }
}

/// Iterates over the devices of one period in the order of their numbers.
private struct PeriodCursor {
    private let period: Period
    private let rows: Statement
    /// The sums of what was read so far.
    private(set) var read = PeriodSums()
    /// The current device; nil at the end.
    private(set) var device: Int64?

    init(_ period: Period, _ devices: Range<Int64>, in database: Database) throws {
        self.period = period
        rows = try database.prepare(
            "SELECT \(HistoryRow.columns) FROM histories WHERE place >= ? AND place < ? ORDER BY place")
        try rows.bind(.integer(period.rowID(of: devices.lowerBound)), .integer(period.rowID(of: devices.upperBound)))
        try advance()
    }

    /// Devices must come in ascending order. A tree with pages of two nights can hide a row, which would then be
    /// inserted again: the sums are right, but the order is not.
    private mutating func advance() throws {
        let next = try rows.step() ? Period.split(rows.integer(0)).device : nil
        if let next, let device, next <= device { throw StoreFailure.damaged("histories are not in their order") }
        device = next
    }

    /// Reads the current device's history and moves to the next device.
    mutating func read(into history: inout History) throws {
        read.note(try HistoryRow.read(rows, into: &history), in: period)
        try advance()
    }
}
