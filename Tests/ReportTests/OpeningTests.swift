import Records
import Stats
import Testing

@testable import Report

/// The sentences on top: each of them where it is true.
@Suite struct OpeningTests {
    private func opening(_ assessment: Assessment) -> [String] {
        Wording(assessment: assessment, markup: .plain).opening
    }

    /// What is said of ten devices without an interval.
    private let few = " (95 %: no limit on either side, within noise)"

    private func opening(p90 now: Staleness, before: Staleness) -> [String] {
        opening(Sample.assessment(Sample.figures(p90: now), before: Sample.figures(p90: before)))
    }

    @Test func `the verdict on p90 stands first, in bold, then the change, then p50`() {
        #expect(
            Wording(assessment: Sample.regression, markup: .markdown).opening == [
                "**p90 staleness is 89.7 h, the objective is under 72 h: missed.**",
                "It was 73.1 h in 2026-W38; +16.6 h is more than the 12 h allowed: a regression "
                    + "(95 %: +1.6 h to +27.4 h, not noise).",
                "At least half of the 994 devices had been refreshed within 18.1 h; the objective is under 24 h: met.",
            ])
    }

    @Test func `exactly 72 h is not under 72 h, and a little less does not read as 72 h`() {
        #expect(
            opening(p90: .h(72), before: .h(72))[0] == "p90 staleness is 72.0 h, the objective is under 72 h: missed.")
        #expect(
            opening(p90: .ms(259_128_000), before: .h(72))[0]
                == "p90 staleness is 71.98 h, the objective is under 72 h: met.")
    }

    @Test func `a change of just what is allowed is no regression, one millisecond more is`() {
        let before = Staleness.h(40)
        #expect(
            opening(p90: .h(52), before: before)[1]
                == "It was 40.0 h in 2026-W38; +12.0 h is worse, but within the 12 h allowed\(few).")
        #expect(
            opening(p90: .ms(52 * Sample.hour + 1), before: before)[1]
                == "It was 40.0 h in 2026-W38; +12.0000003 h is more than the 12 h allowed: a regression\(few).")
    }

    @Test func `better and the same are said as such`() {
        #expect(opening(p90: .h(50), before: .h(60))[1] == "It was 60.0 h in 2026-W38; −10.0 h is better\(few).")
        #expect(opening(p90: .h(50), before: .h(50))[1] == "It was the same in 2026-W38.")
    }

    @Test func `never is missed, and from a number to never is a regression`() {
        #expect(
            opening(p90: .never, before: .h(50)) == [
                "p90 staleness is never, the objective is under 72 h: missed.",
                "No success is known of more than one in ten devices.",
                "It was 50.0 h in 2026-W38; from a number to never is a regression.",
                "At least half of the 10 devices had been refreshed within 10.0 h; the objective is under 24 h: met.",
            ])
    }

    @Test func `never to never is no change, and never to a number is better`() {
        #expect(opening(p90: .never, before: .never)[2] == "It was never in 2026-W38 too: no change.")
        #expect(opening(p90: .h(50), before: .never)[1] == "It was never in 2026-W38; any number is better.")
    }

    @Test func `where p50 is never, one sentence says so`() {
        let assessment = Sample.assessment(
            Sample.figures(p50: .never, p90: .never), before: Sample.figures(p50: .never, p90: .never))
        #expect(
            opening(assessment) == [
                "p90 staleness is never, the objective is under 72 h: missed.",
                "It was never in 2026-W38 too: no change.",
                "No success is known of more than half of the 10 devices; for p50 the objective is under 24 h: missed.",
            ])
    }

    @Test(arguments: [
        // Devices, and how many of them have no known success.
        (10, 10, "any of the 10 devices"), (10, 6, "more than half of the 10 devices"), (1, 1, "the one device"),
        (1_200, 1_199, "more than half of the 1,200 devices"),
    ])
    func `of how many no success is known is said as far as it goes`(_ devices: Int, _ never: Int, _ which: String) {
        let figures = Sample.figures(devices, p50: .never, p90: .never, underP50: 0, underP90: 0, never: never)
        #expect(
            opening(Sample.assessment(figures, before: nil)).last
                == "No success is known of \(which); for p50 the objective is under 24 h: missed.")
    }

    @Test func `a missing week before is named, and no change is made up`() {
        #expect(
            opening(Sample.assessment(Sample.figures(), before: nil))[1]
                == "2026-W38 has no reading: there is no comparison, and no verdict on change.")
    }

    @Test func `no reading is said loudly, with what was known before`() {
        let assessment = Sample.assessment(Sample.nothing, before: Sample.figures(997, p90: .h(106)))
        #expect(
            Wording(assessment: assessment, markup: .markdown).opening == [
                "**There is no reading in 2026-W39: nothing is known of how fresh the devices are.**",
                "No data is not good news.",
                "In 2026-W38 p90 staleness was 106.0 h over 997 devices.",
            ])
        #expect(
            opening(Sample.assessment(Sample.nothing, before: nil)).last == "2026-W38 has no reading either.")
    }

    @Test func `a week that is not over is compared with the same part`() {
        let sentences = opening(
            Sample.assessment(Sample.figures(), before: Sample.figures(), upTo: Sample.thursday))
        #expect(
            sentences[1] == "The week is not over: 3 of 7 days; compared with the same part of the week before.")
    }

    @Test func `a day that is not over counts as none`() {
        let sentences = opening(
            Sample.assessment(
                Sample.figures(), before: Sample.figures(), upTo: Sample.thursday.advanced(by: 12 * Sample.hour)))
        #expect(
            sentences[1]
                == "The week is not over: 3 of 7 days; compared with the same part of the week before.")
    }

    @Test func `a week that is not over and has nothing to compare with says both`() {
        let sentences = opening(Sample.assessment(Sample.figures(), before: nil, upTo: Sample.thursday))
        #expect(sentences[1] == "The week is not over: 3 of 7 days.")
        #expect(
            sentences[2]
                == "The same part of 2026-W38 has no reading: there is no comparison, and no verdict on change.")
        let monday = Sample.thursday.advanced(by: -60 * Sample.hour)
        #expect(
            opening(Sample.assessment(Sample.nothing, before: nil, upTo: monday)).suffix(2) == [
                "The same part of 2026-W38 has no reading either.", "The week is not over: 0 of 7 days.",
            ])
    }
}
