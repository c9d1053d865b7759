import Records
import Stats
import Testing

@testable import Report

@Suite struct TablesTests {
    private func objectives(_ assessment: Assessment) -> [[String]] {
        Wording(assessment: assessment, markup: .markdown).objectivesTable.rows
    }

    private func buckets(_ assessment: Assessment) -> [[String]] {
        Wording(assessment: assessment, markup: .markdown).bucketTable.rows
    }

    @Test func `without a week before its cells are dashes and not zeros`() {
        #expect(
            objectives(Sample.assessment(Sample.figures(), before: nil)) == [
                ["devices", "", "10", "–", "–"],
                ["p50 staleness", "< 24 h", "10.0 h met", "–", "–"],
                ["p90 staleness", "< 72 h", "50.0 h met", "–", "–"],
                ["over 7 days", "", "0 (0.0 %)", "–", "–"],
                ["ran within 24 h", "", "100.0 %", "–", "–"],
                ["runs succeeded", "", "100.0 %", "–", "–"],
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
                == ["runs succeeded", "", "no run", "no run", "–"])
        var silent = unknown
        silent.unknownOutcomes = 3
        #expect(
            objectives(Sample.assessment(silent, before: unknown))[5] == [
                "runs succeeded", "", "unknown", "no run", "–",
            ])
        #expect(
            objectives(Sample.assessment(unknown, before: silent))[5] == [
                "runs succeeded", "", "no run", "unknown", "–",
            ])
        #expect(
            objectives(Sample.assessment(Sample.figures(successes: 0), before: Sample.figures()))[5]
                == ["runs succeeded", "", "0.0 %", "100.0 %", "−100.0 pt"])
    }

    @Test func `a bucket that regressed is marked in its row, and the heading is not`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: Sample.figures(),
            buckets: [
                Sample.standby(40, Sample.figures(2, p90: .h(63))), Sample.standby(45, Sample.figures(2, p90: .h(62))),
                Sample.standby(50, Sample.figures(2, p90: .never)), Sample.standby(60, Sample.figures(1, p90: .h(1))),
            ],
            bucketsBefore: [
                Sample.standby(40, Sample.figures(2, p90: .h(50))), Sample.standby(45, Sample.figures(2, p90: .h(50))),
                Sample.standby(50, Sample.figures(2, p90: .h(50))),
            ])
        #expect(
            buckets(assessment).map { [$0[0], $0[4]] } == [
                ["android/rare", "⚠~ +13.0 h"], ["android/restricted", "~ +12.0 h"], ["android/never", "⚠ to never"],
                ["android/unknown(60)", "–"],
            ])
        #expect(markdown(assessment).hasPrefix("# Background freshness 2026-W39\n\n**"))
    }

    @Test func `the limit past which a device is broken names its row and column`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: nil, objectives: Sample.objectives(broken: 100 * Sample.hour))
        #expect(objectives(assessment)[3][0] == "over 100 h")
        #expect(Wording(assessment: assessment, markup: .plain).bucketTable.columns.last?.title == "over 100 h")
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
