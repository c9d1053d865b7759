import Foundation
import Records
import Stats
import Testing

/// Staleness = E − the last success at or before E, over the device's whole history.
@Suite struct StalenessReadingTests {
    private func staleness(_ history: History, in window: Window = week39) -> Staleness? {
        history.reading(in: window, rules)?.staleness
    }

    @Test func `the last success counts and not the last run`() {
        let runs = [
            run(wednesday.advanced(by: -30 * hour), .success), run(wednesday.advanced(by: -10 * hour), .success),
            run(wednesday.advanced(by: -9 * hour), .failed), run(wednesday.advanced(by: -hour), .expired),
        ]
        #expect(staleness(deviceExport(at: wednesday, runs)) == .known(milliseconds: 10 * hour))
    }

    @Test(arguments: [Outcome.unknown, .notSuccessful, .failed, .expired, .skipped, .retry, .killed])
    func `what is not known to have succeeded is not a success`(_ outcome: Outcome) {
        let runs = [run(wednesday.advanced(by: -50 * hour), .success), run(wednesday.advanced(by: -hour), outcome)]
        #expect(staleness(deviceExport(at: wednesday, runs)) == .known(milliseconds: 50 * hour))
        #expect(staleness(deviceExport(at: wednesday, [runs[1]])) == .never)
    }

    @Test func `a success at the moment of the export gives a staleness of 0`() {
        #expect(staleness(deviceExport(at: wednesday, [run(wednesday)])) == .known(milliseconds: 0))
    }

    @Test func `a success one millisecond after the export does not count`() {
        // A later export lists it; the reading is that of the last export in the window.
        let device = merged([
            deviceExport(at: wednesday, [run(wednesday.advanced(by: -5 * hour))]),
            deviceExport(at: week39.end, [run(wednesday.advanced(by: 1))]),
        ])
        #expect(staleness(device) == .known(milliseconds: 5 * hour))
    }

    @Test func `a device without runs never refreshed`() {
        #expect(staleness(deviceExport(at: wednesday, [])) == .never)
        #expect(staleness(deviceExport(at: wednesday, [run(wednesday, .unknown)])) == .never)
    }

    @Test func `a device that did not export in the window has no reading`() {
        #expect(History().reading(in: week39, rules) == nil)
        #expect(deviceExport(at: week39.end, [run(wednesday)]).reading(in: week39, rules) == nil)
        #expect(deviceExport(at: week39.start.advanced(by: -1), [run(monday)]).reading(in: week39, rules) == nil)
    }

    @Test func `an export at the window's start counts, and one at its end does not`() {
        let atStart = deviceExport(at: week39.start, [run(week39.start.advanced(by: -2 * hour))])
        #expect(staleness(atStart) == .known(milliseconds: 2 * hour))
        #expect(staleness(atStart, in: week39.baseline) == nil)
        let last = deviceExport(at: week39.end.advanced(by: -1), [run(week39.end.advanced(by: -hour))])
        #expect(staleness(last) == .known(milliseconds: hour - 1))
        #expect(staleness(deviceExport(at: week39.end, [run(monday)])) == nil)
    }

    @Test func `the cut-off ends the window, not the week`() {
        let window = Window(week(2026, 39), upTo: wednesday, in: .gmt)
        let device = merged([
            deviceExport(at: monday.advanced(by: hour), [run(monday)]),
            deviceExport(at: wednesday, [run(wednesday)]),
        ])
        #expect(device.reading(in: window, rules)?.exportedAt == monday.advanced(by: hour))
        #expect(staleness(device, in: window) == .known(milliseconds: hour))
    }

    @Test func `the reading is the window's last export by its time`() {
        // Read in any order; Wednesday's is the last in the week.
        let all = [
            deviceExport(at: wednesday, [run(wednesday.advanced(by: -3 * hour))]),
            deviceExport(at: monday.advanced(by: hour), [run(monday)]),
            deviceExport(at: week39.end.advanced(by: hour), [run(week39.end)]),
        ]
        for history in [merged(all), merged(all.reversed())] {
            #expect(history.reading(in: week39, rules)?.exportedAt == wednesday)
            #expect(staleness(history) == .known(milliseconds: 3 * hour))
        }
    }

    @Test func `a success that only another export lists counts`() {
        let success = wednesday.advanced(by: -100 * day)
        let device = merged([
            deviceExport(at: wednesday.advanced(by: -99 * day), [run(success)]),
            deviceExport(at: wednesday, [run(wednesday.advanced(by: -hour), .failed)]),
        ])
        #expect(staleness(device) == .known(milliseconds: 100 * day))
    }

    @Test func `a success before the export that only a later week's export lists counts`() {
        let device = merged([
            deviceExport(at: wednesday, []),
            deviceExport(at: week39.end.advanced(by: 3 * day), [run(wednesday.advanced(by: -7 * hour))]),
        ])
        #expect(staleness(device) == .known(milliseconds: 7 * hour))
    }

    @Test func `a success that a later export corrects does not count`() {
        let at = wednesday.advanced(by: -7 * hour)
        let device = merged([
            deviceExport(at: wednesday, [run(at, .success)]),
            deviceExport(at: wednesday.advanced(by: 9 * day), [run(at, .expired)]),
        ])
        #expect(staleness(device) == .never)
    }

    @Test(arguments: [Int64(72) * hour, 72 * hour - 1, 72 * hour + 1, 1, 4_000 * day])
    func `a staleness is exact to the millisecond`(_ age: Int64) {
        let device = deviceExport(at: wednesday, [run(wednesday.advanced(by: -age))])
        #expect(staleness(device) == .known(milliseconds: age))
    }
}
