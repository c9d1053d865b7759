import CSQLite
import Foundation
import Records
import Store
import TestSupport
import Testing

/// A store of an earlier version is brought up to date, with sums of what it holds.
@Suite struct MigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Sees that a store holds all that one of the first version did, and its sums are right.
    private func isUpToDate() throws -> Bool {
        let database = try RawDatabase(folder.storePath)
        let whole = try FilledStore.reading.get()
        let reading = try StoreReading(StoreFile(folder.storePath))
        // All but how often it was written, which nobody counted then.
        return try database.number("PRAGMA user_version") == Store.schemaVersion
            && DefinedSums.recorded(in: database) == DefinedSums.computed(of: database)
            && DefinedSums.wrongHistories(in: database).isEmpty && DefinedSums.wrongMoments(in: database).isEmpty
            && reading.histories == whole.histories
            && reading.devices == whole.devices && reading.contents == whole.contents && reading.paths == whole.paths
            && reading.remarks == whole.remarks && reading.conflicts == whole.conflicts
            && reading.names == whole.names && reading.zone == whole.zone && reading.writings == 0
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `a store of the first version is brought up to date`(_ mode: String) throws {
        try FirstVersion.fill(folder, mode: mode)
        let database = try RawDatabase(folder.storePath)
        #expect(try database.number("SELECT count(DISTINCT place >> 32) FROM histories") > 5)
        #expect(try !DefinedSums.tables(of: database).contains("sums"))
        for _ in 0..<2 { _ = try folder.store() }
        #expect(try isUpToDate())
        #expect(try folder.store().write([:]) == 0)
        #expect(try folder.store().writings() == 1)
    }

    @Test func `what is merged after that is followed as before`() throws {
        try FirstVersion.fill(folder)
        _ = try folder.store().write(gather(RandomFleet.make(seed: 9)))
        let database = try RawDatabase(folder.storePath)
        #expect(try DefinedSums.recorded(in: database) == DefinedSums.computed(of: database))
        #expect(try DefinedSums.wrongHistories(in: database).isEmpty)
    }

    @Test func `a store of the first version that holds nothing is brought up to date`() throws {
        try FirstVersion.fill(folder, mode: "DELETE")
        let database = try RawDatabase(folder.storePath)
        for table in try DefinedSums.tables(of: database) { try database.execute("DELETE FROM \(table)") }
        #expect(try folder.store().write(gather(RandomFleet.make(seed: 9))) > 0)
        #expect(try DefinedSums.recorded(in: database) == DefinedSums.computed(of: database))
    }

    @Test func `a frozen store of the first version is refused and left as it was`() throws {
        try FirstVersion.fill(folder)
        let before = try Data(contentsOf: URL(filePath: folder.storePath))
        #expect(throws: StoreFailure.earlier(1)) { try Store(StoreFile(folder.storePath, isFrozen: true)) }
        #expect(try Data(contentsOf: URL(filePath: folder.storePath)) == before)
        #expect(try folder.names(in: "") == ["runs.sqlite"])
    }

    @Test(arguments: [-1, -2_147_483_646, 0])
    func `a version that there never was is damage`(_ version: Int64) throws {
        _ = try folder.store()
        try execute("PRAGMA user_version = \(version)", in: folder.storePath)
        for isFrozen in [false, true] {
            #expect {
                try Store(StoreFile(folder.storePath, isFrozen: isFrozen))
            } throws: {
                isDamaged($0)
            }
        }
    }

    /// Steps of SQLite within the transaction; the last one is just before the end.
    @Test(arguments: ["WAL", "DELETE"], [1, 3_000, Int.max])
    func `a store whose process was killed on the way is whole, and brought up to date by the next`(
        _ mode: String, steps: Int
    ) async throws {
        try FirstVersion.fill(folder, mode: mode)
        let before = try Data(contentsOf: URL(filePath: folder.storePath))
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.storePath as String, steps = steps as Int] in
            KillingSteps.begin(after: steps)
            _ = try Store(StoreFile(path))
        }
        if steps > 1 {
            // Not all was in memory: pages stood in the file or its log when it ended.
            let log = folder.storePath + (mode == "WAL" ? "-wal" : "-journal")
            #expect(try !Data(contentsOf: URL(filePath: log)).isEmpty)
        }
        if steps > 1, mode == "DELETE" {
            #expect(try Data(contentsOf: URL(filePath: folder.storePath)) != before)
        }
        #expect(try RawDatabase(folder.storePath).number("PRAGMA user_version") == 1)
        _ = try folder.store()
        #expect(try isUpToDate())
    }
}

/// Kills the process in the midst of its first transaction; only for one that is there to be killed.
private enum KillingSteps {
    nonisolated(unsafe) private static var left = 0

    private typealias Entry =
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, OpaquePointer?) -> Int32

    /// - Parameter steps: how many steps within the transaction are done; it never ends, whatever the number.
    static func begin(after steps: Int) {
        left = steps
        // SQLite writes out what was changed rather than to keep it in memory up to the end.
        sqlite3_soft_heap_limit64(1)
        let entry: Entry = { database, _, _ in
            sqlite3_progress_handler(
                database, 1,
                { database in
                    if sqlite3_get_autocommit(OpaquePointer(database)) == 0 { KillingSteps.left -= 1 }
                    if KillingSteps.left == 0 { kill(getpid(), SIGKILL) }
                    return 0
                }, UnsafeMutableRawPointer(database))
            sqlite3_commit_hook(database, { _ in kill(getpid(), SIGKILL) }, nil)
            return SQLITE_OK
        }
        sqlite3_auto_extension(unsafeBitCast(entry, to: (@convention(c) () -> Void).self))
    }
}
