import Records
import TestSupport
import Testing

/// Merging has a short way for the everyday case, an export that repeats the end of what is known and goes on. It gives
/// what the definitions say there, and just beside it.
@Suite struct NextExportTests {
    private func check(_ all: [DeviceExport], sourceLocation: SourceLocation = #_sourceLocation) {
        let faults = Reference(tellings: all).faults(in: History(merging: all))
        #expect(faults == [], sourceLocation: sourceLocation)
    }

    @Test func `the next day's export repeats the end and goes on`() {
        let all = [
            telling(at: 5, run(0), run(1), run(2)), telling(at: 6, run(1), run(2), run(5)),
            telling(at: 9, run(2), run(5), run(8)),
        ]
        check(all)
        var history = History()
        #expect(all.map { history.merge(History($0)) } == [true, true, true])
        #expect(
            history.runs == [
                run(0).told(5), run(1).told(5...6), run(2).told(5...9), run(5).told(6...9), run(8).told(9),
            ])
        #expect(history.exports.map(\.toldRuns) == [3, 3, 3])
        #expect(history.exports.map(\.span) == [moment(0)...moment(2), moment(1)...moment(5), moment(2)...moment(8)])
        #expect(history.conflicts.isEmpty)
    }

    @Test func `an export that starts behind all that is known leaves a gap and goes on`() {
        check([telling(at: 5, run(0), run(1)), telling(at: 9, run(7), run(8))])
    }

    @Test func `an export that reaches further back than what is known`() {
        check([telling(at: 5, run(3), run(4)), telling(at: 9, run(0), run(3), run(4), run(8))])
        check([telling(at: 5, run(3), run(4)), telling(at: 6, run(0), run(1))])
    }

    @Test func `an export that begins with a later task of a millisecond`() {
        // Both tasks ran at 1; the second export begins with task 2 of that millisecond and did not tell task 1.
        let all = [telling(at: 5, run(1, task: 1), run(1, task: 2)), telling(at: 9, run(1, task: 2), run(8, task: 1))]
        check(all)
        #expect(
            History(merging: all).runs == [
                run(1, task: 1).told(5), run(1, task: 2).told(5...9), run(8, task: 1).told(9),
            ])
    }

    @Test func `another task in the last known millisecond is a run of its own`() {
        let all = [
            telling(at: 5, run(0), run(1, task: 1)), telling(at: 9, run(0), run(1, task: 1), run(1, task: 2)),
        ]
        check(all)
        #expect(History(merging: all).runs.last == run(1, task: 2).told(9))
    }

    @Test func `an export that repeats the end differently is a conflict`() {
        let all = [telling(at: 5, run(0), run(1)), telling(at: 9, run(1, .failed), run(8))]
        check(all)
        #expect(History(merging: all).conflicts == [key(1)])
    }

    @Test func `an export that leaves out the last known run`() {
        check([
            telling(at: 5, run(0), run(1), run(2)), telling(at: 6, run(0), run(1)), telling(at: 9, run(1), run(8)),
        ])
    }

    @Test func `an export without runs is kept as an export`() {
        let all = [telling(at: 5), telling(at: 6, run(0)), telling(at: 7)]
        check(all)
        #expect(History(merging: all).exports.count == 3)
    }

    @Test func `the same export read twice is one`() {
        let told = telling(at: 5, run(0), run(2))
        let between = telling(at: 6, run(1))
        var history = History(merging: [told, between])
        let before = history
        let isChanged = history.merge(History(told))
        #expect(!isChanged)
        #expect(history == before)
    }

    @Test func `a device that records nothing new says so again, and only its export is new`() {
        var history = History(telling(at: 5, run(0), run(1)))
        let isChanged = history.merge(History(telling(at: 9, run(0), run(1))))
        #expect(isChanged)
        #expect(history.runs == [run(0).told(5...9), run(1).told(5...9)])
        #expect(history.exports.count == 2)
    }

    @Test func `removing all leaves an empty history`() {
        var history = History(merging: [telling(at: 5, run(0, .failed)), telling(at: 5, run(0))])
        history.removeAll()
        #expect(history == History())
    }

    @Test(arguments: UInt64(400)...480)
    func `one after the other, in any order, is what the definitions say`(_ seed: UInt64) {
        var all = RandomTellings.make(seed: seed)
        check(all)
        check(all.reversed())
        all.sort { $0.export.exportedAt < $1.export.exportedAt }
        check(all)
    }

    @Test(arguments: UInt64(400)...420)
    func `each is news where its export, a run, a telling or another value is`(_ seed: UInt64) {
        var history = History()
        var seen: [DeviceExport] = []
        for told in RandomTellings.make(seed: seed) {
            let isNews = history.merge(History(told))
            let before = Reference(tellings: seen)
            seen.append(told)
            #expect(isNews == !before.faults(in: History(merging: seen)).isEmpty)
        }
    }
}
