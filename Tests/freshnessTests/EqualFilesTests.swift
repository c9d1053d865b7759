import Foundation
import TestSupport
import Testing

/// Files with the same bytes: copies are nothing new, and two that only their names date are two exports.
@Suite struct EqualFilesTests {
    // MARK: Dated by their names

    /// A run on Wednesday of the week before, at noon.
    private static let undated =
        "{\"device\":\"d\",\"history\":[{\"at\":\(monday - 5 * day + 12 * hour),\"success\":true}]}\n"

    /// What the night reads, in this order, each time; and a size that is read in pieces.
    @Test(
        arguments: [
            [["2026-09-17.json", "2026-09-24.json"]], [["2026-09-17.json"], ["2026-09-24.json"]],
            [["2026-09-24.json"], ["2026-09-17.json"]],
        ], [0, 700_000])
    func `two equal files with different dates in their names are two exports`(nights: [[String]], spaces: Int) throws {
        let root = try Root()
        for night in nights {
            for name in night {
                try root.export(Self.undated + String(repeating: " ", count: spaces), to: name)
            }
            #expect(try root.run("ingest").exitCode == 0)
        }
        // The last milliseconds of Thursday the 17th, 36 hours after the run, and of the 24th, a week later.
        let before = try root.stats("2026-W38")
        #expect(before.int("current.all.devices") == 1 && before.int("input.exports") == 1)
        #expect(milliseconds(before.double("current.all.p50Hours")) == 36 * 3_600_000 - 1)
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 1 && stats.int("input.exports") == 2)
        #expect(milliseconds(stats.double("current.all.p50Hours")) == 204 * 3_600_000 - 1)
        #expect(milliseconds(stats.double("baseline.all.p50Hours")) == 36 * 3_600_000 - 1)
        #expect(stats.int("input.files") == 2 && stats.int("input.datedByName") == 2)
        #expect(stats.int("input.runs") == 1)
    }

    /// The same moment of the same device is one export, whatever names say it.
    @Test func `two equal files with the same date in their names count once`() throws {
        let root = try Root()
        for name in ["2026-09-24.json", "runs 20260924.json"] { try root.export(Self.undated, to: name) }
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 1 && stats.int("input.runs") == 1)
        #expect(try root.run("check").exitCode == 0)
    }

    // MARK: In one night

    /// What several threads read at the same time: small files, files read in pieces, and packed ones.
    struct Copies: CustomTestStringConvertible {
        var devices: Int
        var copies: Int
        var isPacked = false

        var testDescription: String { "\(copies) of \(devices) devices\(isPacked ? ", packed" : "")" }

        var text: String {
            (0..<devices).map {
                export(device: "\($0)", exportedAt: monday + 3 * day + $0, ranAt: monday + 3 * day - ($0 % 60) * hour)
            }.joined()
        }
    }

    /// Which thread comes first is different each time. A debug build is too slow for more.
    private static let repeats = BuiltProgram.isNamed ? 10 : 2

    static let copies = [
        Copies(devices: 1, copies: 2), Copies(devices: 1, copies: 40), Copies(devices: 50, copies: 2),
        Copies(devices: 700, copies: 3), Copies(devices: 3_000, copies: 2), Copies(devices: 3_000, copies: 8),
        Copies(devices: 6_000, copies: 2), Copies(devices: 6_000, copies: 5),
        Copies(devices: 1_000, copies: 2, isPacked: true), Copies(devices: 6_000, copies: 2, isPacked: true),
    ]

    @Test(arguments: copies) func `equal files in one night are one content, and the store is undamaged`(
        _ copies: Copies
    ) throws {
        let alone = try Root()
        try alone.export(copies.text, to: "0.json")
        if copies.isPacked { try pack(alone, "0.json") }
        let expected = try alone.stats("2026-W39")
        #expect(expected.int("current.all.devices") == copies.devices)
        let name = copies.isPacked ? "0.json.gz" : "0.json"
        let bytes = try alone.folder.bytes(of: "metrics/bg_runs/" + name)
        let root = try Root()
        for number in 0..<copies.copies {
            try root.folder.write(bytes, to: "metrics/bg_runs/\(number).json" + (copies.isPacked ? ".gz" : ""))
        }
        for number in 0..<Self.repeats {
            try? FileManager.default.removeItem(atPath: root.folder.path + "/.freshness")
            let run = try root.run("stats", "--format", "json", "--week", "2026-W39")
            #expect(run.exitCode == 0, "\(number): \(run.error)")
            let stats = try Object(parsing: run.output)
            #expect(stats.figures == expected.figures, "\(number)")
            #expect(stats.int("input.runs") == expected.int("input.runs"), "\(number)")
            let check = try root.run("check")
            #expect(check.exitCode == 0 && check.output.hasSuffix("is not damaged\n"), "\(number): \(check.error)")
            // And they stay what they are.
            #expect(try root.stats("2026-W39").text == stats.text, "\(number)")
        }
    }

    /// Packs a file without making it smaller: one that was over half a megabyte still is.
    private func pack(_ root: Root, _ name: String) throws {
        let packing = "import gzip, sys; gzip.open(sys.argv[1] + '.gz', 'wb', 0).write(open(sys.argv[1], 'rb').read())"
        let path = root.folder.path + "/metrics/bg_runs/" + name
        try #require(try ProgramRun(ofTool: ["python3", "-c", packing, path]).exitCode == 0)
        try FileManager.default.removeItem(atPath: path)
    }

    /// Beside a store that knows the devices, and one of the two contents or neither.
    @Test func `equal files in a later night are one content, and the store is undamaged`() throws {
        let text = Copies(devices: 2_000, copies: 2).text
        let later = text.replacing(",\"bucket\":10", with: ",\"bucket\":40").replacing(
            "\"history\":[", with: "\"history\":[ ")
        let both = try Root()
        try both.export(text, to: "0.json")
        try both.export(later, to: "1.json")
        let expected = try both.stats("2026-W39").figures
        for number in 0..<Self.repeats {
            let root = try Root()
            try root.export(text, to: "0.json")
            #expect(try root.run("ingest").exitCode == 0)
            for name in ["1.json", "2.json", "3.json"] { try root.export(later, to: name) }
            try root.export(text, to: "4.json")
            let run = try root.run("stats", "--format", "json", "--week", "2026-W39")
            #expect(run.exitCode == 0, "\(number): \(run.error)")
            #expect(try Object(parsing: run.output).figures == expected, "\(number)")
            #expect(try root.run("check").exitCode == 0, "\(number)")
        }
    }
}
