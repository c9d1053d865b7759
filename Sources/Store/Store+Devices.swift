package import Records

/// A device as it is known in the store.
package struct StoredDevice: Equatable, Sendable {
    package var number: Int64
    package var app: [UInt8]
    package var id: [UInt8]
}

extension Store {
    /// The devices whose id begins with some bytes, in the order of app and id; those whose id is just that where there
    /// are any, since a whole id is never a mere beginning.
    ///
    /// - Parameters:
    ///   - app: only this app's devices; nil for all.
    ///   - most: no more than these are looked for.
    package func devices(beginningWith prefix: [UInt8], app: [UInt8]?, atMost most: Int) throws(StoreError)
        -> [StoredDevice]
    {
        let rows = try database.prepare(
            """
            SELECT devices.id, apps.name, devices.name FROM devices JOIN apps ON apps.id = devices.app
            WHERE substr(devices.name, 1, ?) = ? AND (? IS NULL OR apps.name = ?)
            ORDER BY devices.name <> ?, apps.name, devices.name LIMIT ?
            """)
        let name: Statement.Value = app.map { .bytes($0) } ?? .null
        try rows.bind(
            .integer(Int64(prefix.count)), .bytes(prefix), name, name, .bytes(prefix), .integer(Int64(most)))
        var devices: [StoredDevice] = []
        while try rows.step() {
            devices.append(
                StoredDevice(number: rows.integer(0), app: Array(rows.bytes(1)), id: Array(rows.bytes(2))))
        }
        let whole = devices.filter { $0.id == prefix }
        return whole.isEmpty ? devices : whole
    }

    /// All that is known of a device.
    ///
    /// All histories are read, and held against what was written: one that is looked up might not be found where it is.
    package func history(of device: Int64) throws -> History {
        var history = History()
        let read = try historySource.reader().forEachHistory(
            of: try deviceNumbers(), from: .earliest, through: .latest, isEnough: { _, _ in true },
            { number, stored in if number == device { history = stored } })
        try check(read, from: .earliest, through: .latest)
        return history
    }
}
