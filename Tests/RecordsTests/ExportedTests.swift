import Records
import Testing

/// When a run was told first and last, when it counts, and what an export keeps of what it told.
@Suite struct TellingTests {
    @Test func `an export without runs told none`() {
        let export = telling(at: 5).export
        #expect(export.toldRuns == 0)
        #expect(export.span == nil)
    }

    @Test func `an export says how many runs it told, and from when to when, whatever else comes to be known`() {
        let gap = telling(at: 5, run(0), run(4))
        #expect(gap.export.toldRuns == 2)
        #expect(gap.export.span == moment(0)...moment(4))
        let whole = telling(at: 6, run(0), run(2), run(4), run(6))
        for history in [History(merging: [gap, whole]), History(merging: [whole, gap])] {
            #expect(history.exports == [gap.export, whole.export])
        }
    }

    @Test func `each run of an export is told when that was made`() {
        let told = telling(at: 5, run(0).told(1...9), run(4))
        #expect(told.runs == [run(0).told(5), run(4).told(5)])
    }

    @Test func `a run within the span that an export omits is not told by it`() {
        let gap = telling(at: 5, run(0), run(4))
        let whole = telling(at: 6, run(0), run(2), run(4))
        for history in [History(merging: [gap, whole]), History(merging: [whole, gap])] {
            #expect(history.runs == [run(0).told(5...6), run(2).told(6), run(4).told(5...6)])
        }
    }

    @Test func `another task in the millisecond of the first or the last run is not told`() {
        let told = telling(at: 9, run(1, task: 1), run(3, task: 1))
        let others = telling(at: 10, run(1, task: 0), run(1, task: 2), run(3, task: 0), run(3, task: 2))
        for history in [History(merging: [told, others]), History(merging: [others, told])] {
            #expect(
                history.runs == [
                    run(1, task: 0).told(10), run(1, task: 1).told(9), run(1, task: 2).told(10),
                    run(3, task: 0).told(10), run(3, task: 1).told(9), run(3, task: 2).told(10),
                ])
        }
    }

    @Test(
        arguments: [
            // When it ran by its own clock, when exports told it, and when it counts.
            (5, [6, 9], 5), (5, [5, 9], 5), (5, [4, 9], 4), (5, [9, 4], 4), (5, [3, 4], 3), (5, [2], 2), (5, [8], 5),
        ] as [(Int64, [Int64], Int64)])
    func `a run counts at the earlier of its own time and its first telling`(
        _ at: Int64, _ exports: [Int64], _ counts: Int64
    ) {
        let history = History(merging: exports.map { telling(at: $0, run(at)) })
        #expect(history.runs.map(\.countsAt) == [moment(counts)])
        #expect(history.runs.map(\.at) == [moment(at)], "its own time is what it is known by")
    }

    @Test(arguments: UInt64(300)...380)
    func `a run counts at the earliest of all moments that speak of it`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        for run in History(merging: all).runs {
            let told = all.filter { $0.runs.contains { $0.key == run.key } }.map(\.export.exportedAt)
            #expect(run.countsAt == (told + [run.at]).min())
        }
    }

    @Test func `an export is full where it holds as many entries as its recorder keeps`() {
        func isFull(_ toldRuns: UInt32, _ otherEntries: Int16, limit: UInt32) -> Bool {
            Export(exportedAt: moment(0), historyLimit: limit, toldRuns: toldRuns, otherEntries: otherEntries).isFull
        }
        #expect(isFull(30, 0, limit: 30))
        #expect(!isFull(29, 0, limit: 30))
        #expect(isFull(28, 2, limit: 30))
        #expect(isFull(31, 0, limit: 30))
        // A run that was no entry; and a recorder that keeps nothing has not lost anything either.
        #expect(!isFull(1, -1, limit: 1))
        #expect(!isFull(0, 0, limit: 0))
    }
}
