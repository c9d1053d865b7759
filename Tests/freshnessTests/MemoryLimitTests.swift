import Foundation
import TestSupport
import Testing

/// The process stays under 1 GB, whatever comes in. An export may have 100 MB and 2,000,000 entries.
///
/// The cases of a test go one after the other: what they write is as large as can be.
@Suite(.enabled(if: BuiltProgram.isNamed, "a debug build takes minutes; `make test` names the release build"))
struct MemoryLimitTests {
    private static let limit = 1_000_000_000

    // MARK: Over the limit for one export

    @Test(
        .serialized,
        arguments: [
            TooLarge(arguments: ["too_many_entries"], says: "2,000,000"),
            TooLarge(arguments: ["too_many_refused"], says: "2,000,000"),
            TooLarge(arguments: ["too_many_bytes", "lines"], says: "100 MB"),
            TooLarge(arguments: ["too_many_bytes", "envelope"], says: "100 MB"),
        ])
    func `an export over the limit is refused, and everything else in its file is counted`(_ large: TooLarge) throws {
        let root = try Self.root(large.arguments)
        try Self.report(root)
        let stats = try Self.stats(root)
        #expect(stats.int("current.all.devices") == 2)
        #expect(stats.int("input.runs") == 0)
        let refused = try #require(stats["input.refused"] as? [[String: Any]])
        #expect(refused.count == 1 && refused.first?["count"] as? Int == 1, "\(refused)")
        let report = try root.report("2026-09-27").replacing(/\n +/, with: " ")
        let item = report.split(separator: "\n").first { $0.contains("`large.json`") } ?? ""
        #expect(item.contains(large.says), "\(report)")
    }

    // MARK: At the limit

    @Test func `eight files with exports of the highest density are read at once`() throws {
        let root = try Self.root(["eight"])
        try Self.report(root)
        let stats = try Self.stats(root)
        #expect(stats.int("current.all.devices") == 8)
        #expect(stats.int("input.runs") == 2 * 2_000_000)
        #expect((stats["input.refused"] as? [Any])?.isEmpty == true)
    }

    @Test func `one device's 3,000,000 runs are read from 40 exports, and one more the next night`() throws {
        let root = try Self.root(["one_device"])
        try Self.report(root)
        let stats = try Self.stats(root)
        #expect(stats.int("current.all.devices") == 1)
        #expect(stats.int("input.exports") == 40 && stats.int("input.runs") == 3_000_000)
        let end = monday + 7 * day
        try root.export(export(exportedAt: end - 30, ranAt: end - 40), to: "night.json")
        try Self.report(root)
        let later = try Self.stats(root)
        #expect(later.int("input.exports") == 41 && later.int("input.runs") == 3_000_001)
        #expect(later.double("current.all.p50Hours").map { Int(($0 * 3_600).rounded()) } == 10)
    }

    // MARK: What wants to be large

    @Test(
        .serialized,
        arguments: [
            Wanting(name: "nested", refused: 1),
            Wanting(name: "nested_and_cut", refused: 1),
            Wanting(name: "long_name", refused: 1),
            // The entry, and by it the export, which has no other.
            Wanting(name: "long_number", refused: 1, orMore: true),
            Wanting(name: "field_names", devices: 3),
            Wanting(name: "task_names", devices: 3),
            Wanting(name: "conflicts", devices: 3, conflicts: 300_000),
        ])
    func `an export that is too large costs only itself`(_ wanting: Wanting) throws {
        let root = try Self.root([wanting.name])
        try Self.report(root)
        let stats = try Self.stats(root)
        #expect(stats.int("current.all.devices") == wanting.devices)
        #expect(stats.int("input.conflicts") == wanting.conflicts)
        let refused = try #require(stats["input.refused"] as? [[String: Any]])
        let count = refused.reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
        #expect(wanting.orMore ? count >= wanting.refused : count == wanting.refused, "\(refused)")
    }

    // MARK: Runs

    private static func root(_ arguments: [String]) throws -> Root {
        let root = try Root()
        let script = Repository.path + "/Tests/freshnessTests/Fixtures/large_exports.py"
        let folder = root.path + "/metrics/bg_runs"
        let made = try ProgramRun(ofTool: ["python3", script, arguments[0], folder] + arguments.dropFirst())
        try #require(made.exitCode == 0, "python3 is needed: \(made.error)")
        return root
    }

    /// Reads what is new and writes the report; sees that it is under the limit.
    private static func report(_ root: Root, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let most = try MostMemory(
            of: ["report", "--week", "2026-W39", "--now", "2026-10-20T04:30:00Z", "--root", root.path])
        try #require(most.run.exitCode == 0, "\(most.run)", sourceLocation: sourceLocation)
        #expect(most.bytes < limit, "\(most.bytes / 1_000_000) MB", sourceLocation: sourceLocation)
    }

    private static func stats(_ root: Root) throws -> Object {
        try root.stats("2026-W39", "--now", "2026-10-20T04:30:00Z")
    }
}

/// An export that is over the limit, between two that are not.
struct TooLarge: CustomTestStringConvertible, Sendable {
    var arguments: [String]
    /// The limit, as it is said.
    var says: String

    var testDescription: String { arguments.joined(separator: " ") }
}

/// An export that is under the limit, beside two small ones.
struct Wanting: CustomTestStringConvertible, Sendable {
    var name: String
    var devices = 2
    var refused = 0
    var orMore = false
    var conflicts = 0

    var testDescription: String { name }
}
