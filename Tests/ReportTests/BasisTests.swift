import Foundation
import Records
import Stats
import Testing

@testable import Report

@Suite struct BasisTests {
    private func basis(_ assessment: Assessment) -> [String] {
        Block.list(Wording(assessment: assessment, markup: .markdown).basis).lines(.markdown)
    }

    @Test func `everything that the figures rest on is said`() {
        #expect(
            basis(Sample.regression) == [
                "- Week: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, over. Newest export: 2026-09-27 23:58 UTC.",
                "- Compared with 2026-W38: 2026-09-14 00:00 to 2026-09-21 00:00 UTC.",
                "- Used: 14 files, 13,935 exports and 42,113 runs of the two weeks.",
                "- 4 runs are reported differently by two exports: the later one is used.",
                "- 9 exports have an empty history: no run was recorded. That is no fault.",
                "- 1 run is dated up to 5 minutes after its export, and counts at the export's time.",
                "- Times in other forms than Unix seconds are read too: Unix milliseconds (96).",
                "- Unknown fields, ignored: `battery` (812), `sucess` (2).",
                "- 1,204 exports are in no file any more; what they said is kept.",
                "- Objectives: p50 under 24 h, p90 under 72 h. Regression: p90 worse by more than 12 h.",
                "  More than 7 days without a refresh count as broken.",
                "- The data count as whole. Data are partial if they end more than 36 h early,",
                "  if the share of known devices that are heard from falls by more than 10 points,",
                "  if more than 10 % of the exports are refused,",
                "  if more than 5 % of the devices send histories that contradict each other,",
                "  or if half of the devices or more sent only one export ever,",
                "  and at least 25 points more of them than in the week before.",
                "- These limits are from `slo.json`, SHA-256",
                "  `3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a`.",
                "  Unchanged since the report of 2026-W38.",
                "- Percentiles are nearest rank. Every figure is defined in `metrics/README.md`.",
            ])
    }

    @Test func `what there is none of is left out`() {
        let lines = basis(Sample.assessment(Sample.nothing, before: nil))
        #expect(
            lines.prefix(2) == [
                "- Week: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, over. No export in it.",
                "- Used: 0 files, 0 exports and 0 runs.",
            ])
        #expect(lines[2].hasPrefix("- Objectives:"))
        #expect(lines.contains("  No earlier report says whether they were changed."))
        #expect(
            lines.filter { $0.hasPrefix("-") }.map { $0.prefix(8) } == [
                "- Week: ", "- Used: ", "- Object", "- Data a", "- These ", "- Percen",
            ])
    }

    @Test func `one file, export and run are one`() {
        var input = Input()
        (input.files, input.exports, input.runs) = (1, 1, 1)
        let lines = basis(Sample.assessment(Sample.figures(1), before: nil, input: input))
        #expect(lines.contains("- Used: 1 file, 1 export and 1 run."))
    }

    @Test func `a week that is not over ends at its cut-off`() {
        let cutOff = Sample.thursday.advanced(by: 45_296_789)
        let lines = basis(Sample.assessment(Sample.figures(), before: Sample.figures(), upTo: cutOff))
        #expect(
            lines.prefix(3) == [
                "- Week: 2026-09-21 00:00 to 2026-09-24 12:34:56.789 UTC, not over: 3 whole days of 7.",
                "  Newest export: 2026-09-24 12:32 UTC.",
                "- Compared with 2026-W38: 2026-09-14 00:00 to 2026-09-17 12:34:56.789 UTC.",
            ])
        let tuesday = Sample.thursday.advanced(by: -48 * Sample.hour)
        #expect(
            basis(Sample.assessment(Sample.figures(), before: nil, upTo: tuesday))[0]
                == "- Week: 2026-09-21 00:00 to 2026-09-22 00:00 UTC, not over: 1 whole day of 7.")
    }

    @Test func `times are those of the zone's clocks`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
        let assessment = Sample.assessment(
            Sample.figures(), before: nil, objectives: Sample.objectives(zone: "Europe/Amsterdam"), zone: zone)
        // Midnight in Amsterdam in summer is 22:00 UTC.
        #expect(assessment.window.start.iso8601 == "2026-09-20T22:00:00Z")
        #expect(
            basis(assessment).prefix(2) == [
                "- Week: 2026-09-21 00:00 to 2026-09-28 00:00 `Europe/Amsterdam`, over.",
                "  Newest export: 2026-09-27 23:58 `Europe/Amsterdam`.",
            ])
    }

    @Test func `of many unknown fields the ten most frequent are named`() {
        var input = Input()
        input.remarks = (1...12).map { RemarkCount(remark: Remark(.unknownField, of: "f\($0)"), count: $0, places: []) }
        let text = basis(Sample.assessment(Sample.figures(), before: nil, input: input)).joined(separator: "\n")
        #expect(text.contains("ignored: `f12` (12), `f11` (11),"))
        #expect(text.contains("`f3` (3), and 2 more.") && !text.contains("`f2`"))
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_790_208_000_000, "2026-09-24T00:00:00Z"), (4_107_542_399_000, "2100-02-28T23:59:59Z"),
            (1_790_208_000_007, "2026-09-24T00:00:00.007Z"),
        ] as [(Int64, String)])
    func `moments are dates of the Gregorian calendar`(_ milliseconds: Int64, _ iso: String) {
        #expect(Instant(milliseconds: milliseconds).iso8601 == iso)
    }
}
