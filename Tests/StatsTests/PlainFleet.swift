import Records
import TestSupport

@testable import Stats

/// A random fleet and its figures by the definitions, implemented literally: each figure examines each device from the
/// start. All times are multiples of five minutes, in UTC.
struct PlainFleet {
    static let step = 5 * Milliseconds.minute

    let plain: [PlainDevice]
    let window: Window
    /// Only runs of this task count; nil for all.
    let task: UInt32?
    let limits = objectives

    init(seed: UInt64, _ window: Window, devices count: Int, task: UInt32? = nil) {
        var generator = SeededGenerator(seed)
        self.window = window
        self.task = task
        plain = (0..<count).map { _ in PlainDevice(randomDevice(&generator, around: window.end)) }
    }

    /// The same devices as histories.
    var devices: [History] { plain.map { device in merged(device.exports.map { History($0) }) } }

    private func allReadings(in range: Range<Instant>) -> [PlainReading] {
        plain.compactMap { $0.reading(in: range, task: task) }
    }

    /// The readings that the figures use.
    func readings(in range: Range<Instant>) -> [PlainReading] {
        allReadings(in: range).filter { !$0.isTooNew(limits.p50) }
    }

    var tooNew: Int { allReadings(in: window.range).count { $0.isTooNew(limits.p50) } }

    /// Nearest rank: the least value that at least this percentage does not exceed.
    static func quantile<Value: Comparable>(_ values: [Value], percent: Int = 90) -> Value? {
        values.sorted().enumerated().first { 100 * ($0.offset + 1) >= percent * values.count }?.element
    }

    /// Exports and runs of the two windows, and the conflicts among the runs.
    var counts: Counts {
        func isCounted(_ moment: Instant) -> Bool {
            window.range.contains(moment) || window.baseline.range.contains(moment)
        }
        let runs = plain.flatMap(\.runs).filter { isCounted($0.countsAt) && $0.firstExported < window.end }
        return Counts(
            exports: plain.flatMap(\.exports).count { isCounted($0.export.exportedAt) }, runs: runs.count,
            conflicts: runs.count { $0.hasConflict })
    }

    /// "An export with `historyLimit` entries whose oldest is later than the device's previous export."
    var truncated: Int {
        plain.reduce(0) { count, device in
            count
                + zip(device.exports, device.exports.dropFirst()).count { before, exported in
                    guard window.contains(exported.export.exportedAt), let oldest = exported.runs.map(\.at).min() else {
                        return false
                    }
                    let entries = exported.runs.count + Int(exported.export.otherEntries)
                    return entries >= exported.export.historyLimit && oldest > before.export.exportedAt
                }
        }
    }

    /// The number of devices for each bucket and cause.
    var causes: [String: Int] {
        let stale = readings(in: window.range).filter { !($0.staleness < hours(72)) }
        return Dictionary(grouping: stale) { "\($0.label.text): \($0.cause)" }.mapValues(\.count)
    }

    var silence: Silence {
        let (month, days) = (window.end.advanced(by: -28 * day), window.end.advanced(by: -7 * day))
        let silent = plain.filter { device in
            let exports = device.exports.map(\.export.exportedAt).filter { $0 < window.end }
            return exports.contains { $0 >= month } && !exports.contains { $0 >= days }
        }
        let known = readings(in: window.range).map(\.staleness)
        let most = silent.map { device -> Staleness in
            let successes = device.runs.filter { run in
                run.isSuccess && run.firstExported < window.end && (task == nil || run.values.task.rawValue == task)
            }
            return successes.map(\.countsAt).max().map { .known(milliseconds: window.end - $0) } ?? .never
        }
        return Silence(
            devices: silent.count,
            p90: Interval(
                lower: Self.quantile(known + silent.map { _ in hours(0) }), upper: Self.quantile(known + most)))
    }

    var mix: Mix? {
        let (now, before) = (readings(in: window.range), readings(in: window.baseline.range))
        let nowBuckets = Dictionary(grouping: now, by: \.label)
        let beforeBuckets = Dictionary(grouping: before, by: \.label)
        guard let p90 = Self.quantile(now.map(\.staleness)), let p90Before = Self.quantile(before.map(\.staleness))
        else { return nil }
        let both = nowBuckets.filter { beforeBuckets[$0.key] != nil }
        // Each reading weighs (devices before ÷ devices now), here times the product of all devices now.
        let product = both.values.reduce(1) { $0 * $1.count }
        let weights = both.flatMap { label, readings in
            readings.map { ($0.staleness, (beforeBuckets[label]?.count ?? 0) * (product / readings.count)) }
        }.sorted { $0.0 < $1.0 }
        let whole = weights.reduce(0) { $0 + $1.1 }
        var sum = 0
        let weighted = weights.first {
            sum += $0.1
            return 10 * sum >= 9 * whole
        }?.0
        return Mix(
            weighted: weighted, behaviour: weighted.map { StalenessChange(from: p90Before, to: $0) },
            mix: weighted.map { StalenessChange(from: $0, to: p90) },
            without: beforeBuckets.keys.filter { nowBuckets[$0] == nil }.sorted())
    }

    /// "`at − scheduledAt` of the window's runs where both are known."
    var scheduleDelay: ScheduleDelay? {
        let delays = readings(in: window.range).flatMap(\.runsInRange).compactMap { run in
            run.values.scheduledAt.map { run.values.at - $0 }
        }
        guard let p50 = Self.quantile(delays, percent: 50), let p90 = Self.quantile(delays) else { return nil }
        return ScheduleDelay(runs: delays.count, p50: p50, p90: p90)
    }
}
