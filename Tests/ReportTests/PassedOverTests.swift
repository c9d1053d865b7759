import Stats
import Testing

@testable import Report

/// What the folder holds under other names stands under what is missing.
@Suite struct PassedOverTests {
    struct Case: CustomTestStringConvertible {
        var passedOver: PassedOver
        var lines: [String]
        var testDescription: String { lines.joined(separator: " ") }
    }

    static let cases = [
        Case(
            passedOver: PassedOver(count: 5, names: ["a", "b", "c", "d", "e"], hidden: 1),
            lines: ["- 5 files were passed over because of their names: `a`, `b`, `c`, …; 1 more begins with a dot."]),
        Case(
            passedOver: PassedOver(count: 3, names: ["a", "b", "c"], hidden: 2),
            lines: ["- 3 files were passed over because of their names: `a`, `b`, `c`; 2 more begin with a dot."]),
        Case(
            passedOver: PassedOver(count: 1, names: ["a"]),
            lines: ["- 1 file was passed over because of its name: `a`."]),
        Case(
            passedOver: PassedOver(count: 4, names: ["a", "b", "c", "d"]),
            lines: ["- 4 files were passed over because of their names: `a`, `b`, `c`, …"]),
        Case(
            passedOver: PassedOver(hidden: 1),
            lines: ["- 1 file was passed over because its name begins with a dot."]),
        Case(
            passedOver: PassedOver(count: 2, names: ["a", "<b>`"], hidden: 0, isAll: true),
            lines: [
                "- No file of the folder has an export's name: 2 files were passed over because of their names:",
                "  `a`, `` <b>` ``.",
            ]),
        Case(
            passedOver: PassedOver(count: 1, folders: 2, names: ["a", "b", "c"]),
            lines: ["- 1 file and 2 folders were passed over because of their names: `a`, `b`, `c`."]),
        Case(
            passedOver: PassedOver(folders: 1, names: ["2026-09"], isAll: true),
            lines: [
                "- No file of the folder has an export's name: 1 folder was passed over because of its name:",
                "  `2026-09`.",
            ]),
        Case(passedOver: PassedOver(isAll: true), lines: []),
    ]

    @Test(arguments: cases) func `three are named, those with a dot in front are counted`(_ one: Case) {
        var input = Input()
        input.passedOver = one.passedOver
        let assessment = Sample.assessment(Sample.figures(), before: Sample.figures(), input: input)
        #expect(Block.list(Wording(assessment: assessment, markup: .markdown).missing).lines(.markdown) == one.lines)
    }
}
