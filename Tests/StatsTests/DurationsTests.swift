import TestSupport
import Testing

@testable import Stats

/// Ranks, counts and sums of many durations, compared with a sorted list.
@Suite struct DurationsTests {
    /// 2³² and its neighbours: from there on a duration takes eight bytes.
    private static let edges: [Int64] = [
        .min + 1, -4_294_967_296, -1, 0, 1, 2_047, 2_048, 4_194_303, 4_194_304, 4_294_967_294, 4_294_967_295,
        4_294_967_296, 4_294_967_297, 1 << 40, .max - 1, .max,
    ]

    /// Around 1,000, where another sort is used, and around 256, the length of a block of sums.
    private static let counts = [0, 1, 2, 3, 255, 256, 257, 512, 999, 1_000, 1_001, 1_002, 1_280, 3_000]

    private func lengths(_ count: Int, _ seed: UInt64, from least: Int64 = .min + 1) -> [Int64] {
        var generator = SeededGenerator(seed)
        return (0..<count).map { _ in
            let length =
                switch Int.random(in: 0..<8, using: &generator) {
                case 0: Self.edges.randomElement(using: &generator) ?? 0
                case 1: Int64.random(in: -1_000_000_000_000...(-1), using: &generator)
                case 2: Int64.random(in: 0...20, using: &generator)
                case 3: Int64.random(in: 4_294_967_000...4_294_968_000, using: &generator)
                case 4: Int64.random(in: 0...800_000_000_000, using: &generator)
                case 5: Durations.never
                default: Int64.random(in: 0..<4_294_967_296, using: &generator)
                }
            return max(least, length)
        }
    }

    private func durations(_ lengths: some Sequence<Int64>) -> Durations {
        var all = Durations()
        for length in lengths { all.append(length) }
        return all
    }

    private func probes(_ lengths: [Int64]) -> [Int64] {
        let some = stride(from: 0, to: lengths.count, by: max(1, lengths.count / 40)).map { lengths[$0] }
        return (some + Self.edges).flatMap { [$0 > .min + 1 ? $0 - 1 : $0, $0, $0 < .max ? $0 + 1 : $0] }
    }

    @Test(arguments: counts)
    func `each rank has the value at that rank in a sorted list`(_ count: Int) {
        for seed in UInt64(1)...4 {
            let lengths = lengths(count, seed)
            let plain = lengths.sorted()
            let all = durations(lengths)
            let sorted = SortedDurations(all)
            #expect(all.count == count)
            #expect(sorted.count == count)
            #expect((1...max(1, count)).prefix(count).map { sorted.value(atRank: $0) } == plain)
            for rank in [-1, 0, count + 1, count + 2] { #expect(sorted.value(atRank: rank) == nil) }
        }
    }

    @Test(arguments: counts)
    func `counts up to and under a limit match a plain list`(_ count: Int) {
        for seed in UInt64(11)...14 {
            let lengths = lengths(count, seed)
            let sorted = SortedDurations(durations(lengths))
            for probe in probes(lengths) {
                #expect(sorted.count(upTo: probe) == lengths.count { $0 <= probe })
                #expect(sorted.count(under: probe) == lengths.count { $0 < probe })
            }
        }
    }

    @Test(arguments: counts)
    func `a capped total sums min(duration, limit)`(_ count: Int) {
        for seed in UInt64(21)...24 {
            let lengths = lengths(count, seed, from: 0)
            let sorted = SortedDurations(durations(lengths))
            // Up to 25 years, the range of valid times, so that no sum overflows.
            for limit in probes(lengths) where limit >= 0 && limit <= 800_000_000_000 {
                #expect(sorted.total(cappedAt: limit) == lengths.reduce(0) { $0 + min($1, limit) })
            }
        }
    }

    @Test(arguments: counts)
    func `a quantile is the value at the nearest rank`(_ count: Int) {
        let lengths = lengths(count, 31)
        let sorted = SortedDurations(durations(lengths))
        for percent in [1, 50, 90, 99, 100] {
            // The least value that at least this percentage does not exceed.
            let expected = lengths.sorted().enumerated().first { 100 * ($0.offset + 1) >= percent * count }?.element
            #expect(sorted.value(percent: percent) == expected)
        }
    }

    @Test(arguments: counts)
    func `adding in parts gives the same`(_ count: Int) {
        let lengths = lengths(count, 41)
        var joined = durations(lengths.prefix(count / 3))
        joined.append(contentsOf: durations(lengths.dropFirst(count / 3)))
        let sorted = SortedDurations(joined)
        #expect(joined.count == count)
        #expect((0..<count).map { sorted.value(atRank: $0 + 1) } == lengths.sorted())
    }

    @Test func `never ranks last and is over every limit`() {
        let sorted = SortedDurations(durations([Durations.never, 0, .max - 1, -5, Durations.never]))
        #expect((1...5).map { sorted.value(atRank: $0) } == [-5, 0, .max - 1, .max, .max])
        #expect(sorted.count(under: Durations.never) == 3)
        #expect(sorted.count(upTo: Durations.never) == 5)
        #expect(Staleness(stored: Durations.never) == .never)
        #expect(Staleness.never.stored == Durations.never)
        #expect(Staleness(stored: 0) == .known(milliseconds: 0))
        #expect(Staleness.known(milliseconds: 7).stored == 7)
    }

    @Test func `no durations have no values and zero counts and sums`() {
        let nothing = SortedDurations(Durations())
        #expect(nothing.count == 0)
        #expect(nothing.value(atRank: 1) == nil)
        #expect(nothing.value(percent: 90) == nil)
        #expect(nothing.count(upTo: .max) == 0)
        #expect(nothing.total(cappedAt: 1_000) == 0)
        #expect(nothing.interval(percent: 50) == Interval())
    }

    @Test func `the binary search finds the least number that is enough`() {
        for first in Int64(-3)...3 {
            for last in first...6 {
                for least in first...last {
                    #expect(BinarySearch.least(from: first, through: last) { $0 >= least } == least)
                }
            }
        }
        for least in [0, 1, Int64.max / 2, .max - 1, .max] {
            #expect(BinarySearch.least(from: 0, through: .max) { $0 >= least } == least)
        }
    }
}
