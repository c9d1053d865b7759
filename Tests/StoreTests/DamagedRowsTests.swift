import Records
import Store
import TestSupport
import Testing

/// Rows that this program cannot have written: an error, never a trap, and never wrong figures.
///
/// Each damage is done twice: as it is, for hashes and sums to detect, and with these corrected
/// (``DefinedSums/seal(_:)``), for the reader of the row to detect.
@Suite struct DamagedRowsTests {
    /// A store with one device that has three runs, the first with a conflict, and two exports.
    private func filled() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let runs = (Int64(0)..<3).map { Run(at: monday.advanced(by: $0), outcome: .failed) }
        let first = Run(at: monday, outcome: .success)
        try folder.store().write([deviceExport(device("a"), at: monday.advanced(by: 2 * hour), runs)])
        try folder.store().write([deviceExport(device("a"), at: monday.advanced(by: hour), [first])])
        return folder
    }

    private func damage(_ folder: TemporaryFolder, _ sql: String, isSealed: Bool) throws {
        try execute(sql, in: folder.storePath)
        if isSealed { try DefinedSums.seal(folder.storePath) }
    }

    /// Replaces bytes of the history from a position, counted from 1.
    private static func bytes(_ place: Int, _ digits: String) -> String {
        let (before, after) = (place - 1, place + digits.utf8.count / 2)
        return "history = CAST(substr(history, 1, \(before)) || x'\(digits)' || substr(history, \(after)) AS BLOB)"
    }

    /// A head of 5 bytes, the version and the number of runs; then 3 runs of 27 bytes and 2 exports of 62, each
    /// beginning with times of 5 bytes: of a run at, scheduled, first and last exported; of an export exported,
    /// scheduled, installed, and the first and the last run.
    static let damages = [
        "history = x''", "history = x'01'", "history = 'no blob'", "history = 7",
        "history = zeroblob(5)", "history = CAST(x'02FFFFFFFF' || substr(history, 6) AS BLOB)",
        "history = substr(history, 1, length(history) - 1)", "history = CAST(history || x'00' AS BLOB)",
        "history = substr(history, 1, 5 + 2 * 27)",
        // Another version, and numbers of runs that are too small, too large, and far too large.
        bytes(1, "00"), bytes(1, "03"), bytes(2, "02"), bytes(2, "04"), bytes(2, "FFFFFFFF"), bytes(2, "00000080"),
        // Each of a run's times too late, and a last export before the first.
        bytes(6, "FEFFFFFFFF"), bytes(11, "FEFFFFFFFF"), bytes(16, "FEFFFFFFFF"), bytes(21, "FEFFFFFFFF"),
        bytes(6, "FFFFFFFFFF"), bytes(21, "0000000000"),
        // An unknown outcome and power, and an unused bit.
        bytes(32, "08"), bytes(32, "0F"), bytes(32, "31"), bytes(32, "A1"),
        // The second run at the first's time, and before it.
        "history = CAST(substr(history, 1, 32) || substr(history, 6, 27) || substr(history, 60) AS BLOB)",
        bytes(33, "0000000000"),
        // Each of an export's times too late, and a span that ends before it begins.
        bytes(87, "FEFFFFFFFF"), bytes(92, "FEFFFFFFFF"), bytes(97, "FEFFFFFFFF"), bytes(102, "FEFFFFFFFF"),
        bytes(107, "FEFFFFFFFF"), bytes(87, "FFFFFFFFFF"), bytes(107, "0000000000"),
        // The second export equal to the first, and before it.
        "history = CAST(substr(history, 1, 148) || substr(history, 87, 62) AS BLOB)", bytes(149, "0000000000"),
        // The median run before the first, after the last, and unknown although there is one.
        bytes(132, "0000000000"), bytes(132, "FEFFFFFFFF"), bytes(132, "FFFFFFFFFF"),
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
    func `merging into a damaged history is an error and does not change it`(
        _ change: String, isSealed: Bool
    ) throws {
        let folder = try filled()
        try damage(folder, "UPDATE histories SET \(change)", isSealed: isSealed)
        let store = try folder.store()
        let more = gather([deviceExport(device("a"), at: monday.advanced(by: 3 * hour), [Run(at: monday)])])
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

    @Test(arguments: damages)
    func `a damaged history is an error when only its device is read`(_ change: String) throws {
        let folder = try filled()
        try damage(folder, "UPDATE histories SET \(change)", isSealed: true)
        #expect {
            try folder.store().history(of: 1)
        } throws: {
            isDamaged($0)
        }
    }

    @Test func `the rows are whole before they are damaged`() throws {
        let folder = try filled()
        try DefinedSums.seal(folder.storePath)
        let database = try RawDatabase(folder.storePath)
        #expect(try database.number("SELECT length(history) FROM histories") == 5 + 3 * 27 + 2 * 62)
        let history = try #require(try folder.store().allHistories().values.first)
        #expect(history.runs.map(\.hasConflict) == [true, false, false])
        #expect(history.exports.count == 2)
        // The replacement has the same length.
        try execute("UPDATE histories SET \(Self.bytes(32, "53"))", in: folder.storePath)
        try DefinedSums.seal(folder.storePath)
        #expect(try folder.store().allHistories().values.first?.runs.first?.outcome == .failed)
        #expect(try folder.store().allHistories().values.first?.runs.first?.lowPower == true)
    }

    @Test func `the lowest bucket code in two exports of the same moment is merged like any other`() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            for limit in UInt32(1)...2 {
                let export = Export(exportedAt: monday, bucket: Bucket(rawValue: .min), historyLimit: limit)
                try folder.store().write([DeviceExport(device: device("a"), export: export, runs: [])])
            }
            try #require(try folder.store().allHistories().values.first?.exports.count == 2)
        }
    }

    @Test(arguments: [
        "UPDATE remarks SET kind = 'another'", "UPDATE remarks SET count = 'many', places = 7",
        "UPDATE contents SET id = -id",
        "UPDATE contents SET exports = 'many'", "UPDATE contents SET first_moment = NULL",
        "UPDATE contents SET first_moment = -9223372036854775808, last_moment = 9223372036854775807",
        "UPDATE contents SET name_date = x'FF', name = 7", "UPDATE files SET content = -1",
        "UPDATE files SET size = 'large'",
        "UPDATE files SET refusal = x'FF', detail = NULL", "DELETE FROM contents",
        "UPDATE devices SET app = -1, name = id",
        "UPDATE app_tasks SET app = -app", "UPDATE settings SET value = x'FF'",
    ])
    func `unexpected rows in other tables do not crash the program`(_ sql: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(try FilledStore.bytes.get(), to: "runs.sqlite")
        try damage(folder, sql, isSealed: false)
        let whole = try FilledStore.reading.get().watched
        if let reading = try StoreReading.unlessRefused(folder.storePath) { #expect(reading.watched == whole) }
        _ = try? folder.store().faults()
    }
}
