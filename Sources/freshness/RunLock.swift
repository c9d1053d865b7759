import Foundation

/// Keeps two runs on one store apart: the second waits for the first.
final class RunLock {
    private let descriptor: Int32

    /// How long a run waits for another, in seconds.
    private static let patience = 60.0

    init(_ folder: String) throws(Problem) {
        let path = folder + "/lock"
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            throw .cannotRun(
                "\(path) cannot be written (\(systemMessage()))",
                "see to the folder's permissions, or name another with --state")
        }
        let start = ContinuousClock.now
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR else {
                throw .cannotRun(
                    "\(path) cannot be locked (\(systemMessage()))", "name a folder on a local disk with --state")
            }
            guard ContinuousClock.now - start < .seconds(Self.patience) else {
                throw .cannotRun(
                    "another run has held \(path) for over \(Int(Self.patience)) s", "wait for it to end, and run again"
                )
            }
            usleep(50_000)
        }
    }

    deinit { close(descriptor) }
}
