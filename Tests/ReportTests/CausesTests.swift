import Records
import Stats
import Testing

@testable import Report

/// Why devices are stale.
@Suite struct CausesTests {
    private func causes(_ rows: [StaleDevices.Row], _ markup: Markup = .markdown) -> [String] {
        let assessment = Sample.ordinary { $0.evidence.stale = StaleDevices(rows: rows) }
        return Wording(assessment: assessment, markup: markup).causes.lines(markup)
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

    @Test func `where no device is stale the section is left out`() {
        #expect(causes([]) == [])
        #expect(!markdown(Sample.ordinary { _ in }).contains("## Why"))
    }

    struct Alone: CustomTestStringConvertible {
        var cause: Cause
        var bucket: BucketLabel
        var devices: Int
        var lines: [String]
        var testDescription: String { lines[0] }
    }

    @Test(arguments: [
        Alone(
            cause: .scheduledNotRun, bucket: normal, devices: 1,
            lines: ["- 1 scheduled, not run: a request stood, and the system did not run it: worth a look."]),
        Alone(
            cause: .notScheduledAgain, bucket: rare, devices: 42,
            lines: ["- 42 not scheduled again: the chain broke; nothing was submitted after the last run."]),
        Alone(
            cause: .unknown, bucket: none, devices: 1_200,
            lines: ["- 1,200 unknown: nothing says, since the exports carry no `lastScheduledAt`."]),
    ])
    func `a cause alone says what it points at`(_ row: Alone) {
        let lines = causes([self.row(row.cause, (row.bucket, row.devices))])
        let verb = row.devices == 1 ? "1 device is" : "\(number(row.devices)) devices are"
        #expect(lines[0] == "## Why \(verb) stale")
        #expect(lines[2] == row.lines[0])
        // Then the table: a heading, a rule, and the one bucket.
        #expect(lines.dropFirst(4).map { $0.split(separator: "|").count }.max() == 3)
        #expect(lines.last?.hasPrefix("| \(row.bucket.text) | ") == true)
    }

    @Test func `what the system withholds stands apart from what is worth a look`() {
        #expect(
            causes([row(.scheduledNotRun, (Self.rare, 1), (Self.restricted, 2), (Self.never, 3))])[2...3] == [
                "- 6 scheduled, not run: a request stood, and the system did not run it.",
                "  All in rare, restricted or never: the system's limit at work.",
            ])
        #expect(
            causes([
                row(
                    .scheduledNotRun, (Self.active, 1), (Self.rare, 2), (Self.none, 4), (Self.normal, 8),
                    (Self.lowPower, 16))
            ])[2...3] == [
                "- 31 scheduled, not run: a request stood, and the system did not run it.",
                "  2 in rare, restricted or never: the system's limit at work. 29 elsewhere: worth a look.",
            ])
    }

    @Test func `withheld devices are all of them, or the one`() {
        #expect(
            causes([row(.scheduledNotRun, (Self.rare, 1))])[3]
                == "  It is in rare, restricted or never: the system's limit at work.")
        #expect(
            causes([row(.scheduledNotRun, (Self.rare, 2))])[3]
                == "  All in rare, restricted or never: the system's limit at work.")
        #expect(
            causes([row(.scheduledNotRun, (Self.rare, 1), (Self.active, 1))])[3]
                == "  1 in rare, restricted or never: the system's limit at work. 1 elsewhere: worth a look.")
    }

    @Test func `one outcome is said without counting once more`() {
        #expect(
            causes([row(.ranNoSuccess(.expired), (Self.normal, 1))])[2]
                == "- 1 ran, no success: the app's own work. The latest run: expired.")
        #expect(
            causes([row(.ranNoSuccess(.notSuccessful), (Self.normal, 20), (Self.rare, 7))])[2]
                == "- 27 ran, no success: the app's own work. The latest run of each: not successful.")
    }

    @Test(
        arguments: [
            (.failed, "3 failed"), (.expired, "3 expired"), (.skipped, "3 skipped"), (.killed, "3 killed"),
            (.notSuccessful, "3 not successful"), (.unknown, "3 of unknown success"),
        ] as [(Outcome, String)])
    func `how the latest run ended is said in words`(_ outcome: Outcome, _ words: String) {
        let lines = causes([row(.ranNoSuccess(outcome), (Self.normal, 3)), row(.ranNoSuccess(.retry), (Self.rare, 1))])
        #expect(
            lines[2...].joined(separator: " ").replacing("   ", with: " ").hasPrefix(
                "- 4 ran, no success: the app's own work. By the latest run: \(words), 1 asked to retry."))
    }

    @Test func `where no run says how it ended nothing is laid on the app`() {
        #expect(
            causes([row(.ranNoSuccess(.unknown), (Self.normal, 3), (Self.rare, 2))])[2]
                == "- 5 ran, no success: nothing says whether the app did its work.")
    }

    @Test func `all causes and outcomes add up to the stale devices, crossed with the bucket`() {
        let lines = causes([
            row(.scheduledNotRun, (Self.active, 1), (Self.rare, 2)),
            row(.ranNoSuccess(.unknown), (Self.normal, 1)),
            row(.ranNoSuccess(.failed), (Self.rare, 4), (Self.normal, 3)),
            row(.ranNoSuccess(.expired), (Self.active, 1)),
            row(.notScheduledAgain, (Self.rare, 1), (Self.lowPower, 5)),
            row(.unknown, (Self.none, 1_000)),
        ])
        #expect(
            lines == [
                "## Why 1,018 devices are stale",
                "",
                "- 3 scheduled, not run: a request stood, and the system did not run it.",
                "  2 in rare, restricted or never: the system's limit at work. 1 elsewhere: worth a look.",
                "- 9 ran, no success: the app's own work. By the latest run: 1 of unknown success, 7 failed,",
                "  1 expired.",
                "- 6 not scheduled again: the chain broke; nothing was submitted after the last run.",
                "- 1,000 unknown: nothing says, since the exports carry no `lastScheduledAt`.",
                "",
                "| bucket         | stale | not run | no success | not scheduled | unknown |",
                "|:---------------|------:|--------:|-----------:|--------------:|--------:|",
                "| android/active |     2 |       1 |          1 |             0 |       0 |",
                "| android/rare   |     7 |       2 |          4 |             1 |       0 |",
                "| android/none   | 1,000 |       0 |          0 |             0 |   1,000 |",
                "| ios/normal     |     4 |       0 |          4 |             0 |       0 |",
                "| ios/low_power  |     5 |       0 |          0 |             5 |       0 |",
            ])
    }

    @Test func `on a terminal the field's name has no quotes`() {
        #expect(
            causes([row(.unknown, (Self.none, 1))], .plain)[1]
                == "- 1 unknown: nothing says, since the exports carry no lastScheduledAt.")
    }

    @Test func `a platform that is no word is quoted and cut`() {
        let lines = causes([
            row(
                .scheduledNotRun, (Sample.label("a|b", 40), 1), (Sample.label("x\ny", 40), 2),
                (Sample.label(String(repeating: "p", count: 99), 50), 3), (Sample.label("", 10), 4))
        ])
        #expect(
            lines.suffix(4).map { String($0.split(separator: " ")[1]) } == [
                "`(empty)/active`", "`a\\|b/rare`", "`" + String(repeating: "p", count: 31) + "…/never`",
                "`x\\u{A}y/rare`",
            ])
        #expect(lines[3] == "  6 in rare, restricted or never: the system's limit at work. 4 elsewhere: worth a look.")
    }

    @Test func `without a reading nothing is stale and nothing is said of it`() {
        var assessment = Sample.assessment(Sample.nothing, before: nil)
        assessment.evidence.stale = StaleDevices(rows: [row(.unknown, (Self.none, 1))])
        #expect(!markdown(assessment).contains("stale\n"))
    }
}
