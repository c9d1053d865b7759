import CSQLite
import Foundation
import TestSupport
import Testing

/// Another program has the store's database locked, an editor of databases say: a call waits as long as it is told to.
@Suite struct BusyTests {
    enum Lock: String, CaseIterable {
        /// Nobody else writes.
        case writing = "BEGIN EXCLUSIVE"
        /// Nobody else reads.
        case all = "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE"
        /// The same, of a store that has no log beside it.
        case withoutLog = "PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE"

        /// Locks a store until what it gives is closed.
        func take(_ path: String) throws -> OpaquePointer? {
            var database: OpaquePointer?
            try #require(sqlite3_open(path, &database) == SQLITE_OK)
            try #require(sqlite3_exec(database, rawValue, nil, nil, nil) == SQLITE_OK)
            return database
        }
    }

    private static let calls = [["report", "--week", "2026-W39"], ["stats", "--week", "2026-W39"], ["ingest"]]

    @Test(arguments: Lock.allCases, ["0", "1"])
    func `a call stops waiting for a locked store after its timeout`(_ lock: Lock, wait: String) throws {
        let undisturbed = try Undisturbed(.nightly)
        for call in Self.calls {
            let root = try Root(like: undisturbed.root)
            var database = try lock.take(root.folder.path + "/.freshness/runs.sqlite")
            defer { sqlite3_close_v2(database) }
            let run = try BuiltProgram.run(call + ["--wait", wait, "--root", root.path]) { process in
                // Whoever still waits long after that is let on, and does not fail.
                #expect(process.endsInTime(), "\(call)")
                sqlite3_close_v2(database)
                database = nil
            }
            try undisturbed.expectRefused(run, in: root, "runs.sqlite", "\(call), \(lock)")
            for word in ["damaged", "rebuild"] { #expect(!run.error.contains(word), "\(run.error)") }
            try undisturbed.expectNext(in: root, "\(call), \(lock)")
        }
    }

    @Test(arguments: Lock.allCases) func `a waiting call gets the store when it is free`(_ lock: Lock) throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let database = try lock.take(root.folder.path + "/.freshness/runs.sqlite")
        let run = try root.run("report", "--week", "2026-W39", "--wait", "300") { _ in
            usleep(300_000)
            sqlite3_close_v2(database)
        }
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
        #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report)
    }
}
