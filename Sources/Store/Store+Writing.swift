package import Records

/// The statements that run thousands of times a night.
final class HistoryStatements {
    let lookUp: Statement
    let save: Statement
    let deviceNumber: Statement
    let addDevice: Statement

    init(_ database: Database) throws(StoreError) {
        lookUp = try database.prepare("SELECT \(HistoryRow.columns) FROM histories WHERE place = ?")
        save = try database.prepare("INSERT OR REPLACE INTO histories (\(HistoryRow.columns)) VALUES (?, ?, ?)")
        deviceNumber = try database.prepare("SELECT id FROM devices WHERE app = ? AND name = ?")
        addDevice = try database.prepare("INSERT INTO devices (app, name) VALUES (?, ?)")
    }
}

extension Store {
    /// The result of a merge.
    package struct Merged: Sendable {
        /// Runs that were not in the store before.
        package var newRuns = 0
        /// The size of the largest row written, in bytes.
        package var largestRow = 0
    }

    /// Merges gathered histories into the store, device by device. What is already known changes nothing.
    package func merge(_ gathered: consuming GatheredHistories) throws -> Merged {
        for kind in NameKind.allCases where kind != .app { try names(kind).write(to: database) }
        let apps = try names(.app)
        var order: [(number: Int64, isNew: Bool, index: Int)] = []
        order.reserveCapacity(gathered.count)
        for index in 0..<gathered.count {
            let key = gathered.key(at: index)
            let (number, isNew) = try deviceNumber(of: key.id, app: apps.number(of: key.app))
            order.append((number, isNew, index))
        }
        try apps.write(to: database)
        if order.contains(where: \.isNew) { devicesChanged = true }
        order.sort { $0.number < $1.number }
        var merged = Merged()
        for (number, isNew, index) in order {
            let app = apps.number(of: gathered.key(at: index).app)
            let history = gathered.takeHistory(at: index)
            try noteTasks(of: history, app: app)
            try merge(history, into: number, isNew: isNew, &merged)
        }
        return merged
    }

    /// Each period is merged independently of the others.
    private func merge(_ history: History, into device: Int64, isNew: Bool, _ merged: inout Merged) throws {
        var runs = history.runs[...]
        var exports = history.exports[...]
        while let first = [runs.first?.at, exports.first?.exportedAt].compactMap(\.self).min() {
            let period = Period(containing: first)
            let end = period.next.start
            let (runsWithin, exportsWithin) = (runs.prefix { $0.at < end }, exports.prefix { $0.exportedAt < end })
            let isWhole = runsWithin.count == history.runs.count && exportsWithin.count == history.exports.count
            let part = isWhole ? history : History(runs: Array(runsWithin), exports: Array(exportsWithin))
            try merge(part, into: device, in: period, isNew: isNew, &merged)
            runs = runs.dropFirst(runsWithin.count)
            exports = exports.dropFirst(exportsWithin.count)
        }
    }

    private func merge(
        _ part: History, into device: Int64, in period: Period, isNew: Bool, _ merged: inout Merged
    ) throws {
        stored.removeAll()
        let rowID = period.rowID(of: device)
        let old = isNew ? nil : try histories.lookUp.readHistory(at: rowID, into: &stored)
        let before = stored.runs.count
        let bytes: UnsafeRawBufferPointer
        if old == nil {
            bytes = packing.pack(part)
            merged.newRuns += part.runs.count
        } else {
            guard stored.merge(part) else { return }
            bytes = packing.pack(stored)
            merged.newRuns += stored.runs.count - before
        }
        merged.largestRow = max(merged.largestRow, bytes.count)
        let hash = HistoryCoding.hash(of: bytes, at: rowID)
        try histories.save.bind(rowID, at: 0)
        try histories.save.bind(borrowed: bytes, at: 1)
        try histories.save.bind(hash, at: 2)
        try histories.save.run()
        changes.note(hash, replacing: old, in: period)
    }

    private func deviceNumber(of name: [UInt8], app: UInt32) throws(StoreError) -> (Int64, isNew: Bool) {
        let find = histories.deviceNumber
        defer { find.reset() }
        try find.bind(.integer(Int64(app)), .bytes(name))
        if try find.step() { return (find.integer(0), false) }
        try histories.addDevice.bind(.integer(Int64(app)), .bytes(name))
        try histories.addDevice.run()
        return (database.lastInsertedRow, true)
    }

    /// Records an app's tasks: `--task` considers only devices whose app is known to run the task.
    private func noteTasks(of history: History, app: UInt32) throws(StoreError) {
        var latest = TaskID.none
        for run in history.runs where run.task != latest {
            latest = run.task
            guard latest != .none, knownAppTasks.insert(AppTask(app: app, task: latest)).inserted else { continue }
            let insert = try reused("INSERT OR IGNORE INTO app_tasks VALUES (?, ?)")
            try insert.bind(.integer(Int64(app)), .integer(Int64(latest.rawValue)))
            try insert.run()
        }
    }
}
