import Records
import Stats
import Testing

/// Ran in 24 h = at least one run, whatever its outcome, in (E − 24 h, E].
@Suite struct RunRateReadingTests {
    private func ranInDay(_ runs: [Run], at exported: Instant = wednesday) -> Bool? {
        deviceExport(at: exported, runs).reading(in: week39, rules)?.ranInDay
    }

    @Test func `a run exactly 24 h before the export is not in the 24 h`() {
        #expect(ranInDay([run(wednesday.advanced(by: -24 * hour))]) == false)
    }

    @Test func `a run one millisecond later is in the 24 h`() {
        #expect(ranInDay([run(wednesday.advanced(by: -24 * hour + 1))]) == true)
    }

    @Test func `a run exactly at the export is in the 24 h`() {
        #expect(ranInDay([run(wednesday)]) == true)
    }

    @Test func `a run one millisecond after the export is not in the 24 h`() {
        let device = merged([
            deviceExport(at: wednesday, [run(wednesday.advanced(by: -30 * hour))]),
            deviceExport(at: week39.end, [run(wednesday.advanced(by: 1))]),
        ])
        #expect(device.reading(in: week39, rules)?.ranInDay == false)
    }

    @Test(arguments: Outcome.allCases)
    func `a run of any outcome is a run`(_ outcome: Outcome) {
        #expect(ranInDay([run(wednesday.advanced(by: -hour), outcome)]) == true)
        // Also after a success long ago.
        let success = run(wednesday.advanced(by: -300 * hour))
        #expect(ranInDay([success, run(wednesday.advanced(by: -hour), outcome)]) == true)
    }

    @Test func `a device without a run did not run`() {
        #expect(ranInDay([]) == false)
    }

    @Test func `the 24 h can begin before the window`() {
        let early = monday.advanced(by: hour)
        #expect(ranInDay([run(monday.advanced(by: -22 * hour), .failed)], at: early) == true)
        #expect(ranInDay([run(monday.advanced(by: -23 * hour), .failed)], at: early) == false)
        // A success within the window must not end the search.
        #expect(ranInDay([run(monday.advanced(by: -22 * hour), .failed), run(monday)], at: early) == true)
    }

    @Test func `24 h are 24 h across a clock change`() {
        // In Amsterdam Sunday 2026-03-29 has 23 h; the export is on Sunday at noon, 10:00 UTC.
        let window = Window(week(2026, 13), in: zone("Europe/Amsterdam"))
        let noon = utc("2026-03-29T10:00:00")
        for (age, expected) in [(24 * hour, false), (24 * hour - 1, true), (23 * hour, true)] {
            let device = deviceExport(at: noon, [run(noon.advanced(by: -age))])
            #expect(device.reading(in: window, rules)?.ranInDay == expected)
        }
    }
}
