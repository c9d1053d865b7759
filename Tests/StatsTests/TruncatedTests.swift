import Records
import Testing

@testable import Stats

/// An export with `historyLimit` entries whose oldest is later than the device's previous export.
@Suite struct TruncatedTests {
    /// The export before the one that may have lost runs.
    private let before = wednesday.advanced(by: -day)

    /// An export with runs an hour apart, the first this many milliseconds after a moment.
    private func full(
        _ runs: Int, from first: Int64, after moment: Instant, at exported: Instant = wednesday, limit: UInt32,
        otherEntries: Int16 = 0
    ) -> History {
        exporting(
            at: exported, (0..<runs).map { run(moment.advanced(by: first + Int64($0) * hour)) },
            limit: limit, otherEntries: otherEntries)
    }

    private func truncated(_ exports: [History], in window: Window = week39) -> Int {
        evidence(of: [merged(exports)], in: window).truncated
    }

    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var runs: Int
        /// Milliseconds from the previous export to the oldest run.
        var first: Int64
        var limit: UInt32
        var otherEntries: Int16
        var count: Int

        init(
            _ testDescription: String, runs: Int, first: Int64, limit: UInt32, otherEntries: Int16 = 0, _ count: Int
        ) {
            self.testDescription = testDescription
            self.runs = runs
            self.first = first
            self.limit = limit
            self.otherEntries = otherEntries
            self.count = count
        }
    }

    static let rows = [
        Row("full, and begins later", runs: 5, first: 1, limit: 5, 1),
        Row("full, and begins at the previous export", runs: 5, first: 0, limit: 5, 0),
        Row("full, and begins before it", runs: 5, first: -1, limit: 5, 0),
        Row("one entry short", runs: 5, first: 1, limit: 6, 0),
        Row("full because of entries without a run", runs: 3, first: 1, limit: 5, otherEntries: 2, 1),
        Row("not full even with them", runs: 3, first: 1, limit: 5, otherEntries: 1, 0),
        Row("a recorder that keeps one", runs: 1, first: hour, limit: 1, 1),
        Row("thirty entries without a historyLimit", runs: 20, first: hour, limit: 30, otherEntries: 10, 1),
        Row("a run that is not an entry", runs: 5, first: 1, limit: 5, otherEntries: -1, 0),
        Row("an empty history", runs: 0, first: 0, limit: 30, 0),
        Row(
            "no readable run: the oldest is unknown", runs: 0, first: 0, limit: 2,
            otherEntries: 2,
            0),
    ]

    @Test(arguments: rows)
    func `a full export that begins after the previous one`(_ row: Row) {
        let exports = [
            exporting(at: before),
            full(row.runs, from: row.first, after: before, limit: row.limit, otherEntries: row.otherEntries),
        ]
        #expect(truncated(exports) == row.count)
        #expect(truncated(exports.reversed()) == row.count)
    }

    @Test func `a device's first export has no previous one`() {
        #expect(truncated([full(5, from: 1, after: before, limit: 5)]) == 0)
    }

    @Test func `the previous export may be before the window`() {
        let long = monday.advanced(by: -20 * day)
        #expect(truncated([exporting(at: long), full(2, from: 1, after: long, limit: 2)]) == 1)
        #expect(truncated([exporting(at: long), full(2, from: 0, after: long, limit: 2)]) == 0)
    }

    @Test func `the previous export is the latest one before`() {
        // Compared with the export two days before it would be truncated; with the one a day before it is not.
        let exports = [
            exporting(at: before.advanced(by: -day)), exporting(at: before),
            full(4, from: -hour, after: before, limit: 4),
        ]
        #expect(truncated(exports) == 0)
        #expect(truncated([exports[0], exports[2]]) == 1)
    }

    @Test func `an export at the same moment is not a previous one`() {
        #expect(truncated([exporting(at: wednesday), full(2, from: 1, after: before, limit: 2)]) == 0)
    }

    @Test func `of several exports at the same moment, one that goes back far enough is sufficient`() {
        let first = exporting(at: before)
        let gap = full(2, from: 1, after: before, limit: 2)
        // Another that begins as late, one that begins before, and one that is not full.
        let late = full(3, from: 2, after: before, limit: 3)
        let early = full(3, from: -1, after: before, limit: 3)
        let roomy = full(3, from: 2, after: before, limit: 9)
        for (other, count) in [(late, 1), (early, 0), (roomy, 0)] {
            #expect(truncated([first, gap, other]) == count)
            #expect(truncated([other, gap, first]) == count)
        }
    }

    @Test func `only exports in the window count`() {
        let weekBefore = monday.advanced(by: -2 * day)
        let exports = [
            exporting(at: weekBefore.advanced(by: -day)),
            full(2, from: 1, after: weekBefore.advanced(by: -day), at: weekBefore, limit: 2),
            exporting(at: wednesday),
            full(2, from: 1, after: wednesday, at: wednesday.advanced(by: 8 * hour), limit: 2),
        ]
        #expect(truncated(exports) == 1)
        // With and without the export at Wednesday noon.
        #expect(truncated(exports, in: thisWeek(upTo: wednesday.advanced(by: 1))) == 0)
        #expect(truncated(exports, in: week39.baseline) == 1)
    }

    @Test func `each truncated export in a week counts, and they add up over devices`() {
        func device(_ exports: Int) -> History {
            merged(
                [exporting(at: monday.advanced(by: -hour))]
                    + (0..<exports).map { number in
                        let at = monday.advanced(by: Int64(number) * day + 12 * hour)
                        return exporting(at: at, [run(at)], limit: 1)
                    })
        }
        #expect(evidence(of: [device(4)]).truncated == 4)
        #expect(evidence(of: [device(4), device(1), device(0)]).truncated == 5)
    }
}
