import Records
import Testing

/// A run that was told in more than one way is one conflict.
@Suite struct ConflictTests {
    @Test func `exports that say the same are no conflict`() {
        let all = [telling(at: 5, run(0), run(1)), telling(at: 6, run(0), run(1), run(2))]
        #expect(History(merging: all).conflicts.isEmpty)
    }

    @Test(arguments: [
        run(0, .failed), run(0, .unknown), run(0, bucket: 10), run(0, lowPower: false), run(0, scheduled: -1),
    ])
    func `a difference in any one value is a conflict`(_ other: Run) {
        for moments in [(Int64(5), Int64(6)), (6, 5), (5, 5)] {
            let all = [telling(at: moments.0, run(0)), telling(at: moments.1, other)]
            #expect(History(merging: all).conflicts == [key(0)])
        }
    }

    @Test func `a run told in four ways is one conflict`() {
        let outcomes: [Outcome] = [.success, .failed, .expired, .unknown]
        let all = outcomes.map { telling(at: 5, run(0, $0)) }
        #expect(History(merging: all).conflicts == [key(0)])
        #expect(History(merging: all.reversed()).conflicts == [key(0)])
    }

    @Test func `two that differ are a conflict even where a later export agrees with one of them`() {
        let a = telling(at: 5, run(0, .success))
        let b = telling(at: 6, run(0, .failed))
        let c = telling(at: 7, run(0, .success))
        for order in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            #expect(History(merging: order).conflicts == [key(0)])
            #expect(History(merging: order).runs == [run(0, .success).told(5...7, contested: true)])
        }
    }

    @Test func `the same moment of two tasks is two runs and no conflict`() {
        let history = History(
            merging: [telling(at: 5, run(0, task: 1, .success)), telling(at: 6, run(0, task: 2, .failed))])
        #expect(history.runs.map(\.key) == [key(0, task: 1), key(0, task: 2)])
        #expect(history.conflicts.isEmpty)
    }

    @Test func `what one export contradicts in itself is kept, however often it comes`() {
        var contested = run(0, .failed)
        contested.isContested = true
        let told = telling(at: 5, contested, run(1))
        let same = telling(at: 6, run(0, .failed))
        let other = telling(at: 6, run(0, .success))
        for order in [[told], [told, told], [told, same], [same, told], [told, other], [other, told]] {
            #expect(History(merging: order).conflicts == [key(0)])
        }
    }

    @Test(arguments: UInt64(200)...260)
    func `conflicts are those of all tellings compared with each other`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        let reference = Reference(tellings: all)
        let expected = reference.keys.filter { reference.known($0).first?.isContested == true }
        for history in [History(merging: all), History(merging: all.reversed())] {
            #expect(history.conflicts == expected)
        }
    }
}
