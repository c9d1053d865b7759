import Records
import TestSupport
import Testing

/// "The order in which files are read changes nothing": merging histories is what that rests on.
@Suite struct MergingTests {
    static let seeds = UInt64(1)...60

    /// Three histories of the same device, out of its exports.
    private func threeHistories(_ seed: UInt64) -> [History] {
        let all = RandomTellings.make(seed: seed)
        return (0..<3).map { part in
            History(merging: all.enumerated().filter { $0.offset % 3 == part }.map(\.element))
        }
    }

    private func merged(_ a: History, _ b: History) -> History {
        var merged = a
        merged.merge(b)
        return merged
    }

    @Test(arguments: seeds)
    func `merging is commutative`(_ seed: UInt64) {
        let part = threeHistories(seed)
        #expect(merged(part[0], part[1]).knowsTheSame(as: merged(part[1], part[0])))
    }

    @Test(arguments: seeds)
    func `merging is associative`(_ seed: UInt64) {
        let part = threeHistories(seed)
        let left = merged(merged(part[0], part[1]), part[2])
        let right = merged(part[0], merged(part[1], part[2]))
        #expect(left.knowsTheSame(as: right))
    }

    @Test(arguments: seeds)
    func `merging what is known already changes nothing`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        let history = History(merging: all)
        #expect(merged(history, history) == history)
        for told in all { #expect(merged(history, History(told)).knowsTheSame(as: history)) }
    }

    @Test(arguments: seeds)
    func `an empty history changes nothing on either side`(_ seed: UInt64) {
        let history = History(merging: RandomTellings.make(seed: seed))
        #expect(merged(history, History()) == history)
        #expect(merged(History(), history).knowsTheSame(as: history))
    }

    @Test(arguments: seeds)
    func `exports in any order and grouping give one history`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        let inOrder = History(merging: all)
        var generator = SeededGenerator(seed &+ 1_000)
        for _ in 0..<6 {
            // Any two of what is left become one, until one is left.
            var parts = all.map { History($0) }
            while parts.count > 1 {
                parts.shuffle(using: &generator)
                let last = parts.removeLast()
                parts[0].merge(last)
            }
            #expect(parts[0].knowsTheSame(as: inOrder))
        }
    }

    @Test(arguments: seeds)
    func `runs and exports stay in their order and stand once`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        let history = History(merging: all.reversed())
        #expect(history.runs.map(\.key) == Reference(tellings: all).keys)
        #expect(history.exports.count == all.count)
        for (a, b) in zip(history.exports, history.exports.dropFirst()) {
            #expect(Export.precedes(a, b))
            #expect(!Export.precedes(b, a))
        }
    }

    @Test func `the random histories hold what these tests are about`() {
        let all = Self.seeds.map { RandomTellings.make(seed: $0) }
        let histories = all.map { History(merging: $0) }
        #expect(histories.contains { !$0.conflicts.isEmpty })
        #expect(histories.contains { $0.exports.contains { !$0.untold.isEmpty } })
        #expect(all.contains { Set($0.map(\.export.exportedAt)).count < $0.count })
        #expect(all.contains { $0.contains { $0.runs.isEmpty } })
        #expect(histories.contains { Set($0.runs.map(\.at)).count < $0.runs.count })
    }
}
