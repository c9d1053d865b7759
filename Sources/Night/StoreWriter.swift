import Dispatch
import Foundation
import Records
import Store

/// Writes into a store on its own queue, in parallel with the readers. After an error nothing more is written.
final class StoreWriter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "writing")
    /// Unowned: a thread could release it after the call is over, and then nobody would close the store.
    private unowned let store: Store
    /// One batch may wait while another is written; readers wait for that, to bound memory.
    private let room = DispatchSemaphore(value: 1)
    /// Only on the queue: runs that were not in the store before.
    private var newRuns = 0

    private let lock = NSLock()
    private var failure: (any Error)?
    private var most = StoreWriter.minGathered

    /// How much is gathered in memory before it is written, in bytes; measured, see `Benchmarks/README.md`.
    private static let minGathered = 4 << 20
    private static let maxGathered = 128 << 20

    init(_ store: Store) {
        self.store = store
    }

    var hasFailed: Bool { lock.withLock { failure != nil } }

    /// How much may be gathered before it is written: more than the largest row, which is rewritten each time.
    var gatheredLimit: Int { lock.withLock { most } }

    /// Runs `work` on the queue.
    func write(_ work: @escaping @Sendable (Store) throws -> Void) {
        queue.async {
            guard !self.hasFailed else { return }
            do {
                try work(self.store)
            } catch {
                self.fail(error)
            }
        }
    }

    /// Merges gathered histories; waits while another batch is waiting.
    func merge(_ gathered: GatheredHistories) {
        room.wait()
        write { store in
            let merged = try store.merge(gathered)
            self.newRuns += merged.newRuns
            self.lock.withLock { self.most = max(self.most, min(2 * merged.largestRow, Self.maxGathered)) }
        }
        queue.async { self.room.signal() }
    }

    func fail(_ error: any Error) {
        lock.withLock { failure = failure ?? error }
    }

    /// Waits until everything is written.
    ///
    /// - Returns: how many runs were not in the store before.
    func finish() throws -> Int {
        try queue.sync {
            if let failure = lock.withLock({ failure }) { throw failure }
            return newRuns
        }
    }
}
