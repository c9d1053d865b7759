import Records
import Store
import TestSupport
import Testing

/// Rows that this program did not write so: an error, never a trap, and never figures out of them.
///
/// Each damage is done twice: as it is, which the sums tell, and with the sums put right for it (``DefinedSums/seal(_:)``),
/// so that whoever reads the row has to tell by itself.
@Suite struct DamagedRowsTests {
    /// A store with one device that has one run, and one export which left out a run.
    private func filled() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let runs = (Int64(0)..<3).map { Run(at: monday.advanced(by: $0)) }
        _ = try store.write(
            gather([telling(device("a"), content: 1, at: monday.advanced(by: hour), [runs[0], runs[2]])]))
        _ = try store.write(gather([telling(device("a"), content: 2, at: monday.advanced(by: hour), [runs[1]])]))
        return folder
    }

    private func damage(_ folder: TemporaryFolder, _ sql: String, isSealed: Bool) throws {
        try execute(sql, in: folder.storePath)
        if isSealed { try DefinedSums.seal(folder.storePath) }
    }

    /// What comes in place of the run's 24 bytes and the exports' 8 + 64 a piece + 12 a run left out.
    static let damages = [
        "runs = x'00'", "runs = substr(runs, 1, length(runs) - 1)", "runs = runs || x'00'",
        // An outcome and a power that there is not: bytes 22 and 23 of a run.
        "runs = CAST(substr(runs, 1, 22) || x'08' || substr(runs, 24) AS BLOB)",
        "runs = CAST(substr(runs, 1, 23) || x'03' || substr(runs, 25) AS BLOB)",
        "runs = CAST(zeroblob(22) || x'FFFF' AS BLOB)", "runs = 'no blob'", "runs = 7",
        "runs = CAST('no run' AS BLOB)",
        "exports = x'01'", "exports = x'0100000000000000'", "exports = x'FFFFFFFFFFFFFFFF'",
        "exports = x'FFFFFFFFFFFFFF7F'", "exports = CAST(x'FFFFFFFFFFFFFFFF' || zeroblob(640) AS BLOB)",
        "exports = substr(exports, 1, length(exports) - 1)", "exports = exports || x'00'",
        "exports = CAST(x'0100000000000000' || substr(exports, 9) AS BLOB)",
        "exports = CAST(x'0300000000000000' || substr(exports, 9) AS BLOB)",
        // Four thousand million runs left out, where there is one.
        "exports = CAST(substr(exports, 1, 64) || x'FFFFFFFF' || substr(exports, 69) AS BLOB)",
        // A span that ends before it begins: bytes 24 … 40 of an export.
        "exports = CAST(substr(exports, 1, 32) || x'0200000000000000' || x'0100000000000000' || substr(exports, 49) AS BLOB)",
    ]

    @Test(arguments: damages, [false, true])
    func `a damaged history is an error`(_ change: String, isSealed: Bool) throws {
        let folder = try filled()
        try damage(folder, "UPDATE histories SET \(change)", isSealed: isSealed)
        let store = try folder.store()
        #expect {
            try store.allHistories()
        } throws: {
            isDamaged($0)
        }
    }

    @Test(arguments: damages, [false, true])
    func `merging into a damaged history is an error, and leaves it as it was`(
        _ change: String, isSealed: Bool
    ) throws {
        let folder = try filled()
        try damage(folder, "UPDATE histories SET \(change)", isSealed: isSealed)
        let store = try folder.store()
        let more = gather([telling(device("a"), content: 3, at: monday.advanced(by: 2 * hour), [Run(at: monday)])])
        #expect {
            try store.transaction { try store.merge(more) }
        } throws: {
            isDamaged($0)
        }
        #expect {
            try store.allHistories()
        } throws: {
            isDamaged($0)
        }
    }

    @Test func `the rows are whole before they are damaged`() throws {
        let folder = try filled()
        try DefinedSums.seal(folder.storePath)
        let history = try #require(try folder.store().allHistories().values.first)
        #expect(history.runs.count == 3)
        #expect(history.exports.map(\.untold.count).sorted() == [0, 1])
    }

    @Test func `the lowest bucket code in two exports of one moment is merged like any other`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            for content in UInt32(1)...2 {
                let export = Export(
                    exportedAt: monday, content: ContentID(rawValue: content), bucket: Bucket(rawValue: .min))
                _ = try folder.store().write([device("a"): History(export, telling: [])])
            }
            try #require(try folder.store().allHistories().values.first?.exports.count == 2)
        }
    }

    @Test(arguments: [
        "UPDATE moments SET moments = x'0102030405', hash = 0", "UPDATE remarks SET kind = 'another'",
        "UPDATE contents SET id = -1", "UPDATE paths SET content = -1", "UPDATE contents SET exports = 'many'",
    ])
    func `odd rows about files do not bring the program down`(_ sql: String) throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        var ledger = Ledger()
        ledger.moments = (Int64(0)..<3).map { monday.advanced(by: $0) }
        ledger.note(Remark(.refused, "no time"), at: "entry 1")
        try store.transaction {
            try store.add(
                ContentID(rawValue: 1), name: [1], hash: [2], size: 3, nameDate: nil, isChanged: false, ledger)
            try store.setPath([1], StoredPath(size: 3, modified: 4, content: ContentID(rawValue: 1)))
        }
        try damage(folder, sql, isSealed: false)
        #expect {
            try folder.store()
        } throws: {
            isDamaged($0)
        }
        try DefinedSums.seal(folder.storePath)
        let reopened = try folder.store()
        #expect(try reopened.contents().count == 1)
        #expect(try reopened.paths().count == 1)
        #expect(try reopened.moments(of: ContentID(rawValue: 1)).count <= 3)
        #expect(try reopened.remarks(of: ContentID(rawValue: 1)).count <= 1)
    }
}
