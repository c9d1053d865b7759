import Foundation
import TestSupport
import Testing

/// The pages for people: links lead somewhere, the calls they show are calls of the program, and their examples work.
@Suite struct PagesTests {
    @Test func `every link within the repository leads to a file, and to a heading of it`() throws {
        for page in try Page.all() {
            for link in page.links {
                let isThere = FileManager.default.fileExists(atPath: Repository.path + "/" + link.path)
                #expect(isThere, "\(page.path) links to \(link.path)")
                guard isThere, let anchor = link.anchor else { continue }
                #expect(try Page(link.path).anchors.contains(anchor), "\(page.path) links to \(link.path)#\(anchor)")
            }
        }
    }

    /// With `--help` behind it a call is read to its end, and then only explained. `commands.md` shows help and no calls.
    @Test func `every call on a page is one that the program knows`() throws {
        let calls = try Page.all().filter { $0.path != "docs/commands.md" }.flatMap { page in
            page.calls.map { (page.path, $0) }
        }
        #expect(calls.count > 20)
        for (page, call) in calls where call[0] != "help" {
            let run = try BuiltProgram.run(call + ["--help"])
            #expect(run.exitCode == 0, "\(page): freshness \(call.joined(separator: " ")): \(run.error)")
        }
    }

    @Test func `every JSON example is a fully valid export or thresholds file`() throws {
        for page in try Page.all() {
            for (language, text) in page.blocks where language == "json" {
                let root = try Root()
                if text.contains("\"p50Hours\"") {
                    try root.folder.write(text, to: "metrics/slo.json")
                    try root.export(export(exportedAt: monday, ranAt: nil))
                } else {
                    try root.export(text)
                }
                let run = try root.run("ingest")
                #expect(run.exitCode == 0 && run.error.isEmpty, "\(page.path): \(run.error)\n\(text)")
            }
        }
    }

    @Test func `README shows the beginning of the sample's report`() throws {
        let report = try Page.text(of: "reports/bg_freshness_2026-09-27.md")
        let opening = report.components(separatedBy: "\n## ").prefix(2).joined(separator: "\n## ")
        let quoted = opening.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
            .map { $0.isEmpty ? ">" : "> " + $0 }
        let readme = try Page.text(of: "README.md").components(separatedBy: "\n")
        let first = try #require(readme.firstIndex { $0.hasPrefix("> # ") })
        let last = try #require(readme[first...].firstIndex { !$0.hasPrefix(">") })
        let expected = readme[..<first] + quoted + readme[last...]
        #expect(
            try differenceFromSnapshot(expected.joined(separator: "\n"), at: Repository.path + "/README.md") == nil)
    }

    @Test func `what the page on reading quotes is in the sample's report`() throws {
        let report = try Page.text(of: "reports/bg_freshness_2026-09-27.md")
        let quotes = try Page("docs/reading.md").prose.split(separator: "\n").filter { $0.hasPrefix("> ") }
        #expect(quotes.count >= 8)
        for quote in quotes { #expect(report.contains("\(quote.dropFirst(2))\n"), "\(quote)") }
    }

    @Test func `pages show the line of cron as it is in contrib`() throws {
        let line = try #require(try Page.text(of: "contrib/crontab").split(separator: "\n").last { !$0.hasPrefix("#") })
        for page in ["README.md", "docs/operating.md"] {
            #expect(try Page.text(of: page).contains("\n    \(line)\n"), "\(page)")
        }
    }

    /// A device that is last heard from at 10:00 and refreshed at 04:00.
    @Test func `the first steps of README give a report`() throws {
        let folder = try TemporaryFolder()
        let run = try Page("README.md").runShell(beneath: folder)
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
        #expect(try folder.names(in: "srv/freshness/reports") == ["bg_freshness_2026-09-27.md"])
        let line = try #require(
            try folder.text(of: "srv/freshness/reports/bg_freshness_2026-09-27.md").split(separator: "\n").last)
        #expect(line.contains("\"p90Milliseconds\": \(6 * hour * 1_000),"))
    }

    private static let hasFlock = FileManager.default.fileExists(atPath: "/usr/bin/flock")

    /// Installed, backed up, restored, moved and moved back; then one of the sample's 40 devices is forgotten.
    @Test(.enabled(if: hasFlock)) func `the commands of the page on operating work one after the other`() throws {
        let folder = try TemporaryFolder()
        let run = try Page("docs/operating.md").runShell(beneath: folder)
        #expect(run.exitCode == 0, "\(run.output)\(run.error)")
        let stats = try BuiltProgram.run([
            "stats", "--week", "2026-W39", "--format", "json", "--root", folder.path + "/srv/freshness",
        ])
        #expect(try Object(parsing: stats.output).int("current.all.devices") == 39)
    }

    @Test func `the page for programs shows where the machine line is, and names all keys`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("srv/freshness"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Repository.path + "/metrics", toPath: folder.path + "/srv/freshness/metrics")
        let run = try Page("docs/programs.md").runShell(beneath: folder)
        #expect(run.exitCode == 0, "\(run.error)")
        let line = try #require(run.output.split(separator: "\n").last)
        let object = try #require(line.wholeMatch(of: /<!-- freshness\.report\/1 (\{.*\}) -->/)).1
        let stats = try BuiltProgram.run([
            "stats", "--week", "2026-W39", "--format", "json", "--root", folder.path + "/srv/freshness",
        ])
        let page = try Page.text(of: "docs/programs.md")
        for text in [String(object), stats.output] {
            let keys = Set(text.matches(of: /"(\w+)":/).map { String($0.1) })
            #expect(keys.count > 15)
            for key in keys { #expect(page.contains("`\(key)`"), "docs/programs.md lacks \(key)") }
        }
    }

    @Test func `the guide to recording gathers uploads into one file of lines`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Root.thresholds(), to: "srv/freshness/metrics/slo.json")
        try folder.write("", to: "srv/freshness/metrics/bg_runs/.keep")
        // The second was cut: it must not take the third with it.
        for (name, text) in [
            ("1", export(device: "1", exportedAt: monday, ranAt: nil)), ("2", "{\"device\": \"2\", "),
            ("3", export(device: "3", exportedAt: monday, ranAt: nil).trimmingCharacters(in: .newlines)),
        ] {
            try folder.write(text, to: "srv/incoming/2026-09-24/\(name).json")
        }
        let run = try Page("docs/recording.md").runShell(beneath: folder)
        #expect(run.exitCode == 0, "\(run.error)")
        #expect(try folder.names(in: "srv/freshness/metrics/bg_runs") == [".keep", "2026-09-24.ndjson"])
        let stats = try BuiltProgram.run([
            "stats", "--week", "2026-W39", "--format", "json", "--root", folder.path + "/srv/freshness",
        ])
        #expect(try Object(parsing: stats.output).int("current.all.devices") == 2)
    }

    /// Its last export is of Friday 06:00, its last success of Thursday 05:00; by Thursday 00:00 it is of Wednesday 06:00,
    /// and the success of Tuesday 05:00.
    @Test func `the definitions' example of a reading gives 25 h, and 25 h where it is cut off`() throws {
        let page = try Page("metrics/README.md")
        let root = try Root()
        try root.export(try #require(page.blocks.first { $0.text.contains("\"d1\"") }).text)
        #expect(try root.stats("2026-W39").double("current.all.p50Hours") == 25)
        #expect(try root.stats("2026-W39").double("current.all.successRate").map { abs($0 - 2 / 3) < 1e-12 } == true)
        let cut = try root.stats("2026-W39", "--as-of", "2026-09-24T00:00:00Z")
        #expect(cut.double("current.all.p50Hours") == 25)
    }

    @Test func `every test that SECURITY names is there`() throws {
        let folder = URL(fileURLWithPath: Repository.path + "/Tests")
        let files = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        let names = Set(files.map { URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent })
        let named = try Page.text(of: "SECURITY.md").matches(of: /`(\w+Tests)`/).map { String($0.1) }
        #expect(named.count > 20)
        for name in named {
            let targets = files.contains(name)
            #expect(names.contains(name) || targets, "there is no \(name)")
        }
    }
}
