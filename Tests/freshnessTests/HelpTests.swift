import Foundation
import TestSupport
import Testing

/// What `freshness help` prints, and the pages that are made from it. With `FRESHNESS_RECORD=1` the pages are written
/// again.
@Suite struct HelpTests {
    static let commands = ["report", "stats", "ingest", "device", "verify", "check", "rebuild", "forget"]

    private func help(_ arguments: String...) throws -> String {
        let run = try BuiltProgram.run(["help"] + arguments)
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run)")
        return run.output
    }

    /// The names of a help's sections, in their order.
    private func sections(of help: String) -> [String] {
        help.matches(of: /(?:^|\n)([A-Z ]+):/).map { String($0.1) }
    }

    @Test(arguments: commands) func `each command has a help with the same sections in the same order`(
        _ command: String
    ) throws {
        let help = try help(command)
        let hasArgument = ["device", "verify", "forget"].contains(command)
        #expect(
            sections(of: help)
                == ["OVERVIEW", "USAGE"] + (hasArgument ? ["ARGUMENTS"] : []) + ["OPTIONS", "EXIT CODES"])
        #expect(help.contains("\nUSAGE: freshness \(command) "))
        for option in ["--help", "-h"] {
            #expect(try BuiltProgram.run([command, option]).output == help)
        }
    }

    @Test func `the program's own help names each command, and is what --help prints`() throws {
        let help = try help()
        #expect(sections(of: help) == ["OVERVIEW", "USAGE", "COMMANDS", "OPTIONS"])
        for command in Self.commands + ["help"] { #expect(help.contains("\n  \(command) ")) }
        for option in ["--help", "-h"] { #expect(try BuiltProgram.run([option]).output == help) }
    }

    @Test func `no line of a help is longer than 80 columns`() throws {
        for text in [try help()] + (try Self.commands.map { try help($0) }) {
            for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test func `docs/commands.md shows each help as it is printed`() throws {
        var page = """
            # Commands

            What `freshness help` and `freshness help COMMAND` print.

            ```
            \(try help())```

            """
        for command in Self.commands { page += "\n## freshness \(command)\n\n```\n\(try help(command))```\n" }
        let difference = try differenceFromSnapshot(page, at: Repository.path + "/docs/commands.md")
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `docs/freshness.1 is the manual page that the program's help makes`() throws {
        let run = try ProgramRun(
            ofTool: ["python3", Repository.path + "/scripts/make_man.py", BuiltProgram.url.path])
        try #require(run.exitCode == 0, "\(run.error)")
        let difference = try differenceFromSnapshot(run.output, at: Repository.path + "/docs/freshness.1")
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `the manual page has each command, and no line that roff would take for another`() throws {
        let page = try String(contentsOfFile: Repository.path + "/docs/freshness.1", encoding: .utf8)
        for command in Self.commands {
            let start = try #require(page.range(of: "\n.SS \(command)\n"), "\(command)")
            let rest = page[start.upperBound...]
            let part = rest[..<(rest.range(of: "\n.S")?.lowerBound ?? rest.endIndex)]
            #expect(part.contains("\\-\\-quiet") && part.contains("\n.IP 0 4\n") && part.contains("\n.IP 4 4\n"))
        }
        let requests: Set = [".\\\"", ".TH", ".SH", ".SS", ".PP", ".TP", ".IP", ".nh", ".ad"]
        for line in page.split(separator: "\n") where line.hasPrefix(".") || line.hasPrefix("'") {
            #expect(requests.contains(String(line.prefix { $0 != " " })), "\(line)")
        }
    }
}
