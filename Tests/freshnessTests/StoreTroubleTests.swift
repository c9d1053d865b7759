import CSQLite
import Foundation
import TestSupport
import Testing

/// Trouble with the disk is said to be that, and not to be a damaged store: whoever were to rebuild one for want of room
/// would lose what is in no file any more.
@Suite struct StoreTroubleTests {
    private static func expectNoDamage(_ run: ProgramRun, _ what: Comment) {
        #expect(run.exitCode == 4 && run.output.isEmpty, "\(what): \(run.output)")
        #expect(
            run.error.hasPrefix("freshness: ") && run.error.filter { $0 == "\n" }.count == 1, "\(what): \(run.error)")
        for word in ["damaged", "rebuild", "no store"] {
            #expect(!run.error.contains(word), "\(what): \(run.error)")
        }
    }

    struct Trouble: CustomTestStringConvertible {
        var call: String
        var file = "/.freshness/runs.sqlite"
        var reason: Int32
        var testDescription: String { "\(call) of \(file): \(String(cString: strerror(reason)))" }
    }

    /// SQLite takes what cannot be read for a damaged file system where the reason is EIO: so that is left out.
    static let troubles = [
        Trouble(call: "write", reason: ENOSPC), Trouble(call: "write", reason: EDQUOT),
        Trouble(call: "write", reason: EIO), Trouble(call: "sync", reason: EIO),
        Trouble(call: "open", reason: EACCES), Trouble(call: "open", reason: EMFILE),
        Trouble(call: "read", reason: ESTALE),
        Trouble(call: "read", file: "/.freshness/runs.sqlite-wal", reason: ESTALE),
    ]

    @Test(.enabled(if: Inside.works, Inside.absence), arguments: troubles, [Situation.cold, .nightly])
    func `a failing system call on the store is an error, not damage`(
        _ trouble: Trouble, _ situation: Situation
    ) throws {
        let undisturbed = try Undisturbed(situation, devices: 30)
        var failed = 0
        // From the first of them on, from the second, and so on; later ones with growing steps, in a debug build with larger ones.
        var number = 1
        while number < 400 {
            let root = try Root(like: undisturbed.root)
            let fault = try Inside.failing(trouble.call, on: trouble.file, with: trouble.reason, first: number)
            let run = try root.run("report", "--week", "2026-W39", environment: fault)
            if run.exitCode == 0 { break }
            failed += 1
            Self.expectNoDamage(run, "from number \(number) on")
            try undisturbed.expectNext(in: root, "after it failed from number \(number) on")
            number += 1 + number / (BuiltProgram.isNamed ? 8 : 1)
        }
        // A log is only read where there is one.
        #expect(failed > 0 || trouble.file.hasSuffix("-wal"))
    }

    /// What SQLite gives back where nothing better fits says nothing about the file.
    @Test(.enabled(if: Inside.works, Inside.absence), arguments: [Situation.cold, .nightly])
    func `a statement that fails is an error, not damage`(_ situation: Situation) throws {
        let undisturbed = try Undisturbed(situation, devices: 30)
        var failed = 0
        var number = 1
        while number < 100_000 {
            let root = try Root(like: undisturbed.root)
            let fault = try Inside.failing("statement", on: "", first: number)
            let run = try root.run("report", "--week", "2026-W39", environment: fault)
            if run.exitCode == 0 { break }
            failed += 1
            Self.expectNoDamage(run, "from number \(number) on")
            number += 1 + number / (BuiltProgram.isNamed ? 3 : 1)
        }
        #expect(failed > 3)
    }

    @Test(
        .enabled(if: Mounted.isAllowed, Mounted.refusal), arguments: [["report"], ["stats"], ["ingest"], ["rebuild"]])
    func `a full disk is not damage`(_ call: [String]) throws {
        let undisturbed = try Undisturbed(.nightly)
        for pages in [0, 1, 2, 4, 9, 17] {
            let disk = try Mounted.disk()
            let root = try Root(like: undisturbed.root, on: disk)
            try disk.fill(leaving: pages)
            let week = ["report", "stats"].contains(call[0]) ? ["--week", "2026-W39"] : []
            let run = try BuiltProgram.run(through: disk.entrance, call + week + ["--root", root.path])
            if run.exitCode == 0 { continue }
            Self.expectNoDamage(run, "\(call), \(pages) pages left")
        }
    }

    @Test(.enabled(if: Mounted.isAllowed, Mounted.refusal), arguments: ["report", "ingest", "check", "rebuild"])
    func `a read-only state folder is not damage`(_ command: String) throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let before = try root.folder.bytes(of: ".freshness/runs.sqlite")
        let mounted = try Mounted.readOnly(root.folder.path + "/.freshness")
        let week = command == "report" ? ["--week", "2026-W39"] : []
        let run = try BuiltProgram.run(
            through: mounted.entrance, [command, "--root", root.path, "--state", mounted.path] + week)
        Self.expectNoDamage(run, "\(command)")
        #expect(try root.folder.bytes(of: ".freshness/runs.sqlite") == before)
    }

    /// The other side of it: what is missing in the store is no trouble with the disk.
    @Test func `a store without one of its tables is damaged or repaired`() throws {
        let undisturbed = try Undisturbed(.nightly, devices: 30)
        let path = "/.freshness/runs.sqlite"
        for table in try Database(undisturbed.root.folder.path + path).tables() {
            let root = try Root(like: undisturbed.root)
            try Database(root.folder.path + path).execute("DROP TABLE \(table)")
            let run = try root.run("report", "--week", "2026-W39")
            // Of a table that can be had again from the exports nothing is missing in the end.
            if run.exitCode == 0 {
                #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report, "\(table)")
            } else {
                try undisturbed.expectRefused(run, in: root, "freshness rebuild", "without \(table)")
            }
        }
    }

    /// Somebody else's way to the store.
    private final class Database {
        private var handle: OpaquePointer?

        init(_ path: String) throws { try #require(sqlite3_open(path, &handle) == SQLITE_OK) }

        deinit { sqlite3_close_v2(handle) }

        func execute(_ sql: String) throws { try #require(sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK) }

        func tables() throws -> [String] {
            var statement: OpaquePointer?
            defer { sqlite3_finalize(statement) }
            let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
            try #require(sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK)
            var tables: [String] = []
            while sqlite3_step(statement) == SQLITE_ROW {
                tables.append(String(cString: sqlite3_column_text(statement, 0)))
            }
            try #require(!tables.isEmpty)
            return tables
        }
    }
}
