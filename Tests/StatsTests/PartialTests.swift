import Records
import TestSupport
import Testing

@testable import Stats

/// Contributions add up to partials, and these to the week, in any grouping and order.
@Suite struct PartialTests {
    private func expectSame(
        _ found: Assessment, _ expected: Assessment, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(found.current == expected.current, sourceLocation: sourceLocation)
        #expect(found.baseline == expected.baseline, sourceLocation: sourceLocation)
        #expect(found.evidence == expected.evidence, sourceLocation: sourceLocation)
        #expect(found.input == expected.input, sourceLocation: sourceLocation)
    }

    @Test(arguments: FleetTests.cases)
    func `the assessment does not depend on parts, order or grouping`(_ row: FleetTests.Case) {
        let fleet = row.fleet
        let whole = row.assessed(fleet)
        let ranges = TimeRanges(row.window)
        let contributions = fleet.devices.map { contribution($0, ranges, task: row.task) }
        var generator = SeededGenerator(row.seed)
        for _ in 0..<4 {
            // Some of the parts stay empty.
            var parts = (0..<Int.random(in: 1...8, using: &generator)).map { _ in Partial(ranges, objectives) }
            for device in contributions.shuffled(using: &generator) {
                let place = Int.random(in: parts.indices, using: &generator)
                parts[place].add(device)
                if generator.chance(5) { parts[place].sort() }
            }
            while parts.count > 1 {
                parts.shuffle(using: &generator)
                let last = parts.removeLast()
                parts[0].add(last)
                if generator.chance(50) { parts[0].sort() }
            }
            expectSame(parts[0].assessment(Scope(), Input()), whole)
        }
    }

    @Test(arguments: FleetTests.cases.prefix(12))
    func `a partial for each device adds up too`(_ row: FleetTests.Case) {
        let fleet = row.fleet
        var sum = partial([], in: row.window)
        for device in fleet.devices.reversed() { sum.add(partial([device], in: row.window, task: row.task)) }
        expectSame(sum.assessment(Scope(), Input()), row.assessed(fleet))
    }

    @Test func `an empty partial changes nothing on either side`() {
        let devices = PlainFleet(seed: 5, week39, devices: 12).devices
        let whole = assessment(of: devices)
        var before = partial([])
        before.add(partial(devices))
        var after = partial(devices)
        after.add(partial([]))
        expectSame(before.assessment(Scope(), Input()), whole)
        expectSame(after.assessment(Scope(), Input()), whole)
    }

    @Test func `an assessment leaves a partial as it was`() {
        let devices = PlainFleet(seed: 6, week39, devices: 12).devices
        var part = partial(Array(devices.prefix(6)))
        _ = part.assessment(Scope(), Input())
        part.add(partial(Array(devices.dropFirst(6))))
        expectSame(part.assessment(Scope(), Input()), assessment(of: devices))
    }

    @Test func `the assessment keeps the input and fills in the rest`() {
        var input = Input()
        (input.files, input.exportsInNoFile, input.exports, input.runs) = (3, 2, 99, 99)
        let found = partial([device(hours(1))]).assessment(Scope(app: "a", task: "t"), input)
        #expect(found.scope == Scope(app: "a", task: "t"))
        #expect((found.input.files, found.input.exportsInNoFile) == (3, 2))
        #expect((found.input.exports, found.input.runs, found.input.conflicts) == (1, 1, 0))
        #expect(found.input.dataThrough == wednesday)
    }

    @Test func `platforms whose names only look the same are two rows, in any order of devices`() {
        // "é" as one code point and as two.
        let names = ["", "\u{E9}", "e\u{301}"]
        let found = [[1, 2], [2, 1]].map { (order: [UInt32]) in
            var sum = partial([])
            for number in order {
                var contribution = Contribution()
                contribution.take(
                    exporting(at: wednesday, platform: PlatformID(rawValue: number)), TimeRanges(week39),
                    readingRules(platforms: names))
                sum.add(contribution)
            }
            return sum.assessment(Scope(), Input()).current.buckets.map { Array($0.label.platform.utf8) }
        }
        // By bytes.
        #expect(
            found == [[Array("e\u{301}".utf8), Array("\u{E9}".utf8)], [Array("e\u{301}".utf8), Array("\u{E9}".utf8)]])
    }
}
