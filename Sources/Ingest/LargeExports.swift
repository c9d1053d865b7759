import CSimdjson
import Dispatch

/// Lets only one large export at a time into memory, over all readers of a process.
///
/// Parsing an export of the largest size takes half a gigabyte, and many are read in parallel. A reader must not
/// deliver an export while it has the turn: delivering may wait for readers that wait for the turn.
package final class LargeExports: Sendable {
    private let turn = DispatchSemaphore(value: 1)

    package init() {
        // Otherwise each thread's heap would keep up to 64 MB of what its large exports needed.
        fj_return_freed_memory()
    }

    func enter() { turn.wait() }

    func leave() { turn.signal() }
}
