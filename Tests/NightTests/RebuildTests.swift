import Foundation
import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// A rebuild succeeds or changes nothing, and says beforehand what would be lost.
@Suite struct RebuildTests {
    private let site: Site

    init() throws {
        site = try Site()
        try site.put(export("b", at: 24, runs: [1], ",\"platform\":\"ios\""), as: "b.json")
        try site.takeIn()
        // Read second at first, and first by the rebuild.
        try site.put(
            export("a", at: 25, runs: [2], ",\"platform\":\"android\"") + export("c", at: 26, runs: [3]), as: "a.ndjson"
        )
        try site.takeIn()
    }

    private func rebuild(allowsLoss: Bool = false) throws -> Rebuild.Outcome {
        try Rebuild.run(
            site.storePath, from: site.listing(), site.thresholds, timeout: 0, allowsLoss: allowsLoss,
            progress: { _ in })
    }

    private let usual = ["lock", "other", "runs.sqlite"]

    private func states() throws -> [String] { try site.folder.names(in: "state") }

    @Test(arguments: [false, true]) func `a rebuild that loses nothing succeeds`(_ allowsLoss: Bool) throws {
        let before = try site.assess()
        let old = try site.storeBytes()
        let outcome = try rebuild(allowsLoss: allowsLoss)
        #expect(outcome.lost == NightFailure.Lost(exports: 0, files: 0))
        #expect(outcome.kept == nil)
        #expect(outcome.intake.read.count == 2 && outcome.intake.newRuns == 3)
        #expect(try states() == usual)
        #expect(try site.storeBytes() != old)
        let after = try site.assess()
        #expect(after.current == before.current && after.evidence == before.evidence && after.input == before.input)
        #expect(try site.store().faults() == [])
        #expect(try site.takeIn().unchanged == 2)
    }

    @Test func `what would be lost is counted exactly, and the store is not changed`() throws {
        // Appended to: its first content is lost, but no export.
        try site.put(
            export("a", at: 25, runs: [2], ",\"platform\":\"android\"") + export("c", at: 26, runs: [3])
                + export("d", at: 27), as: "a.ndjson")
        try site.put(export("e", at: 30) + export("f", at: 31) + export("d", at: 27), as: "e.ndjson")
        try site.put(export("g", at: 32), as: "g.json")
        try site.takeIn()
        for name in ["e.ndjson", "g.json"] { try site.remove(name) }
        let (before, old) = (try site.assess(), try site.storeBytes())
        #expect(throws: NightFailure.wouldLose(NightFailure.Lost(exports: 3, files: 2))) { try rebuild() }
        #expect(try site.storeBytes() == old)
        #expect(try states() == usual)
        #expect(try site.assess().input == before.input)
        let outcome = try rebuild(allowsLoss: true)
        #expect(outcome.lost == NightFailure.Lost(exports: 3, files: 2))
        #expect(outcome.kept == nil)
        #expect(try site.assess().input.exports == 4)
        #expect(try states() == usual)
    }

    @Test func `an export dated by the name of a deleted copy is lost`() throws {
        for name in ["2026-09-23.json", "2026-09-24.json"] { try site.put(undated("u"), as: name) }
        try site.takeIn()
        try site.remove("2026-09-23.json")
        try site.takeIn()
        #expect(throws: NightFailure.wouldLose(NightFailure.Lost(exports: 1, files: 1))) { try rebuild() }
    }

    @Test func `without a store a new one is created`() throws {
        try FileManager.default.removeItem(atPath: site.storePath)
        #expect(try rebuild().lost == NightFailure.Lost(exports: 0, files: 0))
        #expect(try site.assess().input.exports == 3)
        #expect(try states() == usual)
    }

    @Test func `an unreadable store is kept under an unused name`() throws {
        try site.folder.write("no database\n", to: "state/runs.sqlite")
        #expect(throws: NightFailure.wouldLose(nil)) { try rebuild() }
        #expect(try site.folder.text(of: "state/runs.sqlite") == "no database\n")
        var outcome = try rebuild(allowsLoss: true)
        #expect(outcome.lost == nil)
        #expect(outcome.kept == site.storePath + ".damaged")
        #expect(try site.folder.text(of: "state/runs.sqlite.damaged") == "no database\n")
        #expect(try site.assess().input.exports == 3)
        // A second one under another name.
        try site.folder.write("again\n", to: "state/runs.sqlite")
        outcome = try rebuild(allowsLoss: true)
        #expect(outcome.kept == site.storePath + ".damaged-2")
        #expect(try site.folder.text(of: "state/runs.sqlite.damaged") == "no database\n")
        #expect(try site.folder.text(of: "state/runs.sqlite.damaged-2") == "again\n")
        #expect(try states() == usual + ["runs.sqlite.damaged", "runs.sqlite.damaged-2"])
    }

    @Test func `an unfinished rebuild is removed`() throws {
        for end in ["", "-wal", "-shm", "-journal"] { try site.folder.write("half", to: "state/runs.sqlite.new" + end) }
        _ = try rebuild()
        #expect(try states() == usual)
        #expect(try site.store().faults() == [])
    }

    @Test func `the old store's log does not end up beside the new one`() throws {
        try site.folder.write("", to: "state/runs.sqlite-journal")
        _ = try rebuild()
        #expect(try states() == usual)
    }

    @Test func `without an export to read nothing changes`() throws {
        for name in ["a.ndjson", "b.json"] { try site.remove(name) }
        let old = try site.storeBytes()
        #expect(throws: NightFailure.nothingToRebuildFrom) { try rebuild(allowsLoss: true) }
        #expect(try site.storeBytes() == old)
    }

    @Test func `a store of a later version, or of another program, is not changed`() throws {
        for (place, byte) in [(63, UInt8(9)), (71, 0)] {
            let whole = try site.storeBytes()
            var other = whole
            // The version and the application id in SQLite's header.
            other[place] = byte
            try site.folder.write(other, to: "state/runs.sqlite")
            #expect {
                try rebuild(allowsLoss: true)
            } throws: { error in
                switch error as? NightFailure {
                case .store(.newer(9), _): place == 63
                case .store(.foreign, _): place == 71
                default: false
                }
            }
            #expect(try states() == usual)
            #expect(try site.storeBytes() == other)
            try site.folder.write(whole, to: "state/runs.sqlite")
        }
    }

    @Test func `a rebuild does not disturb a run that holds the lock`() throws {
        let night = try site.night()
        #expect {
            try rebuild()
        } throws: { error in
            if case NightFailure.locked = error { true } else { false }
        }
        withExtendedLifetime(night) {}
    }
}
