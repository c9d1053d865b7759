import CSimdjson
import Dispatch

/// Lets large exports into memory one at a time: all readers of a process share one of these.
///
/// An export near the largest that is read takes half a gigabyte while it is taken apart, and many are read side by side.
/// Whoever is in hands nothing on: that may take until others get on, and they may be waiting here.
package final class LargeExports: Sendable {
    private let turn = DispatchSemaphore(value: 1)

    package init() {
        // For otherwise each thread's share of the heap would keep up to 64 MB of what its large exports needed.
        fj_keep_little_memory()
    }

    func enter() { turn.wait() }

    func leave() { turn.signal() }
}
