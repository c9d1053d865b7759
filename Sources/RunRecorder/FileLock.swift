import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock that one process at a time can hold; it ends with the process, if not before.
struct FileLock {
    private let descriptor: Int32

    /// How often, and with how many microseconds in between, the lock is asked for: 2 s and a bit. Who holds it longer is
    /// stopped or stuck, and whoever waits must not be stuck as well.
    private static let attempts = 8_000
    private static let pause: UInt32 = 250

    /// Waits for the lock, for about 2 s at most. The folder is made where it is missing.
    init(_ path: String, in folder: String) throws(RecorderError) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC
        var opened = SystemFile.descriptor(of: path, flags)
        if opened < 0, errno == ENOENT {
            try Self.make(folder)
            opened = SystemFile.descriptor(of: path, flags)
        }
        guard opened >= 0 else { throw SystemFile.failure(path, "cannot be opened") }
        descriptor = opened
        for _ in 0..<Self.attempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let failure = SystemFile.failure(path, "cannot be locked")
                close(descriptor)
                throw failure
            }
            usleep(Self.pause)
        }
        close(descriptor)
        throw RecorderError(path: path, reason: "another process has held the lock for over 2 s")
    }

    private static func make(_ folder: String) throws(RecorderError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw RecorderError(path: folder, reason: "cannot be made: \(error.localizedDescription)")
        }
    }

    func release() {
        close(descriptor)
    }
}
