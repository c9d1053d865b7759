import Foundation
import TestSupport
import Testing

/// A handed case and its right outcome, as `Fixtures/cases` and the definitions give it; worked out by hand.
struct HandedCase: CustomTestStringConvertible, Sendable {
    var folder: String
    var week = "2026-W12"
    var asOf: String?
    var zone = "UTC"
    var devices: Int
    /// Runs that are told, each once.
    var runs: Int
    /// Staleness in seconds; nil where it is *never*.
    var p50: Double?
    var p90: Double?
    var runRate: Double? = 1
    var successRate: Double? = 1
    /// Devices in each row of the breakdown.
    var buckets: [String: Int]
    var conflicts = 0
    /// How many exports, entries and lines are refused.
    var refused = 0
    /// What standard error says of a file, each in one of the lines that name it.
    var told: [(file: String, words: [String])] = []
    /// Forms of time other than Unix seconds.
    var forms: Set<String> = []
    /// Files of which nothing could be used.
    var useless: [String] = []

    var testDescription: String { asOf.map { "\(folder), \(zone), up to \($0)" } ?? "\(folder), \(zone)" }
}

/// A folder as the program meets it: `metrics/slo.json`, and exports in `metrics/bg_runs`.
struct CaseFolder {
    static let fixtures = "\(Repository.path)/Tests/freshnessTests/Fixtures/cases"

    let folder: TemporaryFolder

    init(zone: String = "UTC") throws {
        folder = try TemporaryFolder()
        try folder.write(
            "{\"p50Hours\": 24, \"p90Hours\": 72, \"brokenHours\": 168, \"p90RegressionHours\": 12, \"timeZone\": \"\(zone)\"}",
            to: "metrics/slo.json")
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("metrics/bg_runs"), withIntermediateDirectories: true)
    }

    /// - Parameter renaming: makes a file's name in the folder out of the case's.
    init(case name: String, zone: String = "UTC", renaming: (String) -> String = { $0 }) throws {
        try self.init(zone: zone)
        for file in try FileManager.default.contentsOfDirectory(atPath: "\(Self.fixtures)/\(name)") {
            try put(try Data(contentsOf: URL(fileURLWithPath: "\(Self.fixtures)/\(name)/\(file)")), renaming(file))
        }
    }

    func put(_ bytes: Data, _ name: String) throws {
        try folder.write(bytes, to: "metrics/bg_runs/\(name)")
    }

    func put(_ text: String, _ name: String) throws {
        try put(Data(text.utf8), name)
    }

    func run(_ arguments: String...) throws -> ProgramRun {
        try BuiltProgram.run(arguments + ["--root", folder.path])
    }

    func stats(_ week: String, asOf: String? = nil) throws -> StatsFile {
        // Long after all cases, so that the day on which this runs does not matter.
        let moment = asOf.map { ["--as-of", $0] } ?? []
        let run = try BuiltProgram.run(
            ["stats", "--week", week, "--format", "json", "--now", "2028-01-01T00:00:00Z", "--root", folder.path]
                + moment)
        return try JSONDecoder().decode(StatsFile.self, from: Data(run.output.utf8))
    }
}

/// What `stats --format json` prints, as far as the cases look at it.
struct StatsFile: Decodable {
    struct Figures: Decodable {
        var bucket: String?
        var devices: Int
        var p50Hours: Double?
        var p50Never: Bool
        var p90Hours: Double?
        var p90Never: Bool
        var runRate: Double?
        var successRate: Double?
        var brokenDevices: Int
    }
    struct Current: Decodable {
        var all: Figures
        var buckets: [Figures]
    }
    struct Span: Decodable {
        var from: String
        var to: String
    }
    struct Count: Decodable {
        var reason: String?
        var form: String?
        var field: String?
        var count: Int
    }
    struct File: Decodable {
        var file: String
        var reason: String
        var codes: [String]
    }
    struct Input: Decodable {
        var files: Int
        var exports: Int
        var runs: Int
        var conflicts: Int
        var refused: [Count]
        var timeForms: [Count]
        var unknownFields: [Count]
        var datedByName: Int
        var nothingRecorded: Int
        var clockAhead: Int
        var unusableFiles: [File]
    }

    var window: Span
    var current: Current
    var input: Input
}

/// Hours as milliseconds, which they are whole numbers of.
func milliseconds(_ hours: Double?) -> Int? { hours.map { Int(($0 * 3_600_000).rounded()) } }
