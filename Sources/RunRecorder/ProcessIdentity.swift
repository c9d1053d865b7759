#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Identifies a process, also after its number was reused.
struct ProcessIdentity: Hashable, Sendable {
    var id: Int32
    /// Random for each process.
    var token: UInt64

    static let current = ProcessIdentity(id: getpid(), token: UInt64.random(in: .min ... .max))

    /// Whether the process has certainly ended. If its number was reused, it counts as alive.
    var isGone: Bool {
        if id == Self.current.id { return token != Self.current.token }
        // 0 and below are groups of processes.
        return id <= 0 || (kill(id, 0) != 0 && errno == ESRCH)
    }
}
