import Foundation
import TestSupport
import Testing

/// Files that cannot be read in one night: they are named, leave what they told before, and are read as soon as that is
/// possible.
///
/// The tests may be run by the superuser, who may read everything: so the fault is put under the calls themselves.
@Suite(.enabled(if: Inside.works, Inside.absence)) struct UnreadableFilesTests {
    enum Fault: String, CaseIterable {
        case open, read

        var environment: [String: String] {
            get throws { try Inside.failing(rawValue, on: "bg_runs/a.json", with: self == .open ? EACCES : EIO) }
        }
    }

    private static let first = export(device: "1", exportedAt: monday + day, ranAt: monday + day - 4 * hour)
    private static let second = export(device: "2", exportedAt: monday + 2 * day, ranAt: monday + 2 * day - 8 * hour)
    private static let other = export(device: "3", exportedAt: monday + day, ranAt: monday + day - hour)

    /// A night in which `a.json` cannot be read.
    private func night(_ root: Root, _ fault: Fault) throws {
        let run = try root.run("stats", "--week", "2026-W39", "--format", "json", environment: fault.environment)
        let unusable = try Object(parsing: run.output)["input.unusableFiles"] as? [[String: Any]]
        #expect(unusable?.map { $0["file"] as? String } == ["a.json"], "\(fault): \(run.output)\(run.error)")
    }

    @Test(arguments: Fault.allCases, [true, false])
    func `an unchanged file that could not be read once is read the next time`(
        _ fault: Fault, hasStore: Bool
    ) throws {
        let root = try Root()
        try root.export(Self.other, to: "b.json")
        if hasStore { #expect(try root.run("ingest").exitCode == 0) }
        try root.export(Self.first, to: "a.json")
        for _ in 0..<2 { try night(root, fault) }
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 2)
        #expect(stats.int("input.exports") == 2)
        #expect((stats["input.unusableFiles"] as? [Any])?.isEmpty == true)
    }

    @Test(arguments: Fault.allCases)
    func `the exports of a file that can no longer be read stay`(_ fault: Fault) throws {
        let root = try Root()
        try root.export(Self.first, to: "a.json")
        #expect(try root.run("ingest").exitCode == 0)
        // It is looked at only where it is another than it was.
        try root.export(Self.first + Self.second, to: "a.json")
        try night(root, fault)
        let run = try root.run("stats", "--week", "2026-W39", "--format", "json", environment: fault.environment)
        #expect(try Object(parsing: run.output).int("current.all.devices") == 1)
        #expect(try root.stats("2026-W39").int("current.all.devices") == 2)
    }

    /// When the file gets its new content: before the night in which it cannot be read, or behind it.
    @Test(arguments: Fault.allCases, [true, false])
    func `a failed reading does not hide a change of the file`(
        _ fault: Fault, changesBefore: Bool
    ) throws {
        let root = try Root()
        try root.export(Self.first, to: "a.json")
        #expect(try root.run("ingest").exitCode == 0)
        // Touched at least, or nobody looks at it.
        try root.export(changesBefore ? Self.second : Self.first + "\n", to: "a.json")
        try night(root, fault)
        if !changesBefore { try root.export(Self.second, to: "a.json") }
        let stats = try root.stats("2026-W39")
        // What it tells now, and what it told: 4 and 8 hours.
        #expect(stats.int("current.all.devices") == 2)
        #expect(stats.double("current.all.p50Hours") == 4 && stats.double("current.all.p90Hours") == 8)
        #expect(stats.int("input.exportsInNoFile") == 1)
    }

    /// A file over half a megabyte, of which the first part can be read.
    @Test(arguments: [(300_000, false), (524_288, false), (650_000, false), (300_000, true), (650_000, true)])
    func `a large file whose reading fails in the middle is read completely the next time`(
        place: Int, hasStore: Bool
    ) throws {
        let devices = (0..<6_000).map {
            export(device: "\($0)", exportedAt: monday + day + $0, ranAt: monday + ($0 % 24) * hour)
        }
        let whole = try Root()
        try whole.export(devices.joined(), to: "a.json")
        let size = try #require(try whole.exports().values.first)
        try #require(size > 700_000)
        let root = try Root()
        if hasStore {
            try root.export(Self.other.replacing("\"3\"", with: "\"0\""), to: "b.json")
            try whole.export(Self.other.replacing("\"3\"", with: "\"0\""), to: "b.json")
            #expect(try root.run("ingest").exitCode == 0)
        }
        try root.export(devices.joined(), to: "a.json")
        let fault = try Inside.failing("read", on: "bg_runs/a.json", from: place)
        let run = try root.run("ingest", environment: fault)
        #expect(
            run.error.contains("1 file refused: file that cannot be read (unreadable-file)")
                && run.error.contains("a.json"), "\(run.error)")
        let stats = try root.stats("2026-W39")
        let expected = try whole.stats("2026-W39")
        #expect(expected.int("current.all.devices") == 6_000)
        #expect(stats.figures == expected.figures)
        for count in ["files", "exports", "runs"] {
            #expect(stats.int("input.\(count)") == expected.int("input.\(count)"), "\(count)")
        }
        #expect((stats["input.refused"] as? [Any])?.isEmpty == true)
    }
}
