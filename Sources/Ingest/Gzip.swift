import CZlib
import Records

/// Decompresses a gzip file of one or more members while it is read.
package final class GzipSource: ByteSource {
    private let source: any ByteSource
    private let stream: UnsafeMutablePointer<z_stream>
    private let packed: UnsafeMutableRawBufferPointer
    private var isSourceAtEnd = false
    private var isBetweenMembers = false
    private var packedBytes = 0
    private var unpackedBytes = 0

    /// A file that expands to more than this, and to more than ``maxExpansion`` times its size, is refused as a gzip
    /// bomb: histories compress to a tenth or a twentieth.
    package static let freeExpansion = 64 << 20
    package static let maxExpansion = 200

    package init(_ source: any ByteSource) throws(ReadFailure) {
        self.source = source
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        packed = .allocate(byteCount: 64 << 10, alignment: 16)
        guard freshness_inflate_gzip(stream) == Z_OK else { throw ReadFailure(.outOfMemory) }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
        packed.deallocate()
    }

    /// Whether bytes start a gzip file.
    package static func isGzip(_ bytes: UnsafeRawBufferPointer) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: buffer.count)
        let room = Int(stream.pointee.avail_out)
        while Int(stream.pointee.avail_out) == room {
            guard try hasPackedBytes() else { return 0 }
            if isBetweenMembers {
                inflateReset(stream)
                isBetweenMembers = false
            }
            switch inflate(stream, Z_NO_FLUSH) {
            case Z_OK, Z_BUF_ERROR: break
            case Z_STREAM_END: isBetweenMembers = true
            case Z_MEM_ERROR: throw ReadFailure(.outOfMemory)
            default: throw ReadFailure(.damagedGzip, detail: stream.pointee.msg.map { String(cString: $0) } ?? "")
            }
        }
        let count = room - Int(stream.pointee.avail_out)
        unpackedBytes += count
        if unpackedBytes > Self.freeExpansion, unpackedBytes / Self.maxExpansion > packedBytes {
            throw ReadFailure(.gzipBomb)
        }
        return count
    }

    /// Makes compressed bytes available; false if the file ends, as it should, between two members.
    private func hasPackedBytes() throws(ReadFailure) -> Bool {
        if stream.pointee.avail_in > 0 { return true }
        if !isSourceAtEnd {
            let count = try source.read(into: packed)
            isSourceAtEnd = count == 0
            packedBytes += count
            stream.pointee.next_in = packed.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.pointee.avail_in = UInt32(clamping: count)
        }
        if stream.pointee.avail_in > 0 { return true }
        if isBetweenMembers { return false }
        throw ReadFailure(.damagedGzip, detail: "it ends too early")
    }
}
