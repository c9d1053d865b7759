import Foundation
import Records
import Stats
import Testing

@testable import Report

/// Why devices are stale: how many may be, each cause with what it means, and in which buckets it occurs.
@Suite struct CausesTests {
    private func causes(
        _ rows: [StaleDevices.Row], _ markup: Markup = .markdown, _ change: (inout Assessment) -> Void = { _ in }
    ) -> [String] {
        let assessment = Sample.ordinary {
            $0.evidence.stale = StaleDevices(rows: rows)
            change(&$0)
        }
        return Wording(assessment: assessment, markup: markup).causes.lines(markup)
    }

    /// The items between the table of causes and that of buckets, each as one text.
    private func items(_ rows: [StaleDevices.Row], _ change: (inout Assessment) -> Void = { _ in }) -> [String] {
        var items: [String] = []
        for line in causes(rows, .plain, change) {
            if line.hasPrefix("- ") { items.append(line) }
            if line.hasPrefix("  ") { items[items.count - 1] += line.dropFirst() }
        }
        return items
    }

    private func row(_ cause: Cause, _ buckets: (BucketLabel, Int)...) -> StaleDevices.Row {
        StaleDevices.Row(cause: cause, buckets: buckets.map { (label: $0.0, devices: $0.1) })
    }

    private static let active = Sample.label("android", 10)
    private static let rare = Sample.label("android", 40)
    private static let restricted = Sample.label("android", 45)
    private static let never = Sample.label("android", 50)
    private static let none = BucketLabel(platform: "android", kind: .none)
    private static let normal = BucketLabel(platform: "ios", kind: .normal)
    private static let lowPower = BucketLabel(platform: "ios", kind: .lowPower)

    // MARK: How many

    @Test func `that no device is stale is said`() {
        #expect(
            causes([]) == [
                "## No device is stale", "",
                "All 10 devices had refreshed less than 72 h before last contact. In 2026-W38, none was stale either.",
            ])
        #expect(
            causes([]) { $0.evidence.stale.before = [.unknown: 11] }.last
                == "All 10 devices had refreshed less than 72 h before last contact. In 2026-W38, 11 were stale.")
        #expect(
            causes([]) {
                $0.current.all = Sample.figures(1)
                $0.baseline = nil
            }.last == "The one device had refreshed less than 72 h before last contact.")
    }

    /// Rank ⌈0.9 n⌉ must be under 72 h, so n − ⌈0.9 n⌉ devices may be stale.
    @Test(arguments: [
        (1, 1, "0 stale devices of 1, 1 fewer than there are."),
        (9, 1, "0 stale devices of 9, 1 fewer than there are."), (10, 1, "1 stale device of 10."),
        (40, 4, "4 stale devices of 40."), (40, 12, "4 stale devices of 40, 8 fewer than there are."),
        (994, 125, "99 stale devices of 994, 26 fewer than there are."),
        (12_000, 2_400, "1,200 stale devices of 12,000, 1,200 fewer than there are."),
    ])
    func `how many stale devices the objective allows is said, and how many are too many`(
        _ devices: Int, _ stale: Int, _ said: String
    ) {
        let lines = causes([row(.unknown, (Self.none, stale))]) {
            $0.current.all = Sample.figures(devices)
            $0.baseline = nil
        }
        #expect(lines[0] == (stale == 1 ? "## Why 1 device is stale" : "## Why \(number(stale)) devices are stale"))
        #expect(
            lines[2]
                == "Stale: no successful refresh in the 72 h before last contact, or none at all. The objective allows "
                + said)
    }

    @Test(
        arguments: [
            ([:], "none was"), ([.unknown: 1], "1 was"), ([.unknown: 1, .ranNoSuccess: 1_200], "1,201 were"),
        ] as [([Cause.Kind: Int], String)])
    func `how many were stale before is said`(_ before: [Cause.Kind: Int], _ said: String) {
        let rows = [row(.unknown, (Self.none, 1))]
        #expect(
            causes(rows) { $0.evidence.stale.before = before }[2]
                .hasSuffix(" The objective allows 1 stale device of 10. In 2026-W38, \(said) stale."))
        // Of a part of the week it is not said of the week.
        let part = Sample.assessment(Sample.figures(), before: Sample.figures(), upTo: Sample.thursday)
        var thursday = part
        thursday.evidence.stale = StaleDevices(rows: rows)
        thursday.evidence.stale.before = before
        let lines = Wording(assessment: thursday, markup: .markdown).causes.lines(.markdown)
        #expect(lines[2].hasSuffix("In the same part of 2026-W38, \(said) stale."))
        #expect(lines[4].hasPrefix("| cause ") && lines[4].contains(" | devices | before | "))
    }

    // MARK: Each cause

    @Test(
        arguments: [
            (
                Cause.scheduledNotRun, normal,
                "Scheduled, not run: the app asked for a run, and the system did not run it. For these the exports do "
                    + "not say why: perhaps low power mode, background refresh switched off, or an app that was force-quit."
            ),
            (
                .notScheduledAgain, rare,
                "Not scheduled again: after its last run the app did not ask for another one: that is the app's doing."
            ),
            (.unknown, none, "Unknown: the exports do not say whether the app had asked for a run (lastScheduledAt)."),
            (
                .ranNoSuccess(.failed), normal,
                "Ran, no success: after its last refresh, if any, the app ran without success: that is the app's doing. Outcome of "
                    + "the latest run: 7 failed."
            ),
        ] as [(Cause, BucketLabel, String)])
    func `a cause alone says what it points at`(_ cause: Cause, _ bucket: BucketLabel, _ said: String) {
        let rows = [row(cause, (bucket, 7))]
        #expect(items(rows) == ["- \(said)"])
        // Then the table: a heading, a rule, and the one bucket.
        let lines = causes(rows)
        #expect(lines.last?.hasPrefix("| \(bucket.text) ") == true && lines[lines.count - 3].hasPrefix("| bucket"))
    }

    private let throttled = "that Android throttles (rare, restricted or never): that is the system's doing."
    private let look =
        "the exports do not say why: perhaps low power mode, background refresh switched off, or an app that was force-quit."

    @Test func `what the system withholds stands apart from what is worth a look`() {
        func withheld(_ buckets: (BucketLabel, Int)...) -> String? {
            let asked = "- Scheduled, not run: the app asked for a run, and the system did not run it. "
            let rows = [
                StaleDevices.Row(cause: .scheduledNotRun, buckets: buckets.map { (label: $0.0, devices: $0.1) })
            ]
            return items(rows)[0].components(separatedBy: asked).last
        }
        #expect(withheld((Self.rare, 1), (Self.restricted, 2), (Self.never, 3)) == "All are in buckets \(throttled)")
        #expect(withheld((Self.rare, 2)) == "All are in buckets \(throttled)")
        #expect(withheld((Self.rare, 1)) == "It is in a bucket \(throttled)")
        #expect(
            withheld((Self.active, 1), (Self.rare, 2), (Self.none, 4), (Self.normal, 8), (Self.lowPower, 16))
                == "2 of the 31 are in buckets \(throttled) For the other 29 \(look)")
        #expect(
            withheld((Self.rare, 1), (Self.active, 1))
                == "1 of the 2 is in a bucket \(throttled) For the other one \(look)")
        #expect(withheld((Self.active, 1)) == "For this one \(look)")
    }

    @Test(
        arguments: [
            (.failed, "3 failed"), (.expired, "3 expired (took longer than the system allows)"),
            (.skipped, "3 skipped (the app chose not to refresh)"),
            (.killed, "3 killed (the process ended during the run)"),
        ] as [(Outcome, String)])
    func `how the latest run ended is said in words`(_ outcome: Outcome, _ words: String) {
        #expect(
            items([row(.ranNoSuccess(outcome), (Self.normal, 3)), row(.ranNoSuccess(.retry), (Self.rare, 1))])[0]
                == "- Ran, no success: after its last refresh, if any, the app ran without success: that is the app's doing. Outcome of the latest run: "
                + "\(words), 1 asked to retry.")
    }

    @Test func `that it did not succeed is not said twice, and those without a reason are counted`() {
        #expect(
            items([row(.ranNoSuccess(.notSuccessful), (Self.normal, 20), (Self.rare, 7))])[0]
                == "- Ran, no success: after its last refresh, if any, the app ran without success: that is the app's doing."
        )
        #expect(
            items([row(.ranNoSuccess(.failed), (Self.rare, 1)), row(.ranNoSuccess(.notSuccessful), (Self.normal, 20))])[
                0]
                == "- Ran, no success: after its last refresh, if any, the app ran without success: that is the app's doing. Outcome of the latest run: "
                + "1 failed, 20 without a reason.")
    }

    @Test func `where no run says how it ended nothing is laid on the app`() {
        #expect(
            items([row(.ranNoSuccess(.unknown), (Self.normal, 3), (Self.rare, 2))])[0]
                == "- Ran, no success: after its last refresh, if any, the app ran, and its exports do not say whether it succeeded."
        )
        // Of those that do say it, it is said.
        #expect(
            items([row(.ranNoSuccess(.unknown), (Self.normal, 3)), row(.ranNoSuccess(.failed), (Self.rare, 1))])[0]
                == "- Ran, no success: after its last refresh, if any, the app ran without success, as far as the exports say: that is the app's doing. Outcome "
                + "of the latest run: 3 unknown, 1 failed.")
    }

    // MARK: What mending brings

    /// Six devices each, in the order of the causes; what p90 would be without each.
    private func mended(_ p90: Staleness, _ without: [Cause.Kind: Staleness]) -> String? {
        let causes: [Cause.Kind: Cause] = [
            .scheduledNotRun: .scheduledNotRun, .ranNoSuccess: .ranNoSuccess(.failed),
            .notScheduledAgain: .notScheduledAgain,
        ]
        let rows = Cause.Kind.allCases.filter { without[$0] != nil }.compactMap { causes[$0] }
        return items(rows.map { row($0, (Self.normal, $0 == .notScheduledAgain ? 7 : 6)) }) {
            $0.current.all.p90 = p90
            $0.evidence.stale.without = without.mapValues { BestFigures(p50: .h(1), p90: $0) }
        }.first { $0.hasPrefix("- At best") }
    }

    private let atBest =
        "- At best: as if all devices of that cause had just refreshed, also those that the system held back."

    @Test func `the cause whose mending brings most is named first`() {
        #expect(
            mended(.h(90), [.scheduledNotRun: .h(80), .ranNoSuccess: .h(71)])
                == "\(atBest) Look at ran, no success first: mending it would bring most, a p90 of 71.0 h, which would meet "
                + "the objective.")
        #expect(
            mended(.never, [.scheduledNotRun: .h(72), .ranNoSuccess: .h(80)])
                == "\(atBest) Look at scheduled, not run first: mending it would bring most, a p90 of 72.0 h, which alone "
                + "would not meet the objective.")
        // Of equal ones that of most devices.
        #expect(
            mended(.h(90), [.ranNoSuccess: .h(80), .notScheduledAgain: .h(80)])?.contains("Look at not scheduled again")
                == true)
        #expect(
            mended(.h(90), [.scheduledNotRun: .h(80), .ranNoSuccess: .h(80)])?.contains("Look at scheduled, not run")
                == true)
    }

    @Test func `an objective that is met is not said to be met by mending`() {
        #expect(
            mended(.h(70), [.scheduledNotRun: .h(50), .ranNoSuccess: .h(60)])
                == "\(atBest) Look at scheduled, not run first: mending it would bring most, a p90 of 50.0 h.")
    }

    @Test func `where mending one cause changes nothing none is to be looked at first`() {
        #expect(
            mended(.never, [.scheduledNotRun: .never, .ranNoSuccess: .never])
                == "\(atBest) Mending one cause alone would leave p90 as it is.")
    }

    @Test func `one cause alone has nothing to be chosen from`() {
        #expect(
            mended(.h(90), [.ranNoSuccess: .h(50)]) == "\(atBest) It is the only cause, so look there first.")
        #expect(mended(.h(90), [:]) == nil)
    }

    @Test func `of one cause, what the system holds back is not the first to look at`() {
        func first(_ buckets: (BucketLabel, Int)...) -> String? {
            let rows = [
                StaleDevices.Row(cause: .scheduledNotRun, buckets: buckets.map { (label: $0.0, devices: $0.1) })
            ]
            return items(rows) {
                $0.evidence.stale.without = [.scheduledNotRun: BestFigures(p50: .h(1), p90: .h(2))]
            }.last?.components(separatedBy: "\(atBest) ").last
        }
        #expect(first((Self.normal, 3)) == "It is the only cause, so look there first.")
        #expect(first((Self.rare, 4), (Self.normal, 3)) == "It is the only cause: look at the other 3 devices first.")
        #expect(first((Self.rare, 4), (Self.normal, 1)) == "It is the only cause: look at the other 1 device first.")
        #expect(first((Self.rare, 4)) == "It is the only cause, and the app itself can do little about it.")
    }

    @Test func `where p90 got worse, the cause that grew most is the first to look at`() {
        let rows = [row(.scheduledNotRun, (Self.normal, 74)), row(.ranNoSuccess(.failed), (Self.normal, 43))]
        func first(before: [Cause.Kind: Int], p90Before: Staleness) -> String? {
            items(rows) {
                $0.current.all.p90 = .h(200)
                $0.baseline?.all.p90 = p90Before
                $0.evidence.stale.before = before
                $0.evidence.stale.without = [
                    .scheduledNotRun: BestFigures(p50: .h(1), p90: .h(142)),
                    .ranNoSuccess: BestFigures(p50: .h(1), p90: .h(165)),
                ]
            }.last?.components(separatedBy: "\(atBest) ").last
        }
        let most = "a p90 of 142.0 h, which alone would not meet the objective."
        // 17 more and 35 more.
        #expect(
            first(before: [.scheduledNotRun: 57, .ranNoSuccess: 8], p90Before: .h(108))
                == "Look at ran, no success first: it grew most since 2026-W38, from 8 to 43 devices. Mending "
                + "scheduled, not run would bring most: \(most)")
        let usual = "Look at scheduled, not run first: mending it would bring most, \(most)"
        // p90 got better, or the other one grew as much.
        #expect(first(before: [.scheduledNotRun: 57, .ranNoSuccess: 8], p90Before: .h(201)) == usual)
        #expect(first(before: [.scheduledNotRun: 39, .ranNoSuccess: 8], p90Before: .h(108)) == usual)
        #expect(first(before: [.scheduledNotRun: 80, .ranNoSuccess: 43], p90Before: .h(108)) == usual)
    }

    // MARK: Tables

    private func table(_ rows: [StaleDevices.Row], _ change: (inout Assessment) -> Void = { _ in }) -> [[String]] {
        causes(rows, .markdown, change).drop { !$0.hasPrefix("| cause") }.prefix { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.split(separator: " ").joined(separator: " ") }
        }
    }

    @Test func `each cause has a row with the devices of both weeks, and what mending it could bring`() {
        let rows = [row(.scheduledNotRun, (Self.active, 3)), row(.ranNoSuccess(.failed), (Self.rare, 9))]
        let change: (inout Assessment) -> Void = {
            $0.evidence.stale.before = [.scheduledNotRun: 4, .notScheduledAgain: 2]
            $0.evidence.stale.without = [
                .scheduledNotRun: BestFigures(p50: .h(1), p90: .never),
                .ranNoSuccess: BestFigures(p50: .h(1), p90: .h(71.98)),
            ]
            $0.evidence.stale.withoutAny = BestFigures(p50: .h(1), p90: .h(40))
        }
        // One that is gone has a row: the rows of both weeks add up.
        #expect(
            table(rows, change).filter { !$0[0].hasPrefix(":") } == [
                ["cause", "devices", "in 2026-W38", "p90 without it, at best"],
                ["scheduled, not run", "3", "4", "never: missed"], ["ran, no success", "9", "0", "71.98 h met"],
                ["not scheduled again", "0", "2", "–"], ["any of them", "12", "6", "40.0 h met"],
            ])
        let first = table(rows) {
            change(&$0)
            $0.baseline = nil
        }
        #expect(first.dropFirst(2).map { $0[2] } == ["–", "–", "–"])
    }

    @Test func `of one cause its own row says all`() {
        let rows = table([row(.unknown, (Self.none, 3))]) {
            $0.evidence.stale.before = [.unknown: 1]
            $0.evidence.stale.without = [.unknown: BestFigures(p50: .h(1), p90: .h(40))]
            $0.evidence.stale.withoutAny = BestFigures(p50: .h(1), p90: .h(40))
        }
        #expect(rows.dropFirst(2) == [["unknown", "3", "1", "40.0 h met"]])
    }

    @Test func `all causes and outcomes add up to the stale devices, crossed with the bucket`() {
        let lines = causes([
            row(.scheduledNotRun, (Self.active, 1), (Self.rare, 2)),
            row(.ranNoSuccess(.unknown), (Self.normal, 1)),
            row(.ranNoSuccess(.failed), (Self.rare, 4), (Self.normal, 3)),
            row(.ranNoSuccess(.expired), (Self.active, 1)),
            row(.notScheduledAgain, (Self.rare, 1), (Self.lowPower, 5)),
            row(.unknown, (Self.none, 1_000)),
        ]) {
            $0.current.buckets = [Sample.standby(10, Sample.figures(200)), Sample.standby(40, Sample.figures(8))]
        }
        #expect(lines[0] == "## Why 1,018 devices are stale")
        #expect(
            lines.suffix(7) == [
                "| bucket         | stale |  of | scheduled, not run | ran, no success | not scheduled again | unknown |",
                "|:---------------|------:|----:|-------------------:|----------------:|--------------------:|--------:|",
                "| android/active |     2 | 200 |                  1 |               1 |                   0 |       0 |",
                "| android/rare   |     7 |   8 |                  2 |               4 |                   1 |       0 |",
                "| android/none   | 1,000 |   – |                  0 |               0 |                   0 |   1,000 |",
                "| ios/normal     |     4 |   – |                  0 |               4 |                   0 |       0 |",
                "| ios/low_power  |     5 |   – |                  0 |               0 |                   5 |       0 |",
            ])
    }

    @Test func `names of fields and buckets stand in quotes only in Markdown`() {
        let rows = [row(.unknown, (Self.none, 1)), row(.scheduledNotRun, (Self.rare, 1))]
        let shown = causes(rows).joined(separator: " ")
        #expect(shown.contains("(`lastScheduledAt`)") && shown.contains("(`rare`, `restricted` or `never`):"))
        #expect(!causes(rows, .plain).joined().contains("`"))
    }

    @Test func `a platform that is no word is quoted and cut`() {
        let rows = [
            row(
                .scheduledNotRun, (Sample.label("a|b", 40), 1), (Sample.label("x\ny", 40), 2),
                (Sample.label(String(repeating: "p", count: 99), 50), 3), (Sample.label("", 10), 4))
        ]
        #expect(
            causes(rows).suffix(4).map { String($0.split(separator: " ")[1]) } == [
                "`(empty)/active`", "`a\\|b/rare`", "`" + String(repeating: "p", count: 31) + "…/never`",
                "`x\\u{A}y/rare`",
            ])
        #expect(items(rows)[0].contains("6 of the 10 are in buckets \(throttled) For the other 4 \(look)"))
    }

    @Test func `without a reading nothing is stale and nothing is said of it`() {
        var assessment = Sample.assessment(Sample.nothing, before: nil)
        assessment.evidence.stale = StaleDevices(rows: [row(.unknown, (Self.none, 1))])
        #expect(!markdown(assessment).contains("stale\n"))
    }
}
