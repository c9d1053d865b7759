package import Records

/// A device in the store.
package struct StoredDevice: Equatable, Sendable {
    package var number: Int64
    package var app: [UInt8]
    package var id: [UInt8]
}

extension Store {
    /// The devices whose id starts with `prefix`, sorted by app and id; only exact matches if there are any.
    ///
    /// - Parameters:
    ///   - app: only this app's devices; nil for all.
    ///   - most: the maximum number of devices to return.
    package func devices(beginningWith prefix: [UInt8], app: [UInt8]?, atMost most: Int) throws(StoreError)
        -> [StoredDevice]
    {
        let rows = try database.prepare(
            """
            SELECT devices.id, ifnull(names.name, x''), devices.name FROM devices
            LEFT JOIN names ON names.kind = ? AND names.id = devices.app
            WHERE substr(devices.name, 1, ?) = ? AND (? IS NULL OR ifnull(names.name, x'') = ?)
            ORDER BY devices.name <> ?, 2, devices.name LIMIT ?
            """)
        let name: Statement.Value = app.map { .bytes($0) } ?? .null
        try rows.bind(
            .integer(NameKind.app.rawValue), .integer(Int64(prefix.count)), .bytes(prefix), name, name, .bytes(prefix),
            .integer(Int64(most)))
        var devices: [StoredDevice] = []
        while try rows.step() {
            devices.append(
                StoredDevice(number: rows.integer(0), app: Array(rows.bytes(1)), id: Array(rows.bytes(2))))
        }
        let whole = devices.filter { $0.id == prefix }
        return whole.isEmpty ? devices : whole
    }

    /// Verifies that the index of devices has as many entries as the table. With a damaged index, known devices would
    /// be added again as new ones.
    package func checkDevices() throws {
        let rows = try database.prepare(
            """
            SELECT (SELECT count(*) FROM devices NOT INDEXED),
            (SELECT count(*) FROM devices INDEXED BY sqlite_autoindex_devices_1)
            """)
        guard try rows.step(), rows.integer(0) == rows.integer(1) else {
            throw StoreFailure.damaged("its index of devices is not what was written")
        }
    }

    /// All that is known of a device.
    package func history(of device: Int64) throws -> History {
        var history = History()
        guard let periods = try database.periods() else { return history }
        for number in periods.lowerBound.number...periods.upperBound.number {
            try histories.lookUp.readHistory(at: Period(number: number).rowID(of: device), into: &history)
        }
        return history
    }

    /// The devices of some apps.
    package func devices(of apps: Set<UInt32>) throws(StoreError) -> Set<Int64> {
        let rows = try database.prepare("SELECT id FROM devices WHERE app = ?")
        var devices: Set<Int64> = []
        for app in apps {
            try rows.bind(.integer(Int64(app)))
            while try rows.step() { devices.insert(rows.integer(0)) }
            rows.reset()
        }
        return devices
    }

    /// The apps known to run a task.
    package func apps(running task: TaskID) throws(StoreError) -> Set<UInt32> {
        let rows = try database.prepare("SELECT app FROM app_tasks WHERE task = ?")
        try rows.bind(.integer(Int64(task.rawValue)))
        var apps: Set<UInt32> = []
        while try rows.step() { apps.insert(UInt32(clamping: rows.integer(0))) }
        return apps
    }
}
