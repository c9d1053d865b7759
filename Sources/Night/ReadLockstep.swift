import Foundation

/// Keeps files that are read at once in step with each other.
///
/// The files of a folder mostly name devices in one order. Read in step, they bring what they know of a device at about
/// the same time, and it is merged and written once instead of once for each file.
final class ReadLockstep: @unchecked Sendable {
    private let condition = NSCondition()
    /// How far each file is that is being read, from 0 to 1.
    private var shares: [Int: Double] = [:]

    /// How far a file may be ahead of the last one.
    private let lead: Double

    /// - Parameter largest: the largest file's size; the others are in step with it by their share and not by bytes.
    init(largest: Int64) {
        lead = Double(Self.leadBytes) / Double(max(1, largest))
    }

    /// So little that what is gathered of a device by all files fits in what may be gathered.
    private static let leadBytes = 256 << 10

    func begin(_ file: Int) {
        condition.withLock { shares[file] = 0 }
    }

    /// Waits until the other files have come nearly as far as this one. The last one never waits.
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
