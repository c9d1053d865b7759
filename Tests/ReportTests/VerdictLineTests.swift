import Records
import Stats
import Testing

@testable import Report

@Suite struct VerdictLineTests {
    private func line(p90 now: Staleness, before: Staleness?, p50: Staleness = .h(24)) -> String {
        verdictLine(
            Sample.assessment(Sample.figures(p50: p50, p90: now), before: before.map { Sample.figures(p90: $0) }))
    }

    @Test func `the week and its verdict stand first, the figures and the change after them`() {
        #expect(
            verdictLine(Sample.regression)
                == "2026-W39: missed. p90 staleness 89.7 h (objective: under 72 h), p50 18.1 h (under 24 h, met); "
                + "p90 +16.6 h against 2026-W38: regression")
    }

    @Test func `where p50 alone misses its objective it is named first`() {
        #expect(
            line(p90: .h(50), before: .h(50))
                == "2026-W39: missed. p50 staleness 24.0 h (objective: under 24 h), p90 50.0 h (under 72 h, met); "
                + "p90 as in 2026-W38: no regression")
    }

    private static let few = "(too few devices to tell this change from chance)"

    @Test(
        arguments: [
            (.h(50), .h(60), "met", "50.0 h", "p90 −10.0 h against 2026-W38 \(few): no regression"),
            (.h(50), .h(50), "met", "50.0 h", "p90 as in 2026-W38: no regression"),
            (.h(72), .h(60), "missed", "72.0 h", "p90 +12.0 h against 2026-W38 \(few): no regression"),
            (.h(50), .h(37), "met, but with a regression", "50.0 h", "p90 +13.0 h against 2026-W38 \(few): regression"),
            (.never, .h(60), "missed", "never", "p90 was 60.0 h in 2026-W38: regression"),
            (.never, .never, "missed", "never", "p90 was never in 2026-W38 too: no regression"),
            (.h(50), .never, "met", "50.0 h", "p90 was never in 2026-W38: no regression"),
            (.h(50), nil, "met", "50.0 h", "no data for 2026-W38 to compare with"),
        ] as [(Staleness, Staleness?, String, String, String)])
    func `the change is said as what it is`(
        _ now: Staleness, _ before: Staleness?, _ verdict: String, _ p90: String, _ change: String
    ) {
        #expect(
            line(p90: now, before: before, p50: .h(10))
                == "2026-W39: \(verdict). p90 staleness \(p90) (objective: under 72 h), p50 10.0 h (under 24 h, met); "
                + change)
    }

    @Test func `a week that is not over says so, and is held against the same part of the one before`() {
        let line = verdictLine(
            Sample.assessment(Sample.figures(p90: .h(20)), before: Sample.figures(p90: .h(10)), upTo: Sample.thursday))
        #expect(line.hasPrefix("2026-W39 (not over: 3 of 7 days): met. p90 staleness 20.0 h "))
        #expect(line.hasSuffix("; p90 +10.0 h against the same part of 2026-W38 \(Self.few): no regression"))
    }

    // MARK: Partial data

    static let reasons: [(@Sendable (inout Assessment) -> Void, String)] = [
        // Thursday 00:00 is four days before the end of the week.
        (
            { $0.input.dataThrough = Sample.thursday },
            "the data end early: 96.0 h before the end of the week, limit 36 h"
        ),
        ({ $0.input.exportsRefused = Share(120, of: 280) }, "exports were refused: 120 of 280, limit 10 %"),
        (
            { $0.evidence.data.contradicted = 10 },
            "histories contradict each other: 10 of 40 devices, limit 5 %"
        ),
        ({ $0.evidence.data.seenOnce = 30 }, "ids are seen once: 30 of 40 devices, limit 50 %"),
    ]

    @Test(arguments: reasons.indices) func `a verdict on partial data says so first, and why`(_ index: Int) {
        let (change, reason) = Self.reasons[index]
        for (p90, verdict) in [(50.0, "met"), (80.0, "missed")] {
            var assessment = Sample.assessment(Sample.figures(40, p90: .h(p90)), before: Sample.figures(40))
            change(&assessment)
            #expect(
                verdictLine(assessment).hasPrefix("2026-W39: \(verdict) on partial data (\(reason)). p90 staleness "))
        }
    }

    // MARK: The whole week

    @Test(
        arguments: [
            (50, 503.3, 10, 12, "p90 is 503.3 h, which misses its objective"),
            (80, 60, 10, 12, "p90 is 60.0 h, which meets its objective"),
            (50, 60, 30, 12, "p50 is 12.0 h, which meets its objective"),
            (
                50, 72, 10, 24,
                "p90 is 72.0 h, which misses its objective, and p50 is 24.0 h, which misses its objective"
            ),
            (50, 60, 10, 12, nil), (80, 90, 10, 12, nil),
        ] as [(Double, Double, Double, Double, String?)])
    func `the whole week is named where it lies on the other side`(
        _ p90: Double, _ wholeP90: Double, _ p50: Double, _ wholeP50: Double, _ said: String?
    ) {
        var assessment = Sample.assessment(Sample.figures(p50: .h(p50), p90: .h(p90)), before: nil)
        assessment.evidence.exposure = Exposure(
            p50: .h(wholeP50), p90: .h(wholeP90), overP50: Share(0, of: 1), overP90: Share(0, of: 1),
            overBroken: Share(0, of: 1))
        let end = said.map { "; over the whole week \($0)" } ?? ""
        #expect(verdictLine(assessment).hasSuffix(")\(end); no data for 2026-W38 to compare with"))
    }

    // MARK: Earlier weeks

    @Test func `a week that was reported as met and is missed now is named, with the call that reports it anew`() {
        func figures(_ p90: Double) -> ReportedFigures { ReportedFigures(devices: 30, p50: .h(2), p90: .h(p90)) }
        let week = Sample.regression.baselineWindow.week
        let assessment = Sample.ordinary {
            $0.changedWeeks = [
                // It was missed before, and is met still.
                ChangedWeek(week: week.previous.previous, reported: figures(80), now: figures(123.5)),
                ChangedWeek(week: week.previous, reported: figures(3.7), now: figures(5), wasMet: true),
                ChangedWeek(week: week, reported: figures(3.7), now: figures(123.5), wasMet: true),
            ]
        }
        #expect(
            verdictLine(assessment, options: " --root /srv").hasSuffix(
                ": no regression; 2026-W38, reported as met, is now missed: freshness report --week 2026-W38 --root /srv"
            ))
    }

    // MARK: No data

    static let causes: [(@Sendable (inout Assessment) -> Void, String)] = [
        ({ _ in }, "There is no export of that week"),
        ({ $0.input.passedOver = PassedOver(isAll: true) }, "The folder of exports is empty"),
        (
            { $0.input.passedOver = PassedOver(count: 2, names: ["a.part", "b.part"], hidden: 1, isAll: true) },
            "In the folder of exports 3 files were passed over by name, and no other is there"
        ),
        ({ $0.input.exportsRefused = Share(56, of: 56) }, "All 56 exports were refused"),
        ({ $0.input.exportsRefused = Share(1, of: 1) }, "The one export was refused"),
        ({ $0.input.exportsRefused = Share(56, of: 280) }, "There is no export of that week"),
        ({ $0.evidence.tooNew = 2 }, "All 2 devices heard from are too new to count"),
        (
            {
                $0.scope = Scope(app: "a")
                $0.input.dataThrough = Sample.thursday
            }, "No export of that week is of the app or task that was asked for"
        ),
    ]

    @Test(arguments: causes.indices) func `no data is not good news, and its cause is named`(_ index: Int) {
        let (change, cause) = Self.causes[index]
        var assessment = Sample.assessment(Sample.nothing, before: Sample.figures())
        change(&assessment)
        #expect(verdictLine(assessment) == "2026-W39: no data. \(cause). No data is not good news")
    }
}
