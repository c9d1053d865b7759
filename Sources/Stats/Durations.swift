/// Many lengths of time, in milliseconds and in no order: a fleet has millions of them, so those up to 49 days take four
/// bytes each.
package struct Durations: Sendable {
    fileprivate var short: [UInt32] = []
    /// Earlier ones, in pieces: growing one array without end would copy all of it again and again, and adding two up
    /// would hold both.
    fileprivate var full: [[UInt32]] = []
    /// Negative lengths, those over 49 days, and ``never``.
    fileprivate var other: [Int64] = []

    /// Stands for *never*: it ranks after every number.
    package static let never = Int64.max

    package init() {}

    private static let piece = 1 << 16

    package var count: Int { full.reduce(short.count + other.count) { $0 + $1.count } }

    package mutating func append(_ length: Int64) {
        guard let length = UInt32(exactly: length) else { return other.append(length) }
        if short.count == Self.piece {
            full.append(short)
            short = []
            short.reserveCapacity(Self.piece)
        }
        short.append(length)
    }

    package mutating func append(contentsOf more: Durations) {
        full.append(contentsOf: more.full)
        if short.count + more.short.count <= Self.piece {
            short.append(contentsOf: more.short)
        } else {
            full.append(more.short)
        }
        other.append(contentsOf: more.other)
    }
}

/// The same in ascending order, for ranks and sums.
package struct SortedDurations: Sendable {
    /// The three parts in their order: below 0, short, over 49 days.
    private var negative: [Int64]
    private var short: [UInt32]
    private var long: [Int64]
    /// The sum of all short ones before each block.
    private var sums: [Int64]

    private static let block = 256

    package init(_ durations: Durations) {
        var durations = durations
        self.init(draining: &durations)
    }

    /// Takes the lengths over, piece by piece, so that they are never there twice.
    package init(draining durations: inout Durations) {
        negative = durations.other.filter { $0 < 0 }.sorted()
        long = durations.other.filter { $0 > 0 }.sorted()
        short = []
        short.reserveCapacity(durations.count)
        while let piece = durations.full.popLast() { short.append(contentsOf: piece) }
        short.append(contentsOf: durations.short)
        durations = Durations()
        short.sortByDigits()
        sums = [0]
        sums.reserveCapacity(short.count / Self.block + 1)
        var sum: Int64 = 0
        for index in short.indices {
            sum += Int64(short[index])
            if (index + 1).isMultiple(of: Self.block) { sums.append(sum) }
        }
    }

    package var count: Int { negative.count + short.count + long.count }

    /// How many are at most this long.
    package func count(upTo length: Int64) -> Int {
        if length < 0 { return negative.count { $0 <= length } }
        guard let bound = UInt32(exactly: length) else {
            return negative.count + short.count + long.countUpTo(length)
        }
        return negative.count + short.countUpTo(bound)
    }

    /// How many are under a limit, strictly.
    package func count(under limit: Int64) -> Int { count(upTo: limit - 1) }

    /// The value at a rank, from 1; nil where there is no such rank.
    package func value(atRank rank: Int) -> Int64? {
        guard rank >= 1, rank <= count else { return nil }
        let index = rank - 1
        if index < negative.count { return negative[index] }
        if index < negative.count + short.count { return Int64(short[index - negative.count]) }
        return long[index - negative.count - short.count]
    }

    /// The quantile by nearest rank (``Quantile``); nil where there is none.
    package func value(percent: Int) -> Int64? {
        value(atRank: Quantile.rank(percent: percent, of: count))
    }

    /// The sum over all of the length or the limit, whichever is less. None may be negative.
    package func total(cappedAt limit: Int64) -> Int64 {
        let below = short.countUpTo(UInt32(clamping: limit))
        let blocks = below / Self.block
        var total = sums[blocks]
        for index in (blocks * Self.block)..<below { total += Int64(short[index]) }
        total += Int64(short.count - below) * limit
        return long.reduce(total) { $0 + min($1, limit) }
    }
}

extension [UInt32] {
    /// Sorts by eleven binary digits at a time, the lowest first: the time follows the count alone.
    fileprivate mutating func sortByDigits() {
        guard count > 1_000 else { return sort() }
        let digits = 11
        var from = self
        self = []
        var to = [UInt32](repeating: 0, count: from.count)
        for shift in stride(from: 0, to: 32, by: digits) {
            var places = [Int](repeating: 0, count: 1 << digits)
            let mask = UInt32(places.count - 1)
            for number in from { places[Int(number >> UInt32(shift) & mask)] += 1 }
            var place = 0
            for digit in places.indices { (places[digit], place) = (place, place + places[digit]) }
            for number in from {
                let digit = Int(number >> UInt32(shift) & mask)
                to[places[digit]] = number
                places[digit] += 1
            }
            swap(&from, &to)
        }
        self = from
    }
}

extension Array where Element: Comparable {
    /// How many are at most `bound`; they are in ascending order.
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

/// Finding a number by halving the span that it lies in.
enum Halving {
    /// The least number for which `isEnough` holds; it must hold for `last`, and for every number after one that it
    /// holds for.
    static func least(from first: Int64, through last: Int64, where isEnough: (Int64) -> Bool) -> Int64 {
        var low = first
        var high = last
        while low < high {
            // Without the sum of the two, which might overflow.
            let middle = (low & high) + ((low ^ high) >> 1)
            if isEnough(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
