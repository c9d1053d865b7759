import Foundation
import Stats
import Testing

@testable import Report

/// Day by day: a table, or one sentence where the days are alike.
@Suite struct DaysTests {
    private func days(
        _ figures: [Figures], _ markup: Markup = .markdown, objectives: Objectives = Sample.objectives()
    ) -> [String] {
        let assessment = Sample.ordinary {
            $0.objectives = objectives
            $0.evidence.days = DayFigures.row(figures)
        }
        return Wording(assessment: assessment, markup: markup).days.lines(markup)
    }

    private let explanation =
        "Each day's figures are of the devices that exported on it, at their last export of the day. Bold: not under the "
        + "limit."

    @Test func `a row for each day of the window, with a dash where no device exported`() {
        let never = Sample.figures(9, p50: .h(168.02), p90: .never, ran: 0)
        #expect(
            days([Sample.figures(1_200, p50: .h(10), p90: .h(71.98), ran: 1_199), Sample.nothing, never]) == [
                "## Day by day",
                "",
                "| day       | devices |          p50 |       p90 | ran in 24 h |",
                "|:----------|--------:|-------------:|----------:|------------:|",
                "| Mon 09-21 |   1,200 |       10.0 h |   71.98 h |      99.9 % |",
                "| Tue 09-22 |       0 |            – |         – |           – |",
                "| Wed 09-23 |       9 | **168.02 h** | **never** |       0.0 % |",
                "",
                explanation,
            ])
    }

    @Test func `fewer than two days with a reading are no course`() {
        #expect(days([]) == [])
        #expect(days([Sample.figures()]) == [])
        #expect(days([Sample.nothing, Sample.figures(), Sample.nothing]) == [])
        #expect(days([Sample.figures(), Sample.nothing, Sample.figures()]).count == 9)
        #expect(!markdown(Sample.ordinary { _ in }).contains("## Day by day"))
    }

    private func alike(_ days: (p50: Double, p90: Double)..., objectives: Objectives = Sample.objectives()) -> String? {
        let lines = self.days(days.map { Sample.figures(p50: .h($0.p50), p90: .h($0.p90)) }, objectives: objectives)
        return lines.count == 3 ? lines[2] : nil
    }

    @Test func `days that are alike are one sentence`() {
        let said = "All days were alike: at each device's last export of the day"
        #expect(alike((10, 50), (12, 55), (11, 45)) == "\(said) p90 was 45.0 h to 55.0 h, and p50 10.0 h to 12.0 h.")
        // The same is not said as a range.
        #expect(alike((10, 50), (10, 50)) == "\(said) p90 was 50.0 h, and p50 10.0 h.")
        #expect(alike((10, 94.7), (10, 100.6)) == "\(said) p90 was 94.7 h to 100.6 h, and p50 10.0 h.")
    }

    @Test func `days are alike up to what p90 may change from week to week`() {
        #expect(alike((5, 50), (17, 62)) != nil)
        #expect(alike((5, 50), (5, 62.001)) == nil)
        #expect(alike((5, 50), (17.001, 50)) == nil)
        let strict = Sample.objectives(regression: 2 * Sample.hour)
        #expect(alike((10, 50), (12, 52), objectives: strict) != nil)
        #expect(alike((10, 50), (10, 52.001), objectives: strict) == nil)
    }

    @Test func `days on both sides of an objective are not alike`() {
        // Exactly on the limit is missed.
        #expect(alike((10, 71), (10, 72)) == nil)
        #expect(alike((10, 72), (10, 73)) != nil)
        #expect(alike((23, 50), (24, 50)) == nil)
        #expect(alike((24, 50), (25, 50)) != nil)
    }

    @Test func `a day without exports, or with never, is not like the others`() {
        let day = Sample.figures()
        #expect(days([day, Sample.nothing, day]).last == explanation)
        #expect(days([day, Sample.figures(p90: .never)]).last == explanation)
        let never = Sample.figures(p50: .never, p90: .never)
        #expect(days([never, never]).last == explanation)
    }

    @Test func `a day is named by the zone's clocks`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
        var assessment = Sample.assessment(Sample.figures(), before: nil, zone: zone)
        assessment.evidence.days = assessment.window.dayRanges.enumerated().map { index, range in
            DayFigures(day: range, figures: Sample.figures(p90: .h(10 * Double(index + 1))))
        }
        let lines = Wording(assessment: assessment, markup: .markdown).days.lines(.markdown)
        #expect(lines[4].hasPrefix("| Mon 09-21 |") && lines[10].hasPrefix("| Sun 09-27 |"))
    }
}
