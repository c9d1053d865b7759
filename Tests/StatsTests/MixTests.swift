import Records
import TestSupport
import Testing

@testable import Stats

/// p90's change, within the buckets and from devices that changed bucket.
@Suite struct MixTests {
    private let weekBefore = wednesday.advanced(by: -7 * day)

    /// Devices of one bucket with these hours of staleness.
    private func now(_ bucket: Int16, _ ages: [Int64]) -> [History] { ages.map { device(hours($0), bucket: bucket) } }

    private func before(_ bucket: Int16, _ ages: [Int64]) -> [History] {
        ages.map { device(hours($0), at: weekBefore, bucket: bucket) }
    }

    private func by(_ number: Int64) -> StalenessChange { .by(milliseconds: number * hour) }

    /// The week before: 6 active and 4 rare. p90 is rank 9 of 10: 40 h.
    private var weekBeforesFleet: [History] { before(10, [1, 2, 3, 4, 5, 6]) + before(40, [20, 30, 40, 50]) }

    @Test func `worked by hand`() {
        // Now 2 active and 8 rare: p90 is 70 h. Each active one weighs 6 / 2 = 3, each rare one 4 / 8 = ½. Of a weight
        // of 10, 9 are reached by 3 + 3 and six times ½: at 60 h.
        let devices = now(10, [1, 2]) + now(40, [10, 20, 30, 40, 50, 60, 70, 80])
        let found = assessment(of: weekBeforesFleet + devices)
        #expect(found.evidence.mix == Mix(weighted: hours(60), behaviour: by(20), mix: by(10), without: []))
        #expect(found.p90Change == by(30))
    }

    @Test func `a bucket missing in this week is left out and named`() {
        // Now only active: 5, 6 and 7 h weigh 2 each; 90 % of 6 is 5.4.
        let found = evidence(of: weekBeforesFleet + now(10, [5, 6, 7]))
        #expect(found.mix == Mix(weighted: hours(7), behaviour: by(-33), mix: by(0), without: [standby(40)]))
        // Several are in the buckets' own order.
        let others = before(50, [900]) + before(5, [900]) + before(45, [900])
        #expect(
            evidence(of: weekBeforesFleet + others + now(10, [5])).mix?.without
                == [standby(5), standby(40), standby(45), standby(50)])
    }

    @Test func `a bucket missing in the week before has no share`() {
        // 3 active ones weigh 2 each, 4 rare ones 1 each, restricted ones nothing: of 10, 9 are reached at 33 h.
        let devices = now(10, [1, 2, 3]) + now(40, [11, 22, 33, 44]) + now(45, [500, 600, 700])
        let found = assessment(of: weekBeforesFleet + devices)
        // Rank 9 of 10 is 600 h.
        #expect(found.evidence.mix == Mix(weighted: hours(33), behaviour: by(-7), mix: by(567), without: []))
    }

    @Test func `the buckets of each platform are their own`() {
        func phone(_ hours: Int64, _ isBefore: Bool, lowPower: Bool) -> History {
            let at = isBefore ? weekBefore : wednesday
            return exporting(
                at: at, [run(at.advanced(by: -hours * hour), lowPower: lowPower)], platform: ios, bucket: nil)
        }
        // Before: ios/normal 1 and 2 h, ios/low_power 50 h, android/active 30 h: p90 is 50 h. Now ios/normal 5 h and
        // android/active 40 and 41 h, which weigh 2, ½ and ½: 2.7 of 3 are reached at 41 h.
        let before = [
            phone(1, true, lowPower: false), phone(2, true, lowPower: false), phone(50, true, lowPower: true),
        ]
        let found = evidence(
            of: before + self.before(10, [30]) + now(10, [40, 41]) + [phone(5, false, lowPower: false)])
        #expect(
            found.mix
                == Mix(
                    weighted: hours(41), behaviour: by(-9), mix: by(0),
                    without: [BucketLabel(platform: "ios", kind: .lowPower)]))
    }

    @Test func `without a bucket in both weeks the change has no parts, and the buckets are named`() {
        #expect(
            evidence(of: weekBeforesFleet + now(45, [1])).mix
                == Mix(weighted: nil, behaviour: nil, mix: nil, without: [standby(10), standby(40)]))
    }

    @Test func `without readings in both weeks there is no mix`() {
        #expect(evidence(of: weekBeforesFleet).mix == nil)
        #expect(evidence(of: now(10, [1])).mix == nil)
    }

    @Test func `never ranks last in a weighted quantile`() {
        // Of 6 + 4: two active ones weigh 3 each, and of the rare ones, at 2 each, the second reaches 9: never.
        let devices = now(10, [1, 2]) + now(40, [7]) + [device(.never, bucket: 40)]
        let found = assessment(of: weekBeforesFleet + devices)
        #expect(found.evidence.mix == Mix(weighted: .never, behaviour: .becameNever, mix: .stayedNever, without: []))
        // p90 is never now, but not at the mix of the week before: 9 active devices then weigh 9 of 10.
        let shifted = before(10, [1, 2, 3, 4, 5, 6, 7, 8, 9]) + before(50, [50])
        let never = assessment(of: shifted + now(10, [8]) + [device(.never, bucket: 50)])
        #expect(never.p90Change == .becameNever)
        #expect(never.evidence.mix == Mix(weighted: hours(8), behaviour: by(-1), mix: .becameNever, without: []))
    }

    @Test func `a weight without an exact binary fraction still reaches the limit`() {
        // 9 of the week before's 10 devices are active, so all of this week's active ones are exactly 90 %.
        for count in Int64(1)...70 {
            let devices = now(10, Array(1...count)) + now(40, [100, 200, 300])
            let found = evidence(of: before(10, Array(1...9)) + before(40, [50]) + devices)
            #expect(found.mix?.weighted == hours(count))
        }
        // One device less is not enough: 89 of 100, so the first rare one is needed.
        for count in Int64(1)...70 {
            let devices = now(10, Array(1...count)) + now(40, Array(101...111))
            let found = evidence(of: before(10, Array(1...89)) + before(40, Array(1...11)) + devices)
            #expect(found.mix?.weighted == hours(101))
        }
    }

    @Test(arguments: UInt64(1)...40)
    func `equal shares in both weeks give no mix, whatever the sizes`(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let shares = (0..<Int.random(in: 1...4, using: &generator)).map { _ in Int.random(in: 1...9, using: &generator)
        }
        let sizes = [
            [1, 3, 7, 10, 13].randomElement(using: &generator) ?? 1, Int.random(in: 1...12, using: &generator),
        ]
        var devices: [History] = []
        for (bucket, share) in shares.enumerated() {
            for (size, moment) in zip(sizes, [weekBefore, wednesday]) {
                for _ in 0..<(share * size) {
                    let age = Int64.random(in: 0...300, using: &generator)
                    devices.append(device(hours(age), at: moment, bucket: Int16(bucket)))
                }
            }
        }
        let found = assessment(of: devices)
        #expect(found.evidence.mix?.mix == by(0))
        #expect(found.evidence.mix?.behaviour == found.p90Change)
        #expect(found.evidence.mix?.weighted == found.current.all.p90)
    }

    @Test(arguments: UInt64(1)...60)
    func `weighted nearest rank matches integer weights`(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let buckets = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
            (
                now: (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    generator.chance(10) ? Durations.never : Int64.random(in: 0...40, using: &generator)
                }, before: Int.random(in: 0...30, using: &generator)
            )
        }
        // Each reading weighs before ÷ now; multiplied by the product of the counts the weights are integers.
        let both = buckets.filter { !$0.now.isEmpty && $0.before > 0 }
        let product = both.reduce(1) { $0 * $1.now.count }
        let weights = both.flatMap { bucket in
            bucket.now.map { (length: $0, weight: bucket.before * (product / bucket.now.count)) }
        }.sorted { $0.length < $1.length }
        let whole = weights.reduce(0) { $0 + $1.weight }
        for percent in [50, 90] {
            var sum = 0
            let expected = weights.first {
                sum += $0.weight
                return 100 * sum >= percent * whole
            }?.length
            let found = Mix.weighted(
                percent: percent,
                buckets.map { bucket in
                    var lengths = Durations()
                    for length in bucket.now { lengths.append(length) }
                    return Mix.Bucket(now: SortedDurations(lengths), devicesBefore: bucket.before)
                })
            #expect(found?.stored == expected)
        }
    }
}
