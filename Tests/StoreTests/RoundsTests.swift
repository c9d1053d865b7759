import Records
import Store
import TestSupport
import Testing

/// A store is a join: any order and grouping of nights gives the same rows, and the same as merging in memory.
@Suite struct RoundsTests {
    static let seeds = UInt64(20)...27

    /// The tables of histories, byte for byte, and what is read from them.
    private struct Rows: Equatable {
        var histories: [[RawValue]]
        var sums: [[RawValue]]
        var read: [[UInt8]: History]
    }

    /// Each round is a night: it opens the store and runs one transaction, which may merge several times.
    private func rows(_ nights: [[[DeviceExport]]], of all: [DeviceExport]) throws -> Rows {
        let folder = try TemporaryFolder()
        // The same devices must have the same numbers in all compared stores.
        try folder.store().transaction {}
        let devices = Set(all.map(\.device)).sorted { $0.app.lexicographicallyPrecedes($1.app) }
        try execute(
            devices.enumerated().map { number, key in
                """
                INSERT INTO names SELECT 1, \(number + 1), CAST('\(String(decoding: key.app, as: UTF8.self))' AS BLOB), 0;
                INSERT INTO devices VALUES (\(number + 1), \(number + 1), CAST('id' AS BLOB));
                """
            }.joined(), in: folder.storePath)
        try DefinedSums.seal(folder.storePath)
        for night in nights {
            let store = try folder.store()
            try store.transaction { for part in night { _ = try store.merge(gather(part)) } }
        }
        let database = try RawDatabase(folder.storePath)
        return Rows(
            histories: try database.rows("SELECT place, history, hash FROM histories ORDER BY place"),
            sums: try database.rows("SELECT period, rows, hashes FROM sums WHERE period >= 0 ORDER BY period"),
            read: try folder.store().histories(ofApps: devices.map(\.app)))
    }

    @Test(arguments: seeds)
    func `any order and grouping of nights gives the same rows, equal to merging in memory`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 500)
        let all = RandomFleet.make(seed: seed, devices: 3)
        let expected = try rows([[all]], of: all)
        #expect(expected.read == Dictionary(uniqueKeysWithValues: known(all).map { ($0.key.app, $0.value) }))
        for _ in 0..<3 {
            var nights = (0..<4).map { _ in [[DeviceExport]](repeating: [], count: 2) }
            // Some come twice, in one night or in two.
            for exported in (all + all.filter { _ in generator.chance(30) }).shuffled(using: &generator) {
                nights[Int.random(in: 0..<4, using: &generator)][Int.random(in: 0..<2, using: &generator)].append(
                    exported)
            }
            #expect(try rows(nights, of: all) == expected)
        }
    }

    @Test(arguments: seeds)
    func `one export a night, in either order, gives the same as all at once`(_ seed: UInt64) throws {
        let all = RandomFleet.make(seed: seed, devices: 3)
        let expected = try rows([[all]], of: all)
        #expect(try rows(all.map { [[$0]] }, of: all) == expected)
        let backwards = all.sorted { $0.export.exportedAt > $1.export.exportedAt }
        #expect(try rows(backwards.map { [[$0]] }, of: all) == expected)
    }

    @Test(arguments: seeds)
    func `merging what is known changes no row`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let folder = try TemporaryFolder()
        let all = RandomFleet.make(seed: seed, devices: 3)
        try folder.store().write(all)
        let database = try RawDatabase(folder.storePath)
        // Counts every row that is written or deleted.
        try database.execute(
            """
            CREATE TABLE changes (count INTEGER);
            CREATE TRIGGER a AFTER INSERT ON histories BEGIN INSERT INTO changes VALUES (1); END;
            CREATE TRIGGER b AFTER UPDATE ON histories BEGIN INSERT INTO changes VALUES (1); END;
            CREATE TRIGGER c AFTER DELETE ON histories BEGIN INSERT INTO changes VALUES (1); END;
            CREATE TRIGGER d AFTER INSERT ON sums BEGIN INSERT INTO changes VALUES (1); END;
            CREATE TRIGGER e AFTER UPDATE ON sums BEGIN INSERT INTO changes VALUES (1); END;
            """)
        let rows = "SELECT * FROM histories ORDER BY place"
        let before = try database.rows(rows)
        #expect(try folder.store().write(all) == 0)
        #expect(try folder.store().write(all.reversed() + all) == 0)
        for exported in all.filter({ _ in generator.chance(50) }) { #expect(try folder.store().write([exported]) == 0) }
        #expect(try database.rows(rows) == before)
        #expect(try database.number("SELECT count(*) FROM changes") == 0)
        // A new row does count.
        try folder.store().write([deviceExport(all[0].device, at: .latest, [Run(at: monday.advanced(by: 7))])])
        #expect(try database.number("SELECT count(*) FROM changes") > 0)
    }

    @Test func `a merge returns how many runs are new`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let runs = (Int64(0)..<6).map { Run(at: monday.advanced(by: $0 * 20 * day), outcome: .success) }
        let rounds = [Array(runs[2...3]), Array(runs[0...3]), Array(runs[3...5]), runs]
        #expect(try rounds.map { try store.write([deviceExport(device("a"), at: .latest, $0)]) } == [2, 2, 2, 0])
    }

    @Test func `an export from years ago merges with one from years later`() throws {
        // The later export's values are used, though it is stored far from its run.
        let later = deviceExport(device("a"), at: .latest, [Run(at: .earliest, outcome: .failed)])
        let earlier = deviceExport(
            device("a"), at: Instant.earliest.advanced(by: day), [Run(at: .earliest, outcome: .success)])
        for nights in [[[later], [earlier]], [[earlier], [later]], [[earlier, later]]] {
            let folder = try TemporaryFolder()
            for night in nights { try folder.store().write(night) }
            let stored = try #require(try folder.store().allHistories().values.first)
            #expect(
                stored.runs == [
                    Run(
                        at: .earliest, outcome: .failed, exported: Instant.earliest.advanced(by: day) ... .latest,
                        hasConflict: true)
                ])
            #expect(stored.exports.count == 2)
        }
    }

    /// Periods begin on 2014-12-29 00:00 UTC and take 28 days; this is the start of one.
    static let border = Instant(milliseconds: 1_419_811_200_000).advanced(by: 150 * 28 * day)

    @Test(arguments: [-1, 0, 1, -hour, hour])
    func `a history across a period's border is the same in any order`(_ shift: Int64) throws {
        // Exports on both sides of the border, each with runs on both, up to five minutes ahead of itself.
        let moments = [-2 * hour, -1, 0, 1, 2 * hour].map { Self.border.advanced(by: $0 + shift) }
        let deviceExports = moments.enumerated().map { index, moment in
            deviceExport(
                device("a"), at: moment,
                [-3 * hour, -60_000, -1, 0, 1, 300_000].map { ahead in
                    Run(at: moment.advanced(by: ahead), outcome: index % 2 == 0 ? .failed : .success)
                })
        }
        let expected = try #require(known(deviceExports)[device("a")])
        for order in [deviceExports, deviceExports.reversed(), Array(deviceExports[2...] + deviceExports[..<2])] {
            let folder = try TemporaryFolder()
            for exported in order { try folder.store().write([exported]) }
            #expect(try folder.store().allHistories() == [1: expected])
            #expect(try folder.store().history(of: 1) == expected)
            #expect(try RawDatabase(folder.storePath).number("SELECT count(*) FROM histories") == 2)
        }
    }
}
