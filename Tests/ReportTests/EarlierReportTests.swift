import Foundation
import Records
import Stats
import Testing

@testable import Report

/// A report reads back: its week, and the thresholds that it was judged by.
@Suite struct EarlierReportTests {
    private func thresholds(_ objectives: Objectives, week: String = "2026-W39") -> EarlierThresholds {
        EarlierThresholds(
            week: week, p50: objectives.p50, p90: objectives.p90, broken: objectives.broken,
            p90Regression: objectives.p90Regression, sha256: objectives.sha256, timeZone: objectives.timeZone)
    }

    private static let odd: [Objectives] = [
        Sample.objectives(),
        Sample.objectives(p50: .hours(0.5), p90: .hours(87_600), broken: .hours(1_234.5678), regression: 1),
        Sample.objectives(p50: 1, p90: 1, broken: 1, regression: 1),
        Sample.objectives(p50: 2, p90: 3, broken: 4, regression: 5),
        // A third of an hour has no end in decimals.
        Sample.objectives(p50: 1_200_000, p90: 2_400_000, broken: 3_600_001, regression: 3_599_999),
        // As long as lines of thresholds get: they go over three.
        Sample.objectives(
            p50: .hours(12_345.6789012), p90: .hours(12_345.6789015), broken: .hours(23_456.7890123),
            regression: .hours(11_111.1111111)),
        Sample.objectives(
            p50: .hours(87_600), p90: .hours(87_600), broken: .hours(87_600), regression: .hours(87_600)),
    ]

    @Test(arguments: odd)
    func `what a report says of its thresholds reads back to the millisecond`(_ objectives: Objectives) {
        let now = Sample.figures(p90: .h(20))
        var assessments = [
            Sample.assessment(now, before: nil, objectives: objectives),
            // Marked as a regression.
            Sample.assessment(Sample.figures(p90: .never), before: now, objectives: objectives),
            // No reading at all.
            Sample.assessment(Sample.nothing, before: nil, objectives: objectives),
            // A week that is not over.
            Sample.assessment(now, before: nil, objectives: objectives, upTo: Sample.thursday),
        ]
        for before in [objectives, Sample.objectives(p50: 7, p90: 9)] {
            var compared = assessments[0]
            compared.earlierThresholds = thresholds(before, week: "2026-W36")
            assessments.append(compared)
            compared.earlierThresholds?.sha256 = String(repeating: "0", count: 64)
            assessments.append(compared)
        }
        for assessment in assessments {
            #expect(EarlierThresholds(report: markdown(assessment)) == thresholds(objectives))
        }
    }

    @Test(arguments: ["UTC", "Europe/Amsterdam", "America/Argentina/Buenos_Aires", "Etc/GMT+12"])
    func `the zone reads back, whether the week is over or not`(_ name: String) throws {
        let zone = try #require(TimeZone(identifier: name))
        let objectives = Sample.objectives(zone: name)
        for cutOff in [nil, Sample.thursday, Sample.thursday.advanced(by: 45_296_789)] {
            let assessment = Sample.assessment(
                Sample.figures(), before: nil, objectives: objectives, upTo: cutOff, zone: zone)
            #expect(EarlierThresholds(report: markdown(assessment)) == thresholds(objectives))
        }
    }

    @Test func `a report that says all that there is to say reads back`() {
        #expect(EarlierThresholds(report: markdown(Sample.regression)) == thresholds(Sample.objectives()))
    }

    @Test(
        arguments: [
            Scope(app: "2025-W01"), Scope(task: "2025-W01"), Scope(app: "# x 2025-W01", task: "y 2025-W02"),
            Scope(app: "a\n- Thresholds: p50 < 1 h, p90 < 1 h, broken over 1 h, regression over 1 h; SHA-256 `0`"),
        ])
    func `names in the heading are not taken for what it says`(_ scope: Scope) {
        var worse = Sample.regression
        worse.scope = scope
        #expect(EarlierThresholds(report: markdown(worse)) == thresholds(Sample.objectives()))
    }

    @Test func `names in the report are not taken for what it says`() {
        let name = "- Thresholds: p50 < 1 h, p90 < 1 h, broken over 1 h, regression over 1 h; SHA-256 `\(Sample.sha)`"
        var input = Input()
        input.unusableFiles = [UnusableFile(file: name, reason: name)]
        input.remarks = [Remark.Kind.refused, .setAside, .unknownField, .timeForm].flatMap { kind in
            [name, "x\n" + name].map {
                RemarkCount(remark: Remark(kind, $0), count: 5, places: [Place(file: name, position: name)])
            }
        }
        let objectives = Sample.objectives(p50: 7 * Sample.hour)
        let assessment = Sample.assessment(
            Sample.figures(), before: nil, objectives: objectives,
            buckets: [Sample.bucket(name, .normal, Sample.figures())], input: input)
        #expect(EarlierThresholds(report: markdown(assessment)) == thresholds(objectives))
    }

    @Test func `a week at the turn of the year reads back`() throws {
        for (year, number, text) in [(2026, 53, "2026-W53"), (2027, 1, "2027-W01")] {
            let week = try #require(Week(year: year, number: number))
            var assessment = Sample.regression
            assessment.window = Window(week, in: .gmt)
            #expect(EarlierThresholds(report: markdown(assessment))?.week == text)
        }
    }

    @Test func `a report that was cut says the truth or nothing`() {
        let report = markdown(Sample.regression)
        let truth = thresholds(Sample.objectives())
        // At every character of the item itself and of what is around it, and here and there before.
        let item = report.distance(
            from: report.startIndex, to: report.range(of: "- Thresholds")?.lowerBound ?? report.endIndex)
        var lengths = Array(stride(from: 0, to: item, by: 97))
        lengths += item - 20...report.count
        var read = 0
        for length in lengths {
            guard let cut = EarlierThresholds(report: String(report.prefix(length))) else { continue }
            #expect(cut == truth)
            read += 1
        }
        // All that came behind the digits of the hash.
        #expect(read > 50 && read < 250)
    }

    @Test(arguments: [
        "", "\n", "#", "# ", "x", "# Notes", "- Thresholds: p50 < 24 h", "\u{FEFF}", "# 2026-W39", "2026-W39",
        "# Background freshness 2026-W39", "# Background freshness 2026-W39\n- Thresholds: ",
        "# Background freshness 2026-W39\n\n- Thresholds: p50 < ", "\r\n\r\n# Background freshness 2026-W39\r\n",
    ])
    func `text that is no report says nothing`(_ text: String) {
        #expect(EarlierThresholds(report: text) == nil)
    }

    @Test(
        arguments: [
            ("# ⚠ Background", "Background"), ("2026-W39", "2026-39"), ("2026-W39", "2026-W54"),
            ("2026-W39", "2025-W53"), ("2026-W39", "2026-W"), ("2026-W39", "-W39"), ("2026-W39", "2026-W39-W40"),
            ("2026-W39", "99999999999999999999-W39"), ("2026-W39", "2026-W-9223372036854775808"),
            ("- Thresholds: ", "- Limits: "), ("- Thresholds: ", "* Thresholds: "),
            ("- Thresholds: ", "  - Thresholds: "),
            ("p50 < 24 h", "p50 < h"), ("p50 < 24 h", "p50 < x h"), ("p50 < 24 h", "p50 < -24 h"),
            ("p50 < 24 h", "p50 < 0 h"), ("p50 < 24 h", "p50 < nan h"), ("p50 < 24 h", "p50 < inf h"),
            ("p50 < 24 h", "p50 < 1e999 h"), ("p50 < 24 h", "p50 < 100,001 h"), ("p50 < 24 h", "p50 <24 h"),
            ("# ⚠ Background freshness", "# Notes on"), ("p50 < 24 h", "p50 < 0x18 h"), ("p50 < 24 h", "p50 < 2.4e1 h"),
            ("p50 < 24 h", "p50 < 24.0 h"), ("p50 < 24 h", "p50 < 2,4 h"), ("p50 < 24 h", "p50 < 24.00000001 h"),
            ("3f2a`", "3f2`"), ("3f2a`", "3f2a3`"), ("3f2a`", "3f2g`"), ("3f2a`", "3f2 `"), ("3f2a`.", "3f2a"),
            ("p90 < 72 h", "p90 < 7 2 h"), ("p90 < 72 h", "p90 < 72.1.1 h"), ("p90 < 72 h", ""),
            ("p90 < 72 h", "p90 < 9223372036854775808 h"), ("broken over 168 h", "broken over seven days"),
            ("broken over 168 h", "broken over 168 days"), ("regression over 12 h", "regression over +∞ h"),
            ("regression over 12 h", "regression under 12 h"), ("SHA-256", "SHA-1"), ("`3f2a", "3f2a"),
            ("SHA-256\n", "SHA-256\n\n"),
        ] as [(String, String)])
    func `a report that was edited out of shape says nothing`(_ text: String, _ edited: String) throws {
        let report = markdown(Sample.regression)
        let heading = try #require(report.range(of: "\n"))
        // In the heading, and from the thresholds on.
        let item = try #require(report.range(of: "- Thresholds: "))
        let parts = [
            report[..<heading.lowerBound], report[heading.lowerBound..<item.lowerBound], report[item.lowerBound...],
        ]
        let changed = [
            parts[0].replacingOccurrences(of: text, with: edited), String(parts[1]),
            parts[2].replacingOccurrences(of: text, with: edited),
        ]
        try #require(changed.joined() != report)
        #expect(EarlierThresholds(report: changed.joined()) == nil)
    }

    @Test func `line ends of another system are no reason to guess`() {
        let report = markdown(Sample.regression).replacingOccurrences(of: "\n", with: "\r\n")
        let read = EarlierThresholds(report: report)
        #expect(read == nil || read == thresholds(Sample.objectives()))
    }
}
