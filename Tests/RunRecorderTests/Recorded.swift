import Foundation
import RunRecorder
import TestSupport

/// Monday 2026-09-21 00:00 UTC (`date -ud 2026-09-21 +%s`); the samples' times start here.
let monday = Date(timeIntervalSince1970: 1_789_948_800)
/// The same in milliseconds.
let mondayMilliseconds: Int64 = 1_789_948_800_000

func hours(_ hours: Double) -> Date { monday.addingTimeInterval(hours * 3_600) }

extension TemporaryFolder {
    func recorder(task: String? = nil, capacity: Int = 30) -> RunRecorder {
        RunRecorder(folder: url, task: task, capacity: capacity)
    }

    var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? [] }
}

/// The file of a history with a valid checksum: FNV-1a in 64 bits.
func sealed(_ lines: String...) -> String {
    let text = lines.map { $0 + "\n" }.joined()
    let sum = text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
    return text + "sum\t\(sum)\n"
}

/// The parsed content of an export.
struct Exported {
    let members: [String: Any]
    let entries: [Entry]

    /// An entry's members as written.
    struct Entry: Equatable, CustomStringConvertible {
        var at: String?
        var scheduledAt: String?
        var task: String?
        var outcome: String?
        var lowPower: Bool?
        var bucket: Int?
        var reason: String?
        var names: Set<String>

        var description: String { "\(at ?? "–") \(outcome ?? "open")" }
    }

    init(_ export: Data) throws {
        members = try JSONSerialization.jsonObject(with: export) as? [String: Any] ?? [:]
        entries = (members["history"] as? [[String: Any]] ?? []).map { entry in
            Entry(
                at: entry["at"] as? String, scheduledAt: entry["scheduledAt"] as? String,
                task: entry["task"] as? String, outcome: entry["outcome"] as? String,
                lowPower: entry["lowPower"] as? Bool, bucket: entry["bucket"] as? Int,
                reason: entry["reason"] as? String, names: Set(entry.keys))
        }
    }

    var times: [String?] { entries.map(\.at) }
    var outcomes: [String?] { entries.map(\.outcome) }
}

extension RunRecorder {
    /// An export made on Sunday, parsed.
    func exported(now: Date = hours(150)) throws -> Exported {
        try Exported(exportJSON(device: "d1", app: "com.example.weather", platform: .iOS, now: now))
    }
}
