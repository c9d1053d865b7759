import Foundation
import Records
import Testing

@testable import Stats

/// Events just outside a window, or known only after it.
@Suite struct WindowEdgesTests {
    @Test func `a success exported only after the cut-off does not make a history reach far enough`() {
        let end = week39.end
        let whole = merged([
            exporting(at: end.advanced(by: -75 * day), [run(end.advanced(by: -76 * day))]),
            exporting(at: end.advanced(by: -20 * day)),
            exporting(at: end.advanced(by: 4 * day), [run(end.advanced(by: -30 * day))]),
        ])
        #expect(evidence(of: [whole]).silence.p90.upper == hours(76 * 24))
        let ranges = TimeRanges(week39)
        let cut = History(
            runs: Array(whole.runs.drop { $0.at < ranges.start }),
            exports: Array(whole.exports.drop { $0.exportedAt < ranges.start }))
        #expect(!cut.reaches(ranges, rules))
    }

    @Test(arguments: [("Asia/Tehran", 2021, 11), ("Asia/Tehran", 2021, 12)])
    func `where midnight is skipped no device is both silent and read`(_ name: String, _ year: Int, _ number: Int) {
        let window = Window(week(year, number), in: zone(name))
        for minutes in stride(from: Int64(-180), through: 180, by: 30) {
            let device = exporting(at: window.start.advanced(by: minutes * 60_000))
            let found = assessment(of: [device], in: window)
            #expect(found.current.all.devices + found.evidence.silence.devices == 1, "\(minutes)")
        }
    }

    @Test func `a run that counts before the window is not among its delays`() {
        // Exported on Sunday at 23:59 with a time of Monday 00:02, so it counts on Sunday; the reading is at 00:01.
        let early = exporting(
            at: monday.advanced(by: -60_000), [run(monday.advanced(by: 120_000), asked: monday.advanced(by: -hour))])
        let reading = exporting(at: monday.advanced(by: 60_000))
        let found = assessment(of: [merged([early, reading])])
        #expect(found.current.all.knownOutcomes == 0)
        #expect(found.evidence.scheduleDelay == nil)
    }
}
