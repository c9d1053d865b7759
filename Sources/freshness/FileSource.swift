import Foundation
import Ingest

/// A path as bytes: a file's name need not be text.
struct FilePath: Hashable {
    var bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    func appending(_ name: [UInt8]) -> FilePath {
        var path = self
        path.bytes += [UInt8(ascii: "/")] + name
        return path
    }

    /// Hands the path to a system call.
    func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
        let characters = bytes.map { CChar(bitPattern: $0) } + [0]
        return characters.withUnsafeBufferPointer { buffer in
            // The buffer holds the closing zero at least, so it has an address.
            buffer.baseAddress.map(body) ?? "".withCString(body)
        }
    }
}

/// A file on disk as a source of bytes.
final class FileSource: ByteSource {
    private let descriptor: Int32
    private(set) var bytesRead = 0

    init(_ path: FilePath) throws(ReadFailure) {
        descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        if descriptor < 0 { throw ReadFailure(.unreadable, detail: systemMessage()) }
    }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 {
                bytesRead += count
                return count
            }
            if errno != EINTR { throw ReadFailure(.unreadable, detail: systemMessage()) }
        }
    }

    /// All bytes of a small file; one of more than `most` is refused.
    static func contents(of path: FilePath, atMost most: Int = 64 << 20) throws(ReadFailure) -> [UInt8] {
        let source = try FileSource(path)
        var bytes: [UInt8] = []
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
        defer { piece.deallocate() }
        while true {
            let count = try source.read(into: piece)
            if count == 0 { return bytes }
            bytes.append(contentsOf: piece.prefix(count))
            if bytes.count > most { throw ReadFailure(.tooLarge, detail: "over \(most) bytes") }
        }
    }
}

/// `read(2)`, which a method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

/// What the system says of the last call that failed.
func systemMessage() -> String { String(cString: strerror(errno)) }
