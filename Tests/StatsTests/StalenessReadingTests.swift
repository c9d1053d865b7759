import Foundation
import Records
import Stats
import Testing

/// Staleness = E − the last success at or before E, over all that is known of the device.
@Suite struct StalenessReadingTests {
    private func staleness(_ history: History, in window: Window = week39) -> Staleness? {
        history.reading(in: window, rules)?.staleness
    }

    @Test func `the last success counts and not the last run`() {
        let runs = [
            run(wednesday.advanced(by: -30 * hour), .success), run(wednesday.advanced(by: -10 * hour), .success),
            run(wednesday.advanced(by: -9 * hour), .failed), run(wednesday.advanced(by: -hour), .expired),
        ]
        #expect(staleness(telling(at: wednesday, runs)) == .known(milliseconds: 10 * hour))
    }

    @Test(arguments: [Outcome.unknown, .notSuccessful, .failed, .expired, .skipped, .retry, .killed])
    func `what is not known to have succeeded is not a success`(_ outcome: Outcome) {
        let runs = [run(wednesday.advanced(by: -50 * hour), .success), run(wednesday.advanced(by: -hour), outcome)]
        #expect(staleness(telling(at: wednesday, runs)) == .known(milliseconds: 50 * hour))
        #expect(staleness(telling(at: wednesday, [runs[1]])) == .never)
    }

    @Test func `a success at the very moment of the export is a staleness of zero`() {
        #expect(staleness(telling(at: wednesday, [run(wednesday)])) == .known(milliseconds: 0))
    }

    @Test func `a success one millisecond after the export does not count`() {
        // A later export told it; the reading is that of the last export in the window.
        let device = merged([
            telling(at: wednesday, [run(wednesday.advanced(by: -5 * hour))]),
            telling(at: week39.end, [run(wednesday.advanced(by: 1))]),
        ])
        #expect(staleness(device) == .known(milliseconds: 5 * hour))
    }

    @Test func `a device without a run was never fresh`() {
        #expect(staleness(telling(at: wednesday, [])) == .never)
        #expect(staleness(telling(at: wednesday, [run(wednesday, .unknown)])) == .never)
    }

    @Test func `a device that did not export in the window has no reading`() {
        #expect(History().reading(in: week39, rules) == nil)
        #expect(telling(at: week39.end, [run(wednesday)]).reading(in: week39, rules) == nil)
        #expect(telling(at: week39.start.advanced(by: -1), [run(monday)]).reading(in: week39, rules) == nil)
    }

    @Test func `an export at the window's start counts and one at its end does not`() {
        let atStart = telling(at: week39.start, [run(week39.start.advanced(by: -2 * hour))])
        #expect(staleness(atStart) == .known(milliseconds: 2 * hour))
        #expect(staleness(atStart, in: week39.baseline) == nil)
        let last = telling(at: week39.end.advanced(by: -1), [run(week39.end.advanced(by: -hour))])
        #expect(staleness(last) == .known(milliseconds: hour - 1))
        #expect(staleness(telling(at: week39.end, [run(monday)])) == nil)
    }

    @Test func `the cut-off ends the window, not the week`() {
        let window = Window(week(2026, 39), upTo: wednesday, in: .gmt)
        let device = merged([
            telling(at: monday.advanced(by: hour), [run(monday)]),
            telling(at: wednesday, [run(wednesday)]),
        ])
        #expect(device.reading(in: window, rules)?.exportedAt == monday.advanced(by: hour))
        #expect(staleness(device, in: window) == .known(milliseconds: hour))
    }

    @Test func `the last export of the window by its moment is the reading`() {
        // Read in any order; the one of Wednesday is the last in the week.
        let all = [
            telling(at: wednesday, [run(wednesday.advanced(by: -3 * hour))]),
            telling(at: monday.advanced(by: hour), [run(monday)]),
            telling(at: week39.end.advanced(by: hour), [run(week39.end)]),
        ]
        for history in [merged(all), merged(all.reversed())] {
            #expect(history.reading(in: week39, rules)?.exportedAt == wednesday)
            #expect(staleness(history) == .known(milliseconds: 3 * hour))
        }
    }

    @Test func `a success that only another export told counts`() {
        let success = wednesday.advanced(by: -100 * day)
        let device = merged([
            telling(at: wednesday.advanced(by: -99 * day), [run(success)]),
            telling(at: wednesday, [run(wednesday.advanced(by: -hour), .failed)]),
        ])
        #expect(staleness(device) == .known(milliseconds: 100 * day))
    }

    @Test func `a success before the export that only an export of a later week told counts`() {
        let device = merged([
            telling(at: wednesday, []),
            telling(at: week39.end.advanced(by: 3 * day), [run(wednesday.advanced(by: -7 * hour))]),
        ])
        #expect(staleness(device) == .known(milliseconds: 7 * hour))
    }

    @Test func `a success that a later export takes back does not count`() {
        let at = wednesday.advanced(by: -7 * hour)
        let device = merged([
            telling(at: wednesday, [run(at, .success)]),
            telling(at: wednesday.advanced(by: 9 * day), [run(at, .expired)]),
        ])
        #expect(staleness(device) == .never)
    }

    @Test(arguments: [Int64(72) * hour, 72 * hour - 1, 72 * hour + 1, 1, 4_000 * day])
    func `a staleness is exact to the millisecond`(_ age: Int64) {
        let device = telling(at: wednesday, [run(wednesday.advanced(by: -age))])
        #expect(staleness(device) == .known(milliseconds: age))
    }
}
