import Foundation
import Records
import TestSupport
import Testing

/// Codes, their sentences and what to do, and the page that lists them.
@Suite struct RefusalTests {
    /// A row of the page's tables.
    private struct Row: Hashable {
        var level: String
        var code: String
        var sentence: String
        var advice: String
    }

    private func page() throws -> Set<Row> {
        let levels = ["## Files": "file", "## Exports": "export", "## Entries": "entry", "## Values": "value"]
        var level = ""
        var rows: Set<Row> = []
        let text = try String(contentsOfFile: Repository.path + "/docs/refusals.md", encoding: .utf8)
        for line in text.split(separator: "\n") {
            if line.hasPrefix("## ") { level = levels[String(line)] ?? "" }
            guard line.hasPrefix("| `") else { continue }
            let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
            try #require(cells.count == 3, "\(line)")
            rows.insert(
                Row(
                    level: level, code: cells[0].trimmingCharacters(in: ["`"]), sentence: cells[1], advice: cells[2]))
        }
        return rows
    }

    @Test func `the page lists what the program says, and nothing else`() throws {
        let program = Set(
            Refusal.allCases.map {
                Row(level: $0.level.rawValue, code: $0.rawValue, sentence: $0.sentence, advice: $0.advice)
            })
        let page = try page()
        #expect(page.subtracting(program).isEmpty && program.subtracting(page).isEmpty)
        #expect(page.count == Refusal.allCases.count)
    }

    @Test(arguments: Refusal.allCases) func `a code is in kebab case, and its advice is a sentence`(_ refusal: Refusal)
    {
        #expect(refusal.rawValue.wholeMatch(of: /[a-z0-9]+(-[a-z0-9]+)*/) != nil)
        #expect(refusal.advice.wholeMatch(of: /[A-Z][^.]*\./) != nil)
        // It stands behind "3 ×" and before a full stop.
        #expect(!["a ", "an ", "the "].contains { refusal.sentence.hasPrefix($0) } && !refusal.sentence.hasSuffix("."))
    }

    @Test func `no two codes are said alike`() {
        #expect(Set(Refusal.allCases.map(\.sentence)).count == Refusal.allCases.count)
    }
}

/// What a remark says in words.
@Suite struct RemarkTests {
    @Test(
        arguments: [
            (Remark(.refused, .notJSON), "text that is not JSON", Refusal.Level.export),
            (Remark(.refused, .empty), "empty file", .file),
            (Remark(.refused, .hourOutOfRange), "hour over 23", .entry),
            // Of an export's own time it is the export that is lost.
            (Remark(.refused, .hourOutOfRange, of: "exportedAt"), "`exportedAt`: hour over 23", .export),
            (
                Remark(.refused, .wrongListKey, of: "results"),
                "`results`: list of exports under another key than `devices`", .export
            ),
            (Remark(.ignoredValue, .notYesOrNo, of: "lowPower"), "`lowPower` ignored: neither yes nor no", .value),
            (Remark(.ignoredValue, .hourOutOfRange, of: "exportedAt"), "`exportedAt` ignored: hour over 23", .value),
            (Remark(.timeForm, "unix-microseconds"), "Unix microseconds", nil),
            (Remark(.mixedTimeForms, "unix-seconds+text"), "Unix seconds and text", nil),
            (Remark(.unknownField, of: "sucess"), "sucess", nil), (Remark(.clockAhead), "", nil),
        ] as [(Remark, String, Refusal.Level?)])
    func `a remark is said with its subject, and knows what it costs`(
        _ remark: Remark, _ reason: String, _ level: Refusal.Level?
    ) {
        #expect(remark.reason == reason && remark.level == level && remark.isKnown)
    }

    @Test(arguments: [
        (Remark(.refused, "code-of-2031"), "code-of-2031"),
        (Remark(.ignoredValue, "code-of-2031", of: "bucket"), "`bucket` ignored: code-of-2031"),
        (Remark(.mixedTimeForms, "unix-seconds+stardates"), "Unix seconds and stardates"),
    ]) func `a later program's code is shown as it is`(_ remark: Remark, _ reason: String) {
        #expect(remark.reason == reason && remark.level != .entry && !remark.isKnown)
    }

    @Test func `every form of time has a code of its own, by which its name is found`() {
        #expect(Set(TimeForm.allCases.map(\.code)).count == TimeForm.allCases.count)
        for form in TimeForm.allCases { #expect(TimeForm.names(in: form.code) == form.name) }
    }
}
