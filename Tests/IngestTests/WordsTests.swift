import Records
import Testing

@testable import Ingest

/// An app's version and an experiment's arm, kept as written.
@Suite struct WordsTests {
    private func read(_ members: String) throws -> FileRead {
        try readFile("{\"device\":\"d\",\"exportedAt\":\(monday),\(members)}")
    }

    @Test(
        arguments: [
            ("\"2.0.0\"", "2.0.0"), ("\"2.0.0-Beta\"", "2.0.0-Beta"), ("\" 2 \"", " 2 "), ("\"unknown\"", "unknown"),
            ("\"\\u00e9\"", "\u{E9}"), ("\"e\u{301}\"", "e\u{301}"), ("\"2\"", "2"),
            ("\"\(String(repeating: "v", count: 1_024))\"", String(repeating: "v", count: 1_024)),
        ])
    func `a name is kept byte for byte`(json: String, word: String) throws {
        let version = try read("\"version\":\(json)")
        #expect(version.versions.map { Array($0.utf8) } == [Array(word.utf8)] && version.arms.isEmpty)
        #expect(version.exports.map(\.export.version.rawValue) == [1])
        #expect(version.counts(.ignoredValue).isEmpty && version.counts(.unknownField).isEmpty)
        let arm = try read("\"arm\":\(json)")
        #expect(arm.arms.map { Array($0.utf8) } == [Array(word.utf8)] && arm.versions.isEmpty)
        #expect(arm.exports.map(\.export.arm.rawValue) == [1])
    }

    @Test(arguments: ["null", "\"\""]) func `an empty name is none`(json: String) throws {
        let read = try read("\"version\":\(json),\"arm\":\(json)")
        #expect(read.exports.map(\.export.version) == [.none] && read.exports.map(\.export.arm) == [.none])
        #expect(read.versions.isEmpty && read.arms.isEmpty && read.counts(.ignoredValue).isEmpty)
    }

    @Test(arguments: ["2", "2.0", "true", "[]", "{\"name\":\"2\"}", "\"\(String(repeating: "v", count: 1_025))\""])
    func `a value that is not text, or too long, is ignored, reported by field, and costs nothing else`(json: String)
        throws
    {
        let read = try read("\"version\":\(json),\"arm\":\(json),\"platform\":\"ios\"")
        let code = json.hasPrefix("\"") ? "text-too-long" : "not-text"
        #expect(read.ids == ["d"] && read.platforms == ["ios"] && read.versions.isEmpty && read.arms.isEmpty)
        #expect(
            read.counts(.ignoredValue) == ["version: \(code)": 1, "arm: \(code)": 1])
    }

    @Test func `the same name has the same number, and no name has none`() throws {
        let exports = ["\"push\"", "\"control\"", "null", "\"push\"", "\"Push\""].enumerated().map { place, arm in
            "{\"device\":\"d\",\"exportedAt\":\(monday + place),\"arm\":\(arm)}"
        }
        let read = try readFile(exports.joined(separator: "\n"))
        #expect(read.exports.map(\.export.arm.rawValue) == [1, 2, 0, 1, 3])
        #expect(read.arms == ["push", "control", "Push"])
    }
}
