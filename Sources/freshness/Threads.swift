import Foundation

/// Threads of the program's own, more than there are cores: those of the system's pool are not to be waited in.
enum Threads {
    /// Does `work` on so many threads at once, and returns when all of them are through.
    static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
        let group = DispatchGroup()
        for _ in 0..<count {
            group.enter()
            let thread = Thread {
                work()
                group.leave()
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
        group.wait()
    }
}
