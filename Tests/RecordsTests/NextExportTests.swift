import Records
import TestSupport
import Testing

/// Adding an export, which has a short way for the everyday case, gives what merging it gives.
@Suite struct AddingTests {
    private func check(_ all: [DeviceExport], sourceLocation: SourceLocation = #_sourceLocation) {
        let added = History(adding: all)
        let merged = History(merging: all)
        #expect(lineDifference(from: merged.lines, to: added.lines) == nil, sourceLocation: sourceLocation)
    }

    @Test func `the next day's export repeats the end and goes on`() {
        let all = [
            telling(content: 1, at: 5, run(0), run(1), run(2)), telling(content: 2, at: 6, run(1), run(2), run(5)),
            telling(content: 3, at: 9, run(2), run(5), run(8)),
        ]
        check(all)
        var history = History()
        #expect(all.map { history.add($0) } == [3, 1, 1])
        #expect(history.runs == [run(0), run(1), run(2), run(5), run(8)])
        #expect(history.exports.map(\.toldRuns) == [3, 3, 3])
        #expect(history.exports.map(\.span) == [moment(0)...moment(2), moment(1)...moment(5), moment(2)...moment(8)])
        #expect(history.conflicts.isEmpty)
    }

    @Test func `an export that starts behind all that is known leaves a gap and goes on`() {
        check([telling(content: 1, at: 5, run(0), run(1)), telling(content: 2, at: 9, run(7), run(8))])
    }

    @Test func `an export that reaches further back than what is known`() {
        check([telling(content: 1, at: 5, run(3), run(4)), telling(content: 2, at: 9, run(0), run(3), run(4), run(8))])
        check([telling(content: 1, at: 5, run(3), run(4)), telling(content: 2, at: 6, run(0), run(1))])
    }

    @Test func `an export that begins with a later task of a millisecond omitted the earlier ones`() {
        // Both tasks ran at 1; the second export begins with task 2 of that millisecond and did not tell task 1.
        let all = [
            telling(content: 1, at: 5, run(1, task: 1), run(1, task: 2)),
            telling(content: 2, at: 9, run(1, task: 2), run(8, task: 1)),
        ]
        check(all)
        let last = History(adding: all).exports.last
        #expect(last?.told(key(1, task: 1)) == false)
        #expect(last?.told(key(1, task: 2)) == true)
    }

    @Test func `another task in the last known millisecond is in nobody else's export`() {
        let all = [
            telling(content: 1, at: 5, run(0), run(1, task: 1)),
            telling(content: 2, at: 9, run(0), run(1, task: 1), run(1, task: 2)),
        ]
        check(all)
        #expect(History(adding: all).exports.first?.told(key(1, task: 2)) == false)
    }

    @Test func `an export that repeats the end differently is a conflict`() {
        let all = [telling(content: 1, at: 5, run(0), run(1)), telling(content: 2, at: 9, run(1, .failed), run(8))]
        check(all)
        #expect(History(adding: all).conflicts == [key(1)])
    }

    @Test func `an export that leaves out the last known run`() {
        check([
            telling(content: 1, at: 5, run(0), run(1), run(2)), telling(content: 2, at: 6, run(0), run(1)),
            telling(content: 3, at: 9, run(1), run(8)),
        ])
    }

    @Test func `an export without runs is kept as an export`() {
        let all = [telling(content: 1, at: 5), telling(content: 2, at: 6, run(0)), telling(content: 3, at: 7)]
        check(all)
        #expect(History(adding: all).exports.count == 3)
    }

    @Test func `the same export read twice is one`() {
        let told = telling(content: 1, at: 5, run(0), run(2))
        let between = telling(content: 2, at: 6, run(1))
        var history = History(adding: [told, between])
        let before = history
        #expect(history.add(told) == 0)
        #expect(history == before)
    }

    @Test func `removing all leaves an empty history`() {
        var history = History(adding: [telling(content: 1, at: 5, run(0, .failed)), telling(content: 2, at: 5, run(0))])
        history.removeAll()
        #expect(history == History())
    }

    @Test(arguments: UInt64(400)...480)
    func `adding is merging, in any order`(_ seed: UInt64) {
        var all = RandomTellings.make(seed: seed)
        check(all)
        check(all.reversed())
        all.sort { $0.export.exportedAt < $1.export.exportedAt }
        check(all)
    }

    @Test(arguments: UInt64(400)...420)
    func `adding says how many runs it added`(_ seed: UInt64) {
        var history = History()
        var known: Set<RunKey> = []
        for told in RandomTellings.make(seed: seed) {
            let new = Set(told.runs.map(\.key)).subtracting(known)
            known.formUnion(new)
            #expect(history.add(told) == new.count)
        }
    }
}
