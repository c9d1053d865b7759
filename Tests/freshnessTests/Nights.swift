import Foundation
import TestSupport
import Testing

/// A folder of exports as people keep them, and the program run on it night by night, as under cron.
///
/// `Fixtures/nights/make_nights.py` writes the exports: its functions are the cases. All times are UTC.
struct Nights {
    let root: Root

    /// - Parameter step: how much of the case has happened; `nil` where nothing has yet.
    init(_ name: String, step: Int? = 1) throws {
        root = try Root()
        if let step { try bring(name, step: step) }
    }

    /// Brings the exports of one step of a case, beside or in place of those that are there.
    func bring(_ name: String, step: Int) throws {
        let script = Repository.path + "/Tests/freshnessTests/Fixtures/nights/make_nights.py"
        let made = try ProgramRun(ofTool: ["python3", script, name, root.path, "\(step)"])
        try #require(made.exitCode == 0, "python3 is needed: \(made.error)")
    }

    /// The report of a night, in its early morning; of the week that it takes by itself where none is named.
    func night(_ day: String, week: String? = nil) throws -> Night {
        let week = week.map { ["--week", $0] } ?? []
        let call = ["report", "--check", "--now", Self.time(day), "--root", root.path] + week
        let run = try BuiltProgram.run(call)
        let lines = run.output.split(separator: "\n").map(String.init)
        let path = try #require(lines.first, "no report: \(run.error)")
        return Night(
            run: run, report: try String(contentsOfFile: path, encoding: .utf8), file: String(path.suffix(13)),
            verdict: lines.last ?? "")
    }

    /// The figures of a week as they are known in a night.
    func stats(_ week: String, on day: String) throws -> Object {
        try root.stats(week, "--now", Self.time(day))
    }

    static func time(_ day: String) -> String { "\(day)T04:30:00Z" }
}

/// What a night left behind.
struct Night {
    var run: ProgramRun
    var report: String
    /// The end of the report's name: `2026-09-27.md`.
    var file: String
    /// The line on standard output.
    var verdict: String

    var exitCode: Int32 { run.exitCode }
    var heading: String { report.split(separator: "\n").first.map(String.init) ?? "" }

    /// The report's first sentence, which stands out in bold.
    var opening: String {
        report.firstMatch(of: /\*\*(.+?)\*\*/.dotMatchesNewlines()).map { String($0.1) } ?? ""
    }

    /// Why the data are partial, where they are: `The data are partial: they end 51.4 h before the end of the week (…).`
    var partial: String? {
        report.split(separator: "\n").first { $0.hasPrefix("The data are partial: ") }
            .flatMap { $0.components(separatedBy: ". ").first }.map { $0 + "." }
    }

    /// The cells of a row in the report's tables, by the row's name; those of the first such row.
    func row(_ name: String) -> [String] {
        let rows = report.split(separator: "\n").lazy.filter { $0.hasPrefix("|") }.map { line in
            line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        return rows.first { $0.first == name } ?? []
    }
}

extension Object {
    /// Sees that a week has so many devices and these figures, which are whole milliseconds.
    func expect(
        devices: Int, p90Hours: Double, _ what: Comment = "", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(int("current.all.devices") == devices, what, sourceLocation: sourceLocation)
        #expect(
            milliseconds(double("current.all.p90Hours")) == milliseconds(p90Hours), what,
            sourceLocation: sourceLocation)
    }
}
