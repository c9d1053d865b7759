import Records
import Store
import TestSupport
import Testing

/// A store is a join: merging in any order, grouping and number of nights gives the same rows, and what merging in memory
/// gives.
@Suite struct RoundsTests {
    static let seeds = UInt64(20)...27

    /// The tables that histories are kept in, byte for byte, and what is read of them.
    private struct Rows: Equatable {
        var histories: [[RawValue]]
        var sums: [[RawValue]]
        var read: [[UInt8]: History]
    }

    /// Each round is a night: a store that is opened, and one transaction, which may merge several times.
    private func rows(_ nights: [[[DeviceExport]]], of all: [DeviceExport]) throws -> Rows {
        let folder = try TemporaryFolder()
        // The same devices have the same numbers in each store that is compared.
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
    func `any order, grouping and number of nights give the same rows, and what memory gives`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed &+ 500)
        let all = RandomFleet.make(seed: seed, devices: 3)
        let expected = try rows([[all]], of: all)
        #expect(expected.read == Dictionary(uniqueKeysWithValues: known(all).map { ($0.key.app, $0.value) }))
        for _ in 0..<3 {
            var nights = (0..<4).map { _ in [[DeviceExport]](repeating: [], count: 2) }
            // Some come twice, in one night or in two.
            for told in (all + all.filter { _ in generator.chance(30) }).shuffled(using: &generator) {
                nights[Int.random(in: 0..<4, using: &generator)][Int.random(in: 0..<2, using: &generator)].append(told)
            }
            #expect(try rows(nights, of: all) == expected)
        }
    }

    @Test(arguments: seeds)
    func `one export a night, forwards or the latest first, is as all at once`(_ seed: UInt64) throws {
        let all = RandomFleet.make(seed: seed, devices: 3)
        let expected = try rows([[all]], of: all)
        #expect(try rows(all.map { [[$0]] }, of: all) == expected)
        let backwards = all.sorted { $0.export.exportedAt > $1.export.exportedAt }
        #expect(try rows(backwards.map { [[$0]] }, of: all) == expected)
    }

    @Test(arguments: seeds)
    func `taking in what is known changes no row`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let folder = try TemporaryFolder()
        let all = RandomFleet.make(seed: seed, devices: 3)
        try folder.store().write(all)
        let database = try RawDatabase(folder.storePath)
        // Any row that is written or goes is counted.
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
        for told in all.filter({ _ in generator.chance(50) }) { #expect(try folder.store().write([told]) == 0) }
        #expect(try database.rows(rows) == before)
        #expect(try database.number("SELECT count(*) FROM changes") == 0)
        // And one that is new does count.
        try folder.store().write([telling(all[0].device, at: .latest, [Run(at: monday.advanced(by: 7))])])
        #expect(try database.number("SELECT count(*) FROM changes") > 0)
    }

    @Test func `a round says how many runs were not known before`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let runs = (Int64(0)..<6).map { Run(at: monday.advanced(by: $0 * 20 * day), outcome: .success) }
        let rounds = [Array(runs[2...3]), Array(runs[0...3]), Array(runs[3...5]), runs]
        #expect(try rounds.map { try store.write([telling(device("a"), at: .latest, $0)]) } == [2, 2, 2, 0])
    }

    @Test func `a telling of years ago meets the export of years later`() throws {
        // The later export stands, though it is stored far from the run that it tells.
        let later = telling(device("a"), at: .latest, [Run(at: .earliest, outcome: .failed)])
        let earlier = telling(
            device("a"), at: Instant.earliest.advanced(by: day), [Run(at: .earliest, outcome: .success)])
        for nights in [[[later], [earlier]], [[earlier], [later]], [[earlier, later]]] {
            let folder = try TemporaryFolder()
            for night in nights { try folder.store().write(night) }
            let stored = try #require(try folder.store().allHistories().values.first)
            #expect(
                stored.runs == [
                    Run(
                        at: .earliest, outcome: .failed, told: Instant.earliest.advanced(by: day) ... .latest,
                        isContested: true)
                ])
            #expect(stored.exports.count == 2)
        }
    }

    /// Periods begin on 2014-12-29 00:00 UTC and take 28 days; this is one's first moment.
    static let border = Instant(milliseconds: 1_419_811_200_000).advanced(by: 150 * 28 * day)

    @Test(arguments: [-1, 0, 1, -hour, hour])
    func `a history that is told over a period's border is the same in any order`(_ shift: Int64) throws {
        // Exports on both sides of the border, each with runs on both, up to five minutes ahead of itself.
        let moments = [-2 * hour, -1, 0, 1, 2 * hour].map { Self.border.advanced(by: $0 + shift) }
        let tellings = moments.enumerated().map { index, moment in
            telling(
                device("a"), at: moment,
                [-3 * hour, -60_000, -1, 0, 1, 300_000].map { ahead in
                    Run(at: moment.advanced(by: ahead), outcome: index % 2 == 0 ? .failed : .success)
                })
        }
        let expected = try #require(known(tellings)[device("a")])
        for order in [tellings, tellings.reversed(), Array(tellings[2...] + tellings[..<2])] {
            let folder = try TemporaryFolder()
            for told in order { try folder.store().write([told]) }
            #expect(try folder.store().allHistories() == [1: expected])
            #expect(try folder.store().history(of: 1) == expected)
            #expect(try RawDatabase(folder.storePath).number("SELECT count(*) FROM histories") == 2)
        }
    }
}
