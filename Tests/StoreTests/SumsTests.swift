import Records
import Store
import TestSupport
import Testing

/// What the store keeps as hashes and sums is what their definition gives.
@Suite struct SumsTests {
    private struct Interruption: Error {}

    private func agree(_ folder: TemporaryFolder) throws -> Bool {
        let database = try RawDatabase(folder.storePath)
        return try DefinedSums.recorded(in: database) == DefinedSums.computed(of: database)
            && DefinedSums.wrongHistories(in: database).isEmpty && DefinedSums.wrongMoments(in: database).isEmpty
    }

    @Test func `a store is made with the sums of what is in it`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.store()
        #expect(try agree(folder))
        // The tables themselves are in it from the start.
        #expect(try DefinedSums.recorded(in: RawDatabase(folder.storePath)).keys.map(\.name) == ["schema"])
    }

    @Test(arguments: UInt64(40)...47)
    func `sums follow what nights write, in whatever pieces`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let folder = try TemporaryFolder()
        let all = RandomFleet.make(seed: seed).shuffled(using: &generator)
        var store = try folder.store()
        for start in stride(from: 0, to: all.count, by: 5) {
            let night = Array(all[start..<min(start + 5, all.count)])
            let content = ContentID(rawValue: UInt32(start + 1))
            try store.transaction {
                // Two merges, of which the second takes the place of rows that the first wrote.
                _ = try store.merge(gather(night))
                _ = try store.merge(gather(all.filter { $0.device == night[0].device }))
                _ = store.tasks.number(of: Array("task \(start)".utf8))
                var ledger = Ledger()
                ledger.moments = [monday]
                ledger.note(Remark(.refused, "caf\u{E9}"), at: "entry \(start)")
                try store.add(
                    content, name: [0xFF], hash: start % 2 == 0 ? nil : [1], size: 3, nameDate: nil, isChanged: true,
                    ledger)
                try store.setPath([UInt8(start % 3)], StoredPath(size: 3, modified: .min, content: content))
                try store.setSetting("zone", to: "UTC")
            }
            #expect(try agree(folder))
            // What is taken back is not in the sums either, nor in those of the next transaction.
            #expect(throws: Interruption.self) {
                try store.transaction {
                    _ = try store.merge([device("gone"): gather(all).values.first ?? History()])
                    try store.removePath([UInt8(start % 3)])
                    throw Interruption()
                }
            }
            if generator.chance(50) { store = try folder.store() }
        }
        try store.transaction { try store.replace(ContentID(rawValue: 1)) }
        #expect(try agree(folder))
        #expect(try folder.store().faults() == ["\(try exports(folder)) exports stand in files that nobody has read"])
    }

    /// The exports that random fleets stand in files of their own with, beyond all numbers of contents.
    private func exports(_ folder: TemporaryFolder) throws -> Int {
        try folder.store().allHistories().values.reduce(0) { $0 + $1.exports.count }
    }

    @Test func `the random nights hold what this is about`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.store().write(gather(RandomFleet.make(seed: 40)))
        let database = try RawDatabase(folder.storePath)
        #expect(try database.number("SELECT count(DISTINCT place >> 32) FROM histories") > 5)
        #expect(try database.number("SELECT count(*) FROM conflicts") > 0)
        #expect(try database.number("SELECT count(*) FROM devices") == 6)
    }

    @Test func `every table has rows, and sums of all of them`() throws {
        let folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        #expect(try agree(folder))
        let database = try RawDatabase(folder.storePath)
        let recorded = Set(try DefinedSums.recorded(in: database).keys.map(\.name))
        #expect(recorded == Set(try DefinedSums.tables(of: database)).subtracting(["sums"]).union(["schema"]))
    }

    @Test func `a sealed store is read as before`() throws {
        let folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        // As good as none, so that it is the sealing that puts them right.
        try execute("UPDATE histories SET hash = 0; UPDATE sums SET hashes = 0", in: folder.storePath)
        #expect(try StoreReading.unlessRefused(folder.storePath) == nil)
        try DefinedSums.seal(folder.storePath)
        #expect(try StoreReading.unlessRefused(folder.storePath) == FilledStore.reading.get())
    }
}
