import Foundation
import Records

@testable import Stats

/// 2026-W39 before it is over.
func thisWeek(upTo cutOff: Instant) -> Window { Window(week(2026, 39), upTo: cutOff, in: .gmt) }

func hours(_ number: Int64) -> Staleness { .known(milliseconds: number * hour) }

/// One export with everything that it may contain beside its runs.
func exporting(
    at exported: Instant, _ runs: [Run] = [], platform: PlatformID = android, bucket: Int16? = 10,
    scheduled: Instant? = nil, installed: Instant? = nil, limit: UInt32 = 30, otherEntries: Int16 = 0
) -> History {
    let export = Export(
        exportedAt: exported, platform: platform, bucket: bucket.map { Bucket(rawValue: $0) },
        lastScheduledAt: scheduled, installedAt: installed,
        historyLimit: limit, otherEntries: otherEntries)
    return History(
        DeviceExport(device: DeviceKey(app: [], id: []), export: export, runs: runs.sorted { $0.key < $1.key }))
}

/// A run with a schedule.
func run(_ at: Instant, _ outcome: Outcome = .success, asked scheduled: Instant?, task: UInt32 = 0) -> Run {
    Run(at: at, task: TaskID(rawValue: task), outcome: outcome, scheduledAt: scheduled)
}

/// A device with one export and one success, this long before.
func device(_ staleness: Staleness, at exported: Instant = wednesday, bucket: Int16? = 10) -> History {
    exporting(at: exported, staleness.milliseconds.map { [run(exported.advanced(by: -$0))] } ?? [], bucket: bucket)
}

/// One device's contribution by the program's rules: a device is too new for as long as p50's objective allows.
func contribution(
    _ device: History, _ ranges: TimeRanges, _ limits: Objectives = objectives, task: UInt32? = nil
) -> Contribution {
    var rules = readingRules(task: task)
    rules.tooNewPeriod = limits.p50
    var contribution = Contribution()
    contribution.take(device, ranges, rules)
    return contribution
}

func partial(
    _ devices: [History], in window: Window = week39, _ limits: Objectives = objectives, task: UInt32? = nil
) -> Partial {
    let ranges = TimeRanges(window)
    var partial = Partial(ranges, limits)
    for device in devices { partial.add(contribution(device, ranges, limits, task: task)) }
    return partial
}

func assessment(
    of devices: [History], in window: Window = week39, _ limits: Objectives = objectives, task: UInt32? = nil
) -> Assessment {
    partial(devices, in: window, limits, task: task).assessment(Scope(), Input())
}

func evidence(
    of devices: [History], in window: Window = week39, _ limits: Objectives = objectives, task: UInt32? = nil
) -> Evidence {
    assessment(of: devices, in: window, limits, task: task).evidence
}

func standby(_ code: Int16, on platform: String = "android") -> BucketLabel {
    BucketLabel(platform: platform, kind: .standby(Bucket(rawValue: code)))
}
