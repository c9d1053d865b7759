/// A multiset of durations in milliseconds. A fleet has millions, so those up to 49 days take four bytes each.
///
/// They are sorted in pieces as they are added, by the thread that adds them: growing and sorting one array would copy
/// all of it repeatedly, on one core, at the end.
package struct Durations: Sendable {
    /// Not sorted yet.
    private var latest: [UInt32] = []
    fileprivate private(set) var pieces: [SortedPiece] = []
    /// Negative durations, those over 49 days, and ``never``.
    fileprivate private(set) var other: [Int64] = []

    /// Stands for *never*, which ranks after every number.
    package static let never = Int64.max

    package init() {}

    /// Durations in a piece: small enough for a processor's cache.
    private static let piece = 1 << 16

    package var count: Int { pieces.reduce(latest.count + other.count) { $0 + $1.values.count } }

    package mutating func append(_ length: Int64) {
        guard let length = UInt32(exactly: length) else { return other.append(length) }
        if latest.count == Self.piece { sort() }
        latest.append(length)
    }

    package mutating func append(contentsOf more: Durations) {
        var more = more
        more.sort()
        pieces.append(contentsOf: more.pieces)
        other.append(contentsOf: more.other)
    }

    /// Sorts what is not sorted yet.
    package mutating func sort() {
        guard !latest.isEmpty else { return }
        pieces.append(SortedPiece(latest))
        latest.removeAll(keepingCapacity: latest.count == Self.piece)
    }
}

/// Ascending durations, with the sum of those before each block.
private struct SortedPiece: Sendable {
    var values: [UInt32]
    private var sums: [Int64]

    private static let block = 256

    init(_ lengths: [UInt32]) {
        values = lengths
        values.sortByDigits()
        sums = [0]
        sums.reserveCapacity(values.count / Self.block + 1)
        var sum: Int64 = 0
        for index in values.indices {
            sum += Int64(values[index])
            if (index + 1).isMultiple(of: Self.block) { sums.append(sum) }
        }
    }

    /// The sum of min(duration, limit) over all durations.
    func total(cappedAt limit: Int64) -> Int64 {
        let below = values.countUpTo(UInt32(clamping: limit))
        let blocks = below / Self.block
        var total = sums[blocks]
        for index in (blocks * Self.block)..<below { total += Int64(values[index]) }
        return total + Int64(values.count - below) * limit
    }
}

/// Sorted durations, for ranks and sums.
package struct SortedDurations: Sendable {
    /// The three parts in order: below 0, short, over 49 days.
    private var negative: [Int64]
    private var short: [SortedPiece]
    private var long: [Int64]
    private let shortCount: Int

    package init(_ durations: Durations) {
        var durations = durations
        durations.sort()
        negative = durations.other.filter { $0 < 0 }.sorted()
        short = durations.pieces
        long = durations.other.filter { $0 > 0 }.sorted()
        shortCount = short.reduce(0) { $0 + $1.values.count }
    }

    package var count: Int { negative.count + shortCount + long.count }

    /// How many are at most `length`.
    package func count(upTo length: Int64) -> Int {
        if length < 0 { return negative.count { $0 <= length } }
        guard let bound = UInt32(exactly: length) else { return negative.count + shortCount + long.countUpTo(length) }
        return negative.count + shortCount(upTo: bound)
    }

    private func shortCount(upTo bound: UInt32) -> Int {
        short.reduce(0) { $0 + $1.values.countUpTo(bound) }
    }

    /// How many are less than `limit`.
    package func count(under limit: Int64) -> Int { count(upTo: limit - 1) }

    /// The value at a rank, from 1; nil if there is no such rank.
    package func value(atRank rank: Int) -> Int64? {
        guard rank >= 1, rank <= count else { return nil }
        if rank <= negative.count { return negative[rank - 1] }
        let index = rank - negative.count
        if index > shortCount { return long[index - shortCount - 1] }
        return BinarySearch.least(from: 0, through: Int64(UInt32.max)) {
            shortCount(upTo: UInt32(clamping: $0)) >= index
        }
    }

    /// The quantile by nearest rank (``Quantile``); nil if there are no durations.
    package func value(percent: Int) -> Int64? {
        value(atRank: Quantile.rank(percent: percent, of: count))
    }

    /// The sum of min(duration, limit) over all durations. None may be negative.
    package func total(cappedAt limit: Int64) -> Int64 {
        let total = short.reduce(0) { $0 + $1.total(cappedAt: limit) }
        return long.reduce(total) { $0 + min($1, limit) }
    }
}

extension [UInt32] {
    /// Radix sort by ten bits at a time, from the lowest: the time depends only on the count.
    fileprivate mutating func sortByDigits() {
        guard count > 256 else { return sort() }
        let digits = 10
        let used = UInt32.bitWidth - reduce(0, |).leadingZeroBitCount
        var from = self
        self = []
        var to = [UInt32](repeating: 0, count: from.count)
        for shift in stride(from: 0, to: used, by: digits) {
            var starts = [Int](repeating: 0, count: 1 << digits)
            let mask = UInt32(starts.count - 1)
            for number in from { starts[Int(number >> UInt32(shift) & mask)] += 1 }
            var index = 0
            for digit in starts.indices { (starts[digit], index) = (index, index + starts[digit]) }
            for number in from {
                let digit = Int(number >> UInt32(shift) & mask)
                to[starts[digit]] = number
                starts[digit] += 1
            }
            swap(&from, &to)
        }
        self = from
    }
}

extension Array where Element: Comparable {
    /// How many elements are at most `bound`; the array is sorted.
    fileprivate func countUpTo(_ bound: Element) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] <= bound { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// Binary search over integers.
enum BinarySearch {
    /// The least number for which `isEnough` holds; it must hold for `last`, and for every number after one that it
    /// holds for.
    static func least(from first: Int64, through last: Int64, where isEnough: (Int64) -> Bool) -> Int64 {
        var low = first
        var high = last
        while low < high {
            // Computed without `low + high`, which might overflow.
            let middle = (low & high) + ((low ^ high) >> 1)
            if isEnough(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
