import Foundation
import TestSupport
import Testing

/// Files that come late, names that are passed over, nights that are missed, and a folder that is another's.
@Suite struct NightsFolderTests {
    // MARK: Late

    @Test func `a reported week that has changed is listed, with both figures and the command`() throws {
        let nights = try Nights("late_data")
        let first = try nights.night("2026-09-21")
        #expect(first.exitCode == 0 && first.week == "2026-W38" && first.opening.contains("3.7 h"), "\(first.run)")
        try nights.stats("2026-W38", on: "2026-09-21").expect(devices: 30, p90Hours: 3.7)
        try nights.bring("late_data", step: 2)
        let second = try nights.night("2026-09-23")
        #expect(second.exitCode == 0 && second.week == "2026-W39", "\(second.run)")
        let said = /2026-W38.*\b3\.7 h\b.*\b123\.5 h\b.*`freshness report --week 2026-W38/
        #expect(second.says(said), "\(second.report)")
        // On standard output it can be run as it is; the report knows no folder.
        let command = "freshness report --week 2026-W38 --root \(nights.root.path)"
        #expect(second.verdict.hasPrefix("2026-W39 (not over: 2 of 7 days): met. "), "\(second.verdict)")
        #expect(second.verdict.hasSuffix("; 2026-W38, reported as met, is now missed: \(command)"), "\(second.verdict)")
        #expect(!second.report.contains(nights.root.path))
        // Not even a quiet call keeps it to itself, though it exits with 0.
        let quiet = try nights.root.run("report", "--quiet", "--check", "--now", Nights.time("2026-09-23"))
        #expect(quiet.exitCode == 0 && quiet.output.isEmpty, "\(quiet)")
        #expect(quiet.error == "freshness: \(second.verdict)\n")
        try nights.stats("2026-W38", on: "2026-09-23").expect(devices: 40, p90Hours: 123 + 32.0 / 60)

        // The command does it, and then there is nothing to say any more.
        let again = try nights.night("2026-09-23", week: "2026-W38")
        #expect(again.exitCode == 1 && again.file == first.file && again.opening.contains("123.5 h"), "\(again.run)")
        let third = try nights.night("2026-09-24")
        #expect(!third.says(said) && !third.verdict.contains("2026-W38, reported"), "\(third.report)")
    }

    @Test func `a week that has not changed since its report is not listed`() throws {
        let nights = try Nights("late_data")
        for day in ["2026-09-21", "2026-09-22", "2026-09-23"] {
            let night = try nights.night(day)
            #expect(night.exitCode == 0 && !night.says(/--week 2026-W38/), "\(night.report)")
        }
    }

    // MARK: Names

    /// What is passed over by name in the case's folder, one whose name begins with a dot left out.
    private static let passedOver = [
        "2026-09-23.json.1", "2026-09-24.json.part", "2026-09-24b.json.filepart", "2026-09-25.ndjson.zst",
        "2026-09-27.json.tmp",
    ]
    private static let hidden = ".2026-09-25.json.icloud"
    private static let readAll = ["2026-09-21.json", "2026-09-22.JSON", "2026-09-26.Json", "2026-09-27.json"]

    /// Whether a text counts them: all together, or those apart whose names begin with a dot.
    private static func counts(_ text: String) -> Bool {
        text.contains(/\b6\b/) || (text.contains(/\b5\b/) && text.contains(/\b1\b|\bone\b/))
    }

    @Test func `a file's ending counts in any case of letters, and other names are counted and named`() throws {
        let nights = try Nights("names_passed_over")
        let ingest = try nights.root.run("ingest")
        let told = ingest.error + ingest.output
        for name in Self.passedOver { #expect(told.contains(name), "\(told)") }
        #expect(!told.contains(Self.hidden) && Self.counts(told), "\(told)")

        // Ten devices each from four files. Two of these are of devices that ran last on the 9th: p90 of 40 is the 36th.
        // Of device i, exported on the 27th at 20:00, the last run was on the 9th at 16:00 and 7 · i minutes: 436 h less
        // 7 · i minutes; those exported on the 22nd are fresher. The 36th is the sixth of the ten: i = 4.
        let night = try nights.night("2026-09-28")
        #expect(night.exitCode == 1, "\(night.run)")
        let stats = try nights.stats("2026-W39", on: "2026-09-28")
        stats.expect(devices: 40, p90Hours: 436 - 28.0 / 60)
        #expect(stats.int("input.files") == Self.readAll.count)
        let json = try BuiltProgram.run([
            "stats", "--format", "json", "--week", "2026-W39", "--now", Nights.time("2026-09-28"), "--root",
            nights.root.path,
        ]).output
        for name in Self.passedOver { #expect(json.contains(name), "\(json)") }
        #expect(!json.contains(Self.hidden))

        let item = night.report.replacing(/\n +/, with: " ").split(separator: "\n").first { line in
            line.contains("`\(Self.passedOver[0])`")
        }
        let said = String(try #require(item, "\(night.report)"))
        for name in Self.passedOver.prefix(3) { #expect(said.contains("`\(name)`"), "\(said)") }
        #expect(Self.counts(said) && !night.report.contains(Self.hidden), "\(said)")
    }

    @Test func `a folder in which every name is passed over is reported`() throws {
        let nights = try Nights("names_passed_over")
        for name in Self.readAll {
            try FileManager.default.removeItem(atPath: nights.root.path + "/metrics/bg_runs/" + name)
        }
        let ingest = try nights.root.run("ingest")
        #expect(ingest.exitCode == 3, "\(ingest)")
        #expect((ingest.error + ingest.output).contains(Self.passedOver[0]), "\(ingest)")
        let night = try nights.night("2026-09-28")
        #expect(night.exitCode == 3, "\(night.run)")
        #expect(night.report.contains("`\(Self.passedOver[0])`"), "\(night.report)")
    }

    // MARK: Another's folder

    @Test func `a store belongs to one folder, and a call with another one is refused`() throws {
        let nights = try Nights("two_folders_one_store")
        try nights.root.folder.write(Root.thresholds(), to: "other/metrics/slo.json")
        let first = try nights.night("2026-09-28")
        #expect(first.exitCode == 0, "\(first.run)")
        let (own, other) = (nights.root.path + "/metrics", nights.root.path + "/other/metrics")
        for command in [["report", "--check"], ["stats"], ["ingest"]] {
            let call = command + ["--root", nights.root.path, "--metrics", other]
            let run = try BuiltProgram.run(call)
            #expect(run.exitCode == 2, "\(command): \(run)")
            #expect(run.error.hasPrefix("freshness: ") && run.error.filter { $0 == "\n" }.count == 1, "\(run)")
            #expect(run.error.contains(own) && run.error.contains(other), "\(run)")
            #expect(run.error.contains("--state") || run.error.contains("--root"), "it says what to do: \(run)")
        }
        try nights.stats("2026-W39", on: "2026-09-28").expect(devices: 20, p90Hours: 3.8)
        let second = try nights.night("2026-09-28")
        #expect(second.report == first.report && second.exitCode == 0)
    }

    // MARK: A night that was missed

    @Test(arguments: [false, true])
    func `a week that was never reported as a whole comes first, and the next night the one after`(
        _ hasNightsBefore: Bool
    ) throws {
        let nights = try Nights("monday_missed")
        if hasNightsBefore {
            for day in 20...27 { _ = try nights.night("2026-09-\(day)") }
        }
        let whole = try nights.night("2026-09-29")
        #expect(whole.exitCode == 1 && whole.file == "2026-09-27.md", "\(whole.run)")
        #expect(whole.week == "2026-W39" && whole.opening.contains("96.6 h"), "\(whole.opening)")
        try nights.stats("2026-W39", on: "2026-09-29").expect(devices: 40, p90Hours: 96.6)
        let next = try nights.night("2026-09-30")
        #expect(next.week == "2026-W40" && next.file == "2026-09-30.md", "\(next.run)")
    }

    @Test func `a reported week is remembered after its report is deleted`() throws {
        let nights = try Nights("monday_missed")
        #expect(try nights.night("2026-09-21").week == "2026-W38")
        try FileManager.default.removeItem(atPath: nights.root.path + "/reports")
        #expect(try nights.night("2026-09-22").week == "2026-W39")
        #expect(try nights.night("2026-09-29").file == "2026-09-27.md")
        try FileManager.default.removeItem(atPath: nights.root.path + "/reports")
        #expect(try nights.night("2026-09-30").week == "2026-W40")
    }
}
