import Records
import TestSupport
import Testing

/// "Reading an export again, in another order, under another name, twice, or beside others changes nothing": this rests
/// on a history being a join.
@Suite struct MergingTests {
    static let seeds = UInt64(1)...80

    /// Some histories of one device, each of some of its exports: an export may be in several of them, or in none.
    private func parts(_ count: Int, _ seed: UInt64) -> [History] {
        let all = RandomExports.make(seed: seed)
        var generator = SeededGenerator(seed &+ 500)
        return (0..<count).map { _ in
            History(merging: all.filter { _ in generator.chance(50) }.shuffled(using: &generator))
        }
    }

    @Test(arguments: seeds)
    func `merging is commutative`(_ seed: UInt64) {
        let part = parts(2, seed)
        #expect(part[0].merged(with: part[1]) == part[1].merged(with: part[0]))
    }

    @Test(arguments: seeds)
    func `merging is associative`(_ seed: UInt64) {
        let part = parts(3, seed)
        let left = part[0].merged(with: part[1]).merged(with: part[2])
        let right = part[0].merged(with: part[1].merged(with: part[2]))
        #expect(left == right)
    }

    @Test(arguments: seeds)
    func `merging is idempotent`(_ seed: UInt64) {
        let all = RandomExports.make(seed: seed)
        let whole = History(merging: all)
        #expect(whole.merged(with: whole) == whole)
        for exported in all { #expect(whole.merged(with: History(exported)) == whole) }
        for part in parts(4, seed) { #expect(whole.merged(with: part) == whole) }
    }

    @Test(arguments: seeds)
    func `an empty history changes nothing on either side`(_ seed: UInt64) {
        let history = History(merging: RandomExports.make(seed: seed))
        #expect(history.merged(with: History()) == history)
        #expect(History().merged(with: history) == history)
    }

    @Test(arguments: seeds)
    func `merging returns whether anything changed`(_ seed: UInt64) {
        let part = parts(6, seed)
        for one in part {
            for other in part {
                var merged = one
                let isChanged = merged.merge(other)
                #expect(isChanged == (merged != one))
                // Both are known now.
                let isChangedAgain = [one, other].map { merged.merge($0) }
                #expect(isChangedAgain == [false, false])
            }
        }
    }

    // An export at 6 that is known exactly, but with a run that is not: as if from another period, which is stored
    // separately.
    @Test(arguments: [
        ([deviceExport(at: 6, run(0), run(1), run(4)), deviceExport(at: 5, run(2))], "the last telling of 2"),
        ([deviceExport(at: 6, run(0), run(1), run(4)), deviceExport(at: 9, run(2))], "the first telling of 2"),
        ([deviceExport(at: 6, run(0), run(2, .failed), run(4))], "another value of 2"),
        ([deviceExport(at: 6, run(0), run(1), run(4))], "2 itself"),
    ])
    func `a new run of a known export is a change`(_ known: [DeviceExport], _ news: String) {
        var history = History(merging: known)
        var exported = deviceExport(at: 6, run(0), run(2), run(4))
        (exported.export.digest, exported.export.middle) = (known[0].export.digest, known[0].export.middle)
        #expect(history.exports.contains(exported.export))
        let isNews = [1, 2].map { _ in history.merge(History(exported)) }
        #expect(isNews == [true, false])
        #expect(Reference(deviceExports: known + [exported]).faults(in: history) == [])
    }

    @Test(arguments: seeds)
    func `exports in any order, grouping and number follow the definitions`(_ seed: UInt64) {
        let all = RandomExports.make(seed: seed)
        let inOrder = History(merging: all)
        #expect(Reference(deviceExports: all).faults(in: inOrder) == [])
        var generator = SeededGenerator(seed &+ 1_000)
        for _ in 0..<6 {
            // Any two of the rest are merged, until one is left; some exports come twice.
            let again = all.filter { _ in generator.chance(30) }
            var parts = (all + again).map { History($0) }
            while parts.count > 1 {
                parts.shuffle(using: &generator)
                let last = parts.removeLast()
                parts[0].merge(last)
            }
            #expect(parts[0] == inOrder)
        }
    }

    @Test(arguments: seeds)
    func `the union equals merging one by one`(_ seed: UInt64) {
        let all = RandomExports.make(seed: seed)
        let expected = History(merging: all)
        var generator = SeededGenerator(seed &+ 2_000)
        for _ in 0..<6 {
            var parts = (all + all.prefix(2)).shuffled(using: &generator).map { History($0) }
            // Some of several exports, and some of none.
            while generator.chance(50), parts.count > 1 { parts[0].merge(parts.removeLast()) }
            if generator.chance(50) { parts.append(History()) }
            #expect(History.union(&parts) == expected)
        }
    }

    @Test func `the union of none and of one`() {
        var none: [History] = []
        #expect(History.union(&none) == History())
        let history = History(deviceExport(at: 5, run(0), run(1)))
        var one = [history]
        #expect(History.union(&one) == history)
    }

    @Test(arguments: seeds)
    func `runs and exports stay sorted and without duplicates`(_ seed: UInt64) {
        let history = History(merging: RandomExports.make(seed: seed).reversed())
        for (a, b) in zip(history.runs, history.runs.dropFirst()) { #expect(a.key < b.key) }
        for (a, b) in zip(history.exports, history.exports.dropFirst()) {
            #expect(a < b)
            #expect(!(b < a))
        }
    }

    @Test func `the random histories hold what these tests are about`() {
        let all = Self.seeds.map { RandomExports.make(seed: $0) }
        let histories = all.map { History(merging: $0) }
        func count(_ isSuch: (History) -> Bool) -> Int { histories.count(where: isSuch) }
        #expect(count { $0.runs.contains(where: \.hasConflict) } > 40)
        #expect(count { $0.runs.contains { !$0.hasConflict && $0.firstExported < $0.lastExported } } > 40)
        #expect(count { $0.runs.contains { $0.countsAt < $0.at } } > 20)
        #expect(count { Set($0.runs.map(\.at)).count < $0.runs.count } > 40)
        #expect(count { Set($0.exports.map(\.exportedAt)).count < $0.exports.count } > 20)
        #expect(zip(all, histories).count { $1.exports.count < $0.count } > 20)
        #expect(all.count { $0.contains { $0.runs.isEmpty } } > 20)
        #expect(all.count { $0.contains { exported in exported.runs.contains(where: \.hasConflict) } } > 10)
        // Disagreeing at the same moment, so that the values decide.
        let isDecided = { (exported: [DeviceExport]) in
            let reference = Reference(deviceExports: exported)
            return reference.keys.contains { key in
                let last = reference.known(key).first?.lastExported
                let latest = exported.filter { $0.export.exportedAt == last }.flatMap(\.runs).filter { $0.key == key }
                return latest.contains { !$0.hasSameValues(as: latest[0]) }
            }
        }
        #expect(all.count(where: isDecided) > 10)
    }
}
