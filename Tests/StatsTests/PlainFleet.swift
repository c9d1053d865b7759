import Records
import TestSupport

@testable import Stats

/// A random fleet, and what the definitions say of it, written down plainly: each figure looks at all of each device from
/// the start, and nothing is gathered on the way. All moments are whole hours of UTC, and no clock runs ahead.
struct PlainFleet {
    var devices: [History]
    let window: Window
    let limits = objectives

    init(seed: UInt64, _ window: Window, devices count: Int) {
        var generator = SeededGenerator(seed)
        self.window = window
        devices = (0..<count).map { _ in randomDevice(&generator, around: window.end) }
    }

    // MARK: Readings

    /// A device's last export of a stretch, and what was known of the device then.
    struct Seen {
        var history: History
        var export: Export
        var runs: [Run]
        var lastSuccess: Instant?

        var staleness: Staleness {
            lastSuccess.map { .known(milliseconds: export.exportedAt - $0) } ?? .never
        }
    }

    private func seen(_ history: History, in stretch: Range<Instant>) -> Seen? {
        let exports = history.exports.filter { stretch.contains($0.exportedAt) }
        guard let last = exports.max(by: { $0.exportedAt < $1.exportedAt }) else { return nil }
        let runs = history.runs.filter { $0.at <= last.exportedAt }
        return Seen(
            history: history, export: last, runs: runs,
            lastSuccess: runs.filter { $0.outcome == .success }.map(\.at).max())
    }

    private func isTooNew(_ seen: Seen) -> Bool {
        let told = seen.history.exports.filter { $0.exportedAt <= seen.export.exportedAt && $0.installedAt != nil }
        let latest = told.max { $0.exportedAt < $1.exportedAt }
        guard let installed = latest?.installedAt, seen.lastSuccess == nil else { return false }
        return seen.export.exportedAt - installed < limits.p50
    }

    func readings(in stretch: Range<Instant>) -> [Seen] {
        devices.compactMap { seen($0, in: stretch) }.filter { !isTooNew($0) }
    }

    var tooNew: Int { devices.compactMap { seen($0, in: window.range) }.count { isTooNew($0) } }

    /// Nearest rank: the least of them that at least so many percent are not above.
    func quantile(_ stalenesses: [Staleness], percent: Int = 90) -> Staleness? {
        stalenesses.sorted().enumerated().first { 100 * ($0.offset + 1) >= percent * stalenesses.count }?.element
    }

    // MARK: What stands beside the figures

    var truncated: Int {
        devices.reduce(0) { count, history in
            count
                + history.exports.count { export in
                    let told = history.runs.filter { export.told($0.key) }
                    let before = history.exports.map(\.exportedAt).filter { $0 < export.exportedAt }.max()
                    guard window.contains(export.exportedAt), let before, let oldest = told.map(\.at).min() else {
                        return false
                    }
                    return told.count + Int(export.otherEntries) >= export.historyLimit && oldest > before
                }
        }
    }

    /// For each cause of each bucket how many devices.
    var causes: [String: Int] {
        var counts: [String: Int] = [:]
        for seen in readings(in: window.range) where !(seen.staleness < hours(72)) {
            let last = seen.runs.max { $0.at < $1.at }
            let cause: String
            if let last, seen.lastSuccess.map({ last.at > $0 }) ?? true {
                cause = "ran, no success \(last.outcome)"
            } else if let scheduled = seen.export.lastScheduledAt {
                cause = last.map { scheduled > $0.at } ?? true ? "scheduled, not run" : "not scheduled again"
            } else {
                cause = "unknown"
            }
            counts["\(seen.export.bucket?.name ?? "none"): \(cause)", default: 0] += 1
        }
        return counts
    }

    var silence: Silence {
        let (month, days) = (window.end.advanced(by: -28 * day), window.end.advanced(by: -7 * day))
        let silent = devices.filter { history in
            let exports = history.exports.map(\.exportedAt).filter { $0 < window.end }
            return exports.contains { $0 >= month } && !exports.contains { $0 >= days }
        }
        let known = readings(in: window.range).map(\.staleness)
        let most = silent.map { history -> Staleness in
            let exports = history.exports.filter { $0.exportedAt < window.end }
            let success = history.runs.filter { run in
                run.outcome == .success && run.at <= window.end && exports.contains { $0.told(run.key) }
            }.map(\.at).max()
            return success.map { .known(milliseconds: window.end - $0) } ?? .never
        }
        return Silence(
            devices: silent.count,
            p90: Interval(lower: quantile(known + silent.map { _ in hours(0) }), upper: quantile(known + most)))
    }

    var mix: Mix? {
        let (now, before) = (readings(in: window.range), readings(in: window.baseline.range))
        func buckets(_ seen: [Seen]) -> [Int16: [Staleness]] {
            Dictionary(grouping: seen) { $0.export.bucket?.rawValue ?? 0 }.mapValues { $0.map(\.staleness) }
        }
        let (nowBuckets, beforeBuckets) = (buckets(now), buckets(before))
        guard let p90 = quantile(now.map(\.staleness)), let p90Before = quantile(before.map(\.staleness)) else {
            return nil
        }
        let both = nowBuckets.filter { beforeBuckets[$0.key] != nil }
        // Each reading weighs (devices before ÷ devices now), here times the product of all devices now.
        let product = both.values.reduce(1) { $0 * $1.count }
        let weights = both.flatMap { code, stalenesses in
            stalenesses.map { ($0, (beforeBuckets[code]?.count ?? 0) * (product / stalenesses.count)) }
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
            without: beforeBuckets.keys.filter { nowBuckets[$0] == nil }.map { standby($0) }.sorted())
    }

    var scheduleDelay: ScheduleDelay? {
        let delays = readings(in: window.range).flatMap { seen in
            seen.runs.filter { $0.at >= window.start }.compactMap { run in run.scheduledAt.map { run.at - $0 } }
        }.sorted()
        guard let p50 = Quantile.value(percent: 50, of: delays), let p90 = Quantile.value(percent: 90, of: delays)
        else {
            return nil
        }
        return ScheduleDelay(runs: delays.count, p50: p50, p90: p90)
    }

    /// Hour by hour: within one, staleness climbs by an hour, from a whole number of hours.
    func exposure(_ window: Window) -> Exposure? {
        var cells: [Int64?] = []
        for seen in readings(in: window.range) {
            let known = seen.history.exports.filter { $0.exportedAt <= seen.export.exportedAt }
            let first = (known.map(\.exportedAt) + known.compactMap(\.installedAt) + seen.runs.map(\.at)).min()
            var moment = max(window.start, first ?? seen.export.exportedAt)
            while moment < seen.export.exportedAt {
                let last = seen.runs.filter { $0.outcome == .success && $0.at <= moment }.map(\.at).max()
                cells.append(last.map { (moment - $0) / hour })
                moment = moment.advanced(by: hour)
            }
        }
        guard !cells.isEmpty else { return nil }
        let sorted = cells.compactMap(\.self).sorted()
        func quantile(_ percent: Int64) -> Staleness {
            // In hundredths of milliseconds: the cells below are full, those of the one hour are filled evenly.
            let wanted = percent * Int64(cells.count) * hour
            let place = Int((percent * Int64(cells.count) + 99) / 100) - 1
            guard place < sorted.count else { return .never }
            let below = Int64(sorted.count { $0 < sorted[place] })
            let filling = Int64(sorted.count { $0 == sorted[place] })
            let rest = wanted - 100 * below * hour
            return .known(milliseconds: sorted[place] * hour + (rest + 100 * filling - 1) / (100 * filling))
        }
        func over(_ limit: Int64) -> Share {
            Share((cells.count - sorted.count { ($0 + 1) * hour <= limit }) * Int(hour), of: cells.count * Int(hour))
        }
        return Exposure(
            p50: quantile(50), p90: quantile(90), overP50: over(limits.p50), overP90: over(limits.p90),
            overBroken: over(limits.broken))
    }
}
