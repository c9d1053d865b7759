import Foundation
import TestSupport
import Testing

/// A run to do faults to, and what it gives where nothing is done to it.
struct Undisturbed {
    /// The folder as the run finds it. Runs are disturbed in copies of it.
    let root: Root
    /// The report that was there before, and the one that the run writes.
    let earlier: Data?
    let report: Data

    static let name = "bg_freshness_2026-09-27.md"
    static let week = ["report", "--week", "2026-W39"]
    /// All that a run leaves in its folder of state.
    static let known = ["lock", "runs.sqlite"]

    init(_ situation: Situation, devices: Int = 100) throws {
        root = try situation.root(devices: devices)
        try situation.prepare(root, ["--week", "2026-W39", "--root", root.folder.path])
        earlier = try? root.folder.bytes(of: "reports/" + Self.name)
        let whole = try Root(like: root)
        try #require(try whole.run("report", "--week", "2026-W39").exitCode == 0)
        report = try whole.folder.bytes(of: "reports/" + Self.name)
        try #require(report != earlier && !report.isEmpty)
    }

    /// Sees that what stands under the report's name is whole: the earlier report or the new one, or nothing yet.
    func expectWholeReport(in root: Root, _ what: Comment) {
        let there = try? root.folder.bytes(of: "reports/" + Self.name)
        #expect(there == earlier || there == report, what)
    }

    /// Sees that a run could not be done, and said so: exit code 4, one sentence with the path and the reason, no figure
    /// printed, and the reports as they were.
    func expectRefused(_ run: ProgramRun, in root: Root, path: String? = nil, _ reason: String, _ what: Comment) throws
    {
        #expect(run.exitCode == 4, "\(what): \(run.error)")
        #expect(run.output.isEmpty, what)
        #expect(
            run.error.filter { $0 == "\n" }.count == 1 && run.error.hasPrefix("freshness: "), "\(what): \(run.error)")
        #expect(run.error.contains(path ?? root.path) && run.error.contains(reason), "\(what): \(run.error)")
        #expect((try? root.folder.bytes(of: "reports/" + Self.name)) == earlier, what)
        #expect(try reports(in: root) == (earlier == nil ? [] : [Self.name]), what)
    }

    /// Sees that the next run gives what an undisturbed one gives, and leaves nothing but what it should.
    func expectNext(in root: Root, _ what: Comment) throws {
        let run = try root.run("report", "--week", "2026-W39")
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(what): \(run.error)")
        #expect(try root.folder.bytes(of: "reports/" + Self.name) == report, what)
        #expect(try reports(in: root) == [Self.name], what)
        let state = try root.folder.names(in: ".freshness")
        #expect(state == Self.known, what)
    }

    func reports(in root: Root) throws -> [String] {
        try root.folder.names(in: "").contains("reports") ? root.folder.names(in: "reports") : []
    }
}
