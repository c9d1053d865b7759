package import Records

/// Where the bytes of a file come from. The program hands in files; tests hand in memory.
package protocol ByteSource: AnyObject {
    /// Fills the start of `buffer` and returns how many bytes that were; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int
}

/// Why the bytes of a file could not be had. Nothing of the file is used then.
package struct ReadFailure: Error, Equatable {
    package var refusal: Refusal
    /// What the system or the library said, without a word of the file's content.
    package var detail: String

    package init(_ refusal: Refusal, detail: String = "") {
        self.refusal = refusal
        self.detail = detail
    }
}

/// Bytes that are in memory already.
package final class MemorySource: ByteSource {
    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        let count = min(buffer.count, rest.count)
        unsafe buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
