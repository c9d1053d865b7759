import Foundation

/// One export of one device, before it is written.
struct Telling: Sendable {
    struct Run: Sendable {
        var at: Int
        /// Nil: it does not say whether it succeeded.
        var success: Bool? = true
        var outcome: String?
        var lowPower: Bool?
        var task: String?
        var scheduledAt: Int?
    }

    var device: String
    var exportedAt: Int
    var app: String?
    var platform = "android"
    var bucket: Int? = 10
    var lastScheduledAt: Int?
    var installedAt: Int?
    var historyLimit: Int?
    var runs: [Run] = []

    /// The export as a line of NDJSON.
    var line: String {
        var members = ["\"device\":\"\(device)\"", "\"exportedAt\":\(exportedAt)", "\"platform\":\"\(platform)\""]
        if let app { members.append("\"app\":\"\(app)\"") }
        if let bucket { members.append("\"bucket\":\(bucket)") }
        if let lastScheduledAt { members.append("\"lastScheduledAt\":\(lastScheduledAt)") }
        if let installedAt { members.append("\"installedAt\":\(installedAt)") }
        if let historyLimit { members.append("\"historyLimit\":\(historyLimit)") }
        members.append("\"history\":[\(runs.map(entry).joined(separator: ","))]")
        return "{\(members.joined(separator: ","))}\n"
    }

    private func entry(_ run: Run) -> String {
        var members = ["\"at\":\(run.at)"]
        if let success = run.success, run.outcome == nil { members.append("\"success\":\(success)") }
        if let outcome = run.outcome { members.append("\"outcome\":\"\(outcome)\"") }
        if let lowPower = run.lowPower { members.append("\"lowPower\":\(lowPower)") }
        if let task = run.task { members.append("\"task\":\"\(task)\"") }
        if let scheduledAt = run.scheduledAt { members.append("\"scheduledAt\":\(scheduledAt)") }
        return "{\(members.joined(separator: ","))}"
    }
}

/// What a device is to be like in one week of 2026.
struct Reading: Sendable {
    var week: Int
    /// Nil: no run at all.
    var staleness: Int?
    var bucket: Int?

    /// So many hours since the last success when it exports, on the Sunday at noon.
    static func week(_ week: Int, _ staleness: Int?, bucket: Int? = 10) -> Reading {
        Reading(week: week, staleness: staleness, bucket: bucket)
    }
}

/// Sunday noon of a week of 2026, by UTC: 12 h before the week ends.
func sunday(_ week: Int = 39) -> Int {
    monday + (week - 39) * 7 * day + 6 * day + 12 * hour
}

/// Devices alike, named `name 0` and so on, in the order of their weeks.
///
/// Each exports once a week, on the Sunday at noon, what it did since the export before: a success every 12 hours, up to
/// `staleness` before the export. So in each week staleness is under 12 h until the last success, and then climbs to what
/// the reading says; 156 h of the week lie before the export.
func devices(
    _ count: Int, named name: String = "d", app: String? = nil, platform: String = "android",
    lowPower: [Int: Bool] = [:],
    _ readings: Reading...
) -> [Telling] {
    (0..<count).flatMap { number in
        var before: Int?
        return readings.map { reading in
            let exported = sunday(reading.week)
            var telling = Telling(
                device: "\(name) \(number)", exportedAt: exported, app: app, platform: platform, bucket: reading.bucket)
            if let staleness = reading.staleness {
                let last = exported - staleness * hour
                let first = max(before.map { $0 + 1 } ?? 0, last - 156 * hour)
                telling.runs = stride(from: last, through: first, by: -12 * hour).reversed().map {
                    Telling.Run(at: $0, lowPower: lowPower[reading.week])
                }
            }
            before = exported
            return telling
        }
    }
}

/// One export with what it tells, on the Sunday at noon of 2026-W39 where nothing else is said; all times but its own are
/// hours before it.
func device(
    _ name: String, at exportedAt: Int = sunday(), app: String? = nil, platform: String = "android", bucket: Int? = 10,
    scheduled: Double? = nil, installed: Double? = nil, limit: Int? = nil, _ runs: (hours: Double, how: Ending)...
) -> Telling {
    func before(_ hours: Double) -> Int { exportedAt - Int(hours * Double(hour)) }
    return Telling(
        device: name, exportedAt: exportedAt, app: app, platform: platform, bucket: bucket,
        lastScheduledAt: scheduled.map(before), installedAt: installed.map(before), historyLimit: limit,
        runs: runs.map { run in
            // A phone that says nothing of saving power would stand under `none`.
            var told = Telling.Run(at: before(run.hours), lowPower: platform == "ios" ? false : nil)
            switch run.how {
            case .succeeded: break
            case .unknown: told.success = nil
            case .outcome(let outcome): told.outcome = outcome
            case .task(let task): told.task = task
            case .scheduled(let hours): told.scheduledAt = before(hours)
            }
            return told
        })
}

/// How a run ended, or what else it says.
enum Ending: Sendable {
    case succeeded, unknown
    case outcome(String)
    /// Successfully, and which task it was.
    case task(String)
    /// Successfully, and how many hours before the export it was to run.
    case scheduled(Double)
}
