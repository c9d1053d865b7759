import Records
import Store
import TestSupport
import Testing

/// A transaction does all of its work or none of it.
@Suite struct TransactionTests {
    private struct Interruption: Error {}

    private let always = [Instant.earliest..<Instant.latest]

    private func night(_ store: Store) throws {
        let task = TaskID(rawValue: try store.names(.task).number(of: Array("sync".utf8)))
        let platform = PlatformID(rawValue: try store.names(.platform).number(of: Array("ios".utf8)))
        let exported = DeviceExport(
            device: device("a"), export: Export(exportedAt: monday, platform: platform),
            runs: [Run(at: monday, task: task, outcome: .failed)])
        _ = try store.merge(gather([exported]))
        var ledger = Ledger()
        ledger.exports = 1
        ledger.marks = [ExportMark(moment: monday, fingerprint: 1)]
        ledger.note(Remark(.unknownField, "colour"), at: "device 1")
        let content = try store.addContent(of: Array("f".utf8), hash: [1], nameDate: nil, ledger)
        try store.set(KnownFile(facts: FileFacts(), content: content), at: Array("f".utf8))
        try store.setSetting("zone", to: "UTC")
    }

    private func isEmpty(_ store: Store) throws -> Bool {
        try store.allHistories().isEmpty && store.contents(within: always).isEmpty && store.files().isEmpty
            && store.setting("zone") == nil
            && store.devices(beginningWith: [], app: nil, atMost: 9).isEmpty
            && NameKind.allCases.allSatisfy { try store.names($0).names == [[]] }
    }

    private func holdsTheNight(_ store: Store) throws {
        let app = try #require(try store.number(ofApp: Array("app".utf8)))
        let device = try #require(try store.devices(of: [app]).first)
        #expect(try store.allHistories()[device]?.runs.count == 1)
        let task = try #require(try store.names(.task).knownNumber(of: Array("sync".utf8)))
        #expect(try store.allHistories()[device]?.runs.first?.task.rawValue == task)
        #expect(try store.apps(running: TaskID(rawValue: task)) == [app])
        let platform = try #require(try store.names(.platform).knownNumber(of: Array("ios".utf8)))
        #expect(try store.allHistories()[device]?.exports.first?.platform.rawValue == platform)
        #expect(try store.contents(within: always).map(\.isPresent) == [true])
        #expect(try store.setting("zone") == "UTC")
    }

    @Test func `a transaction keeps its work and returns its result`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let result = try store.transaction {
            try night(store)
            return 7
        }
        #expect(result == 7)
        try holdsTheNight(try folder.store())
    }

    @Test func `a failed transaction leaves nothing behind`() throws {
        let folder = try TemporaryFolder()
        #expect(throws: Interruption.self) {
            let store = try folder.store()
            try store.transaction {
                try night(store)
                throw Interruption()
            }
        }
        #expect(try isEmpty(folder.store()))
        // The next attempt succeeds.
        let store = try folder.store()
        try store.transaction { try night(store) }
        try holdsTheNight(try folder.store())
    }

    @Test func `a failed transaction does not change what was there`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try store.transaction { try night(store) }
        let before = try store.allHistories()
        #expect(throws: Interruption.self) {
            try store.transaction {
                _ = try store.merge(gather([deviceExport(device("a"), at: .latest, [Run(at: .earliest)])]))
                try store.removeFile(Array("f".utf8))
                try store.setSetting("zone", to: "Asia/Tehran")
                throw Interruption()
            }
        }
        #expect(try store.allHistories() == before)
        try holdsTheNight(try folder.store())
        #expect(try folder.store().faults() == [])
    }

    @Test func `a nested transaction is an error and does not roll back the outer one`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try store.transaction {
            try store.setSetting("zone", to: "UTC")
            #expect(throws: StoreError.self) { try store.transaction { try store.setSetting("zone", to: "other") } }
        }
        #expect(try folder.store().setting("zone") == "UTC")
    }
}
