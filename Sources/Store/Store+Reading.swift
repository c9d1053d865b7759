package import Records

extension Store {
    /// Hands over what is known of each device from one moment to another, device by device in the order of their
    /// numbers.
    ///
    /// A history begins at the start of the period (28 days) that `first` lies in. Where that does not tell enough, as
    /// `isEnough` sees it, earlier periods are put before it, one after the other, until it does or there are none.
    package func forEachHistory(
        from first: Instant, through last: Instant, isEnough: (History, _ from: Instant) -> Bool,
        _ body: (_ device: Int64, History) throws -> Void
    ) throws {
        let start = Period(containing: first)
        let end = max(start, Period(containing: last))
        let earliest = try database.number("SELECT min(place) >> 32 FROM histories").map { Period(number: $0) }
        guard let earliest else { return }
        var cursors: [PeriodCursor] = []
        for number in max(start, earliest).number...max(max(start, earliest), end).number {
            cursors.append(try PeriodCursor(Period(number: number), in: database))
        }
        while let device = cursors.compactMap(\.device).min() {
            var history = History()
            for index in cursors.indices.reversed() where cursors[index].device == device {
                history.prepend(try cursors[index].history())
                try cursors[index].advance()
            }
            var period = start
            while !isEnough(history, period.start), let previous = period.previous, previous >= earliest {
                if let earlier = try load(previous.place(of: device)) { history.prepend(earlier) }
                period = previous
            }
            try body(device, history)
        }
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
    private let rows: Statement
    /// The device at hand; nil at the end.
    private(set) var device: Int64?

    init(_ period: Period, in database: Database) throws {
        rows = try database.prepare(
            "SELECT place, runs, exports FROM histories WHERE place >= ? AND place < ? ORDER BY place")
        try rows.bind(.integer(period.place(of: 0)), .integer(period.next.place(of: 0)))
        try advance()
    }

    mutating func advance() throws {
        device = try rows.step() ? rows.integer(0) & 0xFFFF_FFFF : nil
    }

    func history() throws -> History {
        try Store.history(in: rows, runs: 1, exports: 2, rows.integer(0))
    }
}
