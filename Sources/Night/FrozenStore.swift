import Foundation
import Store

/// A store's file that is read without a lock: it must be complete, and not change meanwhile.
struct FrozenStore {
    private let path: String
    private let before: FileFacts

    /// - Parameter timeout: how long to wait for a run that is writing, in seconds.
    init(_ path: String, timeout: Int) throws(NightFailure) {
        self.path = path
        let start = ContinuousClock.now
        while Self.isWrittenBeside(path) {
            guard ContinuousClock.now - start < .seconds(timeout) else { throw .storeUnfinished(path) }
            usleep(50_000)
        }
        guard let facts = Self.facts(of: path) else { throw .storeUnreadable(path, systemMessage()) }
        before = facts
    }

    /// Throws if the file has changed since: what was read may be from two nights.
    func check() throws(NightFailure) {
        guard Self.facts(of: path) == before, !Self.isWrittenBeside(path) else { throw .storeChanged(path) }
    }

    /// Whether a part of the store is still in a log beside the file.
    private static func isWrittenBeside(_ path: String) -> Bool {
        ["-wal", "-journal"].contains { (facts(of: path + $0)?.size ?? 0) > 0 }
    }

    private static func facts(of path: String) -> FileFacts? {
        var status = stat()
        return stat(path, &status) == 0 ? FileFacts(status) : nil
    }
}
