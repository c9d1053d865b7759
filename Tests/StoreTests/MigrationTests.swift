import CSQLite
import Foundation
import Records
import Store
import TestSupport
import Testing

/// A store of an earlier version is refused as such, so that its exports can be read again.
@Suite struct MigrationTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Makes a store as an earlier version left it.
    private func fillEarlier(_ version: Int, mode: String) throws {
        try execute(
            """
            PRAGMA application_id = 0x66727368; PRAGMA user_version = \(version);
            CREATE TABLE histories (place INTEGER PRIMARY KEY, runs BLOB NOT NULL, exports BLOB NOT NULL);
            CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
            INSERT INTO histories VALUES (1, x'00', x'00'); INSERT INTO settings VALUES ('writings', '7');
            PRAGMA journal_mode = \(mode)
            """, in: folder.storePath)
    }

    @Test(arguments: [1, 2], ["WAL", "DELETE"])
    func `a store of an earlier version is refused and not changed`(_ version: Int, _ mode: String) throws {
        try fillEarlier(version, mode: mode)
        let before = try Data(contentsOf: URL(filePath: folder.storePath))
        for isFrozen in [true, false] {
            #expect(throws: StoreFailure.earlier(Int64(version))) {
                try Store(StoreFile(folder.storePath, isFrozen: isFrozen))
            }
            #expect(try Data(contentsOf: URL(filePath: folder.storePath)) == before)
            #expect(try folder.names(in: "") == ["runs.sqlite"])
        }
    }

    @Test func `a new store has this version`() throws {
        _ = try folder.store()
        #expect(try RawDatabase(folder.storePath).number("PRAGMA user_version") == schemaVersion)
        #expect(try RawDatabase(folder.storePath).number("PRAGMA application_id") == 0x6672_7368)
    }

    @Test(arguments: [-1, -2_147_483_646, 0])
    func `a version that never existed is damage`(_ version: Int64) throws {
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

    /// Steps of SQLite within the transaction; the last is just before its end.
    @Test(arguments: [1, 100, Int.max])
    func `a store whose creation was killed is created by the next process`(steps: Int) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.storePath as String, steps = steps as Int] in
            KillingSteps.begin(after: steps)
            _ = try Store(StoreFile(path))
        }
        #expect(try RawDatabase(folder.storePath).number("PRAGMA user_version") == 0)
        let deviceExports = RandomFleet.make(seed: 9)
        try folder.store().write(deviceExports)
        let database = try RawDatabase(folder.storePath)
        #expect(try database.number("PRAGMA user_version") == schemaVersion)
        #expect(try DefinedSums.recorded(in: database) == DefinedSums.computed(of: database))
        #expect(try folder.store().histories(ofApps: deviceExports.map(\.device.app)).count == 6)
    }
}

/// Kills the process in the middle of its first transaction; only for a child process.
private enum KillingSteps {
    nonisolated(unsafe) private static var left = 0

    private typealias Entry =
        @convention(c) (OpaquePointer?, UnsafeMutablePointer<UnsafePointer<CChar>?>?, OpaquePointer?) -> Int32

    /// - Parameter steps: how many steps of the transaction are done; it never ends, whatever the number.
    static func begin(after steps: Int) {
        left = steps
        // Makes SQLite write changed pages early instead of keeping them in memory.
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
