import Foundation
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// A store of an earlier version is set aside, and its exports are read again.
@Suite struct EarlierStoreTests {
    private let site: Site

    init() throws {
        site = try Site()
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.takeIn()
    }

    /// Gives the store another version, in SQLite's header.
    private func setVersion(_ version: UInt8) throws {
        var bytes = try site.storeBytes()
        bytes[63] = version
        try site.folder.write(bytes, to: "state/runs.sqlite")
    }

    @Test(arguments: [UInt8(1), 4]) func `a store of an earlier version is kept under a name with its version`(
        _ version: UInt8
    ) throws {
        for name in ["runs.sqlite.schema-\(version)", "runs.sqlite.schema-\(version)-2"] {
            try setVersion(version)
            let old = try site.storeBytes()
            #expect(throws: NightFailure.store(.earlier(Int64(version)), path: site.storePath)) {
                try Night(reading: site.storePath, site.thresholds, timeout: 0)
            }
            let night = try site.night()
            #expect(night.setAside == site.folder.path + "/state/" + name)
            #expect(try night.takeIn(site.listing()).newRuns == 1)
            #expect(try site.folder.bytes(of: "state/" + name) == old)
        }
        #expect(try site.night().setAside == nil)
        #expect(try site.assess().input.exports == 1)
    }

    @Test func `a store of a later version is refused and not changed`() throws {
        try setVersion(9)
        let old = try site.storeBytes()
        #expect(throws: NightFailure.store(.newer(9), path: site.storePath)) { try site.night() }
        #expect(try site.storeBytes() == old)
    }

    @Test func `a damaged store is refused and not changed`() throws {
        try site.folder.write("no database", to: "state/runs.sqlite")
        #expect {
            try site.night()
        } throws: { error in
            guard case NightFailure.store(.database(let error), _) = error else { return false }
            return error.isNotADatabase
        }
        #expect(try site.folder.text(of: "state/runs.sqlite") == "no database")
    }
}
