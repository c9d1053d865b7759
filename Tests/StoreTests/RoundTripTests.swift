import Records
import Store
import TestSupport
import Testing

/// What goes into a store comes out of it.
@Suite struct RoundTripTests {
    @Test(arguments: UInt64(1)...15)
    func `random histories come back whole, also after the store was closed`(_ seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let gathered = gather(RandomFleet.make(seed: seed))
        let expected = Dictionary(
            uniqueKeysWithValues: gathered.map { ($0.key.app, History(runs: $0.value.runs, exports: $0.value.exports)) }
        )
        var store = try folder.store()
        let runs = gathered.values.reduce(0) { $0 + $1.runs.count }
        #expect(try store.write(gathered) == runs)
        #expect(try store.histories(ofApps: expected.keys) == expected)
        store = try folder.store()
        #expect(try store.histories(ofApps: expected.keys) == expected)
    }

    @Test(arguments: UInt64(1)...15)
    func `conflicts come back, each once`(_ seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let gathered = gather(RandomFleet.make(seed: seed))
        let store = try folder.store()
        _ = try store.write(gathered)
        _ = try store.write(gathered)
        let stored = try store.conflicts()
        for (key, history) in gathered {
            let number = try #require(store.number(ofApp: key.app))
            let device = try #require(try store.devices(of: [number]).first)
            let conflicts = stored[device] ?? []
            #expect(Set(conflicts) == Set(history.conflicts))
            #expect(conflicts.count == history.conflicts.count)
        }
    }

    @Test func `the random histories hold what these tests are about`() {
        let all = (UInt64(1)...15).flatMap { gather(RandomFleet.make(seed: $0)).values }
        #expect(all.contains { $0.exports.contains { !$0.untold.isEmpty } })
        #expect(all.contains { !$0.conflicts.isEmpty })
        #expect(all.contains { $0.runs.first?.at == .earliest })
        #expect(all.contains { $0.runs.last?.at == .latest })
        #expect(all.contains { $0.runs.contains { $0.bucket?.rawValue == -32_767 } })
    }

    @Test(arguments: Outcome.allCases)
    func `a run keeps every value, and the unknown stay unknown`(_ outcome: Outcome) throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let runs = [
            Run(at: monday, outcome: outcome),
            Run(
                at: monday.advanced(by: 1), task: TaskID(rawValue: .max), outcome: outcome, scheduledAt: .earliest,
                bucket: Bucket(rawValue: .min), lowPower: true),
            Run(
                at: monday.advanced(by: 2), task: TaskID(rawValue: 1), outcome: outcome, scheduledAt: .latest,
                bucket: Bucket(rawValue: 32_766), lowPower: false),
        ]
        _ = try store.write(gather([telling(device("a"), at: monday.advanced(by: hour), runs)]))
        let stored = try #require(try store.allHistories().values.first)
        #expect(stored.runs == runs)
        #expect(stored.runs.map(\.scheduledAt) == [nil, .earliest, .latest])
        #expect(stored.runs.map { $0.bucket?.rawValue } == [nil, .min, 32_766])
        #expect(stored.runs.map(\.lowPower) == [nil, true, false])
        #expect(stored.runs.map(\.outcome) == [outcome, outcome, outcome])
    }

    @Test func `an export keeps what it left out`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let runs = (Int64(0)..<5).map { Run(at: monday.advanced(by: $0)) }
        let gap = telling(device("a"), content: 1, at: monday.advanced(by: hour), [runs[0], runs[4]])
        let whole = telling(device("a"), content: 2, at: monday.advanced(by: 2 * hour), runs)
        _ = try store.write(gather([gap]))
        _ = try store.write(gather([whole]))
        let stored = try #require(try store.allHistories().values.first)
        #expect(runs.map { stored.exports[0].told($0.key) } == [true, false, false, false, true])
        #expect(runs.map { stored.exports[1].told($0.key) } == [true, true, true, true, true])
    }

    @Test func `a device that only exported is kept`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(try store.write(gather([telling(device("a"), at: monday, [])])) == 0)
        let stored = try #require(try store.allHistories().values.first)
        #expect(stored.runs.isEmpty)
        #expect(stored.exports.map(\.exportedAt) == [monday])
        #expect(stored.exports[0].span == nil)
    }

    @Test func `an empty store has nothing`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(try store.allHistories().isEmpty)
        #expect(try store.conflicts().isEmpty)
        #expect(try store.contents().isEmpty)
        #expect(try store.paths().isEmpty)
        #expect(try store.nextContentID().rawValue == 1)
        #expect(store.number(ofApp: Array("app".utf8)) == nil)
        #expect(try store.write([:]) == 0)
    }
}
