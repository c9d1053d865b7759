import Records
import Stats
import Testing

@testable import Report

/// The two paragraphs on top: one verdict first, what it means, then the change and the other measures.
@Suite struct OpeningTests {
    private func verdict(_ assessment: Assessment) -> [String] {
        Wording(assessment: assessment, markup: .plain).verdict
    }

    private func beside(_ assessment: Assessment) -> [String] {
        Wording(assessment: assessment, markup: .plain).besideVerdict
    }

    /// What is said of ten devices without an interval.
    private let few = " There are too few devices to tell this change from chance."

    private func assessment(p90 now: Staleness, before: Staleness) -> Assessment {
        Sample.assessment(Sample.figures(p90: now), before: Sample.figures(p90: before))
    }

    @Test func `the verdict comes first, in bold, then its meaning, then change, whole week and p50`() {
        let wording = Wording(assessment: Sample.regression, markup: .markdown)
        #expect(
            wording.verdict == [
                "**Missed: p90 staleness is 89.7 h, the objective is under 72 h.**",
                "When last heard from, 90 % of the 994 devices had refreshed within the previous 89.7 h.",
            ])
        #expect(
            wording.besideVerdict == [
                "p90 is 16.6 h worse than in 2026-W38 (73.1 h), more than the 12 h by which it may get worse: a regression, marked ⚠ in the heading. That is more than chance explains (95 % interval: +1.6 h to +27.4 h).",
                "p90 has missed its objective for 3 weeks in a row.",
                "Over the whole week, counting every hour and not only last contact, p90 was 92.4 h: missed as well.",
                "p50 staleness is 18.1 h: at least half of the devices had refreshed within that time (objective: under 24 h, met).",
            ])
    }

    @Test func `exactly 72 h is not under 72 h, and a little less does not read as 72 h`() {
        #expect(
            verdict(assessment(p90: .h(72), before: .h(72)))[0]
                == "Missed: p90 staleness is 72.0 h, the objective is under 72 h.")
        #expect(
            verdict(assessment(p90: .ms(259_128_000), before: .h(72)))[0]
                == "Met: p90 staleness is 71.98 h, the objective is under 72 h.")
    }

    @Test func `where p50 alone misses its objective the verdict is missed, and speaks of p50`() {
        let assessment = Sample.assessment(Sample.figures(20, p50: .h(30), p90: .h(50)), before: nil)
        #expect(
            verdict(assessment).prefix(2) == [
                "Missed: p50 staleness is 30.0 h, the objective is under 24 h.",
                "When last heard from, at least half of the 20 devices had refreshed within the previous 30.0 h.",
            ])
        #expect(
            beside(assessment).last
                == "p90 staleness is 50.0 h: 90 % of the devices had refreshed within that time (objective: under 72 h, met, but not certain)."
        )
        // Where the interval of the other one lies on one side of its limit, its verdict is certain.
        var certain = assessment
        certain.current.all.p90Interval = Interval(.h(40), .h(71))
        #expect(
            beside(certain).last
                == "p90 staleness is 50.0 h: 90 % of the devices had refreshed within that time (objective: under 72 h, met)."
        )
        // Where both miss, it speaks of p90.
        let both = Sample.assessment(Sample.figures(p50: .h(30), p90: .h(80)), before: nil)
        #expect(verdict(both)[0] == "Missed: p90 staleness is 80.0 h, the objective is under 72 h.")
        #expect(
            beside(both).last
                == "p50 staleness is 30.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, missed, but not "
                + "certain).")
    }

    @Test func `met with a regression is not met alone`() {
        let regressed = assessment(p90: .h(60), before: .h(40))
        #expect(
            verdict(regressed)[0]
                == "Met, but much worse than the week before: p90 staleness is 60.0 h, the objective is under 72 h.")
    }

    @Test func `a change of just what is allowed is no regression, one millisecond more is`() {
        let before = Staleness.h(40)
        #expect(
            beside(assessment(p90: .h(52), before: before))[0]
                == "p90 is 12.0 h worse than in 2026-W38 (40.0 h), within the 12 h by which it may get worse: no regression.\(few)"
        )
        #expect(
            beside(assessment(p90: .ms(52 * Sample.hour + 1), before: before))[0]
                == "p90 is 12.0000003 h worse than in 2026-W38 (40.0 h), more than the 12 h by which it may get worse: a regression, marked "
                + "⚠ in the heading.\(few)")
    }

    @Test func `better and the same are said as such`() {
        #expect(
            beside(assessment(p90: .h(50), before: .h(60)))[0]
                == "p90 is 10.0 h better than in 2026-W38 (60.0 h): no regression.\(few)")
        #expect(beside(assessment(p90: .h(50), before: .h(50)))[0] == "p90 is the same as in 2026-W38, 50.0 h.")
    }

    @Test func `never is missed, and from a number to never is a regression`() {
        let assessment = assessment(p90: .never, before: .h(50))
        #expect(
            verdict(assessment).prefix(2) == [
                "Missed: p90 staleness is never, the objective is under 72 h.",
                "More than one device in ten has no known successful refresh.",
            ])
        #expect(
            beside(assessment)[0]
                == "In 2026-W38 p90 was 50.0 h; from a number to never is a regression, marked ⚠ in the heading.")
    }

    @Test func `never to never is no change, and never to a number is better`() {
        #expect(
            beside(assessment(p90: .never, before: .never))[0] == "In 2026-W38 p90 was never as well: no change.")
        #expect(
            beside(assessment(p90: .h(50), before: .never))[0] == "In 2026-W38 p90 was never; any number is better.")
    }

    @Test(arguments: [
        // Devices, and how many of them have no known success.
        (10, 10, "None of the 10 devices has a known successful refresh."),
        (10, 6, "More than half of the 10 devices have no known successful refresh."),
        (1, 1, "The one device has no known successful refresh."),
        (1_200, 1_199, "More than half of the 1,200 devices have no known successful refresh."),
    ])
    func `of how many no success is known is said as far as it goes`(_ devices: Int, _ never: Int, _ said: String) {
        let figures = Sample.figures(devices, p50: .never, p90: .never, underP50: 0, underP90: 0, never: never)
        let assessment = Sample.assessment(figures, before: nil)
        #expect(verdict(assessment)[1] == said)
        #expect(beside(assessment).last?.hasPrefix("p50 staleness is never (objective: under 24 h, missed") == true)
    }

    @Test func `a missing week before is named, and no change is made up`() {
        #expect(
            beside(Sample.assessment(Sample.figures(), before: nil))[0]
                == "There is no data for 2026-W38, so nothing can be said about a change.")
    }

    @Test func `no reading is said loudly, with what was known before`() {
        let assessment = Sample.assessment(Sample.nothing, before: Sample.figures(997, p90: .h(106)))
        let wording = Wording(assessment: assessment, markup: .markdown)
        #expect(
            wording.verdict == [
                "**No device was heard from in 2026-W39: nothing is known of how fresh the devices are.**",
                "No data is not good news.", "In 2026-W38 p90 staleness was 106.0 h, over 997 devices.",
            ])
        #expect(wording.besideVerdict == [])
        #expect(
            verdict(Sample.assessment(Sample.nothing, before: nil)).last == "There is no data for 2026-W38 either.")
    }

    @Test func `one device is one`() {
        let assessment = Sample.assessment(Sample.figures(1), before: nil)
        #expect(
            verdict(assessment)[1]
                == "When last heard from, the one device had refreshed within the previous 50.0 h.")
        // Of one device both percentiles are its staleness.
        let met = Sample.assessment(Sample.figures(1, p50: .h(10), p90: .h(10)), before: nil)
        #expect(beside(met).last == "p50 staleness is 10.0 h (objective: under 24 h, met, but not certain).")
        let missed = Sample.assessment(Sample.figures(1, p50: .h(30), p90: .h(30)), before: nil)
        #expect(
            verdict(missed).prefix(2) == [
                "Missed: p50 staleness is 30.0 h, the objective is under 24 h.",
                "When last heard from, the one device had refreshed within the previous 30.0 h.",
            ])
        #expect(
            beside(missed).last == "p90 staleness is 30.0 h (objective: under 72 h, met, but not certain).")
        #expect(
            Wording(assessment: Sample.assessment(Sample.nothing, before: Sample.figures(1)), markup: .plain).verdict[2]
                == "In 2026-W38 p90 staleness was 50.0 h, over 1 device.")
    }

    @Test func `a change of p50 that is more than chance is said, though p90's may be chance`() {
        // 10 h more, and √(3² + 4²) = 5 h less than that at the least.
        func said(p50 now: Double, before: Double, _ change: (inout Assessment) -> Void = { _ in }) -> String? {
            var assessment = Sample.assessment(
                Sample.figures(100, p50: .h(now), p50Interval: Interval(.h(now - 3), .h(now + 3))),
                before: Sample.figures(100, p50: .h(before), p50Interval: Interval(.h(before - 4), .h(before + 4))))
            change(&assessment)
            return beside(assessment).first { $0.hasPrefix("p50 is") }
        }
        #expect(
            said(p50: 22, before: 12) == "p50 is 10.0 h worse than in 2026-W38, which is more than chance explains.")
        #expect(
            said(p50: 12, before: 22) == "p50 is 10.0 h better than in 2026-W38, which is more than chance explains.")
        // 5 h is not more than 5 h; and who is missing may not be missing by chance.
        #expect(said(p50: 17, before: 12) == nil)
        #expect(said(p50: 22, before: 12) { $0.input.dataThrough = Sample.thursday } == nil)
        #expect(said(p50: 22, before: 12) { $0.baseline = nil } == nil)
    }

    // MARK: How certain

    @Test(
        arguments: [
            // Met, and the interval reaches to the limit, over it, to never, or is open.
            (50, Interval(.h(40), .ms(72 * Sample.hour - 1)), nil),
            (50, Interval(.h(40), .h(72)), "anything from 40.0 h to 72.0 h (95 % interval)."),
            (50, Interval(.h(40), .h(80)), "anything from 40.0 h to 80.0 h (95 % interval)."),
            (50, Interval(.h(40), .never), "anything from 40.0 h to never (95 % interval)."),
            (50, Interval(.h(40), nil), "anything from 40.0 h up (95 % interval)."),
            // Missed, and it reaches under the limit.
            (80, Interval(.h(72), .never), nil),
            (80, Interval(.h(71.98), nil), "anything from 71.98 h up (95 % interval)."),
            (80, Interval(nil, .h(90)), "anything up to 90.0 h (95 % interval)."),
            (80, Interval(nil, nil), "quite different."),
        ] as [(Double, Interval, String?)])
    func `a verdict is not certain where the interval lies on both sides of the limit`(
        _ p90: Double, _ interval: Interval, _ range: String?
    ) {
        let assessment = Sample.assessment(Sample.figures(p90: .h(p90), p90Interval: interval), before: nil)
        #expect(
            verdict(assessment).dropFirst(2)
                == (range.map { ["The verdict is not certain: with 10 devices, p90 may be " + $0] } ?? [])[...])
    }

    // MARK: A week that is not over

    @Test func `a week that is not over is compared with the same part`() {
        for extra in [0, 12 * Sample.hour] {
            let assessment = Sample.assessment(
                Sample.figures(), before: Sample.figures(), upTo: Sample.thursday.advanced(by: extra))
            #expect(
                verdict(assessment).last
                    == "The week is not over: 3 whole days of 7. Changes are against the same part of 2026-W38.")
            #expect(beside(assessment)[0] == "p90 is the same as in the same part of 2026-W38, 50.0 h.")
        }
    }

    @Test func `a week that is not over and has nothing to compare with says both`() {
        let assessment = Sample.assessment(Sample.figures(), before: nil, upTo: Sample.thursday)
        #expect(verdict(assessment).last == "The week is not over: 3 whole days of 7.")
        #expect(
            beside(assessment)[0]
                == "There is no data for the same part of 2026-W38, so nothing can be said about a change.")
        let monday = Sample.thursday.advanced(by: -60 * Sample.hour)
        #expect(
            verdict(Sample.assessment(Sample.nothing, before: nil, upTo: monday)).suffix(2) == [
                "There is no data for the same part of 2026-W38 either.", "The week is not over: 0 whole days of 7.",
            ])
    }

    @Test func `one whole day is one`() {
        let tuesday = Sample.thursday.advanced(by: -48 * Sample.hour)
        #expect(
            verdict(Sample.assessment(Sample.figures(), before: nil, upTo: tuesday)).last
                == "The week is not over: 1 whole day of 7.")
    }

    @Test func `weeks missed in a row are said, this one with them`() {
        var assessment = Sample.assessment(Sample.figures(p90: .h(80)), before: Sample.figures(p90: .h(80)))
        assessment.evidence.weeks = Sample.weeks([Sample.figures(), Sample.figures(p90: .h(80))])
        #expect(!beside(assessment).joined().contains("in a row"))
        assessment.evidence.weeks = Sample.weeks([
            Sample.figures(), Sample.figures(p90: .h(80)), Sample.figures(p90: .h(80)),
        ])
        #expect(beside(assessment)[1] == "p90 has missed its objective for 2 weeks in a row.")
    }

    @Test func `a week that was reported as met and is missed now is named on top`() {
        var assessment = Sample.assessment(Sample.figures(), before: Sample.figures())
        let met = ReportedFigures(devices: 30, p50: .h(2), p90: .h(3.7))
        let missed = ReportedFigures(devices: 40, p50: .h(2), p90: .h(123.5))
        let week38 = Sample.week39.previous
        let changed = ChangedWeek(week: week38, reported: met, now: missed, wasMet: true)
        assessment.changedWeeks = [changed]
        #expect(
            beside(assessment).last
                == "2026-W38 was reported as met and is missed by what is known now: see What is missing.")
        var earlier = changed
        earlier.week = week38.previous
        assessment.changedWeeks = [earlier, changed]
        #expect(
            beside(assessment).last
                == "2026-W37, 2026-W38 were reported as met and are missed by what is known now: see What is missing.")
        for (reported, now, wasMet) in [(missed, met, false), (met, met, true), (missed, missed, false)] {
            assessment.changedWeeks = [ChangedWeek(week: week38, reported: reported, now: now, wasMet: wasMet)]
            #expect(!beside(assessment).joined().contains("reported as met"))
        }
    }
}
