import Foundation
import TestSupport
import Testing

/// Files that are overwritten, taken away or moved leave what they told, and the report says how many of its exports stand
/// in no file any more.
@Suite struct OverwrittenFilesTests {
    private static func text(_ device: String, _ day: Int, staleFor hours: Int = 4) -> String {
        let exported = monday + day * freshnessTests.day + 12 * hour
        return export(device: device, exportedAt: exported, ranAt: exported - hours * hour)
    }

    /// What happens to the files of a folder from one night to the next; nil takes a file away.
    struct Change: CustomTestStringConvertible {
        var testDescription: String
        var nights: [[String: String?]]
        var devices: Int
        /// How many exports are known of the two weeks, and how many of them stand in no file.
        var exports: Int
        var inNoFile: Int
    }

    static let changes = [
        Change(
            testDescription: "nothing", nights: [["a.json": text("1", 1)], [:]], devices: 1, exports: 1, inNoFile: 0),
        Change(
            testDescription: "taken away", nights: [["a.json": text("1", 1) + text("2", 1)], ["a.json": nil]],
            devices: 2, exports: 2, inNoFile: 2),
        Change(
            testDescription: "overwritten by another device",
            nights: [["a.json": text("1", 1)], ["a.json": text("2", 1)]],
            devices: 2, exports: 2, inNoFile: 1),
        Change(
            testDescription: "overwritten by a later export",
            nights: [["a.json": text("1", 1)], ["a.json": text("1", 2)]],
            devices: 1, exports: 2, inNoFile: 1),
        Change(
            testDescription: "overwritten night by night", nights: (0..<6).map { ["a.json": text("1", $0)] },
            devices: 1,
            exports: 6, inNoFile: 5),
        Change(
            testDescription: "grown", nights: [["a.json": text("1", 1)], ["a.json": text("1", 1) + text("1", 2)]],
            devices: 1, exports: 2, inNoFile: 0),
        Change(
            testDescription: "shortened", nights: [["a.json": text("1", 1) + text("2", 2)], ["a.json": text("2", 2)]],
            devices: 2, exports: 2, inNoFile: 1),
        Change(
            testDescription: "renamed", nights: [["a.json": text("1", 1)], ["a.json": nil, "b.json": text("1", 1)]],
            devices: 1, exports: 1, inNoFile: 0),
        Change(
            testDescription: "moved aside",
            nights: [
                ["a.json": text("1", 1)], ["a.json": text("1", 2), "b.json": text("1", 1)],
            ], devices: 1, exports: 2, inNoFile: 0),
        Change(
            testDescription: "a copy taken away",
            nights: [["a.json": text("1", 1), "b.json": text("1", 1)], ["b.json": nil]],
            devices: 1, exports: 1, inNoFile: 0),
        Change(
            testDescription: "told by another file too",
            nights: [["a.json": text("1", 1), "b.json": text("2", 1) + text("1", 1)], ["a.json": nil]],
            devices: 2, exports: 2, inNoFile: 0),
        Change(
            testDescription: "back again",
            nights: [["a.json": text("1", 1)], ["a.json": nil], ["b.json": text("1", 1)]],
            devices: 1, exports: 1, inNoFile: 0),
        Change(
            testDescription: "overwritten and back again",
            nights: [["a.json": text("1", 1)], ["a.json": text("2", 1)], ["a.json": text("1", 1)]],
            devices: 2, exports: 2, inNoFile: 1),
        Change(
            testDescription: "emptied", nights: [["a.json": text("1", 1)], ["a.json": ""]], devices: 1, exports: 1,
            inNoFile: 1),
        Change(
            testDescription: "other weeks' exports taken away",
            nights: [["a.json": text("1", 1), "b.json": text("1", -20) + text("1", 9)], ["b.json": nil]],
            devices: 1, exports: 1, inNoFile: 0),
        Change(
            testDescription: "the baseline's taken away",
            nights: [["a.json": text("1", 1), "b.json": text("1", -5)], ["b.json": nil]],
            devices: 1, exports: 2, inNoFile: 1),
    ]

    private func root(_ change: Change) throws -> Root {
        let root = try Root()
        for files in change.nights {
            for (name, text) in files {
                if let text {
                    try root.export(text, to: name)
                } else {
                    try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/" + name)
                }
            }
            _ = try root.run("ingest")
        }
        return root
    }

    @Test(arguments: changes) func `the exports of files stay known, whatever becomes of the files`(_ change: Change)
        throws
    {
        let root = try root(change)
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == change.devices)
        #expect(stats.double("current.all.p90Hours") == 4)
        // As from files that nothing happened to.
        let kept = try Root()
        for (number, text) in change.nights.flatMap({ $0.values.compactMap(\.self) }).enumerated() {
            try kept.export(text, to: "\(number).json")
        }
        #expect(stats.figures == (try kept.stats("2026-W39").figures))
        #expect(stats.int("input.runs") == (try kept.stats("2026-W39").int("input.runs")))
    }

    @Test(arguments: changes) func `the number of exports in no file any more is reported`(_ change: Change) throws {
        let root = try root(change)
        let stats = try root.stats("2026-W39")
        #expect(stats.int("input.exports") == change.exports)
        #expect(stats.int("input.exportsInNoFile") == change.inNoFile)
        // It stays so.
        #expect(try root.stats("2026-W39").text == stats.text)
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
        #expect(try root.report("2026-09-27").contains("in no file any more") == (change.inNoFile > 0))
    }

    /// An overwritten run is told again, and otherwise: the later word stands, and that it was contested is known.
    @Test func `a run with another value in an overwritten file is a conflict`() throws {
        let root = try Root()
        for (number, success) in [true, false].enumerated() {
            let exported = monday + (1 + number) * day
            try root.export(
                "{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[{\"at\":\(monday),\"success\":\(success)}]}",
                to: "a.json")
            #expect(try root.run("ingest").exitCode == 0)
        }
        let stats = try root.stats("2026-W39")
        #expect(stats.int("input.runs") == 1 && stats.int("input.conflicts") == 1)
        #expect(stats.bool("current.all.p50Never") == true)
    }
}
