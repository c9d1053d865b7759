import Foundation
import Records
import Store
import TestSupport
import Testing

/// A frozen store is read without leaving a trace.
@Suite struct FrozenTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        // As a night leaves it: SQLite would start a log when it is opened.
        try execute("PRAGMA journal_mode = WAL", in: folder.storePath)
    }

    /// What is visible of a file or a folder from outside.
    private func fileState(_ path: String) throws -> [Int64] {
        var status = stat()
        try #require(stat(path, &status) == 0)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let modified = try #require(attributes[.modificationDate] as? Date)
        return [
            Int64(status.st_ino), Int64(status.st_size), Int64(status.st_mode),
            Int64(modified.timeIntervalSince1970 * 1_000),
        ]
    }

    private func everything() throws -> (standings: [[Int64]], names: [String], bytes: Data) {
        (
            try [folder.path, folder.storePath].map(fileState), try folder.names(in: ""),
            try Data(contentsOf: URL(filePath: folder.storePath))
        )
    }

    /// Long ago, so that any change is later.
    private func makeOld() throws {
        for path in [folder.storePath, folder.path] {
            let long = Date(timeIntervalSince1970: 1)
            try FileManager.default.setAttributes([.modificationDate: long], ofItemAtPath: path)
        }
    }

    private func setMode(_ mode: Int) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.path)
    }

    @Test func `a frozen store is read in a read-only folder and does not change`() throws {
        try makeOld()
        try setMode(0o555)
        defer { try? setMode(0o755) }
        let before = try everything()
        #expect(before.names == ["runs.sqlite"])
        let store = try Store(StoreFile(folder.storePath, isFrozen: true))
        // Also while it is open.
        #expect(try store.allHistories().count == 35)
        #expect(try store.faults() == [])
        try store.checkpoint()
        #expect(try everything().names == before.names)
        #expect(
            try StoreReading(StoreFile(folder.storePath, isFrozen: true))
                == FilledStore.reading.get())
        let after = try everything()
        #expect(after.standings == before.standings)
        #expect(after.names == before.names)
        #expect(after.bytes == before.bytes)
    }

    @Test func `a store that is not frozen leaves traces that these tests detect`() throws {
        try makeOld()
        let before = try everything()
        let store = try folder.store()
        #expect(try store.allHistories().count == 35)
        #expect(try everything().names != before.names)
        #expect(try everything().standings != before.standings)
    }

    @Test func `a frozen store's log is not read`() throws {
        let copy = try TemporaryFolder()
        let store = try folder.store()
        try store.transaction { try store.setSetting("zone", to: "Asia/Tehran") }
        for end in ["", "-wal"] {
            try copy.write(try Data(contentsOf: URL(filePath: folder.storePath + end)), to: "runs.sqlite" + end)
        }
        #expect(try Store(StoreFile(copy.storePath, isFrozen: true)).setting("zone") == "UTC")
        #expect(try Store(StoreFile(copy.storePath)).setting("zone") == "Asia/Tehran")
    }

    @Test func `a frozen store is neither written nor created`() throws {
        let store = try Store(StoreFile(folder.storePath, isFrozen: true))
        #expect(throws: StoreError.self) { try store.transaction { try store.setSetting("zone", to: "Asia/Tehran") } }
        #expect(try store.setting("zone") == "UTC")
        #expect(throws: StoreFailure.self) { try Store(StoreFile(folder.path + "/other.sqlite", isFrozen: true)) }
        try folder.write("", to: "empty.sqlite")
        #expect(throws: StoreFailure.self) { try Store(StoreFile(folder.path + "/empty.sqlite", isFrozen: true)) }
        #expect(try folder.text(of: "empty.sqlite") == "")
        #expect(try folder.names(in: "") == ["empty.sqlite", "runs.sqlite"])
    }
}
