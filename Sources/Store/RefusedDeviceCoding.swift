import Records

/// How the devices of refused exports are packed: 24 bytes each, in the order of the hashes: the hash of the id, the
/// exports, their entries, and the moment of the latest export (0 where it is not known).
enum RefusedDeviceCoding {
    private static let size = 24

    static func encode(_ devices: [RefusedDevice]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size * devices.count)
        for device in devices {
            withUnsafeBytes(of: device.hash.littleEndian) { bytes.append(contentsOf: $0) }
            for count in [device.exports, device.entries] {
                withUnsafeBytes(of: count.littleEndian) { bytes.append(contentsOf: $0) }
            }
            withUnsafeBytes(of: (device.latest?.milliseconds ?? 0).littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// Finds a device by its hash, by binary search.
    static func device(_ hash: UInt64, in bytes: UnsafeRawBufferPointer) -> RefusedDevice? {
        offset(of: hash, in: bytes).map { offset in
            let moment = number(bytes, offset + 16, as: Int64.self)
            return RefusedDevice(
                hash: hash, exports: number(bytes, offset + 8, as: UInt32.self),
                entries: number(bytes, offset + 12, as: UInt32.self),
                latest: moment == 0 ? nil : Instant(milliseconds: moment))
        }
    }

    static func forEachHash(in bytes: UnsafeRawBufferPointer, _ body: (UInt64) -> Void) {
        for offset in stride(from: 0, to: bytes.count - size + 1, by: size) {
            body(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        }
    }

    /// The bytes without one device; nil if it is not among them.
    static func removing(_ hash: UInt64, from bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        offset(of: hash, in: bytes).map { Array(bytes[..<$0]) + Array(bytes[($0 + size)...]) }
    }

    private static func offset(of hash: UInt64, in bytes: UnsafeRawBufferPointer) -> Int? {
        var range = 0..<bytes.count / size
        while !range.isEmpty {
            let middle = range.lowerBound + range.count / 2
            let found = number(bytes, middle * size, as: UInt64.self)
            if found == hash { return middle * size }
            range = found < hash ? middle + 1..<range.upperBound : range.lowerBound..<middle
        }
        return nil
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ offset: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
    }
}
