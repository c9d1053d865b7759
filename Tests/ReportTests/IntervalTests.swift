import Stats
import Testing

@testable import Report

/// Where p50 and p90 lie with 95 % confidence: in the table, under it, and behind the verdict.
@Suite struct IntervalTests {
    struct Row: CustomTestStringConvertible {
        var interval: Interval
        var shown: String?
        var testDescription: String { shown ?? "no limit on either side" }
    }

    @Test(arguments: [
        Row(interval: Interval(.h(15.81), .h(19.83)), shown: "(15.8–19.8)"),
        Row(interval: Interval(.h(15.81), nil), shown: "(15.8 or more)"),
        Row(interval: Interval(nil, .h(19.83)), shown: "(up to 19.8)"),
        Row(interval: Interval(), shown: nil),
        Row(interval: Interval(.h(55.4), .never), shown: "(55.4–never)"),
        // A limit next to an objective does not read as lying on it.
        Row(interval: Interval(.h(71.98), .h(168.02)), shown: "(71.98–168.02)"),
        Row(interval: Interval(.h(0), .h(1_024.1)), shown: "(0.0–1,024.1)"),
        // Nothing ranks after never: such an interval says no more than its figure.
        Row(interval: Interval(.never, .never), shown: nil),
        Row(interval: Interval(.never, nil), shown: nil),
        // All alike: both limits are the same value.
        Row(interval: Interval(.h(8), .h(8)), shown: "(8.0–8.0)"),
    ])
    func `an interval is shown as far as it is known`(_ row: Row) {
        #expect(Sample.objectives().text(row.interval) == row.shown)
    }

    private func cells(_ figures: Figures) -> [String] {
        let wording = Wording(assessment: Sample.assessment(figures, before: nil), markup: .markdown)
        return wording.objectivesTable.rows[1...2].map { $0[2] }
    }

    @Test func `an interval stands between its figure and the verdict`() {
        #expect(
            cells(
                Sample.figures(
                    p50: .h(20), p90: .h(80), p50Interval: Interval(.h(11), .h(25)),
                    p90Interval: Interval(.h(60), .h(100))))
                == ["20.0 h (11.0–25.0) met", "80.0 h (60.0–100.0) **missed**"])
        #expect(
            cells(
                Sample.figures(
                    p50: .h(20), p90: .h(50), p50Interval: Interval(nil, .h(25)), p90Interval: Interval(.h(30), nil)))
                == ["20.0 h (up to 25.0) met", "50.0 h (30.0 or more) met"])
        #expect(cells(Sample.figures()) == ["10.0 h met", "50.0 h met"])
    }

    @Test func `never keeps its colon behind an interval`() {
        #expect(
            cells(Sample.figures(p90: .never, p90Interval: Interval(.h(55.4), .never)))[1]
                == "never (55.4–never): **missed**")
        #expect(
            cells(Sample.figures(p90: .never, p90Interval: Interval(.h(55.4), nil)))[1]
                == "never (55.4 or more): **missed**")
        #expect(cells(Sample.figures(p90: .never, p90Interval: Interval(.never, .never)))[1] == "never: **missed**")
    }

    private func beside(_ figures: Figures) -> [String] {
        Wording(assessment: Sample.assessment(figures, before: nil), markup: .plain).besideObjectives.compactMap(\.self)
    }

    @Test func `brackets are explained where there are any`() {
        func isExplained(_ figures: Figures) -> Bool { beside(figures).contains { $0.hasPrefix("In brackets") } }
        #expect(isExplained(Sample.figures(p50Interval: Interval(.h(1), nil))))
        #expect(isExplained(Sample.figures(p90Interval: Interval(.h(1), .never))))
        #expect(!isExplained(Sample.figures()))
        #expect(
            beside(Sample.figures(p90Interval: Interval(.h(1), .h(2))))
                .contains("In brackets after p50 and p90: 95 % confidence interval."))
        #expect(!isExplained(Sample.figures(p90: .never, p90Interval: Interval(.never, nil))))
    }

    @Test(arguments: [1, 2, 35])
    func `that a sample is too small for an upper limit is said of the verdict`(_ devices: Int) {
        let figures = Sample.figures(devices, p90Interval: Interval(devices == 1 ? nil : .h(10), nil))
        let wording = Wording(assessment: Sample.assessment(figures, before: nil), markup: .plain)
        let which = devices == 1 ? "one device" : "\(devices) devices"
        let range = devices == 1 ? "quite different." : "anything from 10.0 h up (95 % interval)."
        #expect(wording.verdict.last == "The verdict is not certain: with \(which), p90 may be \(range)")
    }

    @Test func `of never no upper limit is missed`() {
        // Nothing ranks after never, so a limit above it would say nothing.
        let figures = Sample.figures(p90: .never, p90Interval: Interval(.h(80), nil))
        let wording = Wording(assessment: Sample.assessment(figures, before: nil), markup: .plain)
        #expect(!wording.verdict.joined().contains("not certain"))
    }
}
