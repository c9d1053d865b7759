import Records
import Testing

@testable import Stats

/// "A run cannot have happened later than the first export that told it: it counts at the earlier of its `at` and that
/// export's moment." Worked by hand, in minutes from noon of the week's Wednesday.
@Suite struct ClockAheadTests {
    private func minute(_ number: Int64) -> Instant { wednesday.advanced(by: number * Milliseconds.minute) }
    private func minutes(_ number: Int64) -> Staleness { .known(milliseconds: number * Milliseconds.minute) }

    private func reading(_ exports: [History], in window: Window = week39) -> Reading? {
        merged(exports).reading(in: window, rules)
    }

    struct Row: CustomTestStringConvertible {
        var testDescription: String
        /// When the run ran by its own clock, the exports that tell it, and the last export.
        var at: Int64
        var told: [Int64]
        var last: Int64
        var staleness: Int64?

        init(_ testDescription: String, at: Int64, told: [Int64], last: Int64, _ staleness: Int64?) {
            self.testDescription = testDescription
            (self.at, self.told, self.last, self.staleness) = (at, told, last, staleness)
        }
    }

    static let rows = [
        Row("as of the export that told it first", at: 3, told: [0], last: 0, 0),
        Row("five minutes are the most", at: 5, told: [0], last: 0, 0),
        Row("before its own time it is as old as that export", at: 3, told: [0], last: 2, 2),
        Row("told again before its own time too", at: 3, told: [0, 2], last: 2, 2),
        Row("after its own time as well", at: 3, told: [0], last: 60, 60),
        Row("told again later changes nothing", at: 3, told: [0, 60], last: 60, 60),
        Row("first told later, it counts at its own time", at: 3, told: [10], last: 60, 57),
        Row("told only after the reading, and it ran before", at: -7, told: [60], last: 0, 7),
        Row("told only after the reading, and it ran after", at: 3, told: [60], last: 0, nil),
    ]

    @Test(arguments: rows)
    func `a success by a clock that ran ahead`(_ row: Row) {
        // The reading is the last export up to `last`; what is told later was told after the window.
        let window = thisWeek(upTo: minute(row.last).advanced(by: 1))
        let exports =
            row.told.map { exporting(at: minute($0), [run(minute(row.at))]) } + [exporting(at: minute(row.last))]
        for order in [exports, exports.reversed()] {
            #expect(reading(order, in: window)?.staleness == row.staleness.map { minutes($0) } ?? .never)
        }
    }

    @Test func `one device's runs are shown at the times at which they count, and in that order`() {
        let exports = [
            exporting(at: minute(0), [run(minute(4))]), exporting(at: minute(60), [run(minute(2)), run(minute(4))]),
        ]
        let view = DeviceView(id: "d", app: "", merged(exports), upTo: nil, rules, tasks: [""])
        #expect(view.runs.map(\.at) == [minute(0), minute(2)])
    }

    @Test func `of two runs the one that counts later is the latest, whatever their clocks say`() {
        // The failure by its own clock at 4 was told at 0; the success ran at 2.
        let exports = [
            exporting(at: minute(0), [run(minute(4), .failed, bucket: 40)], bucket: nil),
            exporting(at: minute(10), [run(minute(2), bucket: 10)], bucket: nil),
        ]
        #expect(reading(exports)?.cause == .unknown)
        #expect(reading(exports)?.label == standby(10))
        #expect(reading(exports)?.staleness == minutes(8))
    }

    @Test func `the 24 h before an export hold what counts in them`() {
        // It counts at 0: exactly 24 h before the export, and a millisecond less than 24 h.
        let ahead = exporting(at: minute(0), [run(minute(5), .failed)])
        #expect(reading([ahead, exporting(at: minute(0).advanced(by: day))])?.ranInDay == false)
        #expect(reading([ahead, exporting(at: minute(0).advanced(by: day - 1))])?.ranInDay == true)
    }

    @Test func `a run that counts in the week before is none of this week's successes`() {
        let sunday = monday.advanced(by: -Milliseconds.minute)
        let exports = [
            exporting(at: sunday, [run(monday.advanced(by: Milliseconds.minute))]),
            exporting(at: monday.advanced(by: hour), [run(monday.advanced(by: Milliseconds.minute))]),
        ]
        #expect(reading(exports)?.knownOutcomes == 0)
        #expect(reading(exports)?.staleness == minutes(61))
        #expect(reading(exports, in: week39.baseline)?.successes == 1)
    }

    @Test func `a silent device's last success is as old as its first telling`() {
        // Told eight days before the cut-off, as of four minutes later; and told again by an export of after it.
        let moment = week39.end.advanced(by: -8 * day)
        let quiet = exporting(at: moment, [run(moment.advanced(by: 4 * Milliseconds.minute))])
        let back = exporting(at: week39.end, [run(moment.advanced(by: 4 * Milliseconds.minute))])
        for devices in [[quiet], [merged([quiet, back])]] {
            #expect(evidence(of: devices).silence.p90.upper == hours(8 * 24))
        }
    }

    @Test func `a schedule delay is the run's own time less the schedule`() {
        let ahead = exporting(at: minute(0), [run(minute(4), asked: minute(-60))])
        #expect(evidence(of: [ahead]).scheduleDelay?.p50 == 64 * Milliseconds.minute)
    }

    @Test func `a schedule of after the first telling is after the run`() {
        // By its clock the run of a minute 4 was later than the schedule of 2, but it was told at 0.
        let old = run(minute(-5_000))
        let exports = [
            exporting(at: minute(0), [old, run(minute(4), .failed)]),
            exporting(at: minute(100 * 60), [], scheduled: minute(2)),
        ]
        #expect(reading(exports)?.cause == .ranNoSuccess(.failed))
        let success = [
            exporting(at: minute(0), [run(minute(4))]), exporting(at: minute(100 * 60), [], scheduled: minute(2)),
        ]
        #expect(reading(success)?.cause == .scheduledNotRun)
    }
}
