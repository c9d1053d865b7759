import Foundation
import Stats
import Testing

@testable import Report

/// The thresholds of this report beside those of the latest report of an earlier week.
@Suite struct ThresholdsTests {
    /// As they are, with what was another then.
    private func before(
        p50: Int64 = 24 * Sample.hour, p90: Int64 = 72 * Sample.hour, broken: Int64 = 168 * Sample.hour,
        regression: Int64 = 12 * Sample.hour, sha256: String = Sample.sha, zone: String = "UTC",
        data: DataLimits = DataLimits()
    ) -> EarlierThresholds {
        EarlierThresholds(
            week: "2026-W36", p50: p50, p90: p90, broken: broken, p90Regression: regression, sha256: sha256,
            timeZone: zone, data: data)
    }

    private func assessment(_ before: EarlierThresholds?, p90: Staleness? = .h(50)) -> Assessment {
        var assessment = Sample.ordinary { $0.earlierThresholds = before }
        assessment.current.all.p90 = p90
        return assessment
    }

    private func moved(_ assessment: Assessment) -> String? {
        Wording(assessment: assessment, markup: .plain).besideVerdict.first {
            $0.hasPrefix("The thresholds were changed")
        }
    }

    private func basis(_ assessment: Assessment) -> String {
        let lines = Block.list(Wording(assessment: assessment, markup: .markdown).basis).lines(.markdown)
        let item = lines.drop { !$0.hasPrefix("- These limits are from") }.prefix { !$0.hasPrefix("- Percentiles") }
        return item.map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    @Test func `without an earlier report there is nothing to compare with`() {
        #expect(moved(assessment(nil)) == nil)
        #expect(
            basis(assessment(nil)).hasSuffix("`\(Sample.sha)`. There is no earlier report to compare the limits with."))
    }

    @Test func `thresholds that stayed are said to have stayed, and only at the end`() {
        #expect(moved(assessment(before())) == nil)
        #expect(basis(assessment(before())).hasSuffix("`\(Sample.sha)`. Unchanged since the report of 2026-W36."))
    }

    @Test func `the same values in another file are said to be that`() {
        let other = assessment(before(sha256: String(repeating: "0", count: 64)))
        #expect(moved(other) == nil)
        #expect(basis(other).hasSuffix("They are the same as in the report of 2026-W36, though the file is not."))
    }

    @Test func `each threshold that moved is named, with from what to what`() {
        #expect(
            moved(assessment(before(broken: .hours(0.5))))
                == "The thresholds were changed since the report of 2026-W36: broken from 0.5 h to 168 h.")
        let all = before(
            p50: .hours(1_234.5678), p90: .hours(87_600), broken: 72 * Sample.hour, regression: 12 * Sample.hour - 1)
        #expect(
            moved(assessment(all))
                == "The thresholds were changed since the report of 2026-W36: p50 from 1,234.5678 h to 24 h, "
                + "p90 from 87,600 h to 72 h, broken from 72 h to 168 h, regression from 11.9999997 h to 12 h.")
        #expect(basis(assessment(all)).hasSuffix("They were changed since the report of 2026-W36: see above."))
        // A file that moved them is another one, which goes without saying.
        #expect(!basis(assessment(before(p90: 1, sha256: "0"))).contains("though"))
    }

    @Test(
        arguments: [
            // Then, now, and what p90 would be by the earlier ones.
            (48, .h(50), "missed"), (50, .h(50), "missed"), (96, .h(72), "met"), (96, .h(80), "met"),
            (60, .h(50), nil), (96, .h(50), nil), (48, .h(80), nil), (48, .never, nil), (87_600, .never, nil),
        ] as [(Int64, Staleness, String?)])
    func `a verdict that moved with its threshold is said to be one`(
        _ hours: Int64, _ p90: Staleness, _ verdict: String?
    ) {
        let sentence =
            "The thresholds were changed since the report of 2026-W36: p90 from \(limit(hours * Sample.hour)) to 72 h."
        #expect(
            moved(assessment(before(p90: hours * Sample.hour), p90: p90))
                == sentence + (verdict.map { " By the earlier ones p90 would be \($0)." } ?? ""))
    }

    @Test func `so are p50's, and whether the change is a regression`() {
        func others(_ before: EarlierThresholds, _ change: (inout Assessment) -> Void) -> String {
            var assessment = assessment(before)
            change(&assessment)
            return moved(assessment)?.components(separatedBy: " By the earlier ones ").dropFirst().first ?? ""
        }
        #expect(others(before(p50: 8 * Sample.hour)) { _ in } == "p50 would be missed.")
        #expect(others(before(p50: 48 * Sample.hour)) { $0.current.all.p50 = .h(24) } == "p50 would be met.")
        #expect(others(before(p50: 20 * Sample.hour)) { _ in } == "")
        // +10 h and +15 h, of which 12 h are allowed now.
        let up10: (inout Assessment) -> Void = { $0.baseline?.all.p90 = .h(40) }
        let up15: (inout Assessment) -> Void = { $0.baseline?.all.p90 = .h(35) }
        #expect(others(before(regression: 6 * Sample.hour), up10) == "the change would be a regression.")
        #expect(others(before(regression: 24 * Sample.hour), up15) == "the change would be no regression.")
        #expect(others(before(regression: 9 * Sample.hour), up15) == "")
        #expect(others(before(regression: 6 * Sample.hour)) { $0.baseline = nil } == "")
        // To never it is a regression by any threshold.
        #expect(others(before(regression: 1)) { $0.current.all.p90 = .never } == "")
        #expect(
            others(before(p50: 8 * Sample.hour, p90: 48 * Sample.hour, regression: 6 * Sample.hour), up10)
                == "p50 would be missed, and p90 would be missed, and the change would be a regression.")
    }

    @Test func `limits on the data that moved are named with their units`() {
        let limits = DataLimits(age: .hours(48), coverageDrop: 2_500, refused: 20_000, contradicted: 0)
        #expect(
            moved(assessment(before(data: limits)))
                == "The thresholds were changed since the report of 2026-W36: the age of the data from 48 h to 36 h, "
                + "the fall of coverage from 2.5 points to 10 points, refused exports from 20 % to 10 %, "
                + "contradicting devices from 0 % to 5 %.")
        #expect(basis(assessment(before(data: limits))).hasSuffix("see above."))
    }

    @Test func `without a reading what moved is said all the same, and no verdict made up`() {
        var assessment = Sample.assessment(Sample.nothing, before: nil)
        assessment.earlierThresholds = before(p90: 48 * Sample.hour, zone: "Europe/Amsterdam")
        let sentences = Wording(assessment: assessment, markup: .plain).verdict
        #expect(
            sentences.suffix(2) == [
                "The thresholds were changed since the report of 2026-W36: p90 from 48 h to 72 h.",
                "The time zone was changed since the report of 2026-W36: from \"Europe/Amsterdam\" to UTC.",
            ])
        #expect(basis(assessment).hasSuffix("see above."))
    }

    @Test func `another time zone is said, alone or with thresholds`() {
        func zone(_ assessment: Assessment) -> String? {
            Wording(assessment: assessment, markup: .markdown).besideVerdict.first {
                $0.hasPrefix("The time zone was changed")
            }
        }
        #expect(zone(assessment(before())) == nil)
        #expect(basis(assessment(before())).hasSuffix("Unchanged since the report of 2026-W36."))
        let other = assessment(before(zone: "Europe/Amsterdam"))
        #expect(
            zone(other) == "The time zone was changed since the report of 2026-W36: from `Europe/Amsterdam` to UTC.")
        #expect(moved(other) == nil)
        #expect(basis(other).hasSuffix("They were changed since the report of 2026-W36: see above."))
        let both = assessment(before(p90: 48 * Sample.hour, zone: "Europe/Amsterdam"))
        #expect(zone(both) == zone(other) && moved(both) != nil)
        // An edited report may say anything.
        #expect(
            zone(assessment(before(zone: "<b>|x")))
                == "The time zone was changed since the report of 2026-W36: from `<b>|x` to UTC.")
    }

    @Test func `on partial data the earlier thresholds would not simply have been met either`() {
        var assessment = assessment(before(p90: 96 * Sample.hour), p90: .h(80))
        assessment.input.dataThrough = Sample.thursday
        #expect(moved(assessment)?.hasSuffix(" By the earlier ones p90 would be met on partial data.") == true)
    }

    @Test func `what moved is said on top, where a verdict may have moved with it`() {
        let assessment = assessment(before(p90: 48 * Sample.hour))
        let report = markdown(assessment).components(separatedBy: "\n## ")[0]
        #expect(report.contains("\nThe thresholds were changed since the report of 2026-W36: p90 from 48 h to 72 h."))
    }
}
