import Dispatch
import Foundation

/// Threads that may block, more than there are cores; those of the system's pool may not.
enum Threads {
    /// Runs `work` on `count` threads and returns when all have finished.
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

    /// More cores than this do not read the store any faster.
    private static let maxWorkers = 8
    /// Fewer numbers than this are not worth a thread.
    private static let fewest: Int64 = 1_000

    /// Splits a range into one part for each core and returns the results of `work` in order; throws the first error in
    /// that order.
    static func map<Result: Sendable>(
        _ numbers: Range<Int64>, _ work: @Sendable (Range<Int64>) throws -> Result
    ) throws -> [Result] {
        let count = Int64(numbers.count)
        let cores = Int64(min(ProcessInfo.processInfo.activeProcessorCount, maxWorkers))
        let parts = Int(max(1, min(cores, count / fewest)))
        var results: [Swift.Result<Result, any Error>?] = Array(repeating: nil, count: parts)
        results.withUnsafeMutableBufferPointer { slots in
            // Each worker writes only to its own slot.
            nonisolated(unsafe) let slots = slots
            DispatchQueue.concurrentPerform(iterations: parts) { part in
                let start = numbers.lowerBound + count * Int64(part) / Int64(parts)
                let end = numbers.lowerBound + count * Int64(part + 1) / Int64(parts)
                slots[part] = Swift.Result { try work(start..<end) }
            }
        }
        return try results.compactMap { try $0?.get() }
    }
}
