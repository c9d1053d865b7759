import Records
import Stats
import Testing

/// Success rate: over the runs from the window's start up to the reading's E whose success is known.
@Suite struct SuccessRateReadingTests {
    private func counts(_ history: History, in window: Window = week39) -> [Int]? {
        history.reading(in: window, rules).map { [$0.successes, $0.knownOutcomes] }
    }

    @Test func `only runs from the window's start up to the export count`() {
        let runs = [
            run(monday.advanced(by: -1), .success), run(monday, .success), run(monday.advanced(by: 1), .failed),
            run(wednesday, .success),
        ]
        let device = merged([
            deviceExport(at: wednesday, runs),
            deviceExport(at: week39.end, [run(wednesday.advanced(by: 1), .success)]),
        ])
        #expect(counts(device) == [2, 3])
    }

    @Test func `a run with unknown success is in neither count`() {
        let runs = [run(monday, .unknown), run(monday.advanced(by: hour), .success), run(wednesday, .unknown)]
        #expect(counts(deviceExport(at: wednesday, runs)) == [1, 1])
        #expect(counts(deviceExport(at: wednesday, [runs[0], runs[2]])) == [0, 0])
    }

    @Test func `every outcome other than success or unknown counts as known`() {
        let outcomes: [Outcome] = [.notSuccessful, .failed, .expired, .skipped, .retry, .killed]
        let runs = outcomes.enumerated().map { run(monday.advanced(by: Int64($0.offset)), $0.element) }
        #expect(counts(deviceExport(at: wednesday, runs)) == [0, 6])
    }

    @Test func `failures after the last success count, and those long before it too`() {
        let runs = [
            run(monday, .failed), run(monday.advanced(by: hour), .success), run(wednesday.advanced(by: -hour), .failed),
        ]
        #expect(counts(deviceExport(at: wednesday, runs)) == [1, 3])
    }

    @Test func `runs that an earlier export of the window lists count, once`() {
        let shared = run(monday.advanced(by: hour), .failed)
        let device = merged([
            deviceExport(at: monday.advanced(by: 2 * hour), [run(monday, .success), shared]),
            deviceExport(at: wednesday, [shared, run(wednesday, .success)]),
        ])
        #expect(counts(device) == [2, 3])
    }

    @Test func `runs of the week before count in the baseline and not in the week`() {
        let lastWeek = monday.advanced(by: -3 * day)
        let device = merged([
            deviceExport(at: lastWeek, [run(lastWeek, .failed)]),
            deviceExport(at: wednesday, [run(lastWeek, .failed), run(wednesday, .success)]),
        ])
        #expect(counts(device) == [1, 1])
        #expect(counts(device, in: week39.baseline) == [0, 1])
    }

    @Test func `without such runs there is no rate instead of 0`() {
        let before = run(monday.advanced(by: -hour))
        let breakdown = figures([deviceExport(at: wednesday, [before]).reading(in: week39, rules)].compactMap(\.self))
        #expect(breakdown.all.devices == 1)
        #expect(breakdown.all.successRate.value == nil)
    }
}
