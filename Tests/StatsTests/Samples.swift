import Foundation
import Records
import TestSupport

@testable import Stats

let hour = Milliseconds.hour
let day = Milliseconds.day

/// A moment by the clocks of UTC, `2026-09-21T00:00:00.000`; nil is a mistake in the test.
func utc(_ text: String) -> Instant { local(text, "Z") }

/// A moment with its UTC offset from a calendar: the tests do not use time zone data for expected values.
func local(_ text: String, _ offset: String) -> Instant {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains("."))
    guard let date = try? Date(text + offset, strategy: format) else { fatalError("no moment: \(text)\(offset)") }
    return Instant(milliseconds: Int64((date.timeIntervalSince1970 * 1_000).rounded()))
}

func zone(_ name: String) -> TimeZone {
    guard let zone = TimeZone(identifier: name) else { fatalError("no zone: \(name)") }
    return zone
}

func week(_ year: Int, _ number: Int) -> Week {
    guard let week = Week(year: year, number: number) else { fatalError("no week: \(year), \(number)") }
    return week
}

/// 2026-W39 in UTC: Monday 2026-09-21 to Monday 2026-09-28.
let week39 = Window(week(2026, 39), in: .gmt)
/// The week's start: `date -u -d 2026-09-21 +%s`.
let monday = Instant(milliseconds: 1_789_948_800_000)
/// Noon of the week's Wednesday, when most test devices export.
let wednesday = monday.advanced(by: 60 * hour)

let noPlatform = PlatformID.none
let ios = PlatformID(rawValue: 1)
let android = PlatformID(rawValue: 2)
let platforms = ["", "ios", "android"]
let rules = readingRules()

func readingRules(task: UInt32? = nil, platforms names: [String] = platforms) -> ReadingRules {
    ReadingRules(task: task.map { TaskID(rawValue: $0) }, platforms: names.map { Array($0.utf8) })
}

let objectives = Objectives(
    p50: 24 * hour, p90: 72 * hour, broken: 168 * hour, p90Regression: 12 * hour, timeZone: "UTC", sha256: "")

func run(
    _ at: Instant, _ outcome: Outcome = .success, task: UInt32 = 0, bucket: Int16? = nil, lowPower: Bool? = nil
) -> Run {
    Run(
        at: at, task: TaskID(rawValue: task), outcome: outcome, bucket: bucket.map { Bucket(rawValue: $0) },
        lowPower: lowPower)
}

/// One export.
func deviceExport(
    at exported: Instant, _ runs: [Run], platform: PlatformID = android, bucket: Int16? = nil
) -> History {
    exporting(at: exported, runs, platform: platform, bucket: bucket)
}

func merged(_ histories: [History]) -> History {
    var all = History()
    for history in histories { all.merge(history) }
    return all
}

/// A reading that is not taken from a history.
func reading(
    _ staleness: Staleness, ranInDay: Bool = false, platform: String = "android", kind: BucketLabel.Kind = .none,
    successes: Int = 0, knownOutcomes: Int = 0, at exported: Instant = wednesday
) -> Reading {
    Reading(
        exportedAt: exported, staleness: staleness, ranInDay: ranInDay,
        label: BucketLabel(platform: platform, kind: kind), successes: successes, knownOutcomes: knownOutcomes)
}

func figures(_ readings: [Reading]) -> Breakdown {
    var tally = BreakdownTally()
    for reading in readings { tally.add(reading) }
    return tally.breakdown(objectives)
}
