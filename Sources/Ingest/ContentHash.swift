import CXXHash

/// Identifies a file's content: XXH3 over its bytes, 128 bits.
///
/// A file that was renamed, copied or touched is recognised and not read again. This does not protect against two
/// contents made to collide on purpose, and need not: whoever writes the exports decides what they say.
package struct ContentHash: Hashable, Sendable {
    package var high: UInt64
    package var low: UInt64

    /// The 16 bytes, high ones first, as XXH3 writes them.
    package var bytes: [UInt8] {
        [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
    }

    /// The hash of bytes in memory.
    package init(of bytes: [UInt8]) {
        let digest = XXH3_128bits(bytes, bytes.count)
        self.init(high: digest.high64, low: digest.low64)
    }

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// Passes bytes through and hashes them.
package final class HashingSource: ByteSource {
    private let source: any ByteSource
    private let state: OpaquePointer?
    /// Whether all bytes have passed, so that ``hash`` covers the whole content.
    package private(set) var isAtEnd = false

    package init(_ source: any ByteSource) {
        self.source = source
        state = XXH3_createState()
        XXH3_128bits_reset(state)
    }

    deinit { XXH3_freeState(state) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        let count = try source.read(into: buffer)
        if count == 0 {
            isAtEnd = true
        } else {
            XXH3_128bits_update(state, buffer.baseAddress, count)
        }
        return count
    }

    /// The hash of the bytes so far.
    package var hash: ContentHash {
        let digest = XXH3_128bits_digest(state)
        return ContentHash(high: digest.high64, low: digest.low64)
    }
}
