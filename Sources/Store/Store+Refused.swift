import CXXHash
package import Records

extension Store {
    /// What was refused of a device, by reason, the most exports first.
    ///
    /// Only from files still in the folder: an export that is in no file any more may have come again and been used.
    package func refusedExports(of id: [UInt8]) throws -> [RefusedExports] {
        let device = Self.refusedDevice(id)
        let rows = try database.prepare(
            "SELECT devices, hash, code, subject FROM refused_devices WHERE content IN (SELECT content FROM files)")
        var found: [Remark: RefusedExports] = [:]
        while try rows.step() {
            guard let refused = RefusedDeviceCoding.device(device, in: try Self.refusedDevices(rows)) else { continue }
            let reason = Remark(.refused, rows.text(2), of: rows.text(3))
            found[reason, default: RefusedExports(reason: reason, exports: 0, entries: 0)].add(refused)
        }
        return found.values.sorted { $0.exports != $1.exports ? $0.exports > $1.exports : $0.reason < $1.reason }
    }

    /// The hashes (``hash(of:)``) of the devices with refused exports in some contents.
    package func refusedDevices(of contents: [ContentID]) throws -> Set<UInt64> {
        var devices: Set<UInt64> = []
        let rows = try database.prepare("SELECT devices, hash FROM refused_devices WHERE content = ?")
        for content in contents {
            rows.reset()
            try rows.bind(.integer(content.number))
            while try rows.step() {
                RefusedDeviceCoding.forEachHash(in: try Self.refusedDevices(rows)) { devices.insert($0) }
            }
        }
        return devices
    }

    /// The hash of a device's id, for looking it up among refused exports. The app does not matter.
    package static func hash(of device: DeviceKey) -> UInt64 { refusedDevice(device.id) }

    /// The hash of a device's id, for looking it up among refused exports.
    static func refusedDevice(_ id: [UInt8]) -> UInt64 { XXH3_64bits_withSeed(id, id.count, RefusedDevices.seed) }

    /// Adds the devices of a content's refused exports.
    func addRefusedDevices(_ refused: RefusedDevices, of content: Int64) throws(StoreError) {
        for reason in refused.reasons {
            let insert = try reused("INSERT INTO refused_devices VALUES (?, ?, ?, ?, ?)")
            let bytes = RefusedDeviceCoding.encode(refused.devices(refusedFor: reason))
            try insert.bind(
                .integer(content), .text(reason.code), .text(reason.subject), .bytes(bytes),
                .integer(bytes.withUnsafeBytes { MarkCoding.hash(of: $0) }))
            try insert.run()
        }
    }

    /// Verifies the devices of refused exports.
    func checkRefusedDevices() throws {
        let rows = try database.prepare("SELECT devices, hash FROM refused_devices")
        while try rows.step() { _ = try Self.refusedDevices(rows) }
    }

    /// The devices in a row's first column, verified by the hash in the second; valid until the next step.
    static func refusedDevices(_ row: Statement) throws -> UnsafeRawBufferPointer {
        let bytes = row.bytes(0)
        guard MarkCoding.hash(of: bytes) == row.integer(1) else {
            throw StoreFailure.damaged("the refused exports of a file are not what was written")
        }
        return bytes
    }
}

extension RefusedExports {
    fileprivate mutating func add(_ device: RefusedDevice) {
        exports += Int(device.exports)
        entries += Int(device.entries)
        if let moment = device.latest { latest = .later(of: latest, moment) }
    }
}
