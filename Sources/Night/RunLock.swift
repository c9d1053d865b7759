import Foundation

/// Prevents two runs on one store at once: the second waits for the first.
final class RunLock {
    private let descriptor: Int32

    /// - Parameter timeout: how long to wait for another run, in seconds.
    init(_ folder: String, timeout: Int) throws(NightFailure) {
        let path = folder + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .cannotMakeLock(path, systemMessage()) }
        let start = ContinuousClock.now
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else { throw .cannotLock(path, systemMessage()) }
            guard ContinuousClock.now - start < .seconds(timeout) else {
                throw .locked(path, process: holder, timeout: timeout)
            }
            usleep(50_000)
        }
        // So that a waiting run can name its holder.
        let name = "\(getpid())\n"
        ftruncate(descriptor, 0)
        _ = name.utf8.withContiguousStorageIfAvailable { pwrite(descriptor, $0.baseAddress, $0.count, 0) }
    }

    deinit { close(descriptor) }

    /// The process that holds the lock, as written in the file.
    private var holder: String? {
        var bytes = [UInt8](repeating: 0, count: 20)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        let digits = bytes.prefix(max(0, count)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }
}
