import Records
import TestSupport
import Testing

@testable import Stats

/// A week's figures from readings.
@Suite struct FiguresTests {
    private let ages: [Int64] = [1, 2, 3, 4, 5, 6, 7, 8, 80, 200]

    private var tenReadings: [Reading] {
        ages.enumerated().map { index, age in
            reading(
                .known(milliseconds: age * hour), ranInDay: age < 6, platform: index < 6 ? "android" : "ios",
                kind: index < 6 ? .standby(Bucket(rawValue: index < 4 ? 10 : 40)) : .normal, successes: index,
                knownOutcomes: 10)
        }
    }

    @Test func `the figures of ten readings`() {
        let all = figures(tenReadings).all
        #expect(all.devices == 10)
        // Ranks 5 and 9 of ten.
        #expect(all.p50 == .known(milliseconds: 5 * hour))
        #expect(all.p90 == .known(milliseconds: 80 * hour))
        #expect(all.runRate.value == 0.5)
        // 0 + 1 + … + 9 of 100 runs: the rate is over runs, not over devices.
        #expect(all.successRate == Share(45, of: 100))
        #expect(all.brokenShare == Share(1, of: 10))
    }

    @Test func `the order of the readings changes nothing`() {
        let inOrder = figures(tenReadings)
        var generator = SeededGenerator(7)
        for _ in 0..<10 { #expect(figures(tenReadings.shuffled(using: &generator)) == inOrder) }
    }

    @Test func `never ranks after every number`() {
        let long = Staleness.known(milliseconds: .max - 1)
        let tenth = [Staleness](repeating: .known(milliseconds: hour), count: 9) + [.never]
        #expect(figures(tenth.reversed().map { reading($0) }).all.p90 == .known(milliseconds: hour))
        let fifth = [Staleness](repeating: long, count: 8) + [.never, .never]
        #expect(figures(fifth.reversed().map { reading($0) }).all.p90 == .never)
        #expect(figures(fifth.map { reading($0) }).all.p50 == long)
        #expect(figures([reading(.never)]).all.p50 == .never)
        #expect(long < .never)
        #expect(!(Staleness.never < .never))
    }

    @Test(
        arguments: [
            (.known(milliseconds: 168 * hour), 0), (.known(milliseconds: 168 * hour + 1), 1),
            (.known(milliseconds: 168 * hour - 1), 0), (.never, 1), (.known(milliseconds: 0), 0),
        ] as [(Staleness, Int)])
    func `a device is broken past 168 h, and never is past it`(_ staleness: Staleness, _ broken: Int) {
        #expect(figures([reading(staleness)]).all.broken == broken)
    }

    @Test func `without readings figures are absent, not zero`() {
        let nothing = BreakdownTally().breakdown(objectives)
        #expect(nothing.all.devices == 0)
        #expect(nothing.all.p50 == nil)
        #expect(nothing.all.p90 == nil)
        #expect(nothing.all.runRate.value == nil)
        #expect(nothing.all.successRate.value == nil)
        #expect(nothing.all.brokenShare.value == nil)
        #expect(nothing.buckets.isEmpty)
        #expect(BreakdownTally().lastExport == nil)
    }

    @Test func `each bucket has its own figures`() {
        let buckets = figures(tenReadings).buckets
        #expect(buckets.map(\.label.text) == ["android/active", "android/rare", "ios/normal"])
        #expect(buckets.map(\.figures.devices) == [4, 2, 4])
        // 1 2 3 4 | 5 6 | 7 8 80 200: ranks ⌈n/2⌉ and ⌈9n/10⌉.
        #expect(buckets.map { $0.figures.p50?.milliseconds.map { $0 / hour } } == [2, 5, 8])
        #expect(buckets.map { $0.figures.p90?.milliseconds.map { $0 / hour } } == [4, 6, 200])
        #expect(buckets.map(\.figures.broken) == [0, 0, 1])
        #expect(buckets.map(\.figures.ranInDay) == [4, 1, 0])
    }

    @Test(arguments: UInt64(1)...20)
    func `the buckets add up to all`(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let kinds: [BucketLabel.Kind] = [
            .none, .normal, .lowPower, .standby(Bucket(rawValue: 10)), .standby(Bucket(rawValue: 11)),
            .standby(Bucket(rawValue: -1)),
        ]
        let readings = (0..<Int.random(in: 1...80, using: &generator)).map { _ in
            reading(
                generator.chance(20)
                    ? .never : .known(milliseconds: Int64.random(in: 0...400, using: &generator) * hour),
                ranInDay: generator.chance(50),
                platform: ["unknown", "ios", "android"].randomElement(using: &generator) ?? "ios",
                kind: kinds.randomElement(using: &generator) ?? .none, successes: 2, knownOutcomes: 3)
        }
        let breakdown = figures(readings)
        let rows = breakdown.buckets.map(\.figures)
        #expect(rows.reduce(0) { $0 + $1.devices } == breakdown.all.devices)
        #expect(rows.reduce(0) { $0 + $1.ranInDay } == breakdown.all.ranInDay)
        #expect(rows.reduce(0) { $0 + $1.broken } == breakdown.all.broken)
        #expect(rows.reduce(0) { $0 + $1.successes } == breakdown.all.successes)
        #expect(rows.reduce(0) { $0 + $1.knownOutcomes } == breakdown.all.knownOutcomes)
        #expect(breakdown.all.devices == readings.count)
        #expect(Set(breakdown.buckets.map(\.label)).count == rows.count)
        #expect(breakdown.buckets.map(\.label) == breakdown.buckets.map(\.label).sorted())
    }

    @Test func `buckets are sorted by platform, then from least to most restricted, then unknown codes, then none`() {
        let kinds: [BucketLabel.Kind] = [
            .standby(Bucket(rawValue: 5)), .standby(Bucket(rawValue: 10)), .standby(Bucket(rawValue: 50)),
            .standby(Bucket(rawValue: 7)), .none,
        ]
        let labels = ["android", "ios"].flatMap { name in kinds.map { BucketLabel(platform: name, kind: $0) } }
        #expect(labels.reversed().sorted() == labels)
    }

    @Test func `a platform without a name is unknown`() {
        let rows = assessment(of: [exporting(at: wednesday, platform: noPlatform, bucket: nil)]).current.buckets
        #expect(rows.map(\.label.text) == ["unknown/none"])
    }

    @Test func `the last export is the latest reading's`() {
        var tally = BreakdownTally()
        for moment in [monday, wednesday, monday.advanced(by: hour)] { tally.add(reading(.never, at: moment)) }
        #expect(tally.lastExport == wednesday)
    }
}
