import Records
import Testing

/// A run that any two exports tell differently is one conflict.
@Suite struct ConflictTests {
    @Test func `exports that say the same are no conflict`() {
        let all = [telling(content: 1, at: 5, run(0), run(1)), telling(content: 2, at: 6, run(0), run(1), run(2))]
        #expect(History(merging: all).conflicts.isEmpty)
    }

    @Test(arguments: [
        run(0, .failed), run(0, .unknown), run(0, bucket: 10), run(0, lowPower: false), run(0, scheduled: -1),
    ])
    func `a difference in any one value is a conflict`(_ other: Run) {
        let all = [telling(content: 1, at: 5, run(0)), telling(content: 2, at: 6, other)]
        #expect(History(merging: all).conflicts == [key(0)])
        #expect(History(adding: all).conflicts == [key(0)])
    }

    @Test func `a run told in four ways is one conflict`() {
        let outcomes: [Outcome] = [.success, .failed, .expired, .unknown]
        let all = outcomes.enumerated().map { telling(content: UInt32($0.offset), at: 5, run(0, $0.element)) }
        #expect(History(merging: all).conflicts == [key(0)])
        #expect(History(merging: all.reversed()).conflicts == [key(0)])
    }

    @Test func `two that differ are a conflict even where a later export agrees with one of them`() {
        let a = telling(content: 1, at: 5, run(0, .success))
        let b = telling(content: 2, at: 6, run(0, .failed))
        let c = telling(content: 3, at: 7, run(0, .success))
        for order in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            #expect(History(merging: order).conflicts == [key(0)])
            #expect(History(merging: order).runs == [run(0, .success)])
        }
    }

    @Test func `the same moment of two tasks is two runs and no conflict`() {
        let history = History(
            merging: [
                telling(content: 1, at: 5, run(0, task: 1, .success)),
                telling(content: 2, at: 6, run(0, task: 2, .failed)),
            ])
        #expect(history.runs.map(\.key) == [key(0, task: 1), key(0, task: 2)])
        #expect(history.conflicts.isEmpty)
    }

    @Test func `what one export contradicts in itself is kept once, however often it comes`() {
        var told = telling(content: 1, at: 5, run(0, .failed), run(1))
        told.contradictions = [key(0)]
        let other = telling(content: 2, at: 6, run(0, .success))
        #expect(History(adding: [told]).conflicts == [key(0)])
        #expect(History(adding: [told, told]).conflicts == [key(0)])
        #expect(History(adding: [told, other]).conflicts == [key(0)])
        #expect(History(adding: [other, told]).conflicts == [key(0)])
    }

    @Test(arguments: UInt64(200)...260)
    func `conflicts are those of all tellings compared with each other`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        let expected = Reference(tellings: all).conflicts
        for history in [History(merging: all), History(merging: all.reversed()), History(adding: all)] {
            #expect(Set(history.conflicts) == expected)
            #expect(history.conflicts.count == expected.count, "one conflict a run")
        }
    }
}
