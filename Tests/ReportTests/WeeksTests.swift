import Stats
import Testing

@testable import Report

/// The last weeks, and how many devices in each are not under the objectives' limits.
@Suite struct WeeksTests {
    private func weeks(_ figures: [Figures], _ markup: Markup = .plain) -> [String] {
        Wording(assessment: assessment(figures), markup: markup).weeks.lines(markup)
    }

    private func assessment(_ figures: [Figures]) -> Assessment {
        Sample.ordinary { $0.evidence.weeks = Sample.weeks(figures) }
    }

    private func firstWeek(_ figures: [Figures]) -> String? {
        Wording(assessment: assessment(figures), markup: .plain).firstWeek?.text
    }

    /// Of ten devices, so many not under 72 h: p90 is at rank 9, so one may be.
    private func week(_ stale: Int) -> Figures {
        Sample.figures(p90: .h(stale > 1 ? 80 : 70), underP50: 10 - stale, underP90: 10 - stale)
    }

    private let nothing = Array(repeating: Sample.nothing, count: 7)

    @Test func `two weeks are in the first table already`() {
        #expect(weeks(nothing + [week(0)]) == [])
        #expect(weeks(nothing.dropLast() + [week(0), week(0)]) == [])
        #expect(weeks(nothing.dropLast(2) + [week(0), week(0), week(0)]).count == 8)
        // A week inside without a reading is a week.
        #expect(weeks(nothing.dropLast(2) + [week(0), Sample.nothing, week(0)]).count == 8)
    }

    @Test func `a week inside without a reading has dashes, those before the first have no row`() {
        #expect(
            weeks(nothing.dropLast(3) + [week(0), Sample.nothing, Sample.nothing, week(1)]) == [
                "Last 8 weeks",
                "week      devices     p50     p90  at 24 h or more  at 72 h or more",
                "2026-W36       10  10.0 h  70.0 h            0.0 %            0.0 %",
                "2026-W37        0       –       –                –                –",
                "2026-W38        0       –       –                –                –",
                "2026-W39       10  10.0 h  70.0 h           10.0 %           10.0 %",
                "",
                "The objectives allow 50 % of the devices at 24 h or more, and 10 % at 72 h or",
                "more.",
            ])
    }

    @Test func `where the data begin is said under what is missing`() {
        #expect(
            firstWeek(nothing.dropLast(3) + [week(0), Sample.nothing, Sample.nothing, week(1)])
                == "In the last 8 weeks, there is no data before 2026-W36.")
        #expect(
            firstWeek(nothing + [week(1)])
                == "In the last 8 weeks, there is no data before 2026-W39.")
        // With a reading in the first of them nothing is known of before.
        #expect(firstWeek([week(0)] + nothing.dropLast() + [week(0)]) == nil)
        #expect(firstWeek(nothing + [Sample.nothing]) == nil)
        let items = Wording(assessment: assessment(nothing + [week(1)]), markup: .plain).missing
        #expect(items.last?.text == firstWeek(nothing + [week(1)]))
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
        #expect(report.contains("\n| 2026-W39 |       0 |      – |      – |               – |               – |\n"))
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
        let assessment = assessment(stale.reversed().map { $0.map(week) ?? Sample.nothing })
        #expect(
            Wording(assessment: assessment, markup: .plain).besideVerdict.filter { $0.contains("in a row") }
                == (missed.map { ["p90 has missed its objective for \($0) in a row."] } ?? []))
    }

    @Test func `a week that is not over says so, as its row is of fewer days`() {
        var assessment = Sample.assessment(week(2), before: nil, upTo: Sample.thursday)
        assessment.evidence.weeks = Sample.weeks(nothing.dropLast(2) + [week(2), week(2), week(2)])
        let lines = Wording(assessment: assessment, markup: .markdown).weeks.lines(.markdown)
        #expect(
            lines.suffix(2) == [
                "The objectives allow 50 % of the devices at 24 h or more, and 10 % at 72 h or more. Bold: more than allowed.",
                "2026-W39 is not over: its row is of the days so far.",
            ])
        #expect(!weeks(nothing.dropLast(2) + [week(2), week(2), week(2)]).joined().contains("is not over"))
    }

    @Test func `weeks in a row are counted by the thresholds of this report, which is said where p90's moved`() {
        func missed(p50: Double = 24, p90: Double = 72) -> String? {
            var assessment = assessment([week(0), week(2), week(2)])
            assessment.earlierThresholds = EarlierThresholds(
                week: "2026-W38", p50: .hours(p50), p90: .hours(p90), broken: 168 * Sample.hour,
                p90Regression: 12 * Sample.hour, sha256: Sample.sha)
            return Wording(assessment: assessment, markup: .markdown).besideVerdict.first { $0.contains("in a row") }
        }
        #expect(missed() == "p90 has missed its objective for 2 weeks in a row.")
        #expect(missed(p50: 20) == "p90 has missed its objective for 2 weeks in a row.")
        #expect(
            missed(p90: 96)
                == "p90 has missed its objective for 2 weeks in a row, by the thresholds of this report.")
    }

    @Test(arguments: [
        // Devices, and how many of them are not under 24 h and not under 72 h.
        (10, 0, 0, "0.0 %", "0.0 %"), (10, 5, 1, "50.0 %", "10.0 %"), (10, 10, 10, "**100.0 %**", "**100.0 %**"),
        (1_000, 499, 99, "49.9 %", "9.9 %"), (1_000, 501, 101, "**50.1 %**", "**10.1 %**"),
        // What is over the limit does not read as on it.
        (100_000, 50_001, 10_001, "**50.001 %**", "**10.001 %**"), (100_000, 49_999, 9_999, "49.999 %", "9.999 %"),
        (994, 413, 125, "41.5 %", "**12.6 %**"), (1_000_000, 1, 1, "0.0001 %", "0.0001 %"),
        (3, 1, 1, "33.3 %", "**33.3 %**"),
    ])
    func `the share of devices that are not under a limit is in bold where it is more than is allowed`(
        _ devices: Int, _ over50: Int, _ over90: Int, _ p50: String, _ p90: String
    ) {
        let figures = Sample.figures(devices, underP50: devices - over50, underP90: devices - over90)
        let row = weeks([figures, figures, figures], .markdown)[6]
        #expect(row.split(separator: "|").suffix(2).map { $0.drop { $0 == " " }.dropLast() } == [p50[...], p90[...]])
        // On a terminal there is no bold, and no word on it.
        #expect(!weeks([figures, figures, figures]).joined().contains { $0 == "*" || $0 == "B" })
    }

    @Test func `the limits that shares are counted from are those of the thresholds`() {
        var assessment = Sample.assessment(
            Sample.figures(), before: nil, objectives: Sample.objectives(p50: 1_800_000, p90: .hours(1_234.5678)))
        assessment.evidence.weeks = Sample.weeks([Sample.figures(), Sample.figures(), Sample.figures()])
        let lines = Wording(assessment: assessment, markup: .markdown).weeks.lines(.markdown)
        #expect(lines[2].hasSuffix("| at 0.5 h or more | at 1,234.5678 h or more |"))
        #expect(
            lines.last
                == "The objectives allow 50 % of the devices at 0.5 h or more, and 10 % at 1,234.5678 h or more. Bold: more than allowed."
        )
    }
}
