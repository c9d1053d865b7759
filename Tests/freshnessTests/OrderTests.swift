import Foundation
import TestSupport
import Testing

/// The same files give the same bytes, in whatever order and under whatever names they come.
@Suite struct OrderTests {
    private static let week = ["report", "--week", "2026-W17"]

    private func report(_ root: Root) throws -> String {
        let run = try root.run("report", "--week", "2026-W17")
        #expect(run.exitCode == 0, "\(run.error)")
        return try root.report("2026-04-26")
    }

    @Test func `files that are read one by one, from the last to the first, give the same report`() throws {
        let expected = try report(Root.real())
        let root = try Root()
        let source = Repository.path + "/Tests/freshnessTests/Fixtures/real"
        for name in try FileManager.default.contentsOfDirectory(atPath: source).sorted().reversed() {
            try root.copy(from: source, { $0 == name })
            #expect(try root.run("ingest").exitCode == 0)
        }
        #expect(try report(root) == expected)
    }

    @Test func `renamed files give the same report and are not read again`() throws {
        let root = try Root.real()
        let expected = try report(root)
        let folder = root.folder.path + "/metrics/bg_runs"
        for (index, name) in try FileManager.default.contentsOfDirectory(atPath: folder).sorted().enumerated() {
            try FileManager.default.moveItem(
                atPath: "\(folder)/\(name)", toPath: "\(folder)/\((index * 8) % 21) of 21.json")
        }
        let ingest = try root.run("ingest")
        #expect(ingest.output.hasPrefix("0 files read, 0 unchanged, 21 known"))
        #expect(try report(root) == expected)
    }

    @Test func `files under other names give the same report in another store`() throws {
        let expected = try report(Root.real())
        let root = try Root()
        let source = Repository.path + "/Tests/freshnessTests/Fixtures/real"
        try root.copy(from: source, as: { String($0.reversed().filter(\.isNumber)).hashed + ".json" })
        #expect(try report(root) == expected)
    }

    @Test func `duplicate files count once`() throws {
        let root = try Root.real()
        let source = Repository.path + "/Tests/freshnessTests/Fixtures/real"
        try root.copy(from: source, as: { "copy of \($0)" })
        #expect(try report(root) == report(Root.real()))
    }

    @Test func `a second report reads nothing again and changes nothing`() throws {
        let root = try Root.real()
        let first = try report(root)
        let path = root.folder.path + "/reports/bg_freshness_2026-04-26.md"
        let before = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(try root.run("ingest").output.hasPrefix("0 files read, 21 unchanged"))
        #expect(try report(root) == first)
        let after = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(before == after)
    }

    @Test func `exports of later weeks change nothing in a report`() throws {
        let upToWeek17 = try Root.real { $0 < "2026-04-27" }
        #expect(try report(upToWeek17) == report(Root.real()))
    }

    @Test func `the report does not depend on the clock, the zone, the language or the folder`() throws {
        let expected = try report(Root.real())
        let root = try Root.real()
        let run = try BuiltProgram.run(
            ["report", "--week", "2026-W17", "--root", root.folder.path, "--now", "2031-05-06T07:08:09Z"],
            in: root.folder.path,
            environment: ["TZ": "Asia/Kolkata", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8", "HOME": "/nonexistent"])
        #expect(run.exitCode == 0)
        #expect(try root.report("2026-04-26") == expected)
    }
}

extension String {
    /// A name without the order that the names had, and without a date in it.
    fileprivate var hashed: String {
        "f" + String(utf8.reduce(7) { ($0 &* 31 &+ Int($1)) % 9_973 })
    }
}
