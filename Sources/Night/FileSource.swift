import Foundation
package import Ingest
import Records

/// A file on disk as a source of bytes.
package final class FileSource: ByteSource {
    private let descriptor: Int32
    private let isStopped: () -> Bool
    private(set) var bytesRead = 0
    /// Why the file could not be read further; nil if it could.
    private(set) var failure: ReadFailure?

    /// - Parameter isStopped: whether the rest is no longer wanted; then the file ends early.
    package init(_ path: FilePath, isStopped: @escaping () -> Bool = { false }) throws(ReadFailure) {
        self.isStopped = isStopped
        descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
        if descriptor < 0 { throw ReadFailure(.unreadable, detail: systemMessage()) }
    }

    deinit { close(descriptor) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        if isStopped() { return 0 }
        while true {
            let count = systemRead(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 {
                bytesRead += count
                return count
            }
            if errno == EINTR { continue }
            let failure = ReadFailure(.unreadable, detail: systemMessage())
            self.failure = failure
            throw failure
        }
    }

    /// The first bytes of the file, whatever was read before.
    func beginning(_ count: Int) throws(ReadFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let found = pread(descriptor, &bytes, count, 0)
        if found < 0 { throw ReadFailure(.unreadable, detail: systemMessage()) }
        return Array(bytes.prefix(found))
    }

    /// The last bytes of a file, at most `most`.
    package static func end(of path: FilePath, atMost most: Int) throws(ReadFailure) -> [UInt8] {
        let source = try FileSource(path)
        var status = stat()
        guard fstat(source.descriptor, &status) == 0 else { throw ReadFailure(.unreadable, detail: systemMessage()) }
        let start = max(0, Int(status.st_size) - most)
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size) - start)
        let found = pread(source.descriptor, &bytes, bytes.count, off_t(start))
        if found < 0 { throw ReadFailure(.unreadable, detail: systemMessage()) }
        return Array(bytes.prefix(found))
    }

    /// All bytes of a small file; a file of more than `most` is refused.
    package static func contents(of path: FilePath, atMost most: Int = 64 << 20) throws(ReadFailure) -> [UInt8] {
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

/// Calls `read(2)`, which a method of the same name would hide.
private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
