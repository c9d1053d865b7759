import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// Exports stay known after their file is deleted or changed, and those that are in no file any more are counted
/// exactly.
@Suite struct ExportsInNoFileTests {
    private let site: Site

    init() throws {
        site = try Site()
        try site.put(export("a", at: 24, runs: [1]) + export("b", at: 25, runs: [2]), as: "one.ndjson")
        try site.put(export("c", at: 26, runs: [3]), as: "two.json")
        try site.takeIn()
    }

    /// The exports in no file, and all exports and runs of the week.
    private func counts() throws -> [Int] {
        try site.takeIn()
        let input = try site.assess().input
        return [input.exportsInNoFile, input.exports, input.runs]
    }

    @Test func `at first all exports are in files`() throws {
        #expect(try counts() == [0, 3, 3])
    }

    @Test func `the exports of a deleted file are kept`() throws {
        try site.remove("one.ndjson")
        #expect(try counts() == [2, 3, 3])
        try site.remove("two.json")
        #expect(try counts() == [3, 3, 3])
        // And it is back.
        try site.put(export("c", at: 26, runs: [3]), as: "two.json")
        #expect(try counts() == [2, 3, 3])
    }

    @Test func `an export that is also in another file does not count`() throws {
        try site.put(export("c", at: 26, runs: [3]), as: "copy.json")
        try site.put("[" + export("b", at: 25, runs: [2]) + "]", as: "three.json")
        try site.takeIn()
        try site.remove("two.json")
        try site.remove("one.ndjson")
        #expect(try counts() == [1, 3, 3])
    }

    @Test func `a file that only grew lost no exports`() throws {
        let before = export("a", at: 24, runs: [1]) + export("b", at: 25, runs: [2])
        try site.put(before + export("d", at: 27, runs: [1]), as: "one.ndjson")
        #expect(try counts() == [0, 4, 4])
        try site.put(before + export("d", at: 27, runs: [1]) + export("e", at: 28, runs: [1]), as: "one.ndjson")
        #expect(try counts() == [0, 5, 5])
    }

    @Test func `an overwritten file counts the exports that only it had`() throws {
        try site.put(export("b", at: 25, runs: [2]) + export("a", at: 48, runs: [1, 30]), as: "one.ndjson")
        #expect(try counts() == [1, 4, 4])
        try site.put("", as: "one.ndjson")
        #expect(try counts() == [3, 4, 4])
    }

    @Test func `a file that cannot be read counts as last read`() throws {
        try site.remove("two.json")
        try site.folder.write("", to: "runs/two.json/inside")
        #expect(try counts() == [0, 3, 3])
    }

    @Test func `exports of other weeks are not counted`() throws {
        try site.put(export("z", at: -24 * 70, runs: [-24 * 80]), as: "old.json")
        try site.takeIn()
        try site.remove("old.json")
        #expect(try counts() == [0, 3, 3])
    }
}
