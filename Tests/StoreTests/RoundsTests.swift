import Records
import Store
import TestSupport
import Testing

/// Merging night by night gives what merging all at once gives, in whatever order the nights come.
@Suite struct RoundsTests {
    private func histories(_ rounds: [[DeviceExport]]) throws -> [[UInt8]: History] {
        let folder = try TemporaryFolder()
        for round in rounds {
            // A store of its own for each round, as for each night.
            let store = try folder.store()
            _ = try store.write(gather(round))
        }
        return try folder.store().histories(ofApps: Set(rounds.joined().map(\.device.app)))
    }

    private func conflicts(_ rounds: [[DeviceExport]]) throws -> [[UInt8]: Set<RunKey>] {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        for round in rounds { _ = try store.write(gather(round)) }
        let stored = try store.conflicts()
        var named: [[UInt8]: Set<RunKey>] = [:]
        for app in Set(rounds.joined().map(\.device.app)) {
            let number = try #require(store.number(ofApp: app))
            for device in try store.devices(of: [number]) { named[app] = Set(stored[device] ?? []) }
        }
        return named
    }

    @Test(arguments: UInt64(20)...27)
    func `one export a round is as all at once`(_ seed: UInt64) throws {
        let all = RandomFleet.make(seed: seed, devices: 3)
        #expect(try histories(all.map { [$0] }) == histories([all]))
    }

    @Test(arguments: UInt64(20)...27)
    func `rounds in any order and grouping are as all at once`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 500)
        let all = RandomFleet.make(seed: seed, devices: 3)
        let expected = try histories([all])
        for _ in 0..<2 {
            var rounds = [[DeviceExport]](repeating: [], count: 4)
            for told in all.shuffled(using: &generator) {
                rounds[Int.random(in: 0..<4, using: &generator)].append(told)
            }
            #expect(try histories(rounds) == expected)
        }
    }

    @Test(arguments: UInt64(20)...27)
    func `the latest first is as all at once`(_ seed: UInt64) throws {
        let all = RandomFleet.make(seed: seed, devices: 3)
        let backwards = all.sorted { $0.export.exportedAt > $1.export.exportedAt }
        #expect(try histories(backwards.map { [$0] }) == histories([all]))
    }

    @Test(arguments: UInt64(20)...27)
    func `the same round again changes nothing`(_ seed: UInt64) throws {
        let all = RandomFleet.make(seed: seed, devices: 3)
        #expect(try histories([all, all]) == histories([all]))
    }

    @Test(arguments: UInt64(20)...27)
    func `conflicts are the same in any rounds`(_ seed: UInt64) throws {
        let all = RandomFleet.make(seed: seed, devices: 3)
        let expected = gather(all).reduce(into: [[UInt8]: Set<RunKey>]()) { $0[$1.key.app] = Set($1.value.conflicts) }
        #expect(try conflicts([all]) == expected)
        #expect(try conflicts(all.map { [$0] }) == expected)
        #expect(try conflicts(all.reversed().map { [$0] }) == expected)
    }

    @Test func `a round says how many runs were not known before`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let runs = (Int64(0)..<6).map { Run(at: monday.advanced(by: $0 * 20 * day), outcome: .success) }
        let rounds = [Array(runs[2...3]), Array(runs[0...3]), Array(runs[3...5]), runs]
        var new: [Int] = []
        for (index, round) in rounds.enumerated() {
            new.append(
                try store.write(gather([telling(device("a"), content: UInt32(index), at: .latest, round)])))
        }
        #expect(new == [2, 2, 2, 0])
    }

    @Test func `a telling of years ago meets the export of years later`() throws {
        // The later export stands, though it is stored far from the run that it tells.
        let run = Run(at: .earliest, outcome: .failed)
        let later = telling(device("a"), content: 1, at: .latest, [run])
        let earlier = telling(
            device("a"), content: 2, at: Instant.earliest.advanced(by: day), [Run(at: .earliest, outcome: .success)])
        for rounds in [[[later], [earlier]], [[earlier], [later]], [[earlier, later]]] {
            let stored = try #require(try histories(rounds).values.first)
            #expect(stored.runs == [run])
            #expect(stored.exports.count == 2)
        }
    }
}
