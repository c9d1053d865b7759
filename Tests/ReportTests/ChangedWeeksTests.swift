import Records
import Stats
import Testing

@testable import Report

/// What is said of a week that was reported with other figures than are known now.
@Suite struct ChangedWeeksTests {
    private func figures(_ devices: Int, _ p50: Double, _ p90: Double?) -> ReportedFigures {
        ReportedFigures(
            devices: devices, p50: .known(milliseconds: .hours(p50)),
            p90: p90.map { .known(milliseconds: .hours($0)) } ?? .never)
    }

    private func said(
        _ reported: ReportedFigures, _ now: ReportedFigures, hasOtherP50Limit: Bool = false, scope: Scope = Scope()
    ) -> String {
        let week = Sample.regression.baselineWindow.week
        let assessment = Sample.ordinary {
            $0.scope = scope
            $0.changedWeeks = [
                ChangedWeek(week: week, reported: reported, now: now, hasOtherP50Limit: hasOtherP50Limit)
            ]
        }
        let lines = Block.list(Wording(assessment: assessment, markup: .markdown).missing).lines(.markdown)
        let item = lines.drop { !$0.hasPrefix("- 2026-W38 was reported") }
        let rest = item.dropFirst().prefix { $0.hasPrefix("  ") }
        return (item.prefix(1) + rest).map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    private let command = "`freshness report --week 2026-W38` writes it again."

    @Test func `both figures are said, and the command`() {
        #expect(
            said(figures(30, 2.5, 3.7), figures(40, 3, 123.5))
                == "- 2026-W38 was reported as p90 3.7 h of 30 devices; with what has arrived since it is 123.5 h of 40: "
                + command)
    }

    @Test func `p50 is said where only that changed`() {
        #expect(
            said(figures(30, 2.5, 3.7), figures(30, 3, 3.7))
                == "- 2026-W38 was reported as p50 2.5 h of 30 devices; with what has arrived since it is 3.0 h of 30: "
                + command)
    }

    @Test func `where only the devices are others, their numbers say so`() {
        #expect(
            said(figures(1, 2.5, 3.7), figures(2, 2.5, 3.7))
                == "- 2026-W38 was reported as p90 3.7 h of 1 device; with what has arrived since it is 3.7 h of 2: "
                + command)
    }

    @Test(
        arguments: [
            (3.66, 3.74, "3.66", "3.74"), (3.7, 3.74, "3.70", "3.74"), (71.98, 72, "71.98", "72.0"),
            (1_000, 1_000.004, "1,000.000", "1,000.004"),
        ] as [(Double, Double, String, String)])
    func `two that differ never look the same`(_ was: Double, _ now: Double, _ first: String, _ second: String) {
        let text = said(figures(30, 2.5, was), figures(30, 2.5, now))
        #expect(text.contains("p90 \(first) h of") && text.contains("it is \(second) h of"), "\(text)")
    }

    @Test func `a millisecond shows`() {
        let text = said(
            ReportedFigures(devices: 9, p50: .h(1), p90: .known(milliseconds: 36_000_000)),
            ReportedFigures(devices: 9, p50: .h(1), p90: .known(milliseconds: 36_000_001)))
        // 1 ÷ 3,600,000 h is 0.00000028 h.
        #expect(text.contains("p90 10 h of 9 devices") && text.contains("it is 10.0000003 h of 9:"), "\(text)")
    }

    @Test func `never and no data are said`() {
        #expect(
            said(figures(30, 2.5, nil), figures(31, 2.5, 3.7))
                == "- 2026-W38 was reported as p90 never of 30 devices; with what has arrived since it is 3.7 h of 31: "
                + command)
        let nothing = ReportedFigures(devices: 0, p50: nil, p90: nil)
        #expect(
            said(nothing, figures(31, 2.5, 3.7))
                == "- 2026-W38 was reported as without data; with what has arrived since it is p90 3.7 h of 31 devices: "
                + command)
        // What it would write has no data, and so would not take the place of that report.
        #expect(
            said(figures(30, 2.5, 3.7), nothing)
                == "- 2026-W38 was reported as p90 3.7 h of 30 devices; now there is no data for it.")
    }

    @Test func `what did not arrive is not said to have arrived`() {
        #expect(
            said(figures(30, 2.5, 3.7), figures(29, 2.5, 3.5)).contains("; with what is known now it is 3.5 h of 29:"))
        #expect(
            said(figures(30, 2.5, 3.7), figures(31, 2.5, 3.5), hasOtherP50Limit: true)
                .contains("; with what is known now, and today's thresholds, it is 3.5 h of 31:"))
    }

    @Test func `the command is for the same app and task, whose names stand in no command`() {
        #expect(
            said(figures(30, 2.5, 3.7), figures(40, 3, 123.5), scope: Scope(app: "a; rm -rf", task: "t"))
                .hasSuffix("`freshness report --week 2026-W38` with the same `--app` and `--task` writes it again."))
    }
}
