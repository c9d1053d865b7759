import Foundation
import TestSupport
import Testing

@testable import Night

/// Files that are read in parallel stay in step and never deadlock.
@Suite struct ReadLockstepTests {
    /// Whether the work finishes in time, on its own thread.
    private func endsInTime(_ work: @escaping @Sendable () -> Void) -> Bool {
        let done = DispatchSemaphore(value: 0)
        Thread {
            work()
            done.signal()
        }.start()
        return done.wait(timeout: .now() + 60) == .success
    }

    @Test(arguments: UInt64(1)...8) func `random steps of many files all finish`(_ seed: UInt64) {
        let lockstep = ReadLockstep(largest: [1, 300 << 10, 1 << 20, 1 << 40][Int(seed % 4)])
        let next = Box(0)
        let finished = Box(0)
        let isDone = endsInTime {
            Threads.run(16) {
                while true {
                    var file = 0
                    next.set {
                        file = $0
                        $0 += 1
                    }
                    if file >= 200 { return }
                    var generator = SeededGenerator(seed &* 1_000 &+ UInt64(file))
                    lockstep.begin(file)
                    var share = 0.0
                    for _ in 0..<Int.random(in: 0...30, using: &generator) {
                        // Some stall, some jump to the end, and some end early.
                        share = min(1, share + [0, 0.001, 0.05, 1].randomElement(using: &generator)!)
                        lockstep.step(file, to: share)
                    }
                    lockstep.end(file)
                    finished.set { $0 += 1 }
                }
            }
        }
        #expect(isDone)
        #expect(finished.value == 200)
    }

    @Test func `a file that is ahead waits for the slowest one or its end`() {
        // A file may be ahead by a quarter of the largest file.
        let lockstep = ReadLockstep(largest: 1 << 20)
        lockstep.begin(1)
        lockstep.begin(2)
        let reached = Box<[Double]>([])
        let ended = DispatchSemaphore(value: 0)
        Thread {
            for share in [0.2, 0.5, 0.9] {
                lockstep.step(1, to: share)
                reached.set { $0.append(share) }
            }
            ended.signal()
        }.start()
        let waits = { (count: Int) in
            for _ in 0..<1_000 where reached.value.count < count { usleep(10_000) }
            usleep(50_000)
            return reached.value.count == count
        }
        #expect(waits(1))
        lockstep.step(2, to: 0.3)
        #expect(waits(2))
        lockstep.end(2)
        #expect(ended.wait(timeout: .now() + 60) == .success)
        #expect(reached.value == [0.2, 0.5, 0.9])
    }
}
