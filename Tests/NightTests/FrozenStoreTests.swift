import Foundation
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// A store that is read without a lock must stay as it is, and be whole by itself.
@Suite struct FrozenStoreTests {
    private let site: Site

    init() throws {
        site = try Site()
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.takeIn()
    }

    @Test func `a store that stays as it is is read, and nothing is written beside it`() throws {
        let before = (try site.folder.names(in: "state"), try site.storeBytes())
        let frozen = try FrozenStore(site.storePath, patience: 0)
        #expect(try site.assess().input.exports == 1)
        try frozen.check()
        #expect(try site.folder.names(in: "state") == before.0)
        #expect(try site.storeBytes() == before.1)
    }

    @Test func `a store that is not there cannot be read`() throws {
        let path = site.folder.path + "/state/none.sqlite"
        #expect {
            try FrozenStore(path, patience: 0)
        } throws: { error in
            guard case NightFailure.storeUnreadable(path, let message) = error else { return false }
            return !message.isEmpty
        }
    }

    @Test(arguments: ["-wal", "-journal"]) func `a store of which a part is beside it is unfinished`(_ end: String)
        throws
    {
        try site.folder.write("x", to: "state/runs.sqlite" + end)
        #expect(throws: NightFailure.storeUnfinished(site.storePath)) { try FrozenStore(site.storePath, patience: 0) }
        let start = ContinuousClock.now
        #expect(throws: NightFailure.storeUnfinished(site.storePath)) {
            try Night(reading: site.storePath, site.thresholds, patience: 1)
        }
        #expect(ContinuousClock.now - start >= .seconds(1))
        // An empty one is of no account.
        try site.folder.write("", to: "state/runs.sqlite" + end)
        try FrozenStore(site.storePath, patience: 0).check()
    }

    @Test func `a run that is writing is waited for`() throws {
        try site.folder.write("x", to: "state/runs.sqlite-wal")
        Thread { [path = site.storePath] in
            usleep(200_000)
            unlink(path + "-wal")
        }.start()
        _ = try FrozenStore(site.storePath, patience: 60)
    }

    static let changes: [@Sendable (String) throws -> Void] = [
        { path in try Data(contentsOf: URL(filePath: path)).write(to: URL(filePath: path)) },
        { path in
            let time = Date(timeIntervalSince1970: 1)
            try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
        },
        { path in try Data([1]).write(to: URL(filePath: path + "-wal")) },
        { path in try FileManager.default.removeItem(atPath: path) },
    ]

    @Test(arguments: changes.indices) func `a store that changed while it was read ends the call`(_ change: Int) throws
    {
        let frozen = try FrozenStore(site.storePath, patience: 0)
        let night = try Night(reading: site.storePath, site.thresholds, patience: 0)
        try Self.changes[change](site.storePath)
        #expect(throws: NightFailure.storeChanged(site.storePath)) { try frozen.check() }
        // Whatever came of what was read, be it a result or what looks like damage.
        #expect(throws: NightFailure.storeChanged(site.storePath)) { try night.attempt { 1 } }
        #expect(throws: NightFailure.storeChanged(site.storePath)) {
            try night.attempt { throw StoreFailure.damaged("half of it") }
        }
    }
}
