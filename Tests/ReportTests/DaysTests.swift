import Foundation
import Stats
import Testing

@testable import Report

/// Day by day, and p90's course as a line of blocks.
@Suite struct DaysTests {
    private func days(_ figures: [Figures], _ markup: Markup = .markdown) -> [String] {
        let assessment = Sample.ordinary { $0.evidence.days = DayFigures.row(figures) }
        return Wording(assessment: assessment, markup: markup).days.lines(markup)
    }

    @Test func `a row for each day of the window, with a dash where no device exported`() {
        let never = Sample.figures(9, p50: .h(168.02), p90: .never, ran: 0)
        #expect(
            days([Sample.figures(1_200, p50: .h(10), p90: .h(71.98), ran: 1_199), Sample.nothing, never]) == [
                "## Day by day",
                "",
                "| day       | devices |      p50 |     p90 | ran in 24 h |",
                "|:----------|--------:|---------:|--------:|------------:|",
                "| Mon 09-21 |   1,200 |   10.0 h | 71.98 h |      99.9 % |",
                "| Tue 09-22 |       0 |        – |       – |           – |",
                "| Wed 09-23 |       9 | 168.02 h |   never |       0.0 % |",
                "",
                "p90 `▁·█`; the full block is never.",
            ])
    }

    @Test func `fewer than two days with a reading are no course`() {
        #expect(days([]) == [])
        #expect(days([Sample.figures()]) == [])
        #expect(days([Sample.nothing, Sample.figures(), Sample.nothing]) == [])
        #expect(days([Sample.figures(), Sample.nothing, Sample.figures()]).count == 9)
        #expect(!markdown(Sample.ordinary { _ in }).contains("## Day by day"))
    }

    @Test func `the line says from what to what it goes`() {
        func last(_ values: Staleness...) -> String? { days(values.map { Sample.figures(p90: $0) }).last }
        // The same line for minutes and for weeks.
        #expect(last(.h(0.7), .h(0.8)) == "p90 `▁▇`, from 0.7 h to 0.8 h.")
        #expect(last(.h(71.98), .h(1_024), .never) == "p90 `▁▇█`, from 71.98 h to 1,024.0 h; the full block is never.")
        #expect(last(.h(50), .h(50)) == "p90 `▁▁`.")
        #expect(last(.never, .h(50)) == "p90 `█▁`; the full block is never.")
        #expect(last(.never, .never) == "p90 `██`; the full block is never.")
    }

    @Test func `on a terminal the line of blocks stands without quotes`() {
        #expect(
            days([Sample.figures(p90: .h(1)), Sample.figures(p90: .h(2))], .plain).last
                == "p90 ▁▇, from 1.0 h to 2.0 h.")
    }

    @Test func `a day is named by the zone's clocks`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
        var assessment = Sample.assessment(Sample.figures(), before: nil, zone: zone)
        assessment.evidence.days = assessment.window.dayRanges.map { DayFigures(day: $0, figures: Sample.figures()) }
        let lines = Wording(assessment: assessment, markup: .markdown).days.lines(.markdown)
        #expect(lines[4].hasPrefix("| Mon 09-21 |") && lines[10].hasPrefix("| Sun 09-27 |"))
    }

    struct Course: CustomTestStringConvertible {
        var hours: [Double?]
        var blocks: String
        var testDescription: String { blocks }
    }

    /// A day without readings is nil, *never* is infinite.
    @Test(arguments: [
        Course(hours: [0, 1, 2, 3, 4, 5, 6], blocks: "▁▂▃▄▅▆▇"),
        Course(hours: [114.6, 109.8, 93, 88.3, 87, 89.9, 91.2], blocks: "▇▆▂▁▁▂▂"),
        Course(hours: [6, 0], blocks: "▇▁"),
        // All alike: nothing moves.
        Course(hours: [50, 50, 50], blocks: "▁▁▁"),
        Course(hours: [0, 0], blocks: "▁▁"),
        // Halves of a step go up: of 12 h a step is 2 h.
        Course(hours: [0, 0.9, 1, 12], blocks: "▁▁▂▇"),
        Course(hours: [1, nil, nil, 2], blocks: "▁··▇"),
        Course(hours: [nil, nil], blocks: "··"),
        Course(hours: [.infinity, .infinity], blocks: "██"),
        Course(hours: [1, .infinity, nil, 3], blocks: "▁█·▇"),
        Course(hours: [.infinity, 5, 5], blocks: "█▁▁"),
        // Ten years of 8,766 h.
        Course(hours: [0, 87_660, 43_830], blocks: "▁▇▄"),
        Course(hours: [], blocks: ""),
    ])
    func `blocks go from the least number to the greatest`(_ course: Course) {
        let line = sparkLine(course.hours.map { $0.map { $0 == .infinity ? .never : .h($0) } })
        #expect(line.text == course.blocks)
        #expect(line.hasNever == course.blocks.contains("█"))
    }

    @Test func `a difference of a millisecond is one`() {
        #expect(sparkLine([.ms(1), .ms(0), .ms(2)]).text == "▄▁▇")
        #expect(sparkLine([.ms(.max - 1), .ms(0)]).text == "▇▁")
    }
}
