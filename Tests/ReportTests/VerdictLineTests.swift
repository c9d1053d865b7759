import Stats
import Testing

@testable import Report

@Suite struct VerdictLineTests {
    private func line(p90 now: Staleness, before: Staleness?) -> String {
        verdictLine(
            Sample.assessment(
                Sample.figures(p50: .h(24), p90: now), before: before.map { Sample.figures(p90: $0) }))
    }

    @Test func `both objectives and the change stand in one line`() {
        #expect(
            verdictLine(Sample.regression)
                == "p90 89.7 h missed (under 72 h), p50 18.1 h met (under 24 h), p90 +16.6 h against 2026-W38: regression"
        )
    }

    @Test(
        arguments: [
            (
                .h(50), .h(60), "p90 50.0 h met (under 72 h)",
                "p90 −10.0 h against 2026-W38 (within noise): no regression"
            ),
            (.h(50), .h(50), "p90 50.0 h met (under 72 h)", "p90 as in 2026-W38: no regression"),
            (
                .h(72), .h(60), "p90 72.0 h missed (under 72 h)",
                "p90 +12.0 h against 2026-W38 (within noise): no regression"
            ),
            (.never, .h(60), "p90 never: missed (under 72 h)", "p90 a number in 2026-W38: regression"),
            (.never, .never, "p90 never: missed (under 72 h)", "p90 never in 2026-W38 too: no regression"),
            (.h(50), .never, "p90 50.0 h met (under 72 h)", "p90 never in 2026-W38: no regression"),
            (.h(50), nil, "p90 50.0 h met (under 72 h)", "no reading in 2026-W38 to compare with"),
        ] as [(Staleness, Staleness?, String, String)])
    func `the change is said as what it is`(_ now: Staleness, _ before: Staleness?, _ first: String, _ last: String) {
        #expect(line(p90: now, before: before) == first + ", p50 24.0 h missed (under 24 h), " + last)
    }

    @Test func `no data is not good news`() {
        #expect(
            verdictLine(Sample.assessment(Sample.nothing, before: Sample.figures(), upTo: Sample.thursday))
                == "no reading in 2026-W39: no data is not good news, week not over (3 of 7 days)")
    }

    @Test func `the change of a week that is not over is against the same days`() {
        let line = verdictLine(
            Sample.assessment(Sample.figures(p90: .h(20)), before: Sample.figures(p90: .h(10)), upTo: Sample.thursday))
        #expect(line.contains("p90 +10.0 h against the same days of 2026-W38 (within noise): no regression"))
    }
}
