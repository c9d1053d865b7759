/// The names of apps and tasks that exports carry, for whoever narrows the figures to one of them.
extension Store {
    /// The apps that known devices are of, in the order of their bytes.
    package func apps() throws(StoreError) -> [[UInt8]] {
        let rows = try database.prepare(
            """
            SELECT name FROM names WHERE kind = ? AND EXISTS (SELECT 1 FROM devices WHERE app = names.id) ORDER BY name
            """)
        try rows.bind(.integer(NameKind.app.rawValue))
        return try Self.names(rows)
    }

    /// The tasks that are known to have run, in the order of their bytes.
    ///
    /// - Parameter app: only those of this app; nil for all.
    package func tasks(of app: [UInt8]?) throws(StoreError) -> [[UInt8]] {
        let rows = try database.prepare(
            """
            SELECT name FROM names WHERE kind = ?1 AND EXISTS (SELECT 1 FROM app_tasks WHERE task = names.id
            AND (?2 IS NULL OR app = (SELECT id FROM names WHERE kind = ?3 AND name = ?2))) ORDER BY name
            """)
        try rows.bind(
            .integer(NameKind.task.rawValue), app.map { .bytes($0) } ?? .null, .integer(NameKind.app.rawValue))
        return try Self.names(rows)
    }

    /// Whether a device is known.
    package func hasDevices() throws(StoreError) -> Bool {
        try database.number("SELECT 1 FROM devices LIMIT 1") != nil
    }

    private static func names(_ rows: Statement) throws(StoreError) -> [[UInt8]] {
        var names: [[UInt8]] = []
        while try rows.step() { names.append(Array(rows.bytes(0))) }
        return names
    }
}
