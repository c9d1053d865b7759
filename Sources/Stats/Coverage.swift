import Records

/// The share of the devices heard from in the last 28 days that were heard from in the last 7: at the cut-off, and 7,
/// 14 and 21 days before it.
package struct Coverage: Equatable, Sendable {
    /// At the cut-off first; of nothing if no device was heard from in the 28 days.
    package private(set) var shares = Array(repeating: Share(0, of: 0), count: moments)

    private static let moments = 4
    /// The number of seven-day ranges that these need.
    static let ranges = moments + 3

    package init() {}

    /// Adds a device.
    ///
    /// - Parameter heard: the seven-day ranges in which it exported, one bit each, the latest first.
    mutating func add(_ heard: UInt8) {
        for moment in shares.indices {
            let since = heard >> moment
            if since & 0b1111 != 0 { shares[moment].whole += 1 }
            if since & 1 != 0 { shares[moment].part += 1 }
        }
    }

    mutating func add(_ other: Coverage) {
        for moment in shares.indices {
            shares[moment].part += other.shares[moment].part
            shares[moment].whole += other.shares[moment].whole
        }
    }

    package var now: Share { shares[0] }

    /// The highest of the three earlier shares; nil if no device was heard from.
    package var highestBefore: Share? {
        shares.dropFirst().filter { $0.whole > 0 }.max { $0.isLess(than: $1) }
    }
}

extension History {
    /// The seven-day ranges before the cut-off in which the device exported, one bit each, the latest first.
    func heard(_ ranges: TimeRanges) -> UInt8 {
        var heard: UInt8 = 0
        var end = exports.firstIndex(from: ranges.window.end)
        for (number, start) in ranges.sevenDayStarts.enumerated() {
            let last = end
            while end > 0, exports[end - 1].exportedAt >= start { end -= 1 }
            if end < last { heard |= 1 << number }
        }
        return heard
    }

    /// Whether a device exported in a range and never before. Ids that are generated anew at each run look like this.
    func isSeenOnce(in range: Range<Instant>) -> Bool {
        guard let first = exports.first?.exportedAt, range.contains(first) else { return false }
        return exports.count == 1 || exports[1].exportedAt >= range.upperBound
    }
}
