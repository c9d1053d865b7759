import Records
import Testing

@testable import Stats

/// "A run cannot have happened later than the first export that exported it: it counts at the earlier of its `at` and that
/// export's moment." Worked by hand, in minutes from noon of the week's Wednesday.
@Suite struct ClockAheadTests {
    private func minute(_ number: Int64) -> Instant { wednesday.advanced(by: number * Milliseconds.minute) }
    private func minutes(_ number: Int64) -> Staleness { .known(milliseconds: number * Milliseconds.minute) }

    private func reading(_ exports: [History], in window: Window = week39) -> Reading? {
        merged(exports).reading(in: window, rules)
    }

    struct Row: CustomTestStringConvertible {
        var testDescription: String
        /// The run's own time, the exports that list it, and the last export.
        var at: Int64
        var exported: [Int64]
        var last: Int64
        var staleness: Int64?

        init(_ testDescription: String, at: Int64, exported: [Int64], last: Int64, _ staleness: Int64?) {
            self.testDescription = testDescription
            (self.at, self.exported, self.last, self.staleness) = (at, exported, last, staleness)
        }
    }

    static let rows = [
        Row("at the time of its first export", at: 3, exported: [0], last: 0, 0),
        Row("five minutes ahead is the limit", at: 5, exported: [0], last: 0, 0),
        Row("before its own time, as old as that export", at: 3, exported: [0], last: 2, 2),
        Row("exported again before its own time", at: 3, exported: [0, 2], last: 2, 2),
        Row("after its own time", at: 3, exported: [0], last: 60, 60),
        Row("exported again later", at: 3, exported: [0, 60], last: 60, 60),
        Row("first exported later, at its own time", at: 3, exported: [10], last: 60, 57),
        Row("exported only after the reading, ran before", at: -7, exported: [60], last: 0, 7),
        Row("exported only after the reading, ran after", at: 3, exported: [60], last: 0, nil),
    ]

    @Test(arguments: rows)
    func `a success by a clock that ran ahead`(_ row: Row) {
        // The reading is the last export up to `last`; later exports are after the window.
        let window = thisWeek(upTo: minute(row.last).advanced(by: 1))
        let exports =
            row.exported.map { exporting(at: minute($0), [run(minute(row.at))]) } + [exporting(at: minute(row.last))]
        for order in [exports, exports.reversed()] {
            #expect(reading(order, in: window)?.staleness == row.staleness.map { minutes($0) } ?? .never)
        }
    }

    @Test func `a device's runs are shown at the times at which they count, in that order`() {
        let exports = [
            exporting(at: minute(0), [run(minute(4))]), exporting(at: minute(60), [run(minute(2)), run(minute(4))]),
        ]
        let view = DeviceView(id: "d", app: "", merged(exports), upTo: nil, rules, tasks: [""])
        #expect(view.runs.map(\.at) == [minute(0), minute(2)])
    }

    @Test func `the latest run is the one that counts latest, whatever the clocks say`() {
        // The failure, at 4 by its own clock, was exported at 0; the success ran at 2.
        let exports = [
            exporting(at: minute(0), [run(minute(4), .failed, bucket: 40)], bucket: nil),
            exporting(at: minute(10), [run(minute(2), bucket: 10)], bucket: nil),
        ]
        #expect(reading(exports)?.cause == .unknown)
        #expect(reading(exports)?.label == standby(10))
        #expect(reading(exports)?.staleness == minutes(8))
    }

    @Test func `a run is in the 24 h before an export if it counts in them`() {
        // It counts at 0: exactly 24 h before the export, and a millisecond less than 24 h.
        let ahead = exporting(at: minute(0), [run(minute(5), .failed)])
        #expect(reading([ahead, exporting(at: minute(0).advanced(by: day))])?.ranInDay == false)
        #expect(reading([ahead, exporting(at: minute(0).advanced(by: day - 1))])?.ranInDay == true)
    }

    @Test func `a run that counts in the week before is not a success of this week`() {
        let sunday = monday.advanced(by: -Milliseconds.minute)
        let exports = [
            exporting(at: sunday, [run(monday.advanced(by: Milliseconds.minute))]),
            exporting(at: monday.advanced(by: hour), [run(monday.advanced(by: Milliseconds.minute))]),
        ]
        #expect(reading(exports)?.knownOutcomes == 0)
        #expect(reading(exports)?.staleness == minutes(61))
        #expect(reading(exports, in: week39.baseline)?.successes == 1)
    }

    @Test func `a silent device's last success is at most as late as its first export`() {
        // Exported eight days before the cut-off with a time four minutes later, and again after the cut-off.
        let moment = week39.end.advanced(by: -8 * day)
        let quiet = exporting(at: moment, [run(moment.advanced(by: 4 * Milliseconds.minute))])
        let back = exporting(at: week39.end, [run(moment.advanced(by: 4 * Milliseconds.minute))])
        for devices in [[quiet], [merged([quiet, back])]] {
            #expect(evidence(of: devices).silence.p90.upper == hours(8 * 24))
        }
    }

    @Test func `a schedule delay is the run's own time minus the schedule`() {
        let ahead = exporting(at: minute(0), [run(minute(4), asked: minute(-60))])
        #expect(evidence(of: [ahead]).scheduleDelay?.p50 == 64 * Milliseconds.minute)
    }

    @Test func `a schedule after the first export is after the run`() {
        // By its clock the run at minute 4 was later than the schedule at 2, but it was exported at 0.
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
