import Foundation
import TestSupport
import Testing

/// What a call may say, and what a wrong one is told: one sentence, what to do, and exit code 2.
@Suite struct CallTests {
    struct Wrong: CustomTestStringConvertible {
        var arguments: [String]
        var sentence: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let wrong = [
        Wrong(arguments: [], sentence: "no command is given"),
        Wrong(arguments: ["repotr"], sentence: "`repotr` is no command; did you mean `report`?"),
        Wrong(arguments: ["reort"], sentence: "did you mean `report`?"),
        Wrong(arguments: ["vreifi"], sentence: "did you mean `verify`?"),
        Wrong(arguments: ["--hepl"], sentence: "did you mean `--help`?"),
        Wrong(arguments: ["publish"], sentence: "the commands are report, stats, ingest, device, "),
        Wrong(arguments: ["help", "repotr"], sentence: "`repotr` is no command; did you mean `report`?"),
        Wrong(
            arguments: ["report", "--wek", "2026-W39"],
            sentence: "report has no option `--wek`; did you mean `--week`?"),
        Wrong(arguments: ["report", "-week", "last"], sentence: "did you mean `--week`?"),
        Wrong(arguments: ["report", "--tsak=refresh"], sentence: "did you mean `--task`?"),
        // Two of its four letters are others than those of `--wait`.
        Wrong(
            arguments: ["check", "--week", "last"],
            sentence: "its options are --metrics, --quiet, --root, --state, --verbose, --wait, --help"),
        Wrong(arguments: ["report", "2026-W39"], sentence: "no argument `2026-W39`"),
        Wrong(
            arguments: ["report", "--week"],
            sentence: "--week needs a value; write an ISO week such as 2026-W39, or last or current"),
        Wrong(arguments: ["report", "--week="], sentence: "--week needs a value"),
        Wrong(arguments: ["report", "--quiet=yes"], sentence: "--quiet takes no value"),
        Wrong(arguments: ["report", "--week", "last", "--week", "last"], sentence: "given twice"),
        Wrong(
            arguments: ["report", "--week", "2026-39"],
            sentence: "--week 2026-39 is no ISO week; write an ISO week such as 2026-W39, or last or current"),
        Wrong(arguments: ["report", "--as-of="], sentence: "write a time such as 2026-09-24T10:00:00Z"),
        Wrong(arguments: ["report", "--app", "--task"], sentence: "--app needs a value; write an app"),
        Wrong(arguments: ["report", "--week", "2026-W3"], sentence: "no ISO week"),
        Wrong(arguments: ["report", "--week", "2026-W00"], sentence: "2026 has the weeks W01 to W53"),
        Wrong(arguments: ["report", "--week", "2025-W53"], sentence: "2025 has the weeks W01 to W52"),
        Wrong(arguments: ["report", "--week", "2026-W54"], sentence: "2026 has the weeks W01 to W53"),
        Wrong(arguments: ["report", "--week", "2026-W39", "--as-of", "yesterday"], sentence: "not a time"),
        Wrong(arguments: ["report", "--week", "2026-W39", "--as-of", "2026-09-24T10:00:00"], sentence: "without `Z`"),
        Wrong(
            arguments: ["report", "--week", "2026-W39", "--as-of", "2026-09-28T00:00:00.001Z"],
            sentence: "is not in 2026-W39"),
        Wrong(
            arguments: ["report", "--week", "2026-W39", "--as-of", "2026-09-21T00:00:00Z"],
            sentence: "is not in 2026-W39"),
        Wrong(
            arguments: ["report", "--week", "2026-W39", "--now", "1970-01-01T00:00:00Z"], sentence: "2015"),
        Wrong(
            arguments: ["report", "--week", "2026-W39", "--now", "2026-09-20T23:59:59Z"], sentence: "has not begun"),
        Wrong(arguments: ["report", "--format", "json"], sentence: "no option `--format`"),
        Wrong(arguments: ["stats", "--format", "xml"], sentence: "no format"),
        Wrong(arguments: ["ingest", "--week", "last"], sentence: "no option `--week`"),
    ]

    @Test(arguments: wrong) func `a wrong call gets advice, and nothing is done`(_ row: Wrong) throws {
        let root = try Root.real()
        let needsRoot = row.arguments.count > 1 && row.arguments[0] != "help"
        let run = try BuiltProgram.run(row.arguments + (needsRoot ? ["--root", root.folder.path] : []))
        #expect(run.exitCode == 2)
        #expect(run.output.isEmpty)
        #expect(run.error.hasPrefix("freshness: ") && run.error.contains(row.sentence), "\(run.error)")
        #expect(run.error.filter { $0 == "\n" }.count == 1)
        #expect(try root.folder.names(in: "") == ["metrics"])
    }

    struct Choice: CustomTestStringConvertible {
        var week: String?
        var now: String
        var chosen: String
        var testDescription: String { "\(week ?? "no week") at \(now)" }
    }

    /// Weeks by a calendar: 2026-09-21, 2026-12-28 and 2027-01-04 are Mondays, and 2026 has 53 weeks.
    @Test(arguments: [
        Choice(week: nil, now: "2026-09-28T02:00:00Z", chosen: "2026-W39"),
        Choice(week: nil, now: "2026-09-29T02:00:00Z", chosen: "2026-W40"),
        Choice(week: "last", now: "2026-09-28T02:00:00Z", chosen: "2026-W39"),
        Choice(week: "last", now: "2027-01-04T00:00:00Z", chosen: "2026-W53"),
        Choice(week: "current", now: "2027-01-03T23:59:59Z", chosen: "2026-W53"),
        Choice(week: "current", now: "2026-09-28T02:00:00Z", chosen: "2026-W40"),
    ]) func `a week can be given relative to now`(_ choice: Choice) throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: nil))
        var arguments = ["stats", "--format", "json", "--now", choice.now, "--root", root.folder.path]
        if let week = choice.week { arguments += ["--week", week] }
        let run = try BuiltProgram.run(arguments)
        #expect(try Object(parsing: run.output).string("week") == choice.chosen)
    }

    @Test func `the baseline of 2027-W01 is 2026-W53`() throws {
        let root = try Root()
        // Tuesday 2026-12-29 and Tuesday 2027-01-05: date -ud … +%s.
        try root.export(export(exportedAt: 1_798_502_400, ranAt: nil) + export(exportedAt: 1_799_107_200, ranAt: nil))
        #expect(try root.stats("2027-W01", "--now", "2027-02-01T00:00:00Z").string("baseline.week") == "2026-W53")
    }

    @Test func `the version stands at the top of the changelog`() throws {
        let run = try BuiltProgram.run(["--version"])
        let version = try #require(run.output.split(separator: " ").last).trimmingCharacters(in: .newlines)
        let changelog = try String(contentsOfFile: Repository.path + "/CHANGELOG.md", encoding: .utf8)
        let first = try #require(changelog.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(first.contains(version))
    }

    @Test func `--app and --task narrow the figures`() throws {
        let root = try Root()
        let exported = monday + 3 * day
        try root.export(
            export(device: "1", app: "a", exportedAt: exported, ranAt: exported - 2 * hour, task: "refresh")
                + export(device: "1", app: "b", exportedAt: exported, ranAt: exported - 4 * hour, task: "upload")
                + export(device: "2", app: "b", exportedAt: exported, ranAt: exported - 6 * hour, task: "refresh"))
        #expect(try root.stats("2026-W39").int("current.all.devices") == 3)
        let a = try root.stats("2026-W39", "--app", "a")
        #expect(a.int("current.all.devices") == 1 && a.double("current.all.p50Hours") == 2)
        #expect(a.string("app") == "a")
        // Device 1 of b never ran `refresh`, and its app is known to: it counts, as never.
        let refresh = try root.stats("2026-W39", "--app", "b", "--task", "refresh")
        #expect(refresh.int("current.all.devices") == 2)
        #expect(refresh.double("current.all.p50Hours") == 6 && refresh.bool("current.all.p90Never") == true)
        // No device of a is known to run `upload`, so the task says nothing about them.
        let upload = try root.stats("2026-W39", "--task", "upload")
        #expect(upload.int("current.all.devices") == 2 && upload.double("current.all.p50Hours") == 4)
    }
}
