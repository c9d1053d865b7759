import Foundation
import Night

/// Files that are there whole or not at all: written under another name, which is then changed.
enum AtomicFile {
    /// Puts bytes into a file, through a name beside it that nobody reads. They are on the disk before the name is, so that
    /// a power cut leaves the old ones or the new ones.
    static func write(_ bytes: [UInt8], to path: String, through unfinished: String) throws(Problem) {
        do throws(Problem) {
            try write(bytes, to: unfinished, failure: { Self.failure(path) })
            guard rename(unfinished, path) == 0 else { throw failure(path) }
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    private static func write(
        _ bytes: [UInt8], to path: String, failure: () -> Problem
    ) throws(Problem) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw failure() }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { throw failure() }
            rest = rest.dropFirst(count)
        }
        if fsync(descriptor) != 0 { throw failure() }
    }

    static func failure(_ path: String) -> Problem {
        .cannotRun("\(path) cannot be written (\(systemMessage()))", "check the folder, the disk and the permissions")
    }
}
