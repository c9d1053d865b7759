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
                "- Window: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, complete; data through 2026-09-27 23:58 UTC.",
                "- Week before, 2026-W38: 2026-09-14 00:00 to 2026-09-21 00:00 UTC.",
                "- Read: 14 files, 13,935 exports, 42,113 runs.",
                "- Runs told in more than one way; the word of the later export stands: 4.",
                "- Exports with nothing recorded; their devices count, with no run: 9.",
                "- Runs up to 5 minutes ahead of their export; they count at its time: 1.",
                "- Times in other forms than Unix seconds: Unix milliseconds (96).",
                "- Fields that the definitions do not know, ignored: `battery` (812), `sucess` (2).",
                "- Exports that stand in no file any more; what they told stays: 1,204.",
                "- Thresholds: p50 < 24 h, p90 < 72 h, broken over 168 h, regression over 12 h;",
                "  data partial where they end over 36 h early, coverage fell by over 10 points,",
                "  over 10 % of exports were refused or over 5 % of devices contradict themselves; `slo.json`,",
                "  SHA-256 `3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a3f2a`.",
                "  Unchanged since the report of 2026-W38.",
                "- Percentiles are nearest rank over each device's last reading. Definitions: `metrics/README.md`.",
            ])
    }

    @Test func `what there is none of is left out`() {
        let lines = basis(Sample.assessment(Sample.nothing, before: nil))
        #expect(lines[0] == "- Window: 2026-09-21 00:00 to 2026-09-28 00:00 UTC, complete; no export in it.")
        #expect(lines[1] == "- Read: 0 files, 0 exports, 0 runs.")
        #expect(lines[2].hasPrefix("- Thresholds:"))
        #expect(lines[6] == "  No report of an earlier week to compare with.")
        #expect(lines[7].hasPrefix("- Percentiles"))
        #expect(lines.count == 8)
    }

    @Test func `a week that is not over ends at its cut-off`() {
        let cutOff = Sample.thursday.advanced(by: 45_296_789)
        let lines = basis(Sample.assessment(Sample.figures(), before: Sample.figures(), upTo: cutOff))
        #expect(
            lines.prefix(3) == [
                "- Window: 2026-09-21 00:00 to 2026-09-24 12:34:56.789 UTC, not over, 3 of 7 days;",
                "  data through 2026-09-24 12:32 UTC.",
                "- Week before, 2026-W38: 2026-09-14 00:00 to 2026-09-17 12:34:56.789 UTC.",
            ])
    }

    @Test func `times are those of the zone's clocks`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
        let assessment = Sample.assessment(
            Sample.figures(), before: nil, objectives: Sample.objectives(zone: "Europe/Amsterdam"), zone: zone)
        // Midnight in Amsterdam in summer is 22:00 UTC.
        #expect(assessment.window.start.iso8601 == "2026-09-20T22:00:00Z")
        #expect(
            basis(assessment).prefix(2) == [
                "- Window: 2026-09-21 00:00 to 2026-09-28 00:00 `Europe/Amsterdam`, complete;",
                "  data through 2026-09-27 23:58 `Europe/Amsterdam`.",
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
