import Foundation
import TestSupport
import Testing

/// What is no file of exports and stays where it is: each report names it, and no night writes because of it.
@Suite struct UnusablePathsTests {
    enum Path: String, CaseIterable {
        case folder, danglingLink, circle, pipe, empty, noJSON, unreadable

        var isAllowed: Bool { self != .unreadable || Inside.works }

        func make(at path: String) throws {
            let files = FileManager.default
            switch self {
            case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .danglingLink: try files.createSymbolicLink(atPath: path, withDestinationPath: "nowhere.json")
            case .circle: try files.createSymbolicLink(atPath: path, withDestinationPath: "x.json")
            case .pipe: try #require(mkfifo(path, 0o644) == 0)
            case .empty, .unreadable: try Data().write(to: URL(fileURLWithPath: path))
            case .noJSON: try Data("Bad Gateway\n".utf8).write(to: URL(fileURLWithPath: path))
            }
        }

        var environment: [String: String] {
            get throws {
                self == .unreadable ? try Inside.failing("open", on: "bg_runs/x.json", with: EACCES) : [:]
            }
        }
    }

    /// The bytes of each file of the state, but for the one that says which run holds it.
    private func state(_ root: Root) throws -> [String: Data] {
        let names = try root.folder.names(in: ".freshness").filter { $0 != "lock" }
        return Dictionary(uniqueKeysWithValues: try names.map { ($0, try root.folder.bytes(of: ".freshness/" + $0)) })
    }

    @Test(arguments: Path.allCases.filter(\.isAllowed))
    func `an unusable path is listed in every report, and stored once`(_ path: Path) throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday), to: "good.json")
        try path.make(at: root.folder.path + "/metrics/bg_runs/x.json")
        #expect(try root.run("ingest", environment: path.environment).exitCode == 0)
        // That a week was reported whole is written down once, too.
        _ = try root.run("report", "--week", "2026-W39", environment: path.environment)
        let before = try state(root)
        #expect(before.keys.sorted().filter { $0.hasPrefix("runs.sqlite") } == ["runs.sqlite"])
        for number in 2...4 {
            let ingest = try root.run("ingest", environment: path.environment)
            #expect(ingest.exitCode == 0, "call \(number): \(ingest.error)")
            #expect(try state(root) == before, "call \(number)")
        }
        for week in ["2026-W39", "2026-W30"] {
            _ = try root.run("report", "--week", week, environment: path.environment)
            let run = try root.run("stats", "--format", "json", "--week", week, environment: path.environment)
            let unusable = try Object(parsing: run.output)["input.unusableFiles"] as? [[String: Any]]
            #expect(unusable?.compactMap { $0["file"] as? String } == ["x.json"], "\(week)")
        }
        #expect(try root.report("2026-09-27").contains("`x.json`"))
        #expect(try root.report("2026-07-26").contains("`x.json`"))
        #expect(try state(root) == before)
    }

    @Test(arguments: Path.allCases.filter(\.isAllowed))
    func `an unusable path that is removed or fixed is no longer listed`(_ path: Path) throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday), to: "good.json")
        let file = root.folder.path + "/metrics/bg_runs/x.json"
        try path.make(at: file)
        for _ in 0..<2 { _ = try root.run("ingest", environment: path.environment) }
        try FileManager.default.removeItem(atPath: file)
        #expect((try root.stats("2026-W39")["input.unusableFiles"] as? [Any])?.isEmpty == true)
        try path.make(at: file)
        for _ in 0..<2 { _ = try root.run("ingest", environment: path.environment) }
        try FileManager.default.removeItem(atPath: file)
        try root.export(export(device: "e", exportedAt: monday + day, ranAt: monday), to: "x.json")
        let stats = try root.stats("2026-W39")
        #expect((stats["input.unusableFiles"] as? [Any])?.isEmpty == true)
        #expect(stats.int("current.all.devices") == 2)
    }
}
