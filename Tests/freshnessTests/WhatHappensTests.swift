import TestSupport
import Testing

/// What happened to a fleet, and what the report must then say: fleets made so small that every number in a sentence is
/// worked out by hand from the definitions.
@Suite struct WhatHappensTests {
    @Test(arguments: WhatHappens.all)
    func `the report says only what happened`(_ row: WhatHappens) throws {
        let root = try Root(zone: row.zone)
        try root.export(row.fleet.map(\.line).joined(), to: "fleet.ndjson")
        try row.before(root)
        let run = try BuiltProgram.run(["report", "--root", root.folder.path] + row.call)
        #expect(run.exitCode == row.exitCode, "\(run.error)")
        let report = try root.report(row.reportDay)
        let lines = Self.lines(of: report)
        for line in row.says { #expect(lines.contains(line), "not in the report: \(line)\n\(report)") }
        for text in row.mentions {
            #expect(lines.contains { $0.contains(text) }, "not in the report: \(text)\n\(report)")
        }
        for text in row.saysNot {
            #expect(!lines.contains { $0.contains(text) }, "in the report: \(text)\n\(report)")
        }
        if let verdict = row.prints { #expect(run.output.hasSuffix("\n\(verdict)\n"), "\(run.output)") }
    }

    /// The lines of a report without what only makes them look well: each item of a list on one line, and one space where
    /// there are several.
    private static func lines(of report: String) -> [String] {
        var lines: [String] = []
        var isItem = false
        for line in report.split(separator: "\n", omittingEmptySubsequences: false) {
            let words = line.split(separator: " ").joined(separator: " ")
            let begins = words.hasPrefix("- ")
            if isItem, !begins, line.hasPrefix("  "), !lines.isEmpty {
                lines[lines.count - 1] += " " + words
            } else {
                lines.append(words)
                isItem = begins
            }
        }
        return lines
    }
}

/// A fleet, what is done before the report is written, and what the report says.
struct WhatHappens: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var fleet: [Telling]
    var zone = "UTC"
    /// Done after the exports were written, and before the report is.
    var before: @Sendable (Root) throws -> Void = { _ in }
    var call = ["--week", "2026-W39"]
    /// The day of the report that is looked at.
    var reportDay = "2026-09-27"
    var exitCode: Int32 = 0
    /// Whole lines: sentences, rows and items of lists.
    var says: [String] = []
    /// Parts of lines.
    var mentions: [String] = []
    var saysNot: [String] = []
    /// The verdict on standard output.
    var prints: String?

    static let all = readings + changes + days + unheard + unknowns + thresholds + stretches + narrowed
}
