#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A process, told apart from one that had its number before.
struct ProcessIdentity: Hashable, Sendable {
    var id: Int32
    /// Drawn anew by each process.
    var token: UInt64

    static let current = ProcessIdentity(id: getpid(), token: UInt64.random(in: .min ... .max))

    /// Whether the process has surely ended. One that another process has the number of by now counts as alive.
    var isGone: Bool {
        if id == Self.current.id { return token != Self.current.token }
        // 0 and below are groups of processes.
        return id <= 0 || (kill(id, 0) != 0 && errno == ESRCH)
    }
}
