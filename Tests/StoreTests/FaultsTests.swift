import Foundation
import Records
import Store
import TestSupport
import Testing

/// A full check finds every fault, and none in an undamaged store.
@Suite struct FaultsTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
    }

    /// The faults that a check returns; nil if it throws that the store is damaged.
    private func faults() throws -> [String]? {
        do {
            return try Store(StoreFile(folder.storePath, isFrozen: true)).faults()
        } catch StoreFailure.damaged {
            return nil
        }
    }

    private func damage(_ sql: String) throws {
        try execute("PRAGMA journal_mode = OFF; \(sql)", in: folder.storePath)
    }

    /// A blob with a bit flipped in a byte, counted from 1.
    private static func flipped(_ column: String, _ place: Int) -> String {
        // SQLite has no exclusive or: this looks the byte up and flips its lowest bit.
        let digits = "0123456789ABCDEF"
        let pairs = (0..<256).map { byte in
            let at = { (number: Int) in digits[digits.index(digits.startIndex, offsetBy: number)] }
            let other = byte ^ 1
            return "WHEN x'\(at(byte >> 4))\(at(byte & 15))' THEN x'\(at(other >> 4))\(at(other & 15))'"
        }.joined(separator: " ")
        return """
            \(column) = CAST(substr(\(column), 1, \(place - 1)) || CASE substr(\(column), \(place), 1) \(pairs) END
            || substr(\(column), \(place + 1)) AS BLOB)
            """
    }

    static let damages = [
        "UPDATE histories SET \(flipped("history", 40)) WHERE place = (SELECT max(place) FROM histories)",
        "UPDATE histories SET \(flipped("history", 1)) WHERE place = (SELECT min(place) FROM histories)",
        "UPDATE names SET \(flipped("name", 2)) WHERE (kind, id) = (2, 1)",
        "UPDATE names SET \(flipped("name", 1)) WHERE (kind, id) = (3, 2)",
        "UPDATE contents SET \(flipped("marks", 1)) WHERE id = 1",
        "UPDATE contents SET \(flipped("marks", 48)) WHERE id = 4",
        "UPDATE contents SET \(flipped("marks", 16)) WHERE id = (SELECT content FROM files WHERE content IS NOT NULL LIMIT 1)",
        "UPDATE refused_devices SET \(flipped("devices", 1)) WHERE content = 1",
        "UPDATE refused_devices SET \(flipped("devices", 64)) WHERE content = 4",
        "DELETE FROM histories WHERE place = (SELECT max(place) FROM histories)",
        "DELETE FROM histories WHERE place = (SELECT min(place) FROM histories)",
        "DELETE FROM histories WHERE place % 4294967296 = 7",
        "UPDATE sums SET rows = rows + 1 WHERE period = (SELECT max(period) FROM sums)",
        "DELETE FROM names WHERE (kind, id) = (2, 4)", "DELETE FROM names WHERE (kind, id) = (1, 1)",
    ]

    @Test(arguments: damages) func `changed data is found`(_ sql: String) throws {
        try damage(sql)
        #expect(try faults() == nil)
    }

    @Test(arguments: ["id = 1", "id = 7", "id = (SELECT max(id) FROM devices)", "id > 3"])
    func `histories without a device are found`(_ condition: String) throws {
        let database = try RawDatabase(folder.storePath)
        let device = "place & 4294967295 IN (SELECT id FROM devices WHERE \(condition))"
        let strays = try database.number("SELECT count(*) FROM histories WHERE \(device)")
        try damage("DELETE FROM devices WHERE \(condition)")
        #expect(try faults() == ["\(strays) histories belong to no device"])
    }

    @Test func `an undamaged store has no faults, after one night or two`() throws {
        #expect(try faults() == [])
        try folder.write(try FilledStore.earlierBytes.get(), to: "runs.sqlite")
        #expect(try faults() == [])
        for seed in UInt64(70)...75 {
            let other = try TemporaryFolder()
            try other.store().write(RandomFleet.make(seed: seed))
            #expect(try other.store().faults() == [])
        }
    }

    @Test func `a fault that SQLite finds is included`() throws {
        // An index that lacks an entry of the table.
        try damage("PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'files_by_content'")
        #expect(try faults()?.isEmpty == false)
    }

    @Test func `a missing table is damage, and a statement that fails for another reason is not`() throws {
        #expect(!StoreError(code: 1, message: "not an error", sql: "").isNotADatabase)
        try damage("DROP TABLE sums")
        #expect {
            try folder.store().allHistories()
        } throws: { error in
            guard let error = error as? StoreError else { return false }
            return error.code == 1 && error.isNotADatabase && !error.isBusy
        }
    }
}
