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

    /// Finds a device by its hash.
    static func device(_ hash: UInt64, in bytes: UnsafeRawBufferPointer) -> RefusedDevice? {
        place(of: hash, in: bytes).map { place in
            let moment = number(bytes, place + 16, as: Int64.self)
            return RefusedDevice(
                hash: hash, exports: number(bytes, place + 8, as: UInt32.self),
                entries: number(bytes, place + 12, as: UInt32.self),
                latest: moment == 0 ? nil : Instant(milliseconds: moment))
        }
    }

    static func forEachHash(in bytes: UnsafeRawBufferPointer, _ body: (UInt64) -> Void) {
        for place in stride(from: 0, to: bytes.count - size + 1, by: size) {
            body(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)))
        }
    }

    /// The same without a device; nil where it is not among them.
    static func removing(_ hash: UInt64, from bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        place(of: hash, in: bytes).map { Array(bytes[..<$0]) + Array(bytes[($0 + size)...]) }
    }

    private static func place(of hash: UInt64, in bytes: UnsafeRawBufferPointer) -> Int? {
        var places = 0..<bytes.count / size
        while !places.isEmpty {
            let middle = places.lowerBound + places.count / 2
            let found = number(bytes, middle * size, as: UInt64.self)
            if found == hash { return middle * size }
            places = found < hash ? middle + 1..<places.upperBound : places.lowerBound..<middle
        }
        return nil
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ place: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
    }
}
