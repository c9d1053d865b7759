import Foundation

/// Keeps files that are read in parallel in step with each other.
///
/// The files of a folder mostly list devices in the same order. Read in step, they deliver a device's histories at
/// about the same time, and these are merged and written once instead of once for each file.
final class ReadLockstep: @unchecked Sendable {
    private let condition = NSCondition()
    /// The share of each open file that was read, from 0 to 1.
    private var shares: [Int: Double] = [:]

    /// How far a file may be ahead of the slowest one, as a share.
    private let lead: Double

    /// - Parameter largest: the size of the largest file, in bytes; the lead is the same share for all files.
    init(largest: Int64) {
        lead = Double(Self.leadBytes) / Double(max(1, largest))
    }

    /// Small enough that what is gathered of a device from all files fits in the memory for gathering.
    private static let leadBytes = 256 << 10

    func begin(_ file: Int) {
        condition.withLock { shares[file] = 0 }
    }

    /// Waits until the other files have come nearly as far as this one. The slowest never waits.
    func step(_ file: Int, to share: Double) {
        condition.withLock {
            guard shares[file] != share else { return }
            shares[file] = share
            condition.broadcast()
            while share > (shares.values.min() ?? share) + lead { condition.wait() }
        }
    }

    func end(_ file: Int) {
        condition.withLock {
            shares[file] = nil
            condition.broadcast()
        }
    }
}
