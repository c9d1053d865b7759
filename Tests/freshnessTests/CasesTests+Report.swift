import Foundation
import TestSupport
import Testing

extension CasesTests {
    /// Names out of the data that mean something to Markdown, HTML, a terminal or a spreadsheet.
    @Suite struct Report {
        /// The report of a folder's week.
        private func report(_ folder: CaseFolder) throws -> String {
            let run = try folder.run("report", "--week", "2026-W12", "--now", "2028-01-01T00:00:00Z")
            #expect(run.exitCode == 0, "\(run.error)")
            return try folder.folder.text(of: "reports/bg_freshness_2026-03-22.md")
        }

        /// The names of case 66.
        private func names() throws -> [String] {
            struct Export: Decodable { var device: String }
            let path = "\(CaseFolder.fixtures)/66-markdown-injection/names.ndjson"
            return try String(contentsOfFile: path, encoding: .utf8).utf8.split(separator: 10).map {
                try JSONDecoder().decode(Export.self, from: Data($0)).device
            }
        }

        /// Pipes that divide cells: those without a backslash before them. Code spans do not save a pipe in a table.
        private func pipes(_ line: Substring) -> Int {
            var count = 0
            var before: Character = " "
            for character in line {
                if character == "|", before != "\\" { count += 1 }
                before = before == "\\" && character == "\\" ? " " : character
            }
            return count
        }

        private func expectWhole(_ report: String) {
            let lines = report.split(separator: "\n", omittingEmptySubsequences: false)
            var header: Int?
            var tables = 0
            for line in lines {
                guard line.hasPrefix("|") else {
                    header = nil
                    continue
                }
                if header == nil { tables += 1 }
                #expect(pipes(line) == header ?? pipes(line), "\(line)")
                header = header ?? pipes(line)
            }
            #expect(tables >= 2)
            for scalar in report.unicodeScalars where scalar != "\n" {
                let isHarmful = [.control, .format, .lineSeparator, .paragraphSeparator].contains(
                    scalar.properties.generalCategory)
                #expect(!isHarmful, "U+\(String(scalar.value, radix: 16))")
            }
            // The last line is a comment for programs, and holds no name of the data but what the call named.
            let comments = lines.filter { $0.hasPrefix("<!-- freshness.report/1 {") }
            #expect(comments.count == 1 && comments.first?.hasSuffix("} -->") == true)
            #expect(comments.allSatisfy { !$0.dropFirst(4).dropLast(3).contains(/[<>]|--/) })
            for line in lines where !line.hasPrefix("<!-- freshness.report/1 {") {
                // What stands between backticks is code, where nothing is markup.
                let text = withoutCode(line)
                #expect(text.firstMatch(of: /<[A-Za-z\/!?]/) == nil, "\(line)")
                #expect(text.firstMatch(of: /\]\(/) == nil, "\(line)")
                #expect(!text.contains("http"), "\(line)")
            }
            let headings = lines.filter { $0.hasPrefix("#") }
            #expect(headings.allSatisfy { !$0.contains("heading") })
        }

        /// A line without its code spans: a run of backticks, up to the next run as long (CommonMark 0.31, section 6.1).
        private func withoutCode(_ line: Substring) -> String {
            var rest = line
            var text = ""
            while let start = rest.firstIndex(of: "`") {
                text += rest[..<start]
                let fence = rest[start...].prefix { $0 == "`" }.count
                rest = rest[start...].drop { $0 == "`" }
                var inside = rest
                var isClosed = false
                while let tick = inside.firstIndex(of: "`") {
                    let run = inside[tick...].prefix { $0 == "`" }.count
                    inside = inside[tick...].drop { $0 == "`" }
                    if run == fence {
                        isClosed = true
                        break
                    }
                }
                if isClosed { rest = inside } else { text += String(repeating: "`", count: fence) }
            }
            return text + rest
        }

        @Test func `the hostile names of case 66 break nothing`() throws {
            let folder = try CaseFolder(case: "66-markdown-injection")
            expectWhole(try report(folder))
            let stats = try folder.run("stats", "--week", "2026-W12", "--now", "2028-01-01T00:00:00Z")
            #expect(stats.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
        }

        @Test func `hostile names as platforms, fields, tasks and files break nothing`() throws {
            let folder = try CaseFolder()
            for (number, name) in try names().enumerated() {
                let text = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
                let export = """
                    {"device":\(text),"app":\(text),"platform":\(text),"exportedAt":1773705600,\(text):1,"history":
                    [{"at":1773619200,"task":\(text),"success":true},{"at":"\(number)",\(text):2},{"at":1773702000,"outcome":\(text)}]}
                    """
                let safe = name.prefix(80).replacing("/", with: "_")
                try folder.put(export, "\(safe).json")
                // And a file of which nothing can be used, which is named in the report.
                try folder.put("not JSON \(number)", "\(safe)-bad.json")
            }
            let text = try report(folder)
            expectWhole(text)
            #expect(!text.contains(String(repeating: "x", count: 200)) && text.contains("…"))
            let ingest = try folder.run(
                "stats", "--week", "2026-W12", "--format", "json", "--now", "2028-01-01T00:00:00Z")
            #expect(throws: Never.self) { try JSONDecoder().decode(StatsFile.self, from: Data(ingest.output.utf8)) }
        }

        @Test func `warnings on standard error stay on their line and carry no control character`() throws {
            let folder = try CaseFolder()
            for (number, name) in try names().enumerated() {
                try folder.put("not JSON \(number)", "\(name.prefix(80).replacing("/", with: "_")).json")
            }
            let run = try folder.run("ingest", "--verbose")
            #expect(run.exitCode == 3)
            // One line names them all.
            let lines = run.error.split(separator: "\n").filter { $0.contains(" Where: ") }
            #expect(lines.count == 1 && run.error.matches(of: /: line 1(;|\n)/).count == 17, "\(run.error)")
            for scalar in run.error.unicodeScalars where scalar != "\n" {
                #expect(![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory))
            }
        }
    }
}
