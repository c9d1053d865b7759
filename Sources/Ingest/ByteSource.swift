package import Records

/// A source of a file's bytes: files in the program, memory in tests.
package protocol ByteSource: AnyObject {
    /// Fills the start of `buffer` and returns how many bytes were read; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int
}

/// Why a file's bytes could not be read. Nothing of the file is used then.
package struct ReadFailure: Error, Equatable {
    package var refusal: Refusal
    /// The message of the system or library; it contains nothing from the file.
    package var detail: String

    package init(_ refusal: Refusal, detail: String = "") {
        self.refusal = refusal
        self.detail = detail
    }
}

/// Bytes in memory.
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
