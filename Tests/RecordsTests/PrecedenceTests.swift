import Records
import Testing

/// Which values of a run are used if exports differ.
@Suite struct PrecedenceTests {
    struct Pair: CustomTestStringConvertible {
        var stands: Run
        var falls: Run
        var why: String
        var testDescription: String { why }
    }

    // At the same moment, in the order of the definitions.
    static let equalMoments = [
        Pair(stands: run(0, .failed), falls: run(0, .success), why: "not successful over successful"),
        Pair(stands: run(0, .notSuccessful), falls: run(0, .unknown), why: "not successful over unknown"),
        Pair(stands: run(0, .unknown), falls: run(0, .success), why: "unknown over successful"),
        Pair(stands: run(0, .expired), falls: run(0, .unknown), why: "expired is not successful"),
        Pair(stands: run(0, .skipped), falls: run(0, .success), why: "skipped is not successful"),
        Pair(stands: run(0, .retry), falls: run(0, .success), why: "retry is not successful"),
        Pair(stands: run(0, .killed), falls: run(0, .unknown), why: "killed is not successful"),
        Pair(
            stands: run(0, .failed, bucket: 50, lowPower: false), falls: run(0, .success, bucket: 5, lowPower: true),
            why: "success decides before the bucket"),
        Pair(
            stands: run(0, bucket: 10, lowPower: false), falls: run(0, bucket: 40, lowPower: true),
            why: "the bucket decides before low power"),
        Pair(stands: run(0, bucket: 5), falls: run(0, bucket: 10), why: "the smaller bucket"),
        Pair(stands: run(0, bucket: -1), falls: run(0, bucket: 5), why: "a bucket below zero is smaller"),
        Pair(stands: run(0, lowPower: true), falls: run(0, lowPower: false), why: "low power over normal"),
    ]

    @Test(arguments: equalMoments)
    func `of runs exported at the same moment the value decides, not the order`(_ pair: Pair) {
        let a = deviceExport(at: 5, pair.stands)
        let b = deviceExport(at: 5, pair.falls)
        #expect(History(merging: [a, b]).runs == [pair.stands.exported(5, conflict: true)])
        #expect(History(merging: [b, a]).runs == [pair.stands.exported(5, conflict: true)])
    }

    @Test(arguments: equalMoments)
    func `the values of the later export are used, whatever they are`(_ pair: Pair) {
        for (last, first) in [(pair.stands, pair.falls), (pair.falls, pair.stands)] {
            let earlier = deviceExport(at: 5, first)
            let later = deviceExport(at: 6, last)
            #expect(History(merging: [earlier, later]).runs == [last.exported(5...6, conflict: true)])
            #expect(History(merging: [later, earlier]).runs == [last.exported(5...6, conflict: true)])
        }
    }

    @Test func `an older export that is read last does not change the run`() {
        let old = deviceExport(at: 3, run(0, .success))
        let middle = deviceExport(at: 4, run(0, .failed))
        let new = deviceExport(at: 5, run(0, .success))
        for order in [[old, new, middle], [new, middle, old], [middle, new, old], [new, old, middle]] {
            #expect(History(merging: order).runs == [run(0, .success).exported(3...5, conflict: true)])
        }
    }

    @Test func `a run that is exported again was last exported then`() {
        // 4 says failed, 3 and 5 say success: success is used because of 5, not because of 3.
        let history = History(deviceExport(at: 3, run(0, .success))).merged(
            with: History(deviceExport(at: 5, run(0, .success))))
        let failed = History(deviceExport(at: 4, run(0, .failed)))
        #expect(history.merged(with: failed).runs == [run(0, .success).exported(3...5, conflict: true)])
        #expect(failed.merged(with: history).runs == [run(0, .success).exported(3...5, conflict: true)])
    }

    @Test func `a later export that omits a run does not decide its values`() {
        // The last export spans 0 … 2 but omits 1; of the others, the one at 6 is the last.
        let first = deviceExport(at: 5, run(0), run(1, .success), run(2))
        let second = deviceExport(at: 6, run(1, .expired))
        let omits = deviceExport(at: 9, run(0), run(2))
        for order in [
            [first, omits, second], [omits, first, second], [second, omits, first], [omits, second, first],
        ] {
            #expect(
                History(merging: order).runs == [
                    run(0).exported(5...9), run(1, .expired).exported(5...6, conflict: true), run(2).exported(5...9),
                ])
        }
    }

    @Test(arguments: UInt64(100)...180)
    func `each run has the values that all exports together define`(_ seed: UInt64) {
        let all = RandomExports.make(seed: seed, decided: true)
        let reference = Reference(deviceExports: all)
        let known = reference.keys.map { Array(Set(reference.known($0).map { "\($0)" })) }
        #expect(known.allSatisfy { $0.count == 1 }, "nothing is left open")
        #expect(History(merging: all).runs.map { ["\($0)"] } == known)
        #expect(History(merging: all.reversed()).runs.map { ["\($0)"] } == known)
    }

    @Test(arguments: [
        (run(0, .failed), run(0, .expired)), (run(0, bucket: 10), run(0)), (run(0, lowPower: true), run(0)),
        (run(0, lowPower: false), run(0)), (run(0, scheduled: -1), run(0)),
        (run(0, scheduled: -1), run(0, scheduled: -2)),
    ])
    func `the order does not matter even where the definitions leave a tie`(_ a: Run, _ b: Run) {
        let one = deviceExport(at: 5, a)
        let other = deviceExport(at: 5, b)
        #expect(a.takesPrecedence(over: b) != b.takesPrecedence(over: a))
        #expect(History(merging: [one, other]).runs == History(merging: [other, one]).runs)
    }
}
