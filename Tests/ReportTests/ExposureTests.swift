import Stats
import Testing

@testable import Report

/// Staleness over device-time: a row of the table, and a word in the opening where it contradicts the readings.
@Suite struct ExposureTests {
    private func exposure(p50: Staleness = .h(10), p90: Staleness = .h(50), over90: Int = 100) -> Exposure {
        Exposure(
            p50: p50, p90: p90, overP50: Share(300, of: 1_000), overP90: Share(over90, of: 1_000),
            overBroken: Share(0, of: 1_000))
    }

    private func assessment(_ figures: Figures, _ exposure: Exposure?) -> Assessment {
        var assessment = Sample.assessment(figures, before: nil)
        assessment.evidence.exposure = exposure
        return assessment
    }

    @Test(
        arguments: [
            (.h(10), .h(50), .h(12.5), .h(71.98), "p50 is 12.5 h, met as well; p90 is 71.98 h, met as well"),
            (.h(30), .h(80), .h(24), .never, "p50 is 24.0 h, missed as well; p90 is never, missed as well"),
            // What the opening has said is not said twice.
            (.h(10), .h(50), .h(12.5), .h(80), "p50 is 12.5 h, met as well"),
            (.h(10), .h(50), .h(30), .h(60), "p90 is 60.0 h, met as well"), (.h(10), .h(50), .h(30), .h(80), nil),
        ] as [(Staleness, Staleness, Staleness, Staleness, String?)])
    func `below the table stands what device-time agrees with`(
        _ p50: Staleness, _ p90: Staleness, _ timeP50: Staleness, _ timeP90: Staleness, _ said: String?
    ) {
        let assessment = assessment(Sample.figures(p50: p50, p90: p90), exposure(p50: timeP50, p90: timeP90))
        let sentences = Wording(assessment: assessment, markup: .plain).besideObjectives.compactMap(\.self)
        #expect(sentences.filter { $0.contains("device-time") } == (said.map { ["Over device-time \($0)."] } ?? []))
    }

    @Test func `without device-time nothing is said of it`() {
        let sentences = Wording(assessment: assessment(Sample.figures(), nil), markup: .plain).besideObjectives
        #expect(!sentences.compactMap(\.self).joined().contains("device-time"))
    }

    @Test func `where both agree the opening speaks of the readings alone`() {
        for exposure in [nil, exposure(), exposure(p50: .ms(24 * Sample.hour - 1), p90: .ms(72 * Sample.hour - 1))] {
            let sentences = Wording(assessment: assessment(Sample.figures(), exposure), markup: .markdown).opening
            #expect(sentences[0] == "**p90 staleness is 50.0 h, the objective is under 72 h: met.**")
            #expect(
                sentences[2]
                    == "At least half of the 10 devices had been refreshed within 10.0 h; the objective is under 24 h: met."
            )
        }
        // Missed by both is no contradiction either.
        let missed = assessment(Sample.figures(p50: .h(30), p90: .h(80)), exposure(p50: .h(24), p90: .never))
        let sentences = Wording(assessment: missed, markup: .plain).opening
        #expect(sentences[0] == "p90 staleness is 80.0 h, the objective is under 72 h: missed.")
        #expect(!sentences.joined().contains("device-time"))
        #expect(!verdictLine(missed).contains("over the whole week"))
    }

    @Test(
        arguments: [
            (.h(0.74), .h(247.31), "0.7 h", "met", "247.3 h: missed"),
            // Exactly on the limit is missed, and a reading just under it is met.
            (.ms(259_199_999), .h(72), "71.9999997 h", "met", "72.0 h: missed"),
            (.h(50), .never, "50.0 h", "met", "never: missed"),
            (.h(80), .h(71.98), "80.0 h", "missed", "71.98 h: met"), (.never, .h(50), "never", "missed", "50.0 h: met"),
        ] as [(Staleness, Staleness, String, String, String)])
    func `the first sentence says both where device-time lies on the other side of p90's objective`(
        _ now: Staleness, _ time: Staleness, _ shown: String, _ verdict: String, _ other: String
    ) {
        let assessment = assessment(Sample.figures(p90: now), exposure(p90: time))
        #expect(
            Wording(assessment: assessment, markup: .markdown).opening[0]
                == "**At the devices' last readings p90 staleness is \(shown), the objective is under 72 h: \(verdict); "
                + "over the week's device-time it is \(other).**")
        #expect(verdictLine(assessment).contains("; over the whole week "))
    }

    @Test(
        arguments: [
            (
                .h(0.74), .h(180.12),
                "At least half of the 10 devices had been refreshed within 0.7 h; the objective is under 24 h: met; "
                    + "over device-time p50 is 180.1 h: missed."
            ),
            (
                .h(30), .h(20),
                "At least half of the 10 devices had been refreshed within 30.0 h; the objective is under 24 h: missed; "
                    + "over device-time p50 is 20.0 h: met."
            ),
            (
                .never, .h(20),
                "No success is known of more than half of the 10 devices; for p50 the objective is under 24 h: missed; "
                    + "over device-time p50 is 20.0 h: met."
            ),
        ] as [(Staleness, Staleness, String)])
    func `p50's sentence says both where device-time lies on the other side of its objective`(
        _ now: Staleness, _ time: Staleness, _ sentence: String
    ) {
        let assessment = assessment(Sample.figures(p50: now), exposure(p50: time))
        let sentences = Wording(assessment: assessment, markup: .plain).opening
        #expect(sentences[0] == "p90 staleness is 50.0 h, the objective is under 72 h: met.")
        #expect(sentences.last == sentence)
        #expect(verdictLine(assessment).contains("; over the whole week "))
    }

    @Test func `of one device p50's sentence says both too`() {
        let assessment = assessment(Sample.figures(1), exposure(p50: .h(30)))
        #expect(
            Wording(assessment: assessment, markup: .plain).opening.last
                == "The one device had been refreshed within 10.0 h; the objective is under 24 h: met; "
                + "over device-time p50 is 30.0 h: missed.")
    }

    @Test(
        arguments: [
            (.h(60), "At the last readings it was 60.0 h in 2026-W38; −10.0 h is better"),
            (.h(50), "At the last readings it was the same in 2026-W38."),
            (.never, "At the last readings it was never in 2026-W38; any number is better."),
        ] as [(Staleness, String)])
    func `after device-time the change says that it is the readings' again`(_ before: Staleness, _ sentence: String) {
        var assessment = Sample.assessment(Sample.figures(p90: .h(50)), before: Sample.figures(p90: before))
        assessment.evidence.exposure = exposure(p90: .h(80))
        #expect(Wording(assessment: assessment, markup: .plain).opening[1].hasPrefix(sentence))
        // Where only p50 is opposed there is nothing to mix it up with.
        assessment.evidence.exposure = exposure(p50: .h(30))
        #expect(Wording(assessment: assessment, markup: .plain).opening[1].hasPrefix("It was "))
    }

    @Test func `without a reading device-time has no say`() {
        let assessment = assessment(Sample.nothing, exposure(p90: .never))
        #expect(!markdown(assessment).contains("device-time"))
        #expect(!verdictLine(assessment).contains("over the whole week"))
    }

    private func row(_ assessment: Assessment) -> [String]? {
        let rows = Wording(assessment: assessment, markup: .markdown).objectivesTable.rows
        return rows.count > 6 ? rows[6] : nil
    }

    @Test func `the share of time over p90's limit is the table's last row, where there was any time`() {
        var assessment = assessment(Sample.figures(), nil)
        #expect(row(assessment) == nil)
        assessment.evidence.exposure = exposure(over90: 140)
        #expect(row(assessment) == ["device-time over 72 h", "", "14.0 %", "–", "–"])
        assessment.evidence.exposureBefore = exposure(over90: 112)
        #expect(row(assessment) == ["device-time over 72 h", "", "14.0 %", "11.2 %", "+2.8 pt"])
        assessment.evidence.exposure = exposure(over90: 0)
        #expect(row(assessment) == ["device-time over 72 h", "", "0.0 %", "11.2 %", "−11.2 pt"])
        // What was known only of the week before is no row of this one.
        assessment.evidence.exposure = nil
        #expect(row(assessment) == nil)
    }

    @Test func `a millisecond of a million devices' week is seen`() {
        var assessment = assessment(Sample.figures(), exposure())
        assessment.evidence.exposure?.overP90 = Share(1, of: 604_800_000_000_000)
        #expect(row(assessment)?[2] == "0.0000000000002 %")
        assessment.evidence.exposure?.overP90 = Share(604_799_999_999_999, of: 604_800_000_000_000)
        #expect(row(assessment)?[2] == "99.9999999999998 %")
    }
}
