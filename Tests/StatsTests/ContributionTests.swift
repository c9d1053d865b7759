import Records
import TestSupport
import Testing

@testable import Stats

/// A contribution depends only on its own device, and not on a store's numbers.
@Suite struct ContributionTests {
    static let seeds = UInt64(1)...80
    private static let ranges = [TimeRanges(week39), TimeRanges(thisWeek(upTo: wednesday))]

    private func device(_ seed: UInt64) -> RandomDevice {
        RandomDevice(
            seed: seed, from: monday.advanced(by: -21 * day), hours: 28 * 24, untidy: seed.isMultiple(of: 2),
            ahead: true, tied: true)
    }

    @Test func `a reused contribution equals a new one`() {
        var generator = SeededGenerator(9)
        var again = Contribution()
        var found: [Contribution] = []
        for seed in Self.seeds {
            // Some devices have much data, some none; now and then another window or another app.
            let history =
                generator.chance(15) ? History() : generator.chance(20) ? exporting(at: monday) : device(seed).history
            let ranges = generator.chance(50) ? Self.ranges[0] : Self.ranges[1]
            let isInScope = generator.chance(80)
            let rules = readingRules(task: generator.chance(30) ? 1 : nil)
            var fresh = Contribution()
            fresh.take(history, isInScope: isInScope, ranges, rules)
            again.take(history, isInScope: isInScope, ranges, rules)
            #expect(again == fresh)
            found.append(fresh)
        }
        #expect(found.contains(Contribution()))
        #expect(found.count { $0.reading != nil } > 20)
        #expect(found.count { $0.reading == nil && $0.readingBefore != nil } > 3)
        #expect(found.contains { $0.silence != nil })
    }

    /// The same exports in a store with other numbers for all named platforms and tasks.
    private func renumbered(_ device: RandomDevice) -> History {
        merged(
            device.deviceExports.map { exported in
                var export = exported.export
                if export.platform != .none { export.platform.rawValue = 3 - export.platform.rawValue }
                let runs = exported.runs.map { run in
                    var run = run
                    if run.task != .none { run.task.rawValue = 4 - run.task.rawValue }
                    return run
                }
                return History(
                    DeviceExport(device: exported.device, export: export, runs: runs.sorted { $0.key < $1.key }))
            })
    }

    @Test(arguments: seeds)
    func `other numbers for platforms and tasks give the same contribution`(_ seed: UInt64) {
        let device = device(seed)
        for task in [nil, UInt32(1), 2] {
            for ranges in Self.ranges {
                var (one, other) = (Contribution(), Contribution())
                one.take(device.history, ranges, readingRules(task: task))
                other.take(
                    renumbered(device), ranges,
                    readingRules(task: task.map { 4 - $0 }, platforms: ["", "android", "ios"]))
                #expect(one == other)
            }
        }
    }

    @Test func `the random devices hold what these tests are about`() {
        let histories = Self.seeds.map { device($0).history }
        // Tasks in the same millisecond with different delays; exports at the same time of two platforms; clocks ahead.
        #expect(
            histories.count { history in
                zip(history.runs, history.runs.dropFirst()).contains { a, b in
                    a.at == b.at && a.scheduledAt != nil && b.scheduledAt != nil && a.scheduledAt != b.scheduledAt
                }
            } > 40)
        #expect(
            histories.count { history in
                zip(history.exports, history.exports.dropFirst()).contains { a, b in
                    a.exportedAt == b.exportedAt && a.bucket == b.bucket && a.platform != b.platform
                }
            } > 20)
        #expect(histories.count { $0.runs.contains { $0.countsAt < $0.at } } > 20)
    }

    @Test func `of a device in another app only what was read is counted`() {
        var contribution = Contribution()
        let history = exporting(at: wednesday, [run(monday, asked: monday)], installed: monday, limit: 1)
        contribution.take(history, isInScope: false, TimeRanges(week39), rules)
        #expect(contribution.counts == Counts(exports: 1, runs: 1, conflicts: 0))
        #expect(contribution.reading == nil)
        #expect(contribution.readingBefore == nil)
        #expect(contribution.days.allSatisfy { $0 == nil })
        #expect(contribution.weeks.allSatisfy { $0 == nil })
        #expect(contribution.time == DeviceTime())
        #expect(contribution.delays.isEmpty)
        #expect(contribution.silence == nil)
        #expect(contribution.truncated == 0)
    }

    @Test func `the contribution of one device, worked by hand`() {
        // Success on Monday at 00:00 and a failure at 10:00, scheduled at 08:00; exported on Monday at 12:00 and on
        // Wednesday at 12:00, with a success of Tuesday at 00:00.
        let runs = [run(monday), run(monday.advanced(by: 10 * hour), .failed, asked: monday.advanced(by: 8 * hour))]
        let found = contribution(
            merged([
                exporting(at: monday.advanced(by: 12 * hour), runs),
                exporting(at: wednesday, runs + [run(monday.advanced(by: day))]),
            ]), TimeRanges(week39))
        #expect(found.reading?.staleness == hours(36))
        #expect(found.reading?.label == standby(10))
        #expect(found.readingBefore == nil)
        #expect(found.days.map { $0?.staleness } == [hours(12), nil, hours(36), nil, nil, nil, nil])
        #expect(found.weeks == Array(repeating: nil, count: 7))
        // From Monday 00:00: 24 h up to Tuesday's success, and 36 h from there.
        #expect(found.time.total == 60 * hour)
        #expect(found.time.never == 0)
        #expect(found.time.starts.isEmpty)
        #expect(found.time.ends == [24 * hour, 36 * hour])
        #expect(found.timeBefore == DeviceTime())
        #expect(found.delays == [2 * hour])
        #expect(found.counts == Counts(exports: 2, runs: 3, conflicts: 0))
    }
}
