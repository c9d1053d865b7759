import CXXHash
import Records

/// The binary format of export marks: 16 bytes each, the time in milliseconds and the fingerprint.
enum MarkCoding {
    static func encode(_ marks: [ExportMark]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16 * marks.count)
        for mark in marks {
            for word in [UInt64(bitPattern: mark.moment.milliseconds), mark.fingerprint] {
                withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    static func hash(of bytes: UnsafeRawBufferPointer) -> Int64 {
        Int64(bitPattern: XXH3_64bits(bytes.baseAddress, bytes.count))
    }

    /// The hash of a file's numbers of used and of refused exports.
    static func hash(exports: Int64, refused: Int64) -> Int64 {
        [exports.littleEndian, refused.littleEndian].withUnsafeBytes { hash(of: $0) }
    }

    /// Calls `body` for each mark, in order.
    static func forEach(in bytes: UnsafeRawBufferPointer, _ body: (ExportMark) -> Void) {
        for start in stride(from: 0, to: bytes.count - 15, by: 16) {
            let moment = Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: Int64.self))
            let fingerprint = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
            body(ExportMark(moment: Instant(milliseconds: moment), fingerprint: fingerprint))
        }
    }
}
