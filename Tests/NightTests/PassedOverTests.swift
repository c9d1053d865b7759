import Foundation
import Stats
import TestSupport
import Testing

@testable import Night

/// Files passed over because of their name are counted and listed in byte order.
@Suite struct PassedOverTests {
    private func passedOver(_ names: [String]) throws -> PassedOver {
        let folder = try TemporaryFolder()
        for name in names { try folder.write("", to: "runs/" + name) }
        return try ExportFolder.list(folder.path + "/runs").passedOver
    }

    @Test func `names without an export's ending count, folders separately, and files with a leading dot unnamed`()
        throws
    {
        let names = [
            "b.json.tmp", "a.part", "B", "inside/deep.json", ".json", ".a.json", "x.JSON", "y.NdJson.gZ", "z.jsonl",
            ".b/c",
            "json", "w.json.zst",
        ]
        let passed = try passedOver(names)
        #expect(
            passed
                == PassedOver(
                    count: 5, folders: 1, names: ["B", "a.part", "b.json.tmp", "inside", "json", "w.json.zst"],
                    hidden: 2))
    }

    @Test func `of many names the first twenty are listed`() throws {
        // In bytes 10 comes before 2.
        let passed = try passedOver((1...31).map { "\($0).part" } + ["a.json"])
        #expect(passed.count == 31 && passed.names.count == 20 && passed.hidden == 0 && !passed.isAll)
        #expect(passed.names.prefix(3) == ["1.part", "10.part", "11.part"] && passed.names.last == "27.part")
    }

    @Test func `a folder without an export's name is recognised`() throws {
        #expect(try passedOver(["a.part", ".b"]) == PassedOver(count: 1, names: ["a.part"], hidden: 1, isAll: true))
        #expect(try !passedOver(["a.part", "b.jsonl"]).isAll)
    }

    @Test func `a reader of the store sees what the last intake found`() throws {
        let site = try Site()
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.put("", as: "line\nbreak.tmp")
        try site.takeIn()
        let first = PassedOver(count: 1, names: ["line\nbreak.tmp"], hidden: 1)
        #expect(try site.assess().input.passedOver == first)
        try site.put("", as: "b.part")
        #expect(try site.assess().input.passedOver == first)
        try site.takeIn()
        #expect(try site.assess().input.passedOver.names == ["b.part", "line\nbreak.tmp"])
        for name in ["b.part", "line\nbreak.tmp", ".hidden.json"] { try site.remove(name) }
        try site.takeIn()
        #expect(try site.assess().input.passedOver.isEmpty)
    }

    @Test(arguments: ["", "1/2/3", "a/0/0/0", "1/0/0/2/x", "1/0", "1/a/0/0"])
    func `any other line is rejected`(
        _ line: String
    ) {
        #expect(PassedOver(line: line) == nil)
    }
}
