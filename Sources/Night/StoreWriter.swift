import Dispatch
import Foundation
import Records
import Store

/// Writes into a store on a queue of its own, beside those who read files. Nothing more is written once something failed.
final class StoreWriter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "writing")
    /// Not held: a thread may let go of this when the call is over, and nobody would be there any more to close the store.
    private unowned let store: Store
    /// Room for one more to be written while another is; readers wait for it, so that memory stays what it is.
    private let room = DispatchSemaphore(value: 1)
    /// On the queue: runs that were not known before.
    private var newRuns = 0

    private let lock = NSLock()
    private var failure: (any Error)?
    private var most = StoreWriter.leastGathered

    /// What may be gathered in memory, in bytes, before it is written; measured, see `Benchmarks/README.md`.
    private static let leastGathered = 4 << 20
    private static let mostGathered = 128 << 20

    init(_ store: Store) {
        self.store = store
    }

    var hasFailed: Bool { lock.withLock { failure != nil } }

    /// How much may be gathered before it is written: more than the largest row, which is read and written anew each time.
    var gatheredLimit: Int { lock.withLock { most } }

    /// Does something with the store when its turn comes.
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

    /// Merges what was gathered, once there is room.
    func merge(_ gathered: GatheredHistories) {
        room.wait()
        write { store in
            let merged = try store.merge(gathered)
            self.newRuns += merged.newRuns
            self.lock.withLock { self.most = max(self.most, min(2 * merged.largestRow, Self.mostGathered)) }
        }
        queue.async { self.room.signal() }
    }

    func fail(_ error: any Error) {
        lock.withLock { failure = failure ?? error }
    }

    /// Waits until all is written, and says how many runs were not known before.
    func finish() throws -> Int {
        try queue.sync {
            if let failure = lock.withLock({ failure }) { throw failure }
            return newRuns
        }
    }
}
