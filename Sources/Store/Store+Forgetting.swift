package import Records

extension Store {
    /// Makes SQLite overwrite what is removed from here on, so that it cannot be found in the file.
    package func beginForgetting() throws(StoreError) {
        try database.execute("PRAGMA secure_delete = ON")
    }

    /// Removes a device and its history. Call it within a transaction.
    ///
    /// - Returns: the history.
    package func remove(_ device: StoredDevice) throws -> History {
        var known = History()
        let delete = try database.prepare("DELETE FROM histories WHERE place = ?")
        if let periods = try database.periods() {
            for number in periods.lowerBound.number...periods.upperBound.number {
                let period = Period(number: number)
                let rowID = period.rowID(of: device.number)
                guard let hash = try histories.lookUp.readHistory(at: rowID, into: &known) else { continue }
                try delete.bind(.integer(rowID))
                try delete.run()
                changes.remove(hash, in: period)
            }
        }
        let row = try database.prepare("DELETE FROM devices WHERE id = ?")
        try row.bind(.integer(device.number))
        try row.run()
        // Another id that differed from this one only in case may now be the only one left.
        devicesChanged = true
        return known
    }

    /// Removes some exports' marks from the ledger; the number of exports of each content stays.
    ///
    /// The content's hash is changed, because it no longer matches its bytes: if those are read again, they are a new
    /// content.
    ///
    /// - Returns: the files of the folder that contain one of the exports.
    package func remove(_ exports: Set<ExportMark>) throws -> [[UInt8]] {
        guard let first = exports.map(\.moment).min(), let last = exports.map(\.moment).max() else { return [] }
        var files: [[UInt8]] = []
        for content in try contents(within: [first..<last.advanced(by: 1)]) {
            var left: [ExportMark] = []
            var isHit = false
            try forEachMark(of: content.id, within: [.earliest..<Instant.latest.advanced(by: 1)]) { mark in
                if exports.contains(mark) { isHit = true } else { left.append(mark) }
            }
            guard isHit else { continue }
            try set(left, of: content)
            files += try names(of: content.id)
        }
        return files
    }

    /// Removes a device from those whose exports were refused, in every app.
    ///
    /// - Returns: the files of the folder that contain such an export.
    package func removeRefusedDevice(_ id: [UInt8]) throws -> [[UInt8]] {
        let device = Self.refusedDevice(id)
        let rows = try database.prepare("SELECT devices, hash, content, code, subject FROM refused_devices")
        var found: [(content: Int64, code: String, subject: String, left: [UInt8])] = []
        while try rows.step() {
            let bytes = try Self.refusedDevices(rows)
            guard let left = RefusedDeviceCoding.removing(device, from: bytes) else { continue }
            found.append((rows.integer(2), rows.text(3), rows.text(4), left))
        }
        let update = try database.prepare(
            "UPDATE refused_devices SET devices = ?, hash = ? WHERE content = ? AND code = ? AND subject = ?")
        var files: [[UInt8]] = []
        for (content, code, subject, left) in found {
            let hash = left.withUnsafeBytes { MarkCoding.hash(of: $0) }
            try update.bind(.bytes(left), .integer(hash), .integer(content), .text(code), .text(subject))
            try update.run()
            files += try names(of: ContentID(number: content))
        }
        return files
    }

    private func names(of content: ContentID) throws(StoreError) -> [[UInt8]] {
        let rows = try reused("SELECT path FROM files WHERE content = ?")
        defer { rows.reset() }
        try rows.bind(.integer(content.number))
        var names: [[UInt8]] = []
        while try rows.step() { names.append(Array(rows.bytes(0))) }
        return names
    }

    private func set(_ marks: [ExportMark], of content: StoredContent) throws(StoreError) {
        let bytes = MarkCoding.encode(marks)
        let update = try reused(
            "UPDATE contents SET hash = ?, first_moment = ?, last_moment = ?, marks_hash = ?, marks = ? WHERE id = ?")
        try update.bind(
            content.hash.map { .bytes($0 + [0]) } ?? .null,
            marks.first.map { .integer($0.moment.milliseconds) } ?? .null,
            marks.last.map { .integer($0.moment.milliseconds) } ?? .null,
            .integer(bytes.withUnsafeBytes { MarkCoding.hash(of: $0) }), .bytes(bytes), .integer(content.id.number))
        try update.run()
    }
}
