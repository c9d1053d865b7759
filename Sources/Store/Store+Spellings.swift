import CXXHash
import Records

extension Store {
    /// Recomputes which ids differ only in case from another id of their app.
    ///
    /// Reads all ids, so this is called only when devices were added or removed.
    func noteSpellings() throws {
        var spellings: [(spelling: UInt64, device: Int64)] = []
        let devices = try database.prepare("SELECT id, app, name FROM devices")
        var lowered: [UInt8] = []
        while try devices.step() {
            lower(devices.bytes(2), into: &lowered)
            // Behind the id and not as the seed: of short texts, seeds and bytes that differ alike have the same hash.
            withUnsafeBytes(of: devices.integer(1).littleEndian) { lowered.append(contentsOf: $0) }
            spellings.append((XXH3_64bits(lowered, lowered.count), devices.integer(0)))
        }
        spellings.sort { $0 < $1 }
        try database.execute("DELETE FROM spellings")
        let insert = try reused("INSERT INTO spellings VALUES (?, ?)")
        for (index, (spelling, device)) in spellings.enumerated() {
            let isLikeOneBefore = index > 0 && spellings[index - 1].spelling == spelling
            let isLikeOneBehind = index + 1 < spellings.count && spellings[index + 1].spelling == spelling
            guard isLikeOneBefore || isLikeOneBehind else { continue }
            // With a damaged index of devices, a known device would be added as a new one.
            if isLikeOneBefore, try name(of: device) == name(of: spellings[index - 1].device) {
                throw StoreFailure.damaged("a device is in it twice")
            }
            try insert.bind(.integer(device), .integer(Int64(bitPattern: spelling)))
            try insert.run()
        }
    }

    private func name(of device: Int64) throws(StoreError) -> [UInt8] {
        let rows = try reused("SELECT name FROM devices WHERE id = ?")
        defer { rows.reset() }
        try rows.bind(.integer(device))
        return try rows.step() ? Array(rows.bytes(0)) : []
    }

    private func lower(_ name: UnsafeRawBufferPointer, into lowered: inout [UInt8]) {
        lowered.removeAll(keepingCapacity: true)
        guard name.allSatisfy({ $0 < 0x80 }) else {
            lowered += String(decoding: name, as: UTF8.self).lowercased().utf8
            return
        }
        for byte in name {
            lowered.append((UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte + 32 : byte)
        }
    }

    /// The devices whose id differs only in case from another of their app, with a number shared by all that match.
    package func spellings() throws(StoreError) -> [Int64: Int64] {
        let rows = try database.prepare("SELECT device, spelling FROM spellings")
        var spellings: [Int64: Int64] = [:]
        while try rows.step() { spellings[rows.integer(0)] = rows.integer(1) }
        return spellings
    }
}
