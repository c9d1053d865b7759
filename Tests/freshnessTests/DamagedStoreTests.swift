import CSQLite
import Foundation
import TestSupport
import Testing

/// A store that is not what the program left: the call ends before a figure is printed, the store and the reports stay
/// as they are, and `rebuild` makes it anew.
@Suite struct DamagedStoreTests {
    enum Damage: String, CaseIterable {
        case cutInTheHeader, cutToOnePage, cutByHalf, cutByAByte, overwrittenAtTheStart, overwrittenInside, text
        case database, newer

        /// What is said of it.
        var words: String {
            switch self {
            case .database: "is a database of another program"
            case .newer: "was written by a later version of this program (schema 99)"
            default: "freshness rebuild"
            }
        }

        var leavesFilesKnown: Bool { self == .cutByAByte || self == .overwrittenInside }

        /// Whether `rebuild` leaves it alone: it is not this program's to remove.
        var isForeign: Bool { self == .database || self == .newer }

        /// Whether it is in histories alone, which are looked at when the new exports have been taken in.
        var isFoundLate: Bool { self == .cutByAByte }

        func make(in root: Root) throws {
            let path = root.folder.path + "/.freshness/runs.sqlite"
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            switch self {
            case .cutInTheHeader: bytes = bytes.prefix(50)
            case .cutToOnePage: bytes = bytes.prefix(32_768)
            case .cutByHalf: bytes = bytes.prefix(bytes.count / 2)
            case .cutByAByte: bytes = bytes.dropLast()
            case .overwrittenAtTheStart: bytes.replaceSubrange(0..<4_096, with: Data(repeating: 0xA5, count: 4_096))
            case .overwrittenInside:
                // Pages of 32 KB. Of the histories, as they are most of it.
                bytes.replaceSubrange(bytes.count - 65_536..<bytes.count - 32_768, with: Data(count: 32_768))
            case .text: bytes = Data("nothing but a text\n".utf8)
            case .database:
                try FileManager.default.removeItem(atPath: path)
                return try Self.execute("CREATE TABLE customers (name)", path)
            case .newer: return try Self.execute("PRAGMA user_version = 99", path)
            }
            try bytes.write(to: URL(fileURLWithPath: path))
        }

        private static func execute(_ sql: String, _ path: String) throws {
            var database: OpaquePointer?
            defer { sqlite3_close_v2(database) }
            try #require(sqlite3_open(path, &database) == SQLITE_OK)
            try #require(sqlite3_exec(database, sql, nil, nil, nil) == SQLITE_OK)
        }
    }

    @Test(arguments: Damage.allCases)
    func `a damaged store is reported and not changed, and rebuild replaces it`(_ damage: Damage) throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        try damage.make(in: root)
        let before = try root.folder.bytes(of: ".freshness/runs.sqlite")
        for command in ["report", "stats"] {
            let run = try root.run(command, "--week", "2026-W39")
            try undisturbed.expectRefused(
                run, in: root, path: root.path + "/.freshness/runs.sqlite", damage.words, "\(command), \(damage)")
            #expect(
                try damage.isFoundLate || root.folder.bytes(of: ".freshness/runs.sqlite") == before,
                "\(command), \(damage)")
        }
        let rebuild = try root.run("rebuild", "--yes")
        guard !damage.isForeign else {
            try undisturbed.expectRefused(rebuild, in: root, damage.words, "rebuild, \(damage)")
            #expect(try root.folder.bytes(of: ".freshness/runs.sqlite") == before)
            return
        }
        #expect(rebuild.exitCode == 0, "\(damage): \(rebuild.error)")
        // Where only histories are damaged, the store still knows its files, and that none is gone.
        if !rebuild.error.isEmpty {
            #expect(rebuild.error.contains("the old store could not be read"), "\(damage): \(rebuild.error)")
            // It is kept, for who knows more.
            let kept = root.folder.path + "/.freshness/runs.sqlite.damaged"
            #expect(try Data(contentsOf: URL(fileURLWithPath: kept)) == before)
            try FileManager.default.removeItem(atPath: kept)
        }
        #expect(rebuild.error.isEmpty == damage.leavesFilesKnown, "\(damage): \(rebuild.error)")
        try undisturbed.expectNext(in: root, "after rebuild, \(damage)")
    }

    // MARK: What heals by itself

    @Test func `a store that lost its log, is empty or is an older copy reads what it lacks`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let path = { (root: Root) in root.folder.path + "/.freshness/runs.sqlite" }
        let withoutLog = try Root(like: undisturbed.root)
        // While somebody reads the store as it was, the night stays in the log.
        let reader = try Reader(path(withoutLog))
        #expect(try withoutLog.run("ingest").exitCode == 0)
        let bytes = try withoutLog.folder.bytes(of: ".freshness/runs.sqlite")
        #expect(try reader.number("SELECT count(*) FROM contents") == 13)
        for end in ["-wal", "-shm"] { try FileManager.default.removeItem(atPath: path(withoutLog) + end) }
        try bytes.write(to: URL(fileURLWithPath: path(withoutLog)))

        let older = try Root(like: undisturbed.root)
        let before = try older.folder.bytes(of: ".freshness/runs.sqlite")
        #expect(try older.run("ingest").exitCode == 0)
        try before.write(to: URL(fileURLWithPath: path(older)))

        let empty = try Root(like: undisturbed.root)
        try Data().write(to: URL(fileURLWithPath: path(empty)))
        for root in [withoutLog, older, empty] { try undisturbed.expectNext(in: root, "the next night") }
        _ = try reader.number("SELECT 1")
    }

    // MARK: Bits

    /// What a call may give of a store in which one bit is another: the undisturbed answer, or none.
    private func expectTheSameOrNone(_ run: ProgramRun, _ expected: ProgramRun, _ what: Comment) {
        if run.exitCode == 0 {
            #expect(run.output == expected.output && run.error == expected.error, what)
        } else {
            #expect(run.exitCode == 4 && run.output.isEmpty, "\(what): \(run.error)")
            #expect(run.error.hasPrefix("freshness: ") && run.error.filter { $0 == "\n" }.count == 1, what)
        }
    }

    /// Places of bits: a quarter of them in what the whole file hangs on, SQLite's header and its schema.
    private func bits(_ count: Int, of bytes: Data, seed: UInt64) -> [Int] {
        var random = SeededGenerator(seed)
        return (0..<count).map { number in
            let bytes =
                number.isMultiple(of: 4) ? min(bytes.count, number.isMultiple(of: 8) ? 100 : 32_768) : bytes.count
            return Int.random(in: 0..<8 * bytes, using: &random)
        }
    }

    private func flip(_ bit: Int, of bytes: Data, in root: Root) throws {
        var bytes = bytes
        bytes[bit / 8] ^= 1 << (bit % 8)
        try root.folder.write(bytes, to: ".freshness/runs.sqlite")
    }

    @Test func `with any bit of the store flipped, the figures are unchanged or refused`() throws {
        let root = try Root.made(devices: 300)
        #expect(try root.run("ingest").exitCode == 0)
        let expected = try root.run("stats", "--week", "2026-W39")
        let readOnly = try root.run("stats", "--week", "2026-W39", "--read-only")
        let whole = try root.folder.bytes(of: ".freshness/runs.sqlite")
        var refused = 0
        for bit in bits(300, of: whole, seed: 1) {
            let flipped = try Root(like: root)
            try flip(bit, of: whole, in: flipped)
            let read = try flipped.run("stats", "--week", "2026-W39", "--read-only")
            expectTheSameOrNone(read, readOnly, "bit \(bit % 8) of byte \(bit / 8), read only")
            let run = try flipped.run("stats", "--week", "2026-W39")
            expectTheSameOrNone(run, expected, "bit \(bit % 8) of byte \(bit / 8)")
            if run.exitCode != 0 { refused += 1 }
        }
        // Or the store is mostly empty, and the bits meant nothing.
        #expect(refused >= 60, "\(refused) refused")
    }

    @Test func `with any bit of the store flipped before a night, its report is unchanged or refused`()
        throws
    {
        let undisturbed = try Undisturbed(.nightly, devices: 300)
        let whole = try undisturbed.root.folder.bytes(of: ".freshness/runs.sqlite")
        var refused = 0
        for bit in bits(150, of: whole, seed: 2) {
            let root = try Root(like: undisturbed.root)
            try flip(bit, of: whole, in: root)
            // The second night finds what the first one made of it.
            for night in 1...2 {
                let run = try root.run("report", "--week", "2026-W39")
                let what: Comment = "bit \(bit % 8) of byte \(bit / 8), night \(night)"
                if run.exitCode == 0 {
                    #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report, what)
                } else {
                    refused += 1
                    try undisturbed.expectRefused(run, in: root, "runs.sqlite", what)
                }
            }
        }
        #expect(refused >= 30, "\(refused) refused")
    }
}
