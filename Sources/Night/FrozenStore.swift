import Foundation

/// A store's file that is only read, without a lock: it must stay as it is meanwhile, and be whole by itself.
struct FrozenStore {
    private let path: String
    private let before: Standing

    /// - Parameter patience: how long to wait for a run that is writing, in seconds.
    init(_ path: String, patience: Int) throws(Problem) {
        self.path = path
        let start = ContinuousClock.now
        while Self.isWrittenBeside(path) {
            guard ContinuousClock.now - start < .seconds(patience) else {
                throw .cannotRun(
                    "\(path) is not whole by itself: a run is writing it, or the last one did not end",
                    "try again, or let a call that may write finish it: freshness ingest")
            }
            usleep(50_000)
        }
        guard let standing = Standing(path) else {
            throw .cannotRun("\(path) cannot be read (\(systemMessage()))", "see to the permissions")
        }
        before = standing
    }

    /// Ends the call where the file is another than it was: what was read of it may be of two nights.
    func check() throws(Problem) {
        guard Standing(path) == before, !Self.isWrittenBeside(path) else {
            throw .cannotRun("\(path) was written while it was read", "try again")
        }
    }

    /// Whether a part of the store is in a log beside the file, or the file is one that a rebuild has not done yet.
    private static func isWrittenBeside(_ path: String) -> Bool {
        StoreBefore(path).isThere
            || ["-wal", "-journal"].contains { end in
                var status = stat()
                return stat(path + end, &status) == 0 && status.st_size > 0
            }
    }

    /// How a file stands in its folder.
    private struct Standing: Equatable {
        let file: UInt64
        let size: Int64
        let modified: Int64

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            file = UInt64(status.st_ino)
            size = Int64(status.st_size)
            modified = status.modified
        }
    }
}
