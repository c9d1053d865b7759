import Records
import Testing

@testable import Stats

/// Staleness over the whole week, worked by hand. In these tests exports are made 100 h after the week's start.
@Suite struct ExposureTests {
    private let exported = monday.advanced(by: 100 * hour)

    private func at(_ hours: Int64) -> Instant { monday.advanced(by: hours * hour) }

    /// A device that exported before the window, so that all of the window counts, and after 100 h.
    private func device(_ runs: [Run]) -> History {
        merged([exporting(at: at(-1_000)), exporting(at: exported, runs)])
    }

    private func exposure(_ devices: History..., in window: Window = week39) -> Exposure? {
        evidence(of: devices, in: window).exposure
    }

    /// Shares of hours.
    private func expected(
        _ p50: Staleness, _ p90: Staleness, over24: Int, over72: Int, over168: Int, of total: Int
    ) -> Exposure {
        let unit = Int(hour)
        return Exposure(
            p50: p50, p90: p90, overP50: Share(over24 * unit, of: total * unit),
            overP90: Share(over72 * unit, of: total * unit), overBroken: Share(over168 * unit, of: total * unit))
    }

    @Test func `one success at the start: staleness climbs evenly`() {
        // From 0 to 100 h: half of the time up to 50 h, nine tenths up to 90 h.
        #expect(
            exposure(device([run(monday)]))
                == expected(hours(50), hours(90), over24: 76, over72: 28, over168: 0, of: 100))
    }

    @Test func `a success before the window counts`() {
        // From 150 to 250 h; over 168 h but for the first 18 h.
        #expect(
            exposure(device([run(at(-150))]))
                == expected(hours(200), hours(240), over24: 100, over72: 100, over168: 82, of: 100))
        // It may be one that only a later export lists.
        let later = exporting(at: at(2_000), [run(at(-150))])
        #expect(
            exposure(merged([exporting(at: at(-1_000)), exporting(at: exported), later]))
                == expected(hours(200), hours(240), over24: 100, over72: 100, over168: 82, of: 100))
    }

    @Test func `each success starts at 0`() {
        // From 10 to 40 h, from 0 to 60 h, from 0 to 10 h. Up to 20 h: 10 + 20 + 10 of 100. Up to 25 h: 15 + 25 + 10 =
        // 50. Up to 50 h: 30 + 50 + 10 = 90. Over 24 h: 16 + 36.
        let runs = [run(at(-10)), run(at(30)), run(at(90))]
        #expect(
            exposure(device(runs)) == expected(hours(25), hours(50), over24: 52, over72: 0, over168: 0, of: 100))
    }

    @Test func `what is not known to have succeeded changes nothing`() {
        let others = Outcome.allCases.filter { $0 != .success }.enumerated().map { run(at(Int64(10 * $0 + 5)), $1) }
        #expect(
            exposure(device([run(monday)] + others))
                == expected(hours(50), hours(90), over24: 76, over72: 28, over168: 0, of: 100))
    }

    @Test func `before the first success staleness is never`() {
        // Never for 20 h, then from 0 to 80 h: 50 of 100 h are up to 50 h, and no staleness covers 90.
        #expect(
            exposure(device([run(at(20))]))
                == expected(hours(50), .never, over24: 76, over72: 28, over168: 20, of: 100))
        #expect(
            exposure(device([])) == expected(.never, .never, over24: 100, over72: 100, over168: 100, of: 100))
    }

    @Test func `never for just a tenth of the time leaves p90 a number, and a millisecond more does not`() {
        #expect(exposure(device([run(at(10))]))?.p90 == hours(90))
        #expect(exposure(device([run(at(10).advanced(by: 1))]))?.p90 == .never)
        #expect(exposure(device([run(at(50))]))?.p50 == hours(50))
        #expect(exposure(device([run(at(50).advanced(by: 1))]))?.p50 == .never)
    }

    @Test func `time begins at the first known moment if that is in the window`() {
        // The first run, a failure, at 30 h; a success at 40 h. Never for 10 of 70 h, then from 0 to 60 h: 35 h are
        // reached at 35 h, 63 h never.
        let firstRun = exporting(at: exported, [run(at(30), .failed), run(at(40))])
        let tenOfSeventy = expected(hours(35), .never, over24: 46, over72: 10, over168: 10, of: 70)
        #expect(exposure(firstRun) == tenOfSeventy)
        // The first export.
        #expect(
            exposure(merged([exporting(at: at(30)), exporting(at: exported, [run(at(40))])]))
                == tenOfSeventy)
        // The installation, in whichever export.
        #expect(exposure(exporting(at: exported, [run(at(40))], installed: at(30))) == tenOfSeventy)
        // But not one that only an export after the reading contains.
        let later = exporting(at: at(200), installed: at(10))
        #expect(exposure(merged([exporting(at: exported, [run(at(40))], installed: at(30)), later])) == tenOfSeventy)
        // The earliest of the three.
        #expect(
            exposure(
                merged([
                    exporting(at: at(35)),
                    exporting(at: exported, [run(at(32), .failed), run(at(40))], installed: at(30)),
                ])) == tenOfSeventy)
        #expect(
            exposure(exporting(at: exported, [run(at(30), .failed), run(at(40))], installed: at(90))) == tenOfSeventy)
        // Before the window it does not matter.
        #expect(exposure(exporting(at: exported, [run(monday)], installed: at(-5)))?.overP50.whole == Int(100 * hour))
    }

    @Test func `a success as the first known moment has no time before it`() {
        #expect(
            exposure(exporting(at: exported, [run(at(30))]))
                == expected(hours(35), hours(63), over24: 46, over72: 0, over168: 0, of: 70))
    }

    @Test func `without any time there is no exposure`() {
        #expect(exposure() == nil)
        #expect(exposure(exporting(at: exported)) == nil)
        #expect(exposure(exporting(at: exported, [run(exported)])) == nil)
        // A reading at the window's start.
        #expect(exposure(exporting(at: monday, [run(at(-50))])) == nil)
    }

    @Test func `time ends with the reading`() {
        // A success after it, in an export of the week after.
        let device = merged([device([run(monday)]), exporting(at: at(300), [run(at(120))])])
        #expect(exposure(device) == expected(hours(50), hours(90), over24: 76, over72: 28, over168: 0, of: 100))
    }

    @Test func `the last export of the window is the reading`() {
        // Also exported after 50 h, and after 100 h; then a cut-off at 60 h.
        let device = merged([exporting(at: at(50), [run(monday)]), exporting(at: exported, [run(monday)])])
        #expect(exposure(device)?.p90 == hours(90))
        #expect(exposure(device, in: thisWeek(upTo: at(60)))?.p90 == hours(45))
    }

    @Test func `several devices' time adds up`() {
        // From 0 to 10 h and from 5 to 15 h: up to 7.5 h 7.5 + 2.5 of 20, up to 13 h 10 + 8.
        let one = exporting(at: at(10), [run(monday)])
        let other = exporting(at: at(10), [run(at(-5))])
        #expect(
            exposure(one, other)
                == expected(
                    .known(milliseconds: 15 * hour / 2), hours(13), over24: 0, over72: 0, over168: 0, of: 20))
        // With one that never succeeded in its 20 h: up to 15 h all 20 of 40; then never.
        let never = merged([exporting(at: at(-1)), exporting(at: at(20))])
        #expect(
            exposure(one, other, never) == expected(hours(15), .never, over24: 20, over72: 20, over168: 20, of: 40))
    }

    @Test func `a device weighs by its time`() {
        // 1 h at 0 to 1 h, and 99 h at 900 to 999 h: half of 100 h is 1 + 49.
        let short = exporting(at: at(1), [run(monday)])
        let long = exporting(at: at(99), [run(at(-900))])
        #expect(
            exposure(short, long) == expected(hours(949), hours(989), over24: 99, over72: 99, over168: 99, of: 100))
    }

    @Test(
        arguments: [
            // Of 1 ms all are up to 1; of 3 ms 1.5 are up to 2 and 2.7 up to 3; of 11 ms 5.5 and 9.9.
            (1, 1, 1), (2, 1, 2), (3, 2, 3), (10, 5, 9), (11, 6, 10), (100, 50, 90), (101, 51, 91),
        ] as [(Int64, Int64, Int64)])
    func `a quantile is the least whole millisecond`(_ length: Int64, _ p50: Int64, _ p90: Int64) {
        let found = exposure(exporting(at: monday.advanced(by: length), [run(monday)]))
        #expect(found?.p50 == .known(milliseconds: p50))
        #expect(found?.p90 == .known(milliseconds: p90))
    }

    @Test func `between two intervals the quantile is the end of the lower one`() {
        // Five hours from 0 to 5 h, five hours from 500 to 505 h: half of the time is up to 5 h exactly.
        let low = exporting(at: at(5), [run(monday)])
        let high = exporting(at: at(5), [run(at(-500))])
        #expect(exposure(low, high)?.p50 == hours(5))
        // A millisecond more of the high one: half a millisecond of it belongs to the lower half.
        let longer = exporting(at: at(5).advanced(by: 1), [run(at(-500))])
        #expect(exposure(low, longer)?.p50 == .known(milliseconds: 500 * hour + 1))
    }

    @Test(arguments: [Int64(1), 60_000, 299_999, 300_000])
    func `a run up to five minutes ahead of its export counts at the export`(_ ahead: Int64) {
        // It is at the end of the time that it would shorten: staleness is 0 only at the reading itself.
        let device = device([run(monday), run(exported.advanced(by: ahead))])
        #expect(assessment(of: [device]).current.all.p50 == hours(0))
        #expect(exposure(device) == expected(hours(50), hours(90), over24: 76, over72: 28, over168: 0, of: 100))
        // As the only run it is the first success.
        let only = self.device([run(exported.advanced(by: ahead))])
        #expect(exposure(only) == expected(.never, .never, over24: 100, over72: 100, over168: 100, of: 100))
    }

    @Test func `a run ahead of an earlier export counts at that one, perhaps before other runs`() {
        // Exported after 2 minutes with a time of minute 7; then exported after 6 minutes with a success of minute 5.
        // Staleness rises from 0 to 2 min, to 3 min and to 1 min: up to 1 min 3 of 6, up to 2.4 min 2 + 2.4 + 1 = 5.4.
        func minute(_ number: Int64) -> Instant { monday.advanced(by: number * 60_000) }
        let device = merged([
            exporting(at: minute(2), [run(minute(7))]),
            exporting(at: minute(6), [run(monday), run(minute(5))]),
        ])
        #expect(exposure(device)?.p50 == .known(milliseconds: 60_000))
        #expect(exposure(device)?.p90 == .known(milliseconds: 144_000))
        #expect(exposure(device)?.overP50.whole == 360_000)
        #expect(assessment(of: [device]).current.all.p50 == .known(milliseconds: 60_000))
    }

    @Test func `with a task filter only its runs count`() {
        let device = device([run(monday, task: 1), run(at(50), task: 2)])
        #expect(
            evidence(of: [device], task: 1).exposure
                == expected(hours(50), hours(90), over24: 76, over72: 28, over168: 0, of: 100))
        #expect(
            evidence(of: [device], task: 2).exposure
                == expected(hours(50), .never, over24: 76, over72: 50, over168: 50, of: 100))
    }

    @Test func `the week before has its own exposure`() {
        let before = merged([exporting(at: at(-1_000)), exporting(at: at(-68), [run(at(-168))])])
        let found = evidence(of: [before])
        #expect(found.exposure == nil)
        #expect(found.exposureBefore == expected(hours(50), hours(90), over24: 76, over72: 28, over168: 0, of: 100))
        // Up to the same moment of that week if this one is not over: 60 h, and the export is after 100 h.
        #expect(evidence(of: [before], in: thisWeek(upTo: at(60))).exposureBefore == nil)
    }

    @Test func `shares are over the thresholds of the objectives`() {
        var limits = objectives
        (limits.p50, limits.p90, limits.broken) = (10 * hour, 40 * hour, 99 * hour)
        let found = evidence(of: [device([run(monday)])], in: week39, limits).exposure
        #expect(found?.overP50 == Share(Int(90 * hour), of: Int(100 * hour)))
        #expect(found?.overP90 == Share(Int(60 * hour), of: Int(100 * hour)))
        #expect(found?.overBroken == Share(Int(hour), of: Int(100 * hour)))
    }

    @Test func `exposure is opposed if it is on the other side of an objective than the readings`() {
        // A success right before the export: the reading is fresh, but most of the time was not.
        let fresh = device([run(at(-100)), run(at(99))])
        // p50 1 h and p90 1 h; over the time p50 149.5 h.
        #expect(assessment(of: [fresh]).isExposureOpposed)
        // A reading at 30 h misses p50's 24 h, and the time's p50 is 15 h.
        #expect(assessment(of: [exporting(at: at(30), [run(monday)])]).isExposureOpposed)
        // Fresh and fresh, stale and stale.
        #expect(!assessment(of: [exporting(at: at(20), [run(monday)])]).isExposureOpposed)
        #expect(!assessment(of: [device([run(at(-500))])]).isExposureOpposed)
        // Exactly on the objective is not under it, for both: 72 h, and 36 h to 64.8 h.
        #expect(assessment(of: [exporting(at: at(72), [run(monday)])]).isExposureOpposed)
        // Without time there is nothing to compare.
        #expect(!assessment(of: [exporting(at: exported)]).isExposureOpposed)
    }
}
