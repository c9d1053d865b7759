import Records
import Store
import TestSupport
import Testing

/// A transaction does all of its work, or none of it.
@Suite struct TransactionTests {
    private struct Interruption: Error {}

    private func night(_ store: Store) throws {
        let task = TaskID(rawValue: store.tasks.number(of: Array("sync".utf8)))
        let platform = PlatformID(rawValue: store.platforms.number(of: Array("ios".utf8)))
        let export = Export(exportedAt: monday, content: ContentID(rawValue: 1), platform: platform)
        let runs = [Run(at: monday, task: task, outcome: .failed)]
        _ = try store.merge([device("a"): History(export, telling: runs, contradictions: [runs[0].key])])
        var ledger = Ledger()
        ledger.exports = 1
        ledger.note(Remark(.unknownField, "colour"), at: "device 1")
        try store.add(
            ContentID(rawValue: 1), name: Array("f".utf8), hash: [1], size: 2, nameDate: nil, isChanged: false, ledger)
        try store.setPath(Array("f".utf8), StoredPath(size: 2, modified: 3, content: ContentID(rawValue: 1)))
        try store.setSetting("zone", to: "UTC")
    }

    private func isEmpty(_ store: Store) throws -> Bool {
        try store.allHistories().isEmpty && store.conflicts().isEmpty && store.contents().isEmpty
            && store.paths().isEmpty && store.remarks(of: ContentID(rawValue: 1)).isEmpty
            && store.setting("zone") == nil && store.hashes().isEmpty
    }

    private func holdsTheNight(_ store: Store) throws {
        let app = try #require(store.number(ofApp: Array("app".utf8)))
        let device = try #require(try store.devices(of: [app]).first)
        #expect(try store.allHistories()[device]?.runs.count == 1)
        #expect(try store.conflicts()[device]?.count == 1)
        let task = try #require(store.tasks.knownNumber(of: Array("sync".utf8)))
        #expect(try store.allHistories()[device]?.runs.first?.task.rawValue == task)
        #expect(try store.apps(running: TaskID(rawValue: task)) == [app])
        let platform = try #require(store.platforms.knownNumber(of: Array("ios".utf8)))
        #expect(try store.allHistories()[device]?.exports.first?.platform.rawValue == platform)
        #expect(try store.contents().count == 1)
        #expect(try store.setting("zone") == "UTC")
    }

    @Test func `work that is done is kept, and its result handed on`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let result = try store.transaction {
            try night(store)
            return 7
        }
        #expect(result == 7)
        try holdsTheNight(try folder.store())
    }

    @Test func `work that fails leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(throws: Interruption.self) {
            try store.transaction {
                try night(store)
                throw Interruption()
            }
        }
        #expect(try isEmpty(store))
        let reopened = try folder.store()
        #expect(try isEmpty(reopened))
        #expect(reopened.number(ofApp: Array("app".utf8)) == nil)
        #expect(reopened.tasks.names == [[]])
        #expect(reopened.platforms.names == [[]])
    }

    @Test func `what was there before stays as it was`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try store.transaction { try night(store) }
        let before = try store.allHistories()
        #expect(throws: Interruption.self) {
            try store.transaction {
                _ = try store.merge(gather([telling(device("a"), content: 2, at: .latest, [Run(at: .earliest)])]))
                try store.removePath(Array("f".utf8))
                try store.replace(ContentID(rawValue: 1))
                try store.setSetting("zone", to: "Asia/Tehran")
                throw Interruption()
            }
        }
        #expect(try store.allHistories() == before)
        try holdsTheNight(try folder.store())
        #expect(try store.contents().first?.paths == [Array("f".utf8)])
    }

    @Test func `the same store does the work again after it failed`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(throws: Interruption.self) {
            try store.transaction {
                try night(store)
                throw Interruption()
            }
        }
        try store.transaction { try night(store) }
        try holdsTheNight(store)
        try holdsTheNight(try folder.store())
    }

    @Test func `a transaction within a transaction is an error and takes nothing back of the outer one`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try store.transaction {
            try store.setSetting("zone", to: "UTC")
            #expect(throws: StoreError.self) { try store.transaction { try store.setSetting("zone", to: "other") } }
        }
        #expect(try folder.store().setting("zone") == "UTC")
    }
}
