import Records

/// How the devices of refused exports are packed: 16 bytes each, the hash of the id, the exports and their entries, in the
/// order of the hashes.
enum RefusedDeviceCoding {
    private static let size = 16

    static func encode(_ devices: [RefusedDevice]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size * devices.count)
        for device in devices {
            withUnsafeBytes(of: device.hash.littleEndian) { bytes.append(contentsOf: $0) }
            for count in [device.exports, device.entries] {
                withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    /// Finds a device by its hash.
    static func device(_ hash: UInt64, in bytes: UnsafeRawBufferPointer) -> RefusedDevice? {
        var places = 0..<bytes.count / size
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            let found = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: middle * size, as: UInt64.self))
            if found == hash {
                return RefusedDevice(
                    hash: hash, exports: count(bytes, middle * size + 8), entries: count(bytes, middle * size + 12))
            }
            places = found < hash ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        return nil
    }

    private static func count(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
    }
}
