import Foundation
import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// A rebuild is done or has never been, and says beforehand what cannot be had again.
@Suite struct RebuildTests {
    private let site: Site

    init() throws {
        site = try Site()
        try site.put(export("b", at: 24, runs: [1], ",\"platform\":\"ios\""), as: "b.json")
        try site.takeIn()
        // Read second, and first by whoever reads them anew.
        try site.put(
            export("a", at: 25, runs: [2], ",\"platform\":\"android\"") + export("c", at: 26, runs: [3]), as: "a.ndjson"
        )
        try site.takeIn()
    }

    private func rebuild(mayLose: Bool = false) throws -> Rebuild.Outcome {
        try Rebuild.run(
            site.storePath, from: site.listing(), site.thresholds, patience: 0, mayLose: mayLose, progress: { _ in })
    }

    private let usual = ["lock", "other", "runs.sqlite"]

    private func states() throws -> [String] { try site.folder.names(in: "state") }

    @Test(arguments: [false, true]) func `where nothing is lost it is done`(_ mayLose: Bool) throws {
        let before = try site.assess()
        let old = try site.storeBytes()
        let outcome = try rebuild(mayLose: mayLose)
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

    @Test func `what would be lost is said exactly, and the store stays as it was`() throws {
        // Appended: its first content is lost, and no export of it.
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
        let outcome = try rebuild(mayLose: true)
        #expect(outcome.lost == NightFailure.Lost(exports: 3, files: 2))
        #expect(outcome.kept == nil)
        #expect(try site.assess().input.exports == 4)
        #expect(try states() == usual)
    }

    @Test func `an export that the name of a vanished copy dated is lost`() throws {
        for name in ["2026-09-23.json", "2026-09-24.json"] { try site.put(undated("u"), as: name) }
        try site.takeIn()
        try site.remove("2026-09-23.json")
        try site.takeIn()
        #expect(throws: NightFailure.wouldLose(NightFailure.Lost(exports: 1, files: 1))) { try rebuild() }
    }

    @Test func `where there is no store yet one is made`() throws {
        try FileManager.default.removeItem(atPath: site.storePath)
        #expect(try rebuild().lost == NightFailure.Lost(exports: 0, files: 0))
        #expect(try site.assess().input.exports == 3)
        #expect(try states() == usual)
    }

    @Test func `a store that cannot be read is kept under a free name`() throws {
        try site.folder.write("no database\n", to: "state/runs.sqlite")
        #expect(throws: NightFailure.wouldLose(nil)) { try rebuild() }
        #expect(try site.folder.text(of: "state/runs.sqlite") == "no database\n")
        var outcome = try rebuild(mayLose: true)
        #expect(outcome.lost == nil)
        #expect(outcome.kept == site.storePath + ".damaged")
        #expect(try site.folder.text(of: "state/runs.sqlite.damaged") == "no database\n")
        #expect(try site.assess().input.exports == 3)
        // A second one under another name.
        try site.folder.write("again\n", to: "state/runs.sqlite")
        outcome = try rebuild(mayLose: true)
        #expect(outcome.kept == site.storePath + ".damaged-2")
        #expect(try site.folder.text(of: "state/runs.sqlite.damaged") == "no database\n")
        #expect(try site.folder.text(of: "state/runs.sqlite.damaged-2") == "again\n")
        #expect(try states() == usual + ["runs.sqlite.damaged", "runs.sqlite.damaged-2"])
    }

    @Test func `one that was left unfinished is removed`() throws {
        for end in ["", "-wal", "-shm", "-journal"] { try site.folder.write("half", to: "state/runs.sqlite.new" + end) }
        _ = try rebuild()
        #expect(try states() == usual)
        #expect(try site.store().faults() == [])
    }

    @Test func `what is beside the old store does not come to be beside the new one`() throws {
        try site.folder.write("", to: "state/runs.sqlite-journal")
        _ = try rebuild()
        #expect(try states() == usual)
    }

    @Test func `without an export to read nothing is done`() throws {
        for name in ["a.ndjson", "b.json"] { try site.remove(name) }
        let old = try site.storeBytes()
        #expect(throws: NightFailure.nothingToRebuildFrom) { try rebuild(mayLose: true) }
        #expect(try site.storeBytes() == old)
    }

    @Test func `a store of a later version, or of another program, is left as it is`() throws {
        for (place, byte) in [(63, UInt8(9)), (71, 0)] {
            let whole = try site.storeBytes()
            var other = whole
            // The version and the application's mark in SQLite's head.
            other[place] = byte
            try site.folder.write(other, to: "state/runs.sqlite")
            #expect {
                try rebuild(mayLose: true)
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

    @Test func `a run that holds the store is not disturbed`() throws {
        let night = try site.night()
        #expect {
            try rebuild()
        } throws: { error in
            if case NightFailure.locked = error { true } else { false }
        }
        withExtendedLifetime(night) {}
    }
}
