import Foundation
import Stats
import Testing

@testable import Report

/// The share of devices by staleness, as bars.
@Suite struct DistributionTests {
    private func lines(
        _ now: Figures, before: Figures? = nil, objectives: Objectives = Sample.objectives(),
        _ markup: Markup = .markdown
    ) -> [String] {
        let assessment = Sample.assessment(now, before: before, objectives: objectives)
        return Wording(assessment: assessment, markup: markup).distribution.lines(markup)
    }

    /// Counts of devices, band by band; with thresholds as usual: under 24 h, to 72 h, to 7 days, more, never.
    private func bands(_ under: Int, _ to90: Int, _ toBroken: Int, _ longer: Int, _ never: Int) -> Figures {
        Sample.figures(
            under + to90 + toBroken + longer + never, broken: longer + never, underP50: under, underP90: under + to90,
            never: never)
    }

    @Test func `bars are as long as their shares, beside the week before`() {
        // The longest, 48 %, has 24 blocks: 2 % make one. 3 % and 19 % end with half a block.
        #expect(
            lines(bands(48, 24, 6, 3, 19), before: bands(1, 1, 1, 96, 1)) == [
                "## How stale",
                "",
                "    under 24 h        ████████████████████████ 48.0 %   2026-W38:  1.0 %",
                "    24 to 72 h        ████████████             24.0 %              1.0 %",
                "    72 h to 7 days    ███                       6.0 %              1.0 %",
                "    more than 7 days  █▌                        3.0 %             96.0 %",
                "    never refreshed   █████████▌               19.0 %              1.0 %",
            ])
    }

    @Test func `without a week before nothing stands beside the bars`() {
        #expect(
            lines(bands(1, 1, 0, 0, 0), .plain) == [
                "How stale",
                "under 24 h        ████████████████████████ 50.0 %",
                "24 to 72 h        ████████████████████████ 50.0 %",
                "72 h to 7 days                              0.0 %",
                "more than 7 days                            0.0 %",
                "never refreshed                             0.0 %",
            ])
    }

    @Test func `a part of the week before is not said to be that week`() {
        let assessment = Sample.assessment(
            bands(3, 1, 0, 0, 0), before: bands(1, 3, 0, 0, 0), upTo: Sample.thursday)
        let lines = Wording(assessment: assessment, markup: .plain).distribution.lines(.plain)
        #expect(lines[1].hasSuffix("75.0 %   before: 25.0 %"))
        #expect(lines[2].hasSuffix("25.0 %           75.0 %"))
        #expect(lines.last == "Before: in the same part of 2026-W38.")
        let alone = Sample.assessment(bands(3, 1, 0, 0, 0), before: nil, upTo: Sample.thursday)
        #expect(!Wording(assessment: alone, markup: .plain).distribution.lines(.plain).joined().contains("efore"))
    }

    @Test func `where all are in one band there is nothing to draw`() {
        #expect(lines(bands(10, 0, 0, 0, 0), before: bands(5, 5, 0, 0, 0)) == [])
        #expect(lines(bands(0, 0, 0, 10, 0)) == [])
        #expect(lines(bands(0, 0, 0, 0, 10)) == [])
        #expect(lines(bands(0, 0, 0, 0, 0)) == [])
    }

    @Test func `a band that is empty in one of the weeks is a row in both`() {
        func rows(_ now: Figures, _ before: Figures) -> [[Substring]] {
            lines(now, before: before, .plain).dropFirst().map { line in
                line.replacing("2026-W38:", with: "").split { " █▏▎▍▌▋▊▉".contains($0) }.suffix(4)
            }
        }
        #expect(
            rows(bands(5, 5, 0, 0, 0), bands(8, 0, 0, 2, 0)).map { [$0[0], $0[2]] } == [
                ["50.0", "80.0"], ["50.0", "0.0"], ["0.0", "0.0"], ["0.0", "20.0"], ["0.0", "0.0"],
            ])
        #expect(
            rows(bands(8, 0, 0, 2, 0), bands(5, 5, 0, 0, 0)).map { [$0[0], $0[2]] } == [
                ["80.0", "50.0"], ["0.0", "50.0"], ["0.0", "0.0"], ["20.0", "0.0"], ["0.0", "0.0"],
            ])
    }

    @Test func `no band has the name of a figure that counts other devices`() {
        // More than 7 days or never are the 3 of the first table; the bands tell the two apart.
        let assessment = Sample.assessment(bands(6, 0, 1, 1, 2), before: nil)
        let row = Wording(assessment: assessment, markup: .plain).objectivesTable.rows[3]
        #expect(row[0] == "more than 7 days, or never refreshed" && row[2] == "3 (30.0 %)")
        let names = lines(bands(6, 0, 1, 1, 2), .plain).dropFirst().map { $0.components(separatedBy: "  ")[0] }
        #expect(names == ["under 24 h", "24 to 72 h", "72 h to 7 days", "more than 7 days", "never refreshed"])
    }

    @Test func `a tiny share is still seen, and does not read as none`() {
        let shown = lines(bands(99_998, 1, 0, 0, 1))
        #expect(shown[2] == "    under 24 h        ████████████████████████ 99.998 %")
        #expect(shown[3] == "    24 to 72 h        ▏                         0.001 %")
        #expect(shown[4] == "    72 h to 7 days                                0.0 %")
        #expect(shown[6] == "    never refreshed   ▏                         0.001 %")
    }

    @Test func `where broken is no more than p90 all from p90 on is one band`() {
        for broken in [72 * Sample.hour, 30 * Sample.hour] {
            // 8 under 24 h, 1 to 72 h, 2 from 72 h on, 1 never; more of them are broken at 30 h.
            let figures = Sample.figures(12, broken: 4, underP50: 8, underP90: 9, never: 1)
            #expect(
                lines(figures, objectives: Sample.objectives(broken: broken), .plain).dropFirst() == [
                    "under 24 h       ████████████████████████ 66.7 %",
                    "24 to 72 h       ███                       8.3 %",
                    "72 h or more     ██████                   16.7 %",
                    "never refreshed  ███                       8.3 %",
                ])
        }
    }

    @Test func `where p50 and p90 are one limit there is no band between`() {
        let figures = Sample.figures(10, broken: 1, underP50: 6, underP90: 6)
        let before = Sample.figures(10, broken: 4, underP50: 5, underP90: 5, never: 4)
        #expect(
            lines(figures, before: before, objectives: Sample.objectives(p50: 72 * Sample.hour), .plain).dropFirst()
                == [
                    "under 72 h        ████████████████████████ 60.0 %   2026-W38: 50.0 %",
                    "72 h to 7 days    ████████████             30.0 %             10.0 %",
                    "more than 7 days  ████                     10.0 %              0.0 %",
                    "never refreshed                             0.0 %             40.0 %",
                ])
    }

    @Test func `bands are named after the limits, however they are written`() {
        let objectives = Sample.objectives(p50: 1_800_000, p90: .hours(1_234.5678), broken: .hours(87_600))
        #expect(
            lines(bands(1, 1, 1, 1, 1), objectives: objectives, .plain).dropFirst().map {
                $0.split(separator: "  ")[0]
            } == [
                "under 0.5 h", "0.5 to 1,234.5678 h", "1,234.5678 h to 3,650 days", "more than 3,650 days",
                "never refreshed",
            ])
    }
}
