import Foundation
import Records
import Stats
import Testing

@testable import Report

/// The last line of a report, which is for programs.
@Suite struct MachineLineTests {
    private func line(_ assessment: Assessment) -> String {
        let lines = markdown(assessment).split(separator: "\n", omittingEmptySubsequences: false)
        return lines.count > 2 && lines.last == "" ? String(lines[lines.count - 2]) : ""
    }

    private func parsed(_ line: String) throws -> [String: Any] {
        let text = line.dropFirst("<!-- freshness.report/1 ".count).dropLast(" -->".count)
        return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    @Test func `it holds the week, the figures, the verdicts and the thresholds`() {
        var assessment = Sample.assessment(
            Sample.figures(p50: .known(milliseconds: 36_000_001), p90: .never), before: Sample.figures(),
            objectives: Sample.objectives(p50: .hours(0.5)))
        assessment.input.laterThanClock = 7
        #expect(
            line(assessment) == """
                <!-- freshness.report/1 {"week": "2026-W39", "from": "2026-09-21T00:00:00Z", \
                "cutOff": "2026-09-28T00:00:00Z", "complete": true, "app": null, "task": null, "devices": 10, \
                "p50Milliseconds": 36000001, "p50Never": false, "p90Milliseconds": null, "p90Never": true, \
                "verdicts": {"p50": "missed", "p90": "missed", "regression": true, "data": "whole"}, \
                "thresholds": {"p50Hours": 0.5, "p90Hours": 72, "brokenHours": 168, "p90RegressionHours": 12, \
                "timeZone": "UTC", "sha256": "\(Sample.sha)", "data": {"ageHours": 36, "coverageDropPoints": 10, \
                "refusedPercent": 10, "contradictedPercent": 5}}, "laterThanClock": 7} -->
                """)
    }

    @Test func `what there is none of is null`() throws {
        let line = try parsed(line(Sample.assessment(Sample.nothing, before: nil, upTo: Sample.thursday)))
        #expect(line["devices"] as? Int == 0 && line["complete"] as? Bool == false)
        #expect(line["cutOff"] as? String == "2026-09-24T00:00:00Z")
        #expect(line["p50Milliseconds"] is NSNull && line["p90Milliseconds"] is NSNull)
        #expect(line["p50Never"] as? Bool == false && line["p90Never"] as? Bool == false)
        let verdicts = try #require(line["verdicts"] as? [String: Any])
        #expect(verdicts["p50"] is NSNull && verdicts["p90"] is NSNull && verdicts["regression"] is NSNull)
    }

    @Test(
        arguments: MarkupTests.names.map(\.name) + [
            "-->", "--!>", "<!--", "--", "---->", "-", "->", "\u{2D}\u{2D}\u{301}>", "<script>&amp;", "\"}} -->\n# x",
            "\\", "\\u003e", "\u{2028}", "\r\n", "\u{0}", "\u{1F600}",
        ])
    func `no name out of the data ends it, and each reads back`(_ name: String) throws {
        var assessment = Sample.regression
        assessment.scope = Scope(app: name, task: name + name)
        assessment.objectives.timeZone = name
        let line = line(assessment)
        #expect(line.hasPrefix("<!-- freshness.report/1 {") && line.hasSuffix("} -->"))
        let inside = line.unicodeScalars.dropFirst(4).dropLast(3)
        #expect(!inside.contains { $0 == "<" || $0 == ">" || $0 == "&" })
        #expect(zip(inside, inside.dropFirst()).allSatisfy { $0 != "-" || $1 != "-" })
        #expect(line.unicodeScalars.allSatisfy { $0.canBeSeen })
        let parsed = try parsed(line)
        #expect(Array((parsed["app"] as? String ?? "").unicodeScalars) == Array(name.unicodeScalars))
        #expect(Array((parsed["task"] as? String ?? "").unicodeScalars) == Array((name + name).unicodeScalars))
        let zone = (parsed["thresholds"] as? [String: Any])?["timeZone"] as? String
        #expect(Array((zone ?? "").unicodeScalars) == Array(name.unicodeScalars))
    }

    @Test func `a terminal does not get it`() {
        #expect(!statsText(Sample.regression).contains("freshness.report"))
    }
}
