import Foundation
import Store

/// A store's file that is only read, without a lock: it must stay as it is meanwhile, and be whole by itself.
struct FrozenStore {
    private let path: String
    private let before: FileFacts

    /// - Parameter patience: how long to wait for a run that is writing, in seconds.
    init(_ path: String, patience: Int) throws(NightFailure) {
        self.path = path
        let start = ContinuousClock.now
        while Self.isWrittenBeside(path) {
            guard ContinuousClock.now - start < .seconds(patience) else { throw .storeUnfinished(path) }
            usleep(50_000)
        }
        guard let facts = Self.facts(of: path) else { throw .storeUnreadable(path, systemMessage()) }
        before = facts
    }

    /// Ends the call where the file is another than it was: what was read of it may be of two nights.
    func check() throws(NightFailure) {
        guard Self.facts(of: path) == before, !Self.isWrittenBeside(path) else { throw .storeChanged(path) }
    }

    /// Whether a part of the store is in a log beside the file.
    private static func isWrittenBeside(_ path: String) -> Bool {
        ["-wal", "-journal"].contains { (facts(of: path + $0)?.size ?? 0) > 0 }
    }

    private static func facts(of path: String) -> FileFacts? {
        var status = stat()
        return stat(path, &status) == 0 ? FileFacts(status) : nil
    }
}
