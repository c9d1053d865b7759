import Records
import Testing

@testable import Stats

/// Why a device is stale, by its history; the first cause that fits.
@Suite struct CauseTests {
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        /// Hours before the export.
        var runs: [(ago: Int64, outcome: Outcome)]
        /// Milliseconds from the export to `lastScheduledAt`.
        var scheduled: Int64?
        var cause: Cause

        init(
            _ testDescription: String, _ runs: [(Int64, Outcome)], scheduled: Int64? = nil, _ cause: Cause
        ) {
            self.testDescription = testDescription
            self.runs = runs.map { (ago: $0.0, outcome: $0.1) }
            self.scheduled = scheduled
            self.cause = cause
        }
    }

    static let rows = [
        Row("failed after the success", [(100, .success), (50, .failed)], .ranNoSuccess(.failed)),
        Row("the latest run's outcome", [(100, .success), (50, .failed), (20, .expired)], .ranNoSuccess(.expired)),
        Row("success unknown after the success", [(100, .success), (50, .unknown)], .ranNoSuccess(.unknown)),
        Row("ran and never succeeded", [(50, .skipped)], .ranNoSuccess(.skipped)),
        Row("ran once, success unknown", [(50, .unknown)], .ranNoSuccess(.unknown)),
        Row("ran, and its process was killed", [(100, .success), (50, .killed)], .ranNoSuccess(.killed)),
        Row("ran at the export", [(100, .success), (0, .retry)], .ranNoSuccess(.retry)),
        Row("not successful", [(100, .success), (1, .notSuccessful)], .ranNoSuccess(.notSuccessful)),
        Row(
            "ran without success, though scheduled again", [(100, .success), (50, .failed)], scheduled: -hour,
            .ranNoSuccess(.failed)),
        Row(
            "ran without success, and the chain broke", [(100, .success), (50, .failed)], scheduled: -99 * hour,
            .ranNoSuccess(.failed)),
        Row("scheduled after the last run", [(100, .success)], scheduled: -99 * hour, .scheduledNotRun),
        Row("scheduled 1 ms after it", [(100, .success)], scheduled: -100 * hour + 1, .scheduledNotRun),
        Row("scheduled at the export", [(100, .success)], scheduled: 0, .scheduledNotRun),
        Row("never ran, scheduled", [], scheduled: -500 * hour, .scheduledNotRun),
        Row("scheduled at the last run", [(100, .success)], scheduled: -100 * hour, .notScheduledAgain),
        Row("scheduled 1 ms before it", [(100, .success)], scheduled: -100 * hour - 1, .notScheduledAgain),
        Row(
            "a failure before the last success is none after it", [(120, .failed), (100, .success)],
            scheduled: -110 * hour, .notScheduledAgain),
        Row("nothing says when it was scheduled", [(100, .success)], .unknown),
        Row("no run, and nothing says that one was scheduled", [], .unknown),
    ]

    @Test(arguments: rows)
    func `the first cause that fits`(_ row: Row) {
        let runs = row.runs.map { run(wednesday.advanced(by: -$0.ago * hour), $0.outcome) }
        let device = exporting(at: wednesday, runs, scheduled: row.scheduled.map(wednesday.advanced))
        #expect(device.reading(in: week39, rules)?.cause == row.cause)
    }

    @Test func `a run after the export does not count`() {
        let device = merged([
            exporting(at: wednesday, [run(wednesday.advanced(by: -100 * hour))], scheduled: wednesday),
            exporting(at: week39.end, [run(wednesday.advanced(by: 1), .failed)]),
        ])
        #expect(device.reading(in: week39, rules)?.cause == .scheduledNotRun)
    }

    @Test func `a run that only another export lists counts`() {
        let device = merged([
            exporting(at: monday, [run(monday.advanced(by: -hour), .expired)]),
            exporting(at: wednesday, [run(monday.advanced(by: -50 * hour))]),
        ])
        #expect(device.reading(in: week39, rules)?.cause == .ranNoSuccess(.expired))
    }

    @Test func `the schedule in an earlier export is ignored`() {
        let device = merged([
            exporting(at: monday, [run(monday.advanced(by: -50 * hour))], scheduled: monday),
            exporting(at: wednesday, []),
        ])
        #expect(device.reading(in: week39, rules)?.cause == .unknown)
    }

    @Test func `of two exports at the same moment the later schedule counts, in any order of reading`() {
        let success = run(wednesday.advanced(by: -100 * hour))
        let schedules = [wednesday.advanced(by: -100 * hour), wednesday.advanced(by: -90 * hour), nil]
        for one in schedules {
            for other in schedules where one != other {
                let device = merged([
                    exporting(at: wednesday, [success], scheduled: one),
                    exporting(at: wednesday, [success], scheduled: other),
                ])
                let isLater = [one, other].contains(schedules[1])
                #expect(device.reading(in: week39, rules)?.cause == (isLater ? .scheduledNotRun : .notScheduledAgain))
            }
        }
    }

    @Test func `with a task filter only its runs count`() {
        let runs = [
            run(wednesday.advanced(by: -100 * hour), task: 1),
            run(wednesday.advanced(by: -50 * hour), .failed, task: 2),
        ]
        let device = exporting(at: wednesday, runs)
        #expect(device.reading(in: week39, readingRules(task: 1))?.cause == .unknown)
        #expect(device.reading(in: week39, readingRules(task: 2))?.cause == .ranNoSuccess(.failed))
    }

    @Test func `a success in the same millisecond as another run is not before it`() {
        for tasks in [(UInt32(1), UInt32(2)), (2, 1)] {
            let at = wednesday.advanced(by: -100 * hour)
            let device = exporting(at: wednesday, [run(at, task: tasks.0), run(at, .failed, task: tasks.1)])
            #expect(device.reading(in: week39, rules)?.cause == .unknown)
            #expect(device.reading(in: week39, rules)?.staleness == hours(100))
        }
    }

    @Test(arguments: [0, 30 * hour, 100 * day] as [Int64])
    func `of several runs in the latest millisecond the order of the tasks' numbers decides nothing`(_ age: Int64) {
        let outcomes = Outcome.allCases.filter { $0 != .success }
        let at = wednesday.advanced(by: -age)
        func cause(_ runs: [Run]) -> Cause? { exporting(at: wednesday, runs).reading(in: week39, rules)?.cause }
        for one in outcomes {
            for other in outcomes {
                for buckets in [(nil, nil), (10, 40), (nil, 10)] as [(Int16?, Int16?)] {
                    let first = cause([
                        run(at, one, task: 1, bucket: buckets.0), run(at, other, task: 2, bucket: buckets.1),
                    ])
                    let second = cause([
                        run(at, one, task: 2, bucket: buckets.0), run(at, other, task: 1, bucket: buckets.1),
                    ])
                    #expect(first == second)
                    #expect(first == .ranNoSuccess(one) || first == .ranNoSuccess(other))
                }
            }
        }
    }

    @Test(
        arguments: [(.known(milliseconds: 72 * hour), 1), (.known(milliseconds: 72 * hour - 1), 0), (.never, 1)]
            as [(Staleness, Int)])
    func `a device is stale from 72 h on`(_ staleness: Staleness, _ stale: Int) {
        #expect(evidence(of: [device(staleness)]).stale.devices == stale)
    }

    @Test func `stale devices are counted by cause and bucket`() {
        /// Last refreshed 100 hours before; then failed or not, scheduled or not.
        func stale(_ bucket: Int16, _ outcome: Outcome? = nil, scheduled: Bool = false) -> History {
            let success = run(wednesday.advanced(by: -100 * hour))
            let later = outcome.map { [run(wednesday.advanced(by: -50 * hour), $0)] } ?? []
            return exporting(
                at: wednesday, [success] + later, bucket: bucket, scheduled: scheduled ? wednesday : nil)
        }
        let devices = [
            device(hours(71)), device(.never, bucket: 50), stale(40), stale(10, scheduled: true),
            stale(45, .expired), stale(10, .failed), stale(10, .expired), stale(45, scheduled: true),
            stale(45, scheduled: true), stale(10, .failed, scheduled: true),
            exporting(
                at: wednesday, [run(wednesday.advanced(by: -100 * hour))], bucket: 30,
                scheduled: wednesday.advanced(by: -100 * hour)),
        ]
        let found = evidence(of: devices).stale
        #expect(
            Set(found.rows.map { "\($0.cause): \($0.buckets.map { "\($0.label.text) \($0.devices)" })" }) == [
                "\(Cause.scheduledNotRun): \(["android/active 1", "android/restricted 2"])",
                "\(Cause.ranNoSuccess(.failed)): \(["android/active 2"])",
                "\(Cause.ranNoSuccess(.expired)): \(["android/active 1", "android/restricted 1"])",
                "\(Cause.notScheduledAgain): \(["android/frequent 1"])",
                "\(Cause.unknown): \(["android/rare 1", "android/never 1"])",
            ])
        #expect(found.rows.count == 5)
        #expect(found.devices == 10)
        // The order of the devices does not matter.
        #expect(evidence(of: devices.reversed()).stale == found)
    }

    @Test func `causes read as the definitions write them`() {
        let names = [Cause.ranNoSuccess(.failed), .scheduledNotRun, .notScheduledAgain, .unknown].map(\.name)
        #expect(names == ["ran, no success", "scheduled, not run", "not scheduled again", "unknown"])
        #expect(Cause.ranNoSuccess(.expired).outcome == .expired)
        #expect(Cause.scheduledNotRun.outcome == nil)
    }

    // MARK: The week before

    @Test func `the stale of the week before are counted by cause`() {
        let lastWeek = wednesday.advanced(by: -7 * day)
        let success = run(lastWeek.advanced(by: -100 * hour))
        let before = [
            exporting(at: lastWeek, [success, run(lastWeek.advanced(by: -50 * hour), .failed)]),
            exporting(at: lastWeek, [success], scheduled: lastWeek), exporting(at: lastWeek, [], scheduled: lastWeek),
            device(hours(72), at: lastWeek), device(.never, at: lastWeek),
            // Not stale, and too new to be read.
            device(hours(71), at: lastWeek), exporting(at: lastWeek, installed: lastWeek.advanced(by: -hour)),
        ]
        let counts: [Cause.Kind: Int] = [.ranNoSuccess: 1, .scheduledNotRun: 2, .unknown: 2]
        // They are counted also where nobody is stale now.
        let found = evidence(of: before).stale
        #expect(found.before == counts && found.devices == 0)
        // Who is stale now alone was not so then.
        let now = evidence(of: before + [device(hours(100))]).stale
        #expect(now.before == counts && now.devices == 1)
        // And partials add up.
        var sum = partial(Array(before.prefix(3)))
        sum.add(partial(Array(before.dropFirst(3))))
        #expect(sum.assessment(Scope(), Input()).evidence.stale.before == counts)
    }

    @Test func `of a week that is not over those before are of the same stretch`() {
        let cutOff = wednesday.advanced(by: -7 * day)
        func before(_ exported: Instant) -> [Cause.Kind: Int] {
            evidence(of: [device(hours(100), at: exported)], in: thisWeek(upTo: wednesday)).stale.before
        }
        #expect(before(cutOff.advanced(by: -1)) == [.unknown: 1])
        #expect(before(cutOff) == [:])
    }
}
