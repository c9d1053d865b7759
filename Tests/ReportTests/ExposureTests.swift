import Stats
import Testing

@testable import Report

/// Staleness over the whole week: a row of the table, a sentence, and a word in the verdict where it says otherwise.
@Suite struct ExposureTests {
    private func exposure(p50: Staleness = .h(10), p90: Staleness = .h(50)) -> Exposure {
        Exposure(
            p50: p50, p90: p90, overP50: Share(300, of: 1_000), overP90: Share(100, of: 1_000),
            overBroken: Share(0, of: 1_000))
    }

    private func assessment(_ figures: Figures, _ exposure: Exposure?) -> Assessment {
        var assessment = Sample.assessment(figures, before: nil)
        assessment.evidence.exposure = exposure
        return assessment
    }

    private func wording(_ figures: Figures, _ exposure: Exposure?) -> Wording {
        Wording(assessment: assessment(figures, exposure), markup: .plain)
    }

    /// What the verdict begins with, before its colon.
    private func lead(_ figures: Figures, _ exposure: Exposure?) -> String {
        String(wording(figures, exposure).verdict[0].prefix { $0 != ":" })
    }

    private func wholeWeek(_ figures: Figures, _ exposure: Exposure?) -> String? {
        let start = "Over the whole week, counting every hour and not only last contact, "
        return wording(figures, exposure).besideVerdict.first { $0.hasPrefix(start) }
            .map { String($0.dropFirst(start.count)) }
    }

    @Test(
        arguments: [
            (.h(50), .ms(72 * Sample.hour - 1), "p90 was 71.9999997 h, under the limit as well."),
            (.h(80), .h(72), "p90 was 72.0 h: missed as well."), (.never, .never, "p90 was never: missed as well."),
            // Exactly on the limit is missed, and a reading just under it is met.
            (
                .ms(259_199_999), .h(72),
                "p90 was 72.0 h, which would miss the objective. The verdict goes by last contact."
            ),
            (.h(50), .never, "p90 was never, which would miss the objective. The verdict goes by last contact."),
            (.never, .h(71.98), "p90 was 71.98 h, which would meet the objective. The verdict goes by last contact."),
        ] as [(Staleness, Staleness, String)])
    func `p90 over the whole week is said, and on which side of the objective it is`(
        _ now: Staleness, _ time: Staleness, _ said: String
    ) {
        #expect(wholeWeek(Sample.figures(p90: now), exposure(p90: time)) == said)
    }

    @Test func `without any time nothing is said of it`() {
        let wording = wording(Sample.figures(), nil)
        #expect(wholeWeek(Sample.figures(), nil) == nil)
        #expect(!wording.besideObjectives.compactMap(\.self).joined().contains("Over the whole week"))
        #expect(wholeWeek(Sample.nothing, exposure(p90: .never)) == nil)
    }

    @Test func `the verdict speaks of last contact only where the whole week says otherwise`() {
        #expect(lead(Sample.figures(), exposure()) == "Met")
        #expect(lead(Sample.figures(), exposure(p90: .h(72))) == "Met at last contact, but not over the whole week")
        #expect(lead(Sample.figures(p90: .h(80)), exposure(p90: .h(72))) == "Missed")
        #expect(
            lead(Sample.figures(p90: .h(80)), exposure()) == "Missed at last contact, though not over the whole week")
        // What p50 says otherwise stands with p50, unless the verdict is about it.
        #expect(lead(Sample.figures(), exposure(p50: .h(24))) == "Met")
        #expect(
            lead(Sample.figures(p50: .h(30)), exposure(p50: .h(20)))
                == "Missed at last contact, though not over the whole week")
        #expect(lead(Sample.figures(p50: .h(30)), exposure(p50: .h(24), p90: .h(72))) == "Missed")
    }

    @Test func `on partial data or with a regression the verdict says that too`() {
        var partial = assessment(Sample.figures(), exposure(p90: .h(80)))
        partial.input.dataThrough = Sample.thursday
        let verdict = Wording(assessment: partial, markup: .plain).verdict[0]
        #expect(
            verdict.hasPrefix(
                "Met at last contact, but not over the whole week, on partial data: p90 staleness is 50.0 h,"))
        partial.baseline = Breakdown(all: Sample.figures(p90: .h(30)), buckets: [])
        #expect(
            Wording(assessment: partial, markup: .plain).verdict[0].hasPrefix(
                "Met at last contact, but not over the whole week, on partial data, and much worse than the week before: p90"
            ))
    }

    @Test(
        arguments: [
            (
                .h(0.74), .h(180.12),
                "p50 staleness is 0.7 h: at least half of the devices had refreshed within that time (objective: under 24 h, met, but not certain); over "
                    + "the whole week p50 was 180.1 h, which would miss the objective."
            ),
            (
                .never, .h(20),
                "p50 staleness is never (objective: under 24 h, missed, but not certain); over the whole week p50 was "
                    + "20.0 h, which would meet the objective."
            ),
            (
                .h(10), .h(23.98),
                "p50 staleness is 10.0 h: at least half of the devices had refreshed within that time (objective: under 24 h, met, but not certain)."
            ),
        ] as [(Staleness, Staleness, String)])
    func `p50 over the whole week is said where it lies on the other side of its objective`(
        _ now: Staleness, _ time: Staleness, _ sentence: String
    ) {
        let figures = Sample.figures(p50: now, p90: now == .never ? .never : .h(50))
        #expect(wording(figures, exposure(p50: time)).besideVerdict.last == sentence)
    }

    @Test func `where the verdict is about p50 the whole week's p50 comes first, and p90's with p90`() {
        let figures = Sample.figures(p50: .h(30), p90: .h(50))
        #expect(
            wholeWeek(figures, exposure(p50: .h(20)))
                == "p50 was 20.0 h, which would meet the objective. The verdict goes by last contact.")
        #expect(wholeWeek(figures, exposure(p50: .h(24))) == "p50 was 24.0 h: missed as well.")
        #expect(
            wording(figures, exposure(p50: .h(24), p90: .h(80))).besideVerdict.last
                == "p90 staleness is 50.0 h: 90 % of the devices had refreshed within that time (objective: under 72 h, met, but not certain); "
                + "over the whole week p90 was 80.0 h, which would miss the objective.")
    }

    // MARK: The table

    private func row(_ assessment: Assessment) -> [String]? {
        Wording(assessment: assessment, markup: .markdown).objectivesTable.rows.first {
            $0[0] == "p90 over the whole week"
        }
    }

    @Test func `the whole week has a row below p90, where there was any time`() {
        var assessment = assessment(Sample.figures(), nil)
        #expect(row(assessment) == nil)
        assessment.evidence.exposure = exposure(p90: .h(71.98))
        #expect(row(assessment) == ["p90 over the whole week", "< 72 h", "71.98 h met", "–", "–"])
        #expect(Wording(assessment: assessment, markup: .plain).objectivesTable.rows[3] == row(assessment))
        // What was known only of the week before is no row of this one.
        assessment.evidence.exposure = nil
        assessment.evidence.exposureBefore = exposure()
        #expect(row(assessment) == nil)
    }

    @Test(
        arguments: [
            (.h(50), .h(30), ["50.0 h met", "30.0 h", "+20.0 h"]),
            (.h(72), .h(72), ["72.0 h **missed**", "72.0 h", "0.0 h"]),
            (.never, .h(50), ["never: **missed**", "50.0 h", "to never"]),
            (.h(50), .never, ["50.0 h met", "never", "from never"]),
            (.never, .never, ["never: **missed**", "never", "no change"]),
        ] as [(Staleness, Staleness, [String])])
    func `its change has no mark: it is neither tested nor a regression`(
        _ now: Staleness, _ before: Staleness, _ cells: [String]
    ) {
        var assessment = assessment(Sample.figures(), exposure(p90: now))
        assessment.evidence.exposureBefore = exposure(p90: before)
        #expect(row(assessment)?.suffix(3) == cells[...])
    }

    @Test func `the row is explained where it is`() {
        let sentence =
            "Over the whole week: the time since the last successful refresh, taken at every moment of the week up to "
            + "last contact, over the time of all devices together."
        #expect(wording(Sample.figures(), exposure()).besideObjectives.contains(sentence))
    }

    @Test func `of a week that is not over, no figure is called the whole week's`() {
        var assessment = Sample.assessment(Sample.figures(), before: Sample.figures(), upTo: Sample.thursday)
        assessment.evidence.exposure = exposure(p90: .h(80))
        let wording = Wording(assessment: assessment, markup: .plain)
        #expect(wording.verdict[0].hasPrefix("Met at last contact, but not over the week so far: p90"))
        #expect(
            wording.besideVerdict.contains(
                "Over the week so far, counting every hour and not only last contact, p90 was 80.0 h, which would miss the "
                    + "objective. The verdict goes by last contact."))
        #expect(wording.objectivesTable.rows[3][0] == "p90 over the week so far")
        #expect(verdictLine(assessment).contains("over the week so far p90 is 80.0 h"))
        #expect(!(wording.verdict + wording.besideVerdict + [verdictLine(assessment)]).joined().contains("whole week"))
    }
}
