package import Records

/// A store's histories, as a value that can be handed to other threads.
package struct HistorySource: Sendable {
    let file: StoreFile

    /// A new reader, for one thread.
    package func reader() throws(StoreError) -> HistoryReader {
        try HistoryReader(file)
    }
}

/// Reads histories, beside others that do the same: each has a connection of its own.
package final class HistoryReader {
    private let database: Database
    private let earlier: HistoryLookUp

    init(_ file: StoreFile) throws(StoreError) {
        database = try Database(file, readOnly: true)
        try database.execute("PRAGMA cache_size = -2048")
        earlier = try HistoryLookUp(database)
    }

    /// Hands over what is known of each device from one moment to another, device by device in the order of their
    /// numbers.
    ///
    /// A history begins at the start of the period (28 days) that `first` lies in. Where that does not tell enough, as
    /// `isEnough` sees it, the device's earlier periods are put before it, one after the other, until it does or there
    /// are none.
    ///
    /// - Returns: what was read from the first moment to the last, for ``Store/check(_:from:through:)``.
    @discardableResult
    package func forEachHistory(
        of devices: Range<Int64>, from first: Instant, through last: Instant,
        isEnough: (History, _ from: Instant) -> Bool, _ body: (_ device: Int64, History) throws -> Void
    ) throws -> HistorySums {
        let start = Period(containing: first)
        let end = max(start, Period(containing: last))
        // Each by itself: asked for both at once, SQLite walks through the whole table.
        let bounds = try database.prepare(
            "SELECT (SELECT min(place) FROM histories) >> 32, (SELECT max(place) FROM histories) >> 32")
        guard try bounds.step(), let least = bounds.optionalInteger(0), let most = bounds.optionalInteger(1),
            least <= end.number
        else { return HistorySums() }
        var cursors: [PeriodCursor] = []
        for number in max(start.number, least)...max(max(start.number, least), min(end.number, most)) {
            cursors.append(try PeriodCursor(Period(number: number), devices, in: database))
        }
        var stretch = Stretch()
        while let device = cursors.lazy.compactMap(\.device).min() {
            stretch.removeAll()
            for index in cursors.indices where cursors[index].device == device {
                try cursors[index].read(into: &stretch)
                try cursors[index].advance()
            }
            var history = stretch.history
            var next = stretch.earlier
            if let next, next >= start { throw StoreFailure.missing(next.place(of: device)) }
            // All is known from the end of the next period on, whether there are some between that have nothing.
            while let period = next, !isEnough(history, period.next.start) {
                var before = Stretch()
                guard try earlier.read(period, of: device, into: &before), before.earlier.map({ $0 < period }) ?? true
                else { throw StoreFailure.missing(period.place(of: device)) }
                history.prepend(before.history)
                next = before.earlier
            }
            try body(device, history)
        }
        return cursors.reduce(into: HistorySums()) { $0.periods[$1.period.number] = $1.read.rows > 0 ? $1.read : nil }
    }
}

extension Store {
    /// Where histories can be read; what is read there is what has been committed.
    package var historySource: HistorySource { HistorySource(file: file) }

    /// The numbers that devices have.
    package func deviceNumbers() throws(StoreError) -> Range<Int64> {
        1..<max(1, try database.number("SELECT ifnull(max(id), 0) + 1 FROM devices") ?? 1)
    }

    /// The devices of some apps.
    package func devices(of apps: Set<Int64>) throws(StoreError) -> Set<Int64> {
        let rows = try database.prepare("SELECT id FROM devices WHERE app = ?")
        var devices: Set<Int64> = []
        for app in apps {
            try rows.bind(.integer(app))
            while try rows.step() { devices.insert(rows.integer(0)) }
            rows.reset()
        }
        return devices
    }

    /// An app's number; nil where no export named it.
    package func number(ofApp name: [UInt8]) -> Int64? { appNumbers[name] }

    /// The apps that are known to run a task.
    package func apps(running task: TaskID) throws(StoreError) -> Set<Int64> {
        let rows = try database.prepare("SELECT app FROM app_tasks WHERE task = ?")
        try rows.bind(.integer(Int64(task.rawValue)))
        var apps: Set<Int64> = []
        while try rows.step() { apps.insert(rows.integer(0)) }
        return apps
    }

    /// The runs that were told in more than one way, by device.
    package func conflicts() throws(StoreError) -> [Int64: [RunKey]] {
        let rows = try database.prepare("SELECT device, at, task FROM conflicts")
        var conflicts: [Int64: [RunKey]] = [:]
        while try rows.step() {
            let key = RunKey(
                at: Instant(milliseconds: rows.integer(1)), task: TaskID(rawValue: UInt32(clamping: rows.integer(2))))
            conflicts[rows.integer(0), default: []].append(key)
        }
        return conflicts
    }
}

/// Walks through the devices of one period in the order of their numbers.
private struct PeriodCursor {
    let period: Period
    private let rows: Statement
    /// What was read so far.
    private(set) var read = TableSum()
    /// The device at hand; nil at the end.
    private(set) var device: Int64?

    init(_ period: Period, _ devices: Range<Int64>, in database: Database) throws {
        self.period = period
        rows = try database.prepare(
            "SELECT \(Stretch.columns) FROM histories WHERE place >= ? AND place < ? ORDER BY place")
        try rows.bind(.integer(period.place(of: devices.lowerBound)), .integer(period.place(of: devices.upperBound)))
        try advance()
    }

    /// Each device is there once and behind the one before. In a tree whose pages are of two nights a row that is there
    /// may not be found, and be written a second time as a new one: then the sums are right, and the order is not.
    mutating func advance() throws {
        let next = try rows.step() ? rows.integer(0) & 0xFFFF_FFFF : nil
        if let next, let device, next <= device { throw StoreFailure.changed("histories") }
        device = next
    }

    mutating func read(into stretch: inout Stretch) throws {
        read.note(try stretch.append(rows))
    }
}
