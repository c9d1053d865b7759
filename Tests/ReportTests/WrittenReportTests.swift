import Foundation
import Records
import Stats
import Testing

@testable import Report

/// A report as it was written, read back: the moment at which it was cut off.
@Suite struct WrittenReportTests {
    private func report(upTo cutOff: Instant?, zone name: String = "UTC") throws -> (text: String, end: Instant) {
        let zone = try #require(TimeZone(identifier: name))
        let assessment = Sample.assessment(
            Sample.figures(), before: Sample.figures(), objectives: Sample.objectives(zone: name), upTo: cutOff,
            zone: zone)
        return (markdown(assessment), assessment.window.end)
    }

    @Test(
        arguments: ["UTC", "Europe/Amsterdam", "Asia/Kathmandu"],
        [nil, 0, 1, 7, 70, 700, 999, 1_000, 45_296_000, 45_296_789, 86_399_999])
    func `the cut-off reads back to the millisecond`(_ zone: String, _ afterMidnight: Int64?) throws {
        let report = try report(upTo: afterMidnight.map { Sample.thursday.advanced(by: $0) }, zone: zone)
        let written = try #require(WrittenReport(report.text))
        #expect(written.week == Sample.week39)
        #expect(try written.cutOff(in: #require(TimeZone(identifier: zone))) == report.end)
    }

    @Test func `the week before is not taken for the window`() throws {
        let report = try report(upTo: nil)
        #expect(report.text.contains("- Week before, 2026-W38: 2026-09-14 00:00 to 2026-09-21 00:00 UTC."))
        #expect(WrittenReport(report.text)?.cutOff(in: .gmt)?.iso8601 == "2026-09-28T00:00:00Z")
    }

    @Test(arguments: [
        "", "# Notes", "Background freshness 2026-W39", "# Background freshness", "# Background freshness 2026-W54",
        "# Background freshness 2026-W9", "# Background freshness of 2026-W39",
        "# Notes on Background freshness 2026-W39",
        "# Background freshness +2026-W39", "## Background freshness 2026-W39", "## 2026-W39",
        "\n# Background freshness 2026-W39",
    ])
    func `text that does not begin as a report does is none`(_ text: String) {
        #expect(WrittenReport(text) == nil)
    }

    @Test(arguments: [
        "- Window: ", "- Window: 2026-09-21 00:00 to", "- Window: 2026-09-21 00:00 to 2026-09-28",
        "- Window: 2026-09-21 00:00 to x y UTC, complete;", "- Window: 2026-09-21 00:00 to 2026-09-28 24 UTC,",
        "- Window: a to 2026-09 00:00 UTC", "- Window: to to to to",
        "- Period: 2026-09-21 00:00 to 2026-09-28 00:00 UTC",
        "- Window: 2026-09-21 00:00 to 2026-09-28 00:00:00:00:00 UTC",
        "- Window: 2026-09-21 00:00 to 2026-09-28 00:00:00.9223372036854775807 UTC",
        "- Window: 2026-09-21 00:00 to 9223372036854775807-09-28 00:00 UTC",
        "- Window: 2026-09-21 00:00 to 2026-13-45 25:61 UTC", "- Window: 2026-09-21 00:00 to 2026-02-30 00:00 UTC",
        "- Window: 2026-09-21 00:00 to 0-0-0 0:0 UTC", "- Window: 2026-09-21 00:00 to 2026-09-28 -1:00 UTC",
        "- Window: 2026-09-21 00:00 to 2026-9-28 0:00 UTC", "- Window: 2026-09-21 00:00 to 2026-09-28 00:00:00.7 UTC",
    ])
    func `a window that was edited out of shape has no cut-off`(_ line: String) throws {
        let written = try #require(WrittenReport("# Background freshness 2026-W39\n\n\(line)\n"))
        #expect(written.cutOff(in: .gmt) == nil)
        #expect(written.thresholds == nil)
    }

    @Test func `a report that was cut says the truth of its window or nothing`() throws {
        let report = try report(upTo: Sample.thursday.advanced(by: 45_296_000))
        let item = try #require(report.text.range(of: "- Window: "))
        let rest = report.text[item.lowerBound...]
        let whole = try #require(rest.range(of: " UTC"))
        var read = 0
        for length in 0...rest.distance(from: rest.startIndex, to: whole.upperBound) + 40 {
            let cut = String(report.text[..<item.lowerBound]) + rest.prefix(length)
            guard let end = WrittenReport(cut)?.cutOff(in: .gmt) else { continue }
            read += 1
            // Up to the last digit the time of day may be one that was cut.
            if length >= rest.distance(from: rest.startIndex, to: whole.lowerBound) { #expect(end == report.end) }
        }
        #expect(read > 0)
    }
}
