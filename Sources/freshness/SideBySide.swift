import Dispatch
import Foundation

/// Does a thing for stretches of numbers, on as many cores as there are.
enum SideBySide {
    /// More cores than this do not read the store any faster.
    private static let mostWorkers = 8
    /// A stretch shorter than this is not worth a thread.
    private static let shortest: Int64 = 1_000

    /// Splits `numbers` and gives what `work` makes of each stretch, in their order; throws the first error there was.
    static func map<Result: Sendable>(
        _ numbers: Range<Int64>, _ work: @Sendable (Range<Int64>) throws -> Result
    ) throws -> [Result] {
        let count = Int64(numbers.count)
        let cores = Int64(min(ProcessInfo.processInfo.activeProcessorCount, mostWorkers))
        let parts = Int(max(1, min(cores, count / shortest)))
        var results: [Swift.Result<Result, any Error>?] = Array(repeating: nil, count: parts)
        results.withUnsafeMutableBufferPointer { slots in
            // Each worker writes to its own slot and to no other.
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
