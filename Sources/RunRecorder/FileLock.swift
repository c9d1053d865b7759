import Foundation

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A lock that one process at a time can hold; it ends with the process at the latest.
struct FileLock {
    private let descriptor: Int32

    /// How long to wait for the lock, in nanoseconds. A process that holds it longer is suspended or stuck, and the
    /// waiting one must not get stuck too.
    private static let timeout: UInt64 = 2_000_000_000
    /// The time between two attempts, in microseconds; in the background the system may make it longer.
    private static let pause: UInt32 = 250

    /// Waits for the lock, for 2 s at most; threads of one process also wait for each other. Creates the folder if it
    /// is missing.
    init(_ path: String, in folder: String) throws(RecorderError) {
        let flags = O_RDWR | O_CREAT | O_CLOEXEC
        var opened = SystemFile.descriptor(of: path, flags)
        if opened < 0, errno == ENOENT {
            try Self.make(folder)
            opened = SystemFile.descriptor(of: path, flags)
        }
        guard opened >= 0 else { throw SystemFile.failure(path, "cannot be opened") }
        descriptor = opened
        // A monotonic clock, used only for waiting and never recorded.
        let start = Self.nanoseconds()
        repeat {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            guard errno == EWOULDBLOCK || errno == EINTR else {
                let failure = SystemFile.failure(path, "cannot be locked")
                close(descriptor)
                throw failure
            }
            usleep(Self.pause)
        } while Self.nanoseconds() - start < Self.timeout
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

extension FileLock {
    /// A monotonic time in nanoseconds.
    private static func nanoseconds() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}
