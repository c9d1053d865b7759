import Records

/// How the devices of refused exports are packed: one byte that says so, and then 24 bytes each, in the order of the
/// hashes: the hash of the id, the exports, their entries, and the moment of the latest export (0 where it is not known).
///
/// The first version had neither that byte nor the moments: its 16 bytes each make an even number, these an odd one.
enum RefusedDeviceCoding {
    private static let version: UInt8 = 2

    /// Where the devices are in some bytes.
    private struct Layout {
        let start: Int
        let size: Int
        let hasMoments: Bool

        init(_ bytes: UnsafeRawBufferPointer) {
            hasMoments = !bytes.count.isMultiple(of: 2)
            (start, size) = hasMoments ? (1, 24) : (0, 16)
        }
    }

    static func encode(_ devices: [RefusedDevice]) -> [UInt8] {
        var bytes = [version]
        bytes.reserveCapacity(1 + 24 * devices.count)
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
        let layout = Layout(bytes)
        return place(of: hash, in: bytes, layout).map { place in
            let moment = layout.hasMoments ? number(bytes, place + 16, as: Int64.self) : 0
            return RefusedDevice(
                hash: hash, exports: number(bytes, place + 8, as: UInt32.self),
                entries: number(bytes, place + 12, as: UInt32.self),
                latest: moment == 0 ? nil : Instant(milliseconds: moment))
        }
    }

    /// The same without a device; nil where it is not among them.
    static func removing(_ hash: UInt64, from bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        let layout = Layout(bytes)
        return place(of: hash, in: bytes, layout).map { Array(bytes[..<$0]) + Array(bytes[($0 + layout.size)...]) }
    }

    private static func place(of hash: UInt64, in bytes: UnsafeRawBufferPointer, _ layout: Layout) -> Int? {
        var indices = 0..<(bytes.count - layout.start) / layout.size
        while !indices.isEmpty {
            let middle = indices.lowerBound + indices.count / 2
            let place = layout.start + middle * layout.size
            let found = number(bytes, place, as: UInt64.self)
            if found == hash { return place }
            indices = found < hash ? middle + 1..<indices.upperBound : indices.lowerBound..<middle
        }
        return nil
    }

    private static func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, _ place: Int, as type: Number.Type
    ) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: type))
    }
}
