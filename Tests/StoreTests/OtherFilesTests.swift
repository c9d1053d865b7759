import CSQLite
import Foundation
import Store
import TestSupport
import Testing

/// Files that are not a store of this program, or not yet.
@Suite struct OtherFilesTests {
    private func bytes(_ folder: TemporaryFolder) throws -> Data {
        try Data(contentsOf: URL(filePath: folder.storePath))
    }

    @Test func `a database of another program is refused and not changed`() throws {
        let folder = try TemporaryFolder()
        try execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')", in: folder.storePath)
        let before = try bytes(folder)
        #expect(throws: StoreFailure.foreign) { try folder.store() }
        #expect(try bytes(folder) == before)
        #expect(try folder.names(in: "") == ["runs.sqlite"])
    }

    @Test(arguments: ["PRAGMA user_version = 1", "CREATE TABLE devices (id INTEGER); PRAGMA user_version = 1"])
    func `a database with our version but another application id is refused`(_ sql: String) throws {
        let folder = try TemporaryFolder()
        try execute(sql, in: folder.storePath)
        #expect(throws: StoreFailure.foreign) { try folder.store() }
    }

    @Test func `an empty database with another application id is refused`() throws {
        let folder = try TemporaryFolder()
        try execute("PRAGMA application_id = 252006674", in: folder.storePath)
        #expect(throws: StoreFailure.foreign) { try folder.store() }
    }

    @Test(arguments: [schemaVersion + 1, 2_147_483_647])
    func `a store of a later version is refused and not changed`(_ version: Int64) throws {
        let folder = try TemporaryFolder()
        _ = try folder.store()
        try execute("PRAGMA user_version = \(version)", in: folder.storePath)
        #expect(throws: StoreFailure.newer(version)) { try folder.store() }
        try execute("PRAGMA user_version = \(schemaVersion)", in: folder.storePath)
        _ = try folder.store()
    }

    @Test(arguments: ["not a database\n", String(repeating: "{\"device\": 1}\n", count: 1_000), "{}"])
    func `a text file is refused and not changed`(_ text: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "runs.sqlite")
        #expect {
            try folder.store()
        } throws: { error in
            guard case StoreFailure.database(let error) = error else { return false }
            return error.code == SQLITE_NOTADB && !error.message.isEmpty
        }
        #expect(try folder.text(of: "runs.sqlite") == text)
    }

    @Test func `an empty file becomes a store`() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "runs.sqlite")
        let store = try folder.store()
        #expect(try store.write([deviceExport(device("a"), at: monday)]) == 0)
        #expect(try folder.store().allHistories().count == 1)
    }

    @Test func `a truncated store is an error, not an empty store`() throws {
        let folder = try TemporaryFolder()
        try {
            let store = try folder.store()
            _ = try store.write(RandomFleet.make(seed: 3, devices: 20))
        }()
        try execute("PRAGMA wal_checkpoint(TRUNCATE)", in: folder.storePath)
        let whole = try bytes(folder)
        for length in [20, 100, 4_096, whole.count / 2] {
            try whole.prefix(length).write(to: URL(filePath: folder.storePath))
            for name in ["runs.sqlite-wal", "runs.sqlite-shm"] {
                try? FileManager.default.removeItem(at: folder.url.appendingPathComponent(name))
            }
            #expect(throws: (any Error).self, "cut at \(length)") { try folder.store().allHistories() }
        }
    }

    @Test func `a folder, and a file in a missing folder, are errors`() throws {
        let folder = try TemporaryFolder()
        for path in [folder.path, folder.path + "/missing/runs.sqlite"] {
            #expect {
                try Store(StoreFile(path))
            } throws: { error in
                guard case StoreFailure.database(let error) = error else { return false }
                return error.code & 0xFF == SQLITE_CANTOPEN
            }
        }
    }

    @Test func `a store can be opened and read twice`() throws {
        let folder = try TemporaryFolder()
        let first = try folder.store()
        let second = try folder.store()
        _ = try first.write([deviceExport(device("a"), at: monday)])
        #expect(try second.allHistories().count == 1)
    }

    @Test func `an error names the statement and no value`() {
        let error = StoreError(code: 19, message: "UNIQUE constraint failed", sql: "INSERT INTO apps (name) VALUES (?)")
        #expect("\(error)" == "UNIQUE constraint failed (SQLite 19, in: INSERT INTO apps (name) VALUES (?))")
        #expect("\(StoreError(code: 14, message: "unable to open", sql: ""))" == "unable to open (SQLite 14)")
    }
}
