import Foundation
import TestSupport
import Testing

/// `metrics/run-history.schema.json`, held against the program by a validator that does not know it: python3's jsonschema,
/// in `Tests/Reference/validate_histories.py`.
@Suite struct ContractTests {
    /// A Python that has the validator: the one that stands first in `PATH`, or the system's.
    static let python = ["python3", "/usr/bin/python3"].first { python in
        let run = try? ProgramRun(ofTool: [python, "-c", "from jsonschema import Draft202012Validator"])
        return run?.exitCode == 0
    }

    private static let metrics = Repository.path + "/metrics"

    /// Something that is not taken, in a file.
    struct Finding: Hashable, CustomStringConvertible {
        var file: String
        /// Empty where it is the whole file.
        var place: String
        var isRefused: Bool

        var description: String { "\(file), \(place): \(isRefused ? "refused" : "set aside")" }

        /// The same in another file.
        func of(_ other: String) -> Finding { Finding(file: other, place: place, isRefused: isRefused) }
    }

    // MARK: Examples

    @Test func `the examples are what their generator writes`() throws {
        let folder = try TemporaryFolder()
        let made = try ProgramRun(
            ofTool: ["python3", Repository.path + "/scripts/make_examples.py", "--into", folder.path])
        try #require(made.exitCode == 0, "\(made.error)")
        let names = ["android.json", "envelope.json", "ios.json"]
        #expect(try folder.names(in: "") == names)
        #expect(try FileManager.default.contentsOfDirectory(atPath: Self.metrics + "/examples").sorted() == names)
        for name in names {
            let kept = try String(contentsOfFile: Self.metrics + "/examples/" + name, encoding: .utf8)
            #expect(lineDifference(from: kept, to: try folder.text(of: name)) == nil)
        }
    }

    @Test func `every example is read in full, by the validator and by the program`() throws {
        let run = try validate(Self.metrics + "/examples", "--strict")
        #expect(run.exitCode == 0 && run.output.split(separator: "\n").allSatisfy { $0.contains(": accepted, ") })
        #expect(run.output.split(separator: "\n").count == 3)
        let root = try Root()
        try root.copy(from: Self.metrics + "/examples")
        let ingest = try root.run("ingest")
        #expect(ingest.exitCode == 0 && ingest.error.isEmpty)
        // 3 exports of their own, and the envelope's 5; 9 and 8 runs, 9 + 8 + 0 + 6 in the envelope, and one pair.
        #expect(ingest.output == "3 files read, 0 unchanged: 7 exports, 41 entries, 41 new runs\n", "\(ingest.output)")
    }

    // MARK: Cases

    @Test(arguments: Set(HandedCase.all.map(\.folder)).sorted()) func `both accept the same parts of a case`(
        _ name: String
    ) throws {
        let folder = "\(CaseFolder.fixtures)/\(name)"
        let root = try Root()
        try root.copy(from: folder)
        try compare(root, folder)
    }

    @Test(arguments: 201...204) func `both accept the same parts of a random fleet`(_ seed: Int) throws {
        let root = try Root()
        let fleet = root.folder.path + "/fleet"
        _ = try Reference.run(["adversarial.py", "\(seed)", fleet])
        try root.copy(from: fleet + "/bg_runs")
        try compare(root, fleet + "/bg_runs")
    }

    // MARK: One value at a time

    /// In seconds: when the samples were exported, 10:00 of 2026-09-24.
    private static let exported = 1_790_244_000

    private static let export = [
        ("device", "\"d\""), ("app", "\"a\""), ("platform", "\"android\""), ("exportedAt", "\(exported)"),
        ("bucket", "10"), ("history", ""), ("lastRunAt", "\(exported - 7_200)"), ("lastBucket", "20"),
        ("lastScheduledAt", "\(exported - 3_600)"), ("installedAt", "\(exported - 9_999)"), ("historyLimit", "30"),
        ("version", "\"1.9.0\""), ("arm", "\"push\""),
    ]
    private static let entry = [
        ("at", "\(exported - 3_600)"), ("success", "true"), ("outcome", "\"success\""),
        ("scheduledAt", "\(exported - 5_000)"), ("lowPower", "false"), ("bucket", "30"), ("task", "\"t\""),
        ("reason", "\"r\""),
    ]
    /// Without the last hours of 2014, and texts with an exponent: a schema does no sums with texts.
    private static let values: [String] =
        [
            "null", "\"\"", "true", "false", "\"true\"", "\"yes\"", "[]", "{}", "[{}]", "0", "-1", "1", "2", "5",
            "40", "60", "12.0", "1.5", "0.5", "32766", "32767", "-32768", "-32769", "4294967295", "4294967296",
            "99999999999999999999", "1e2", "1e400", "1.0", "1e0", "-0", "0.0", "-1.0", "40.0", "\"1\"", "\"40\"",
            "\"40.0\"", "\"40.5\"", "\"-1.0\"", "\"00000000000000000000040\"", "\" 40\"", "\"+40\"", "\"-1\"", "\"0\"",
            "\"rare\"", "\"RARE\"", "\"Working_Set\"", "\"working set\"", "\"success\"", "\"failed\"", "\"killed\"",
            "\"retry\"", "\"Success\"", "\"SUCCESS\"", "\"rEtRy\"", "\"vanished\"",
            "\"" + String(repeating: "x", count: 1_024) + "\"",
            "\"" + String(repeating: "x", count: 1_025) + "\"",
        ]
        + [
            "\(exported)", "\(exported - 1).5", "\(exported - 1)000", "\(exported - 1)000000",
            "\(exported - 1)000000000", "811933200", "\"\(exported - 1)\"", "\"\(exported - 1).25\"", "1420070400",
            "1420070399.9995", "1420070399.9994", "1420070399", "2208988801", "9223372036854775808",
            "\"2026-09-24T09:59:59Z\"", "\"2026-09-24T11:59:59.250+02:00\"", "\"20260924T095959Z\"",
            "\"2026-09-24 09:59Z\"", "\"2026-09-24t09:59:59,5z\"", "\"2026-09-24T09:59:59\"",
            "\"2026-09-24T24:00:00Z\"", "\"2026-09-23T23:60:00Z\"", "\"2026-09-23T23:59:60Z\"",
            "\"2026-02-29T10:00:00Z\"", "\"2024-02-29T10:00:00Z\"", "\"2026-09-31T10:00:00Z\"",
            "\"2026-13-01T10:00:00Z\"", "\"2026-09-24T09:59:59Z x\"", "\"2026-09-24\"", "\"2026-09-24T09:59:59+2:00\"",
            "\"2014-12-30T23:59:59Z\"", "\"2015-01-01T00:30:00+00:30\"", "\"soon\"", "\"2026-09-24T09:59:59Z\\n\"",
        ]

    @Test func `both refuse the same values, field by field`() throws {
        let root = try Root()
        var count = 0
        func write(_ name: String, _ text: String) throws {
            try root.export(text, to: name + ".json")
            count += 1
        }
        for (number, value) in Self.values.enumerated() {
            for (field, _) in Self.entry {
                try write(
                    "entry-\(field)-\(number)", Self.text(Self.export, Self.put(value, in: field, of: Self.entry)))
                // Beside nothing but the time, so that no other field decides.
                let bare = Self.put(value, in: field, of: [Self.entry[0]])
                try write("bare-\(field)-\(number)", Self.text(Self.export, bare))
            }
            for (field, _) in Self.export {
                let export = Self.put(value, in: field, of: Self.export)
                try write("export-\(field)-\(number)", Self.text(export, Self.entry))
                if field != "history" { try write("empty-\(field)-\(number)", Self.text(export, nil)) }
            }
            let devices = "\"devices\":[\(Self.text(Self.export, Self.entry))]"
            try write("envelope-\(number)", "{\"exportedAt\":\(value),\(devices)}")
        }
        for (field, _) in Self.entry {
            try write("without-entry-\(field)", Self.text(Self.export, Self.entry.filter { $0.0 != field }))
        }
        for (field, _) in Self.export {
            try write("without-\(field)", Self.text(Self.export.filter { $0.0 != field }, Self.entry))
        }
        try #require(count > 2_500)
        let found = try compare(root, root.folder.path + "/metrics/bg_runs")
        // Or nothing was asked.
        #expect(found.count(where: \.isRefused) > 300 && found.count { !$0.isRefused } > 600)
    }

    private static func put(
        _ value: String, in field: String, of members: [(String, String)]
    ) -> [(String, String)] {
        members.filter { $0.0 != field } + [(field, value)]
    }

    /// An export as text; the history is the entry alone, or empty, where it is not given as a value.
    private static func text(_ export: [(String, String)], _ entry: [(String, String)]?) -> String {
        let members = export.map { name, value in
            let history = entry.map { "[{\(object($0))}]" } ?? "[]"
            return (name, name == "history" && value.isEmpty ? history : value)
        }
        return "{\(object(members))}"
    }

    private static func object(_ members: [(String, String)]) -> String {
        members.map { "\"\($0)\":\($1)" }.joined(separator: ",")
    }

    // MARK: Comparing

    private func validate(_ folder: String, _ options: String...) throws -> ProgramRun {
        let run = try ProgramRun(
            ofTool: [try #require(Self.python), Repository.path + "/Tests/Reference/validate_histories.py"] + options
                + [folder])
        try #require(run.exitCode == 0 || run.exitCode == 1, "\(run.error)")
        return run
    }

    /// Has both look at the same files. Returns what the validator did not take.
    @discardableResult func compare(_ root: Root, _ folder: String) throws -> Set<Finding> {
        let lines = try validate(folder).output.split(separator: "\n")
        let validator = Set(lines.compactMap(Self.finding))
        // Of a list that is cut the program saves what was whole.
        let cut = Set(lines.filter { $0.hasSuffix("or a file that is cut") }.compactMap(Self.finding).map(\.file))
        var program = Told()
        for line in try root.run("ingest", "--verbose").error.split(separator: "\n") { try program.add(line) }
        // Of files that are equal it speaks of one.
        let spokenOf = Set(program.found.map(\.file))
        let oneOfEqual = try Self.equalFiles(folder, spokenOf)
        let schema = Set(validator.map { $0.of(oneOfEqual[$0.file] ?? $0.file) })
        let inDoubt = cut.union(program.shortened)
        let schemaAlone = schema.subtracting(program.found).filter { !inDoubt.contains($0.file) }
        #expect(schemaAlone.isEmpty)
        let programAlone = program.found.subtracting(schema).subtracting(program.beyondSchema)
        #expect(programAlone.filter { !inDoubt.contains($0.file) }.isEmpty)
        #expect(Set(cut.map { oneOfEqual[$0] ?? $0 }).isSubset(of: program.found.filter(\.isRefused).map(\.file)))
        return validator
    }

    /// For each file that is not spoken of, one of the same bytes that is.
    private static func equalFiles(_ folder: String, _ spokenOf: Set<String>) throws -> [String: String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        let bytes = try names.map { try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")) }
        let files = Dictionary(grouping: names.indices) { bytes[$0] }.values.map { $0.map { names[$0] } }
        var others: [String: String] = [:]
        for equal in files {
            guard let one = equal.first(where: spokenOf.contains) else { continue }
            for name in equal where !spokenOf.contains(name) { others[name] = one }
        }
        return others
    }

    /// `FOLDER/a.json: line 4, entry 29: refused: at is missing`
    private static func finding(in line: Substring) -> Finding? {
        let parts = line.components(separatedBy: ": ")
        guard let kind = parts.firstIndex(where: { $0 == "refused" || $0 == "set aside" }), kind > 0 else { return nil }
        return Finding(
            file: parts[0].components(separatedBy: "/").last ?? "", place: kind > 1 ? parts[1] : "",
            isRefused: parts[kind] == "refused")
    }

    /// What `freshness ingest` says.
    private struct Told {
        var found: Set<Finding> = []
        /// Of these a schema cannot know: it does not compare one member with another.
        var beyondSchema: Set<Finding> = []
        /// Files of which more is to be said than is named.
        var shortened: Set<String> = []

        /// `freshness: 2 entries refused: SENTENCE (CODE). ADVICE Where: a.json: line 4, entry 2; line 7; b.json: line 1`,
        /// or `7 × SENTENCE (CODE)` of values that are ignored.
        mutating func add(_ line: Substring) throws {
            let parts = line.components(separatedBy: " Where: ")
            let isRefused = parts[0].contains(" refused: ")
            // `--verbose` says what the process may do, too.
            if parts.count == 1, !isRefused, !parts[0].contains(" × ") { return }
            try #require(parts.count == 2, "\(line)")
            var file = ""
            var places: [String: Int] = [:]
            for place in parts[1].components(separatedBy: "; ") {
                if place.wholeMatch(of: /and [0-9,]+ more/) != nil {
                    // Of a reason 20 places are known in each file.
                    shortened.formUnion(places.filter { $0.value == 20 }.keys)
                    continue
                }
                var position = place
                if !Self.isPosition(place) {
                    let words = place.components(separatedBy: ": ")
                    (file, position) = (words[0], words.dropFirst().joined(separator: ": "))
                }
                places[file, default: 0] += 1
                // What is said behind a file's name and is no position is of the whole file.
                let site = Self.isPosition(position) ? position : ""
                let finding = Finding(
                    file: file, place: site.replacingOccurrences(of: "the envelope of ", with: ""),
                    isRefused: isRefused)
                found.insert(finding)
                if parts[0].contains("(run-after-export)") { beyondSchema.insert(finding) }
            }
        }

        private static func isPosition(_ text: String) -> Bool {
            ["line ", "device ", "before ", "from ", "behind ", "the envelope "].contains { text.hasPrefix($0) }
        }
    }
}
