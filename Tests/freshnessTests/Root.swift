import Foundation
import TestSupport

/// A folder with thresholds and exports, for the built program to work in.
final class Root {
    let folder: TemporaryFolder
    /// The disk that it is on, where that is one of the test's own.
    private var disk: Mounted?

    /// Where it is for the program.
    var path: String { disk.map { $0.path + "/" + folder.url.lastPathComponent } ?? folder.path }

    init(zone: String = "UTC") throws {
        folder = try TemporaryFolder()
        try folder.write(Self.thresholds(zone: zone), to: "metrics/slo.json")
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("metrics/bg_runs"), withIntermediateDirectories: true)
    }

    /// A root with another's thresholds and exports, and its store and reports as they are there now.
    init(like other: Root, on disk: Mounted? = nil) throws {
        self.disk = disk
        folder = try TemporaryFolder(in: disk?.url ?? FileManager.default.temporaryDirectory)
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/metrics", withDestinationPath: other.folder.path + "/metrics")
        for name in try other.folder.names(in: "") where [".freshness", "reports"].contains(name) {
            try FileManager.default.copyItem(
                atPath: other.folder.path + "/" + name, toPath: folder.path + "/" + name)
        }
    }

    static func thresholds(zone: String = "UTC") -> String {
        """
        {"p50Hours": 24, "p90Hours": 72, "brokenHours": 168, "p90RegressionHours": 12, "timeZone": "\(zone)"}
        """
    }

    /// A root with the 21 real exports, or those of them whose name is chosen.
    static func real(_ isWanted: (String) -> Bool = { _ in true }) throws -> Root {
        let root = try Root()
        try root.copy(from: Repository.path + "/Tests/freshnessTests/Fixtures/real", isWanted)
        return root
    }

    /// Copies exports in, under their own names or others.
    func copy(
        from source: String, _ isWanted: (String) -> Bool = { _ in true }, as newName: (String) -> String = { $0 }
    )
        throws
    {
        for name in try FileManager.default.contentsOfDirectory(atPath: source).sorted() where isWanted(name) {
            try FileManager.default.copyItem(
                atPath: "\(source)/\(name)", toPath: "\(folder.path)/metrics/bg_runs/\(newName(name))")
        }
    }

    func export(_ text: String, to name: String = "exports.ndjson") throws {
        try folder.write(text, to: "metrics/bg_runs/\(name)")
    }

    func run(
        _ arguments: String..., environment: [String: String] = [:], meanwhile: (Process) throws -> Void = { _ in }
    ) throws -> ProgramRun {
        let arguments = arguments + ["--root", path]
        if let disk { return try BuiltProgram.run(through: disk.entrance, arguments) }
        return try BuiltProgram.run(arguments, environment: environment, meanwhile: meanwhile)
    }

    /// The figures of a week as `stats --format json` gives them.
    func stats(_ week: String, _ more: String...) throws -> Object {
        let run = try BuiltProgram.run(
            ["stats", "--format", "json", "--week", week, "--root", folder.path] + more)
        return try Object(parsing: run.output)
    }

    /// The report of a week, by its day.
    func report(_ day: String) throws -> String {
        try folder.text(of: "reports/bg_freshness_\(day).md")
    }
}

/// A JSON object, to be asked for members by their path.
struct Object {
    let members: [String: Any]

    init(_ members: [String: Any]) { self.members = members }

    init(parsing text: String) throws {
        members = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    }

    /// The member at `current.all.p50Hours`; nil where there is none or it is null.
    subscript(_ path: String) -> Any? {
        var value: Any? = members
        for name in path.split(separator: ".") { value = (value as? [String: Any])?[String(name)] }
        return value is NSNull ? nil : value
    }

    func double(_ path: String) -> Double? { (self[path] as? NSNumber)?.doubleValue }
    func int(_ path: String) -> Int? { (self[path] as? NSNumber)?.intValue }
    func string(_ path: String) -> String? { self[path] as? String }
    func bool(_ path: String) -> Bool? { self[path] as? Bool }

    /// The buckets of `current` or `baseline`, by their names.
    func buckets(_ week: String) -> [String: Object] {
        var buckets: [String: Object] = [:]
        for bucket in self["\(week).buckets"] as? [[String: Any]] ?? [] {
            buckets[bucket["bucket"] as? String ?? ""] = Object(bucket)
        }
        return buckets
    }
}

/// One device's export with one successful run.
func export(
    device: String = "d", app: String? = nil, exportedAt: Int, ranAt: Int?, bucket: Int? = 10, task: String? = nil
) -> String {
    let app = app.map { ",\"app\":\"\($0)\"" } ?? ""
    let bucket = bucket.map { ",\"bucket\":\($0)" } ?? ""
    let task = task.map { ",\"task\":\"\($0)\"" } ?? ""
    let history = ranAt.map { "{\"at\":\($0),\"success\":true\(task)}" } ?? ""
    return """
        {"device":"\(device)"\(app),"platform":"android"\(bucket),"exportedAt":\(exportedAt),"history":[\(history)]}

        """
}

/// Monday 2026-09-21 00:00 UTC, where 2026-W39 begins, in Unix seconds (`date -ud 2026-09-21 +%s`).
let monday = 1_789_948_800
let hour = 3_600
let day = 86_400
