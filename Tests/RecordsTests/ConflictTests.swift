import Records
import Testing

/// Exports that give a run different values make one conflict.
@Suite struct ConflictTests {
    @Test func `exports with the same values do not conflict`() {
        let all = [deviceExport(at: 5, run(0), run(1)), deviceExport(at: 6, run(0), run(1), run(2))]
        #expect(History(merging: all).conflicts.isEmpty)
    }

    @Test(arguments: [
        run(0, .failed), run(0, .unknown), run(0, bucket: 10), run(0, lowPower: false), run(0, scheduled: -1),
    ])
    func `a difference in any one value is a conflict`(_ other: Run) {
        for moments in [(Int64(5), Int64(6)), (6, 5), (5, 5)] {
            let all = [deviceExport(at: moments.0, run(0)), deviceExport(at: moments.1, other)]
            #expect(History(merging: all).conflicts == [key(0)])
        }
    }

    @Test func `a run exported with four values is one conflict`() {
        let outcomes: [Outcome] = [.success, .failed, .expired, .unknown]
        let all = outcomes.map { deviceExport(at: 5, run(0, $0)) }
        #expect(History(merging: all).conflicts == [key(0)])
        #expect(History(merging: all.reversed()).conflicts == [key(0)])
    }

    @Test func `exports that differ conflict even if a later one agrees with one of them`() {
        let a = deviceExport(at: 5, run(0, .success))
        let b = deviceExport(at: 6, run(0, .failed))
        let c = deviceExport(at: 7, run(0, .success))
        for order in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
            #expect(History(merging: order).conflicts == [key(0)])
            #expect(History(merging: order).runs == [run(0, .success).exported(5...7, conflict: true)])
        }
    }

    @Test func `two tasks at the same moment are two runs without conflict`() {
        let history = History(
            merging: [deviceExport(at: 5, run(0, task: 1, .success)), deviceExport(at: 6, run(0, task: 2, .failed))])
        #expect(history.runs.map(\.key) == [key(0, task: 1), key(0, task: 2)])
        #expect(history.conflicts.isEmpty)
    }

    @Test func `a conflict within one export is kept however often it is merged`() {
        var contested = run(0, .failed)
        contested.hasConflict = true
        let exported = deviceExport(at: 5, contested, run(1))
        let same = deviceExport(at: 6, run(0, .failed))
        let other = deviceExport(at: 6, run(0, .success))
        for order in [
            [exported], [exported, exported], [exported, same], [same, exported], [exported, other], [other, exported],
        ] {
            #expect(History(merging: order).conflicts == [key(0)])
        }
    }

    @Test(arguments: UInt64(200)...260)
    func `conflicts are those of all exports compared with each other`(_ seed: UInt64) {
        let all = RandomExports.make(seed: seed)
        let reference = Reference(deviceExports: all)
        let expected = reference.keys.filter { reference.known($0).first?.hasConflict == true }
        for history in [History(merging: all), History(merging: all.reversed())] {
            #expect(history.conflicts == expected)
        }
    }
}
