import Records

/// The statements that a night runs thousands of times.
final class HistoryStatements {
    let lookUp: HistoryLookUp
    let save: Statement
    let deviceNumber: Statement
    let addDevice: Statement
    let addConflict: Statement

    init(_ database: Database) throws(StoreError) {
        lookUp = try HistoryLookUp(database)
        save = try database.prepare("INSERT OR REPLACE INTO histories (\(Stretch.columns)) VALUES (?, ?, ?, ?, ?)")
        deviceNumber = try database.prepare("SELECT id FROM devices WHERE app = ? AND name = ?")
        addDevice = try database.prepare("INSERT INTO devices (app, name) VALUES (?, ?)")
        addConflict = try database.prepare("INSERT OR IGNORE INTO conflicts VALUES (?, ?, ?)")
    }
}

extension Store {
    /// Merges what was gathered into what is stored, device by device.
    ///
    /// - Returns: how many runs were not known before.
    package func merge(_ gathered: GatheredHistories) throws -> Int {
        try tasks.write(to: database)
        try platforms.write(to: database)
        // A damaged row may claim any place; it is not worth a walk through all periods up to there.
        let least = try database.number("SELECT min(place) >> 32 FROM histories") ?? 0
        let most = try database.number("SELECT max(place) >> 32 FROM histories") ?? least
        let stored =
            Period(
                number: max(0, least))...max(
                Period(number: max(0, least)), min(Period(number: most), Period(containing: .latest)))
        var numbered: [(number: Int64, isNew: Bool, history: History)] = []
        numbered.reserveCapacity(gathered.devices.count)
        for (place, device) in gathered.devices.enumerated() {
            let app = try appNumber(device.key.app)
            let (number, isNew) = try deviceNumber(of: device.key.id, app: app)
            let history = gathered.history(at: place)
            try noteTasks(of: history, app: app)
            numbered.append((number, isNew, history))
        }
        numbered.sort { $0.number < $1.number }
        var newRuns = 0
        for (number, isNew, history) in numbered {
            newRuns += try merge(history, into: number, isNew: isNew, stored: stored)
        }
        return newRuns
    }

    /// - Parameter stored: the periods that there is something in.
    private func merge(
        _ gathered: History, into device: Int64, isNew: Bool, stored periodsStored: ClosedRange<Period>
    ) throws -> Int {
        let ends = [gathered.exports.first, gathered.exports.last].compactMap(\.?.exportedAt)
        let moments = ends + [gathered.runs.first, gathered.runs.last].compactMap(\.?.at)
        guard let first = moments.min(), let last = moments.max() else { return 0 }
        // All that a new run could lie within, or a new export could tell: nothing of it is before the first moment.
        let start = Period(containing: max(.earliest, first.advanced(by: -Export.clockTolerance)))
        let periods = start.number...max(Period(containing: last), periodsStored.upperBound).number
        stretch.removeAll()
        if !isNew {
            for period in periods { try histories.lookUp.read(Period(number: period), of: device, into: &stretch) }
        }
        let stored = stretch.history
        var merged = stored
        merged.merge(gathered)
        for key in merged.conflicts {
            try histories.addConflict.bind(
                .integer(device), .integer(key.at.milliseconds), .integer(Int64(key.task.rawValue)))
            try histories.addConflict.run()
        }
        var earlier = stretch.earlier
        if !isNew, !stretch.hasRows {
            earlier = try histories.lookUp.latest(before: start, of: device, from: periodsStored.lowerBound)
        }
        for number in periods {
            let period = Period(number: number)
            let new = merged.slices(in: period)
            let old = stored.slices(in: period)
            let row = stretch.row(of: period)
            if new.runs.isEmpty, new.exports.isEmpty, row == nil { continue }
            if new.runs != old.runs || new.exports != old.exports || row?.earlier != earlier {
                try save(
                    new.runs, new.exports, of: device, in: period, behind: earlier, replacing: row?.hash)
            }
            earlier = period
        }
        return merged.runs.count - stored.runs.count
    }

    private func save(
        _ runs: ArraySlice<Run>, _ exports: ArraySlice<Export>, of device: Int64, in period: Period,
        behind earlier: Period?, replacing old: Int64?
    ) throws {
        let place = period.place(of: device)
        let (runs, exports) = (packedRuns.pack(runs), packedExports.pack(exports))
        let hash = RowHash.ofHistory(at: place, runs: runs, exports: exports, earlier: earlier)
        try histories.save.bind(.integer(place))
        try histories.save.bind(borrowed: runs, at: 1)
        try histories.save.bind(borrowed: exports, at: 2)
        try histories.save.bind(earlier?.number, at: 3)
        try histories.save.bind(hash, at: 4)
        try histories.save.run()
        sums.histories.note(hash, replacing: old, in: period)
    }

    // MARK: Names

    private func appNumber(_ name: [UInt8]) throws(StoreError) -> Int64 {
        if let number = appNumbers[name] { return number }
        let insert = try database.prepare("INSERT INTO apps (name) VALUES (?)")
        try insert.bind(.bytes(name))
        try insert.run()
        appNumbers[name] = database.lastInsertedRow
        return database.lastInsertedRow
    }

    private func deviceNumber(of name: [UInt8], app: Int64) throws(StoreError) -> (Int64, isNew: Bool) {
        let find = histories.deviceNumber
        defer { find.reset() }
        try find.bind(.integer(app), .bytes(name))
        if try find.step() { return (find.integer(0), false) }
        try histories.addDevice.bind(.integer(app), .bytes(name))
        try histories.addDevice.run()
        let number = database.lastInsertedRow
        sums.devices.note(name.withUnsafeBytes { RowHash.ofDevice(number, app: app, $0) })
        return (number, true)
    }

    /// Keeps which tasks an app has: `--task` asks only devices whose app is known to run it.
    private func noteTasks(of history: History, app: Int64) throws(StoreError) {
        var latest = TaskID.none
        for run in history.runs where run.task != latest {
            latest = run.task
            guard latest != .none, knownAppTasks.insert(AppTask(app: app, task: latest)).inserted else { continue }
            let insert = try database.prepare("INSERT OR IGNORE INTO app_tasks VALUES (?, ?)")
            try insert.bind(.integer(app), .integer(Int64(latest.rawValue)))
            try insert.run()
        }
    }
}

extension History {
    /// What of this lies in a period.
    fileprivate func slices(in period: Period) -> (runs: ArraySlice<Run>, exports: ArraySlice<Export>) {
        let start = period.start
        let end = period.next.start
        let runs = runs[runs.firstIndex(from: RunKey(at: start, task: .none))...].prefix { $0.at < end }
        let exports = exports.drop { $0.exportedAt < start }.prefix { $0.exportedAt < end }
        return (runs, exports)
    }
}
