import Foundation
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// A store that is read without a lock must not change, and must be complete.
@Suite struct FrozenStoreTests {
    private let site: Site

    init() throws {
        site = try Site()
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.takeIn()
    }

    @Test func `an unchanged store is read, and nothing is written beside it`() throws {
        let before = (try site.folder.names(in: "state"), try site.storeBytes())
        let frozen = try FrozenStore(site.storePath, timeout: 0)
        #expect(try site.assess().input.exports == 1)
        try frozen.check()
        #expect(try site.folder.names(in: "state") == before.0)
        #expect(try site.storeBytes() == before.1)
    }

    @Test func `a missing store cannot be read`() throws {
        let path = site.folder.path + "/state/none.sqlite"
        #expect {
            try FrozenStore(path, timeout: 0)
        } throws: { error in
            guard case NightFailure.storeUnreadable(path, let message) = error else { return false }
            return !message.isEmpty
        }
    }

    @Test(arguments: ["-wal", "-journal"]) func `a store with a log beside it is unfinished`(_ end: String)
        throws
    {
        try site.folder.write("x", to: "state/runs.sqlite" + end)
        #expect(throws: NightFailure.storeUnfinished(site.storePath)) { try FrozenStore(site.storePath, timeout: 0) }
        let start = ContinuousClock.now
        #expect(throws: NightFailure.storeUnfinished(site.storePath)) {
            try Night(reading: site.storePath, site.thresholds, timeout: 1)
        }
        #expect(ContinuousClock.now - start >= .seconds(1))
        // An empty log does not matter.
        try site.folder.write("", to: "state/runs.sqlite" + end)
        try FrozenStore(site.storePath, timeout: 0).check()
    }

    @Test func `a reader waits for a run that is writing`() throws {
        try site.folder.write("x", to: "state/runs.sqlite-wal")
        Thread { [path = site.storePath] in
            usleep(200_000)
            unlink(path + "-wal")
        }.start()
        _ = try FrozenStore(site.storePath, timeout: 60)
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

    @Test(arguments: changes.indices) func `a store that changes while it is read is an error`(_ change: Int) throws {
        let frozen = try FrozenStore(site.storePath, timeout: 0)
        let night = try Night(reading: site.storePath, site.thresholds, timeout: 0)
        try Self.changes[change](site.storePath)
        #expect(throws: NightFailure.storeChanged(site.storePath)) { try frozen.check() }
        // Whether what was read is a result or looks like damage.
        #expect(throws: NightFailure.storeChanged(site.storePath)) { try night.attempt { 1 } }
        #expect(throws: NightFailure.storeChanged(site.storePath)) {
            try night.attempt { throw StoreFailure.damaged("half of it") }
        }
    }
}
