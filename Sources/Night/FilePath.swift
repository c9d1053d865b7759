import Foundation

/// A path as bytes: a file's name need not be valid text.
package struct FilePath: Hashable, Sendable {
    package var bytes: [UInt8]

    package init(_ text: String) {
        bytes = Array(text.utf8)
    }

    package func appending(_ name: [UInt8]) -> FilePath {
        var path = self
        path.bytes += [UInt8(ascii: "/")] + name
        return path
    }

    /// Calls `body` with the path as a C string.
    package func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let characters = bytes.map { CChar(bitPattern: $0) } + [0]
        return characters.withUnsafeBufferPointer { buffer in
            // The buffer contains at least the closing zero, so it has an address.
            buffer.baseAddress.map(body) ?? "".withCString(body)
        }
    }
}

/// The system's message for the last call that failed.
package func systemMessage() -> String { String(cString: strerror(errno)) }
