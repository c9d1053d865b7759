import Records
import Store
import TestSupport
import Testing

/// The hashes and sums in the store match their definition.
@Suite struct SumsTests {
    private struct Interruption: Error {}

    private func agree(_ folder: TemporaryFolder) throws -> Bool {
        let database = try RawDatabase(folder.storePath)
        return try DefinedSums.recorded(in: database) == DefinedSums.computed(of: database)
            && DefinedSums.wrongHistories(in: database).isEmpty && DefinedSums.wrongNames(in: database).isEmpty
            && DefinedSums.wrongMarks(in: database).isEmpty
    }

    @Test func `a new store has no sums`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.store()
        #expect(try agree(folder))
        #expect(try DefinedSums.recorded(in: RawDatabase(folder.storePath)).isEmpty)
    }

    @Test(arguments: UInt64(40)...47)
    func `sums match the rows after every night`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let folder = try TemporaryFolder()
        let all = RandomFleet.make(seed: seed).shuffled(using: &generator)
        for start in stride(from: 0, to: all.count, by: 5) {
            let night = Array(all[start..<min(start + 5, all.count)])
            let store = try folder.store()
            try store.transaction {
                // Two merges; the second replaces rows that the first wrote.
                _ = try store.merge(gather(night))
                _ = try store.merge(gather(all.filter { $0.device == night[0].device }))
                _ = try store.names(.task).number(of: Array("task \(start)".utf8))
                var ledger = Ledger()
                ledger.marks = [ExportMark(moment: monday, fingerprint: UInt64(start))]
                _ = try store.addContent(of: [0xFF], hash: [UInt8(start)], nameDate: nil, ledger)
            }
            #expect(try agree(folder))
            // What is rolled back is not in the sums either.
            #expect(throws: Interruption.self) {
                try store.transaction {
                    _ = try store.merge(gather([deviceExport(device("gone"), at: monday, [Run(at: monday)])]))
                    throw Interruption()
                }
            }
            #expect(try agree(folder))
        }
        #expect(try folder.store().faults() == [])
    }

    @Test func `the random nights hold what this is about`() throws {
        let folder = try TemporaryFolder()
        try folder.store().write(RandomFleet.make(seed: 40))
        let database = try RawDatabase(folder.storePath)
        #expect(try database.number("SELECT count(DISTINCT place >> 32) FROM histories") > 5)
        #expect(try database.number("SELECT count(*) FROM devices") == 6)
    }

    @Test func `every table has rows, and the hashes and sums of them are right`() throws {
        let folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        #expect(try agree(folder))
        let database = try RawDatabase(folder.storePath)
        for table in try DefinedSums.tables(of: database) {
            #expect(try database.number("SELECT count(*) FROM \(table)") > 1, "\(table)")
        }
    }

    @Test func `a sealed store is read as before`() throws {
        let folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        // Invalidated first, so that sealing must correct them.
        try execute("UPDATE histories SET hash = 0; UPDATE sums SET hashes = 0", in: folder.storePath)
        #expect(try StoreReading.unlessRefused(folder.storePath) == nil)
        try DefinedSums.seal(folder.storePath)
        #expect(try StoreReading.unlessRefused(folder.storePath) == FilledStore.reading.get())
    }
}
