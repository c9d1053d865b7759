import Records
import Testing

@testable import Stats

/// A device with `installedAt` less than `p50Hours` before its reading and no success yet.
@Suite struct TooNewTests {
    private func installed(_ ago: Int64, _ runs: [Run] = [], at exported: Instant = wednesday) -> History {
        exporting(at: exported, runs, installed: exported.advanced(by: -ago))
    }

    @Test(
        arguments: [
            (24 * hour, false), (24 * hour - 1, true), (24 * hour + 1, false), (0, true), (1_000 * day, false),
            // Later than its reading: the difference is also less than 24 h.
            (-hour, true),
        ] as [(Int64, Bool)])
    func `less than 24 h before the reading is too new`(_ ago: Int64, _ isTooNew: Bool) {
        let found = assessment(of: [installed(ago)])
        #expect(found.evidence.tooNew == (isTooNew ? 1 : 0))
        #expect(found.current.all.devices == (isTooNew ? 0 : 1))
        #expect(found.current.all.p90 == (isTooNew ? nil : .never))
    }

    @Test func `p50's objective is the time that a device is too new`() {
        var limits = objectives
        limits.p50 = 2 * hour
        #expect(assessment(of: [installed(2 * hour)], limits).evidence.tooNew == 0)
        #expect(assessment(of: [installed(2 * hour - 1)], limits).evidence.tooNew == 1)
    }

    @Test(
        arguments: [
            // Hours before the reading, in an export 2 h before it, in its own, and in one after the week.
            (10, nil, nil, true), (10, 30, nil, false), (30, 10, nil, true), (nil, 10, 30, true),
            (nil, nil, 10, false), (30, nil, 10, false),
        ] as [(Int64?, Int64?, Int64?, Bool)])
    func `the latest known installation time up to the reading counts`(
        _ before: Int64?, _ own: Int64?, _ after: Int64?, _ isTooNew: Bool
    ) {
        let moments = [wednesday.advanced(by: -2 * hour), wednesday, week39.end]
        let device = merged(
            zip(moments, [before, own, after]).enumerated().map { number, said in
                exporting(
                    at: said.0,
                    installed: said.1.map { wednesday.advanced(by: -$0 * hour) })
            })
        #expect(assessment(of: [device]).evidence.tooNew == (isTooNew ? 1 : 0))
    }

    @Test func `without installedAt no device is too new`() {
        #expect(assessment(of: [device(.never)]).evidence.tooNew == 0)
    }

    @Test func `a device with a success is not too new`() {
        let found = assessment(of: [installed(hour, [run(wednesday)])])
        #expect(found.evidence.tooNew == 0)
        #expect(found.current.all.p50 == hours(0))
    }

    @Test(arguments: [Outcome.unknown, .failed, .skipped])
    func `a run with unknown success is not a success`(_ outcome: Outcome) {
        #expect(assessment(of: [installed(hour, [run(wednesday, outcome)])]).evidence.tooNew == 1)
    }

    @Test func `a success after the reading does not count yet`() {
        let device = merged([
            installed(hour), exporting(at: week39.end, [run(wednesday.advanced(by: 1))]),
        ])
        #expect(assessment(of: [device]).evidence.tooNew == 1)
    }

    @Test func `another task's success does not count`() {
        let device = installed(hour, [run(wednesday, task: 2)])
        #expect(assessment(of: [device], task: 1).evidence.tooNew == 1)
        #expect(assessment(of: [device], task: 2).evidence.tooNew == 0)
    }

    @Test func `a device that is too new is left out of all figures and counted once`() {
        let asked = run(wednesday.advanced(by: -2 * hour), .failed, asked: wednesday.advanced(by: -3 * hour))
        let exports = [8, 5, 2, 0].map { (ago: Int64) in
            exporting(
                at: wednesday.advanced(by: -ago * hour), ago <= 2 ? [asked] : [],
                installed: wednesday.advanced(by: -20 * hour))
        }
        let found = assessment(of: [merged(exports)])
        #expect(found.evidence.tooNew == 1)
        #expect(found.current.all.devices == 0)
        #expect(found.current.buckets.isEmpty)
        #expect(!found.hasReadings)
        #expect(found.evidence.days.allSatisfy { $0.figures.devices == 0 })
        #expect(found.evidence.weeks.allSatisfy { $0.figures.devices == 0 })
        #expect(found.evidence.exposure == nil)
        #expect(found.evidence.scheduleDelay == nil)
        #expect(found.evidence.stale.devices == 0)
        #expect(found.evidence.silence.devices == 0)
    }

    @Test func `the export of a device that is too new still counts as an export`() {
        let new = installed(hour)
        #expect(assessment(of: [device(hours(1), at: monday), new]).input.dataThrough == wednesday)
        #expect(assessment(of: [new]).input.dataThrough == wednesday)
    }

    @Test func `a device that was too new is left out of the week before and not counted there`() {
        let before = wednesday.advanced(by: -7 * day)
        let found = assessment(of: [installed(hour, at: before), device(hours(5), at: before), device(hours(6))])
        #expect(found.evidence.tooNew == 0)
        #expect(found.baseline?.all.devices == 1)
        #expect(found.baseline?.all.p90 == hours(5))
        #expect(found.evidence.weeks.map(\.figures.devices) == [0, 0, 0, 0, 0, 0, 1, 1])
        // The week before has only the time of the device at 5 h: from its success to its export.
        #expect(found.evidence.exposureBefore?.overP50 == Share(0, of: Int(5 * hour)))
        #expect(assessment(of: [installed(hour, at: before)]).baseline == nil)
    }

    @Test func `a day's reading may be too new even if the week's is not`() {
        // Installed on Monday at 12:00; 12 h later no success, 48 h later one of Tuesday.
        let installed = monday.advanced(by: 12 * hour)
        let device = merged([
            exporting(at: monday.advanced(by: 23 * hour), installed: installed),
            exporting(at: wednesday, [run(monday.advanced(by: 30 * hour))], installed: installed),
        ])
        let found = assessment(of: [device])
        #expect(found.evidence.tooNew == 0)
        #expect(found.current.all.p50 == hours(30))
        #expect(found.evidence.days.map(\.figures.devices) == [0, 0, 1, 0, 0, 0, 0])
    }
}
