import Records
import Testing

/// Which telling of a run stands, where exports differ.
@Suite struct StandingTests {
    struct Pair: CustomTestStringConvertible {
        var stands: Run
        var falls: Run
        var why: String
        var testDescription: String { why }
    }

    // At one moment, by the definitions' words.
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
    func `exported at the same moment, the value decides and not the order`(_ pair: Pair) {
        let a = telling(at: 5, pair.stands)
        let b = telling(at: 5, pair.falls)
        #expect(History(merging: [a, b]).runs == [pair.stands.told(5, contested: true)])
        #expect(History(merging: [b, a]).runs == [pair.stands.told(5, contested: true)])
    }

    @Test(arguments: equalMoments)
    func `the later export stands, whatever it says`(_ pair: Pair) {
        for (last, first) in [(pair.stands, pair.falls), (pair.falls, pair.stands)] {
            let earlier = telling(at: 5, first)
            let later = telling(at: 6, last)
            #expect(History(merging: [earlier, later]).runs == [last.told(5...6, contested: true)])
            #expect(History(merging: [later, earlier]).runs == [last.told(5...6, contested: true)])
        }
    }

    @Test func `an older export that comes last does not take the run back`() {
        let old = telling(at: 3, run(0, .success))
        let middle = telling(at: 4, run(0, .failed))
        let new = telling(at: 5, run(0, .success))
        for order in [[old, new, middle], [new, middle, old], [middle, new, old], [new, old, middle]] {
            #expect(History(merging: order).runs == [run(0, .success).told(3...5, contested: true)])
        }
    }

    @Test func `what was told again counts as told then`() {
        // 4 says failed, 3 and 5 say success: success stands, because 5 said so too, and not because 3 did.
        let history = History(telling(at: 3, run(0, .success))).merged(with: History(telling(at: 5, run(0, .success))))
        let failed = History(telling(at: 4, run(0, .failed)))
        #expect(history.merged(with: failed).runs == [run(0, .success).told(3...5, contested: true)])
        #expect(failed.merged(with: history).runs == [run(0, .success).told(3...5, contested: true)])
    }

    @Test func `a later export that omits a run within its span does not decide it`() {
        // The last export spans 0 … 2 and says nothing of 1; of those that do, the one at 6 is the last.
        let first = telling(at: 5, run(0), run(1, .success), run(2))
        let second = telling(at: 6, run(1, .expired))
        let omits = telling(at: 9, run(0), run(2))
        for order in [
            [first, omits, second], [omits, first, second], [second, omits, first], [omits, second, first],
        ] {
            #expect(
                History(merging: order).runs == [
                    run(0).told(5...9), run(1, .expired).told(5...6, contested: true), run(2).told(5...9),
                ])
        }
    }

    @Test(arguments: UInt64(100)...180)
    func `each run is told as all tellings together say`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed, decided: true)
        let reference = Reference(tellings: all)
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
    func `what the definitions leave open does not hang on the order either`(_ a: Run, _ b: Run) {
        let one = telling(at: 5, a)
        let other = telling(at: 5, b)
        #expect(a.stands(over: b) != b.stands(over: a))
        #expect(History(merging: [one, other]).runs == History(merging: [other, one]).runs)
    }
}
