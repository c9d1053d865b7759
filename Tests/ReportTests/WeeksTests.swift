import Stats
import Testing

@testable import Report

/// The last weeks, and how much of what the objectives allow each used up.
@Suite struct WeeksTests {
    private func weeks(_ figures: [Figures], _ markup: Markup = .plain) -> [String] {
        let assessment = Sample.ordinary { $0.evidence.weeks = Sample.weeks(figures) }
        return Wording(assessment: assessment, markup: markup).weeks.lines(markup)
    }

    /// Of ten devices, so many not under 72 h: p90 is at rank 9, so one may be.
    private func week(_ stale: Int) -> Figures {
        Sample.figures(p90: .h(stale > 1 ? 80 : 70), underP50: 10 - stale, underP90: 10 - stale)
    }

    private let nothing = Array(repeating: Sample.nothing, count: 7)

    @Test func `the first week ever stands alone, and says so`() {
        #expect(
            weeks(nothing + [Sample.figures(1_200, p50: .h(10), p90: .never, underP50: 900, underP90: 840)]) == [
                "Last 8 weeks",
                "week      devices     p50    p90  p50 budget  p90 budget",
                "2026-W39    1,200  10.0 h  never         0.5         3.0",
                "",
                "Budget: 1.0 is exactly on the limit; half of the devices may be at 24 h or",
                "more, one in ten at 72 h or more.",
                "Before 2026-W39 there is no reading within these weeks.",
            ])
    }

    @Test func `a week inside without a reading has dashes, those before the first have no row`() {
        let lines = weeks(nothing.dropLast(3) + [week(0), Sample.nothing, Sample.nothing, week(1)])
        #expect(
            lines[2...5] == [
                "2026-W36       10  10.0 h  70.0 h         0.0         0.0",
                "2026-W37        0       –       –           –           –",
                "2026-W38        0       –       –           –           –",
                "2026-W39       10  10.0 h  70.0 h         0.2         1.0",
            ])
        #expect(lines.last == "Before 2026-W36 there is no reading within these weeks.")
    }

    @Test func `with a reading in the first of them nothing is said of before`() {
        let lines = weeks([week(0)] + nothing.dropLast() + [week(0)])
        #expect(lines[2].hasPrefix("2026-W32 ") && lines[9].hasPrefix("2026-W39 "))
        #expect(lines.last == "more, one in ten at 72 h or more.")
    }

    @Test func `without any reading the section is left out`() {
        #expect(weeks(nothing + [Sample.nothing]) == [])
        #expect(weeks([]) == [])
    }

    @Test func `a week without a reading still has its weeks before`() {
        var assessment = Sample.assessment(Sample.nothing, before: week(0))
        assessment.evidence.weeks = Sample.weeks(nothing.dropLast() + [week(0), Sample.nothing])
        let report = markdown(assessment)
        #expect(report.contains("\n## Last 8 weeks\n\n| week     |"))
        #expect(report.contains("\n| 2026-W39 |       0 |      – |      – |          – |          – |\n"))
    }

    @Test(
        arguments: [
            // The last one first; nil is a week without a reading.
            ([2, 2, 1, 2, 2, 2, 2, 2], "2 weeks"), ([2, 2, nil, 2, 2, 2, 2, 2], "2 weeks"),
            ([2, 10, 3, 2, 2, 2, 2, 1], "7 weeks"), ([2, 10, 3, 2, 2, 2, 2, nil], "7 weeks"),
            ([2, 10, 3, 2, 2, 2, 2, 5], "at least 8 weeks"), ([2, 1, 2, 2, 2, 2, 2, 2], nil),
            ([1, 2, 2, 2, 2, 2, 2, 2], nil), ([nil, 2, 2, 2, 2, 2, 2, 2], nil),
            ([2, nil, 2, 2, 2, 2, 2, 2], nil),
        ] as [([Int?], String?)])
    func `weeks missed in a row are counted back from this one`(_ stale: [Int?], _ missed: String?) {
        let lines = weeks(stale.reversed().map { $0.map(week) ?? Sample.nothing })
        #expect(
            lines.filter { $0.contains("in a row") }
                == (missed.map { ["p90 has missed its objective for \($0) in a row."] } ?? []))
    }

    @Test func `a week that is not over says so, as its row is of fewer days`() {
        var assessment = Sample.assessment(week(2), before: nil, upTo: Sample.thursday)
        assessment.evidence.weeks = Sample.weeks(nothing.dropLast() + [week(2), week(2)])
        let lines = Wording(assessment: assessment, markup: .markdown).weeks.lines(.markdown)
        #expect(
            lines.suffix(3) == [
                "2026-W39 is not over: its row is of 3 of 7 days.",
                "p90 has missed its objective for 2 weeks in a row.",
                "Before 2026-W38 there is no reading within these weeks.",
            ])
        #expect(!weeks(nothing + [week(2)]).joined().contains("is not over"))
    }

    @Test func `weeks in a row are counted by the thresholds of this report, which is said where p90's moved`() {
        func missed(p50: Double = 24, p90: Double = 72) -> String? {
            var assessment = Sample.ordinary { $0.evidence.weeks = Sample.weeks([week(0), week(2), week(2)]) }
            assessment.earlierThresholds = EarlierThresholds(
                week: "2026-W38", p50: .hours(p50), p90: .hours(p90), broken: 168 * Sample.hour,
                p90Regression: 12 * Sample.hour, sha256: Sample.sha)
            let lines = Wording(assessment: assessment, markup: .markdown).weeks.lines(.markdown)
            return lines.first { $0.contains("in a row") }
        }
        #expect(missed() == "p90 has missed its objective for 2 weeks in a row.")
        #expect(missed(p50: 20) == "p90 has missed its objective for 2 weeks in a row.")
        #expect(
            missed(p90: 96) == "By the thresholds of this report p90 has missed its objective for 2 weeks in a row.")
    }

    @Test(arguments: [
        // Devices, and how many of them are not under 24 h and not under 72 h.
        (10, 0, 0, "0.0", "0.0"), (10, 5, 1, "1.0", "1.0"), (10, 10, 10, "2.0", "10.0"),
        (1_000, 499, 99, "0.998", "0.99"), (1_000, 501, 101, "1.002", "1.01"), (994, 413, 125, "0.8", "1.3"),
        (1_000_000, 1, 1, "0.000002", "0.00001"), (3, 1, 1, "0.7", "3.3"),
    ])
    func `a budget reads as used up only where it is`(
        _ devices: Int, _ over50: Int, _ over90: Int, _ p50: String, _ p90: String
    ) {
        let figures = Sample.figures(devices, underP50: devices - over50, underP90: devices - over90)
        #expect(weeks([figures])[2].split(separator: " ").suffix(2) == [Substring(p50), Substring(p90)])
    }

    @Test func `a budget that is overdrawn stands in bold`() {
        let row = weeks([Sample.figures(1_000, underP50: 499, underP90: 901)], .markdown)[4]
        #expect(row.hasSuffix("|  **1.002** |       0.99 |"))
        // Just on the limit the objective is met still.
        #expect(
            weeks([Sample.figures(10, underP50: 5, underP90: 9)], .markdown)[4].hasSuffix("|        1.0 |        1.0 |")
        )
        #expect(!weeks([Sample.figures(1_000, underP50: 499, underP90: 0)]).joined().contains("*"))
    }

    @Test func `the limits that a budget counts from are those of the thresholds`() {
        var assessment = Sample.assessment(
            Sample.figures(), before: nil, objectives: Sample.objectives(p50: 1_800_000, p90: .hours(1_234.5678)))
        assessment.evidence.weeks = Sample.weeks([Sample.figures()])
        let lines = Wording(assessment: assessment, markup: .markdown).weeks.lines(.markdown)
        #expect(lines[6].hasSuffix("half of the devices may be at 0.5 h or more, one in ten at 1,234.5678 h or more."))
    }
}
