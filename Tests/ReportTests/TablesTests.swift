import Records
import Stats
import Testing

@testable import Report

@Suite struct TablesTests {
    private func objectives(_ assessment: Assessment) -> [[String]] {
        Wording(assessment: assessment, markup: .markdown).objectivesTable.rows
    }

    @Test func `without a week before its cells are dashes and not zeros`() {
        #expect(
            objectives(Sample.assessment(Sample.figures(), before: nil)) == [
                ["devices", "", "10", "–", "–"],
                ["p50 staleness", "< 24 h", "10.0 h met", "–", "–"],
                ["p90 staleness", "< 72 h", "50.0 h met", "–", "–"],
                ["more than 7 days, or never refreshed", "", "0 (0.0 %)", "–", "–"],
                ["ran in the last 24 h", "", "100.0 %", "–", "–"],
                ["runs that succeeded", "", "100.0 %", "–", "–"],
            ])
    }

    @Test func `never is not to be read as never missed`() {
        let rows = objectives(
            Sample.assessment(Sample.figures(p90: .never), before: Sample.figures(p50: .never, p90: .h(50))))
        #expect(rows[1] == ["p50 staleness", "< 24 h", "10.0 h met", "never", "from never"])
        #expect(rows[2] == ["p90 staleness", "< 72 h", "never: **missed**", "50.0 h", "⚠ to never"])
    }

    @Test func `a success rate without a known outcome is unknown and not zero`() {
        let unknown = Sample.figures(successes: 0, outcomes: 0)
        #expect(
            objectives(Sample.assessment(unknown, before: unknown))[5]
                == ["runs that succeeded", "", "no run", "no run", "–"])
        var silent = unknown
        silent.unknownOutcomes = 3
        #expect(
            objectives(Sample.assessment(silent, before: unknown))[5] == [
                "runs that succeeded", "", "unknown", "no run", "–",
            ])
        #expect(
            objectives(Sample.assessment(unknown, before: silent))[5] == [
                "runs that succeeded", "", "no run", "unknown", "–",
            ])
        #expect(
            objectives(Sample.assessment(Sample.figures(successes: 0), before: Sample.figures()))[5]
                == ["runs that succeeded", "", "0.0 %", "100.0 %", "−100.0 pt"])
    }

    @Test func `the columns say their weeks, and whether there is more of them to come`() {
        func titles(_ assessment: Assessment) -> [String] {
            Wording(assessment: assessment, markup: .markdown).objectivesTable.columns.map(\.title)
        }
        #expect(
            titles(Sample.assessment(Sample.figures(), before: nil))
                == ["figure", "objective", "2026-W39", "2026-W38", "change"])
        #expect(
            titles(Sample.assessment(Sample.figures(), before: nil, upTo: Sample.thursday))
                == ["figure", "objective", "2026-W39 so far", "same part of 2026-W38", "change"])
    }

    @Test func `the terms of the first table are explained below it`() {
        func notes(_ change: (inout Assessment) -> Void) -> [String] {
            Wording(assessment: Sample.ordinary(change), markup: .markdown).besideObjectives.compactMap(\.self)
        }
        let terms = [
            "*Staleness*: the time from a device's last successful refresh to its last contact, which is its last export "
                + "of the week. p50 and p90: half and 90 % of the devices are at or below it.",
            "*Ran in the last 24 h*: any run in the 24 h before last contact, successful or not.",
            "*Runs that succeeded*: of the week's runs whose outcome is known.",
        ]
        let changes = [
            "Only the changes of p50 and p90 staleness are tested for chance.", "Changes are computed before rounding.",
        ]
        #expect(notes { _ in } == terms + changes)
        // Without a week before there is no change.
        #expect(notes { $0.baseline = nil } == terms)
    }

    @Test(
        arguments: [
            (
                196, 1,
                "196 devices of 2026-W39 were not heard from in 2026-W38, and 1 device of 2026-W38 was not heard from in "
                    + "2026-W39."
            ), (1, 0, "1 device of 2026-W39 was not heard from in 2026-W38."),
            (0, 1, "1 device of 2026-W38 was not heard from in 2026-W39."),
            (0, 1_200, "1,200 devices of 2026-W38 were not heard from in 2026-W39."), (0, 0, nil),
        ] as [(Int, Int, String?)])
    func `who came and who went is said only where somebody did`(_ joined: Int, _ left: Int, _ said: String?) {
        func sentences(_ assessment: Assessment) -> [String] {
            Wording(assessment: assessment, markup: .plain).besideObjectives.compactMap(\.self)
                .filter { $0.contains("not heard from") }
        }
        var assessment = Sample.ordinary { ($0.evidence.data.joined, $0.evidence.data.left) = (joined, left) }
        #expect(sentences(assessment) == (said.map { [$0] } ?? []))
        assessment.baseline = nil
        #expect(sentences(assessment) == [])
    }

    @Test func `the limit past which a device is broken names its row and column`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: nil, objectives: Sample.objectives(broken: 100 * Sample.hour))
        #expect(objectives(assessment)[3][0] == "more than 100 h, or never refreshed")
        #expect(Wording(assessment: assessment, markup: .plain).bucketTable.columns.last?.title == "> 100 h")
    }

    @Test func `columns are padded, and a pipe in a cell is escaped`() {
        let table = Table(columns: [.left("a"), .right("longer")], rows: [["x|y", "1"], ["z", "23"]])
        #expect(
            table.lines(.markdown) == [
                "| a    | longer |",
                "|:-----|-------:|",
                "| x\\|y |      1 |",
                "| z    |     23 |",
            ])
        #expect(table.lines(.plain) == ["a    longer", "x|y       1", "z        23"])
    }

    @Test func `a table wider than a terminal is put closer together there`() {
        let columns = [Table.Column.left("a"), .right("b")]
        let wide = Table(columns: columns, rows: [[String(repeating: "x", count: 75), "1"]])
        let wider = Table(columns: columns, rows: [[String(repeating: "x", count: 76), "1"]])
        #expect(wide.lines(.plain)[1].count == 80 && wide.lines(.plain)[1].hasSuffix("x    1"))
        #expect(wider.lines(.plain)[1].count == 80 && wider.lines(.plain)[1].hasSuffix("x   1"))
        #expect(wider.lines(.markdown)[2].hasSuffix("x |   1 |"))
    }
}
