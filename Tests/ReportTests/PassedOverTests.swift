import Stats
import Testing

@testable import Report

/// What the folder holds under other names is named under what is missing.
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
    ]

    @Test(arguments: cases) func `three are named, those with a dot in front are counted`(_ one: Case) {
        var input = Input()
        input.passedOver = one.passedOver
        let assessment = Sample.assessment(Sample.figures(), before: Sample.figures(), input: input)
        #expect(item(assessment) == one.lines)
    }

    @Test func `an empty folder has nothing that was passed over`() {
        #expect(item(Sample.ordinary { $0.input.passedOver = PassedOver(isAll: true) }) == [])
    }

    private func item(_ assessment: Assessment) -> [String] {
        Wording(assessment: assessment, markup: .markdown).passedOver.map { Block.list([$0]).lines(.markdown) } ?? []
    }
}
