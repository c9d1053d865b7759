import Records
import Testing

/// When a run was first and last exported, when it counts, and what an export keeps of its runs.
@Suite struct ExportedTests {
    @Test func `an export without runs lists none`() {
        let export = deviceExport(at: 5).export
        #expect(export.runCount == 0)
        #expect(export.span == nil)
    }

    @Test func `an export keeps the number and the span of its own runs`() {
        let gap = deviceExport(at: 5, run(0), run(4))
        #expect(gap.export.runCount == 2)
        #expect(gap.export.span == moment(0)...moment(4))
        let whole = deviceExport(at: 6, run(0), run(2), run(4), run(6))
        for history in [History(merging: [gap, whole]), History(merging: [whole, gap])] {
            #expect(history.exports == [gap.export, whole.export])
        }
    }

    @Test func `each run is exported when its export was made`() {
        let exported = deviceExport(at: 5, run(0).exported(1...9), run(4))
        #expect(exported.runs == [run(0).exported(5), run(4).exported(5)])
    }

    @Test func `an export does not list a run that it omits within its span`() {
        let gap = deviceExport(at: 5, run(0), run(4))
        let whole = deviceExport(at: 6, run(0), run(2), run(4))
        for history in [History(merging: [gap, whole]), History(merging: [whole, gap])] {
            #expect(history.runs == [run(0).exported(5...6), run(2).exported(6), run(4).exported(5...6)])
        }
    }

    @Test func `an export does not list another task in the millisecond of its first or last run`() {
        let exported = deviceExport(at: 9, run(1, task: 1), run(3, task: 1))
        let others = deviceExport(at: 10, run(1, task: 0), run(1, task: 2), run(3, task: 0), run(3, task: 2))
        for history in [History(merging: [exported, others]), History(merging: [others, exported])] {
            #expect(
                history.runs == [
                    run(1, task: 0).exported(10), run(1, task: 1).exported(9), run(1, task: 2).exported(10),
                    run(3, task: 0).exported(10), run(3, task: 1).exported(9), run(3, task: 2).exported(10),
                ])
        }
    }

    @Test(
        arguments: [
            // The run's own time, its exports, and the time at which it counts.
            (5, [6, 9], 5), (5, [5, 9], 5), (5, [4, 9], 4), (5, [9, 4], 4), (5, [3, 4], 3), (5, [2], 2), (5, [8], 5),
        ] as [(Int64, [Int64], Int64)])
    func `a run counts at the earlier of its own time and its first export`(
        _ at: Int64, _ exports: [Int64], _ counts: Int64
    ) {
        let history = History(merging: exports.map { deviceExport(at: $0, run(at)) })
        #expect(history.runs.map(\.countsAt) == [moment(counts)])
        #expect(history.runs.map(\.at) == [moment(at)], "its own time is what it is known by")
    }

    @Test(arguments: UInt64(300)...380)
    func `a run counts at the earliest of its own time and all its exports`(_ seed: UInt64) {
        let all = RandomExports.make(seed: seed)
        for run in History(merging: all).runs {
            let exported = all.filter { $0.runs.contains { $0.key == run.key } }.map(\.export.exportedAt)
            #expect(run.countsAt == (exported + [run.at]).min())
        }
    }

    @Test func `an export is full if it has as many entries as its recorder keeps`() {
        func isFull(_ runCount: UInt32, _ otherEntries: Int16, limit: UInt32) -> Bool {
            Export(exportedAt: moment(0), historyLimit: limit, runCount: runCount, otherEntries: otherEntries).isFull
        }
        #expect(isFull(30, 0, limit: 30))
        #expect(!isFull(29, 0, limit: 30))
        #expect(isFull(28, 2, limit: 30))
        #expect(isFull(31, 0, limit: 30))
        // A run that was no entry; and a recorder that keeps nothing cannot lose anything.
        #expect(!isFull(1, -1, limit: 1))
        #expect(!isFull(0, 0, limit: 0))
    }
}
