/// The figures of a week, from what the simulation knows and by the words of `metrics/README.md`.
extension RecordedFleet {
    struct Reading {
        /// Milliseconds; nil is never.
        var staleness: Int64?
        var ranInDay: Bool
        var bucket: String
        var outcomes: [String?]
        var delays: [Int64]
        var cause: String
    }

    struct Figures: Equatable {
        var devices: Int
        var p50: Int64?
        var p90: Int64?
        var ranInDay: Int
        var successes: Int
        var known: Int
        var broken: Int

        init(_ readings: [Reading]) {
            devices = readings.count
            let sorted = readings.map { $0.staleness ?? .max }.sorted()
            (p50, p90) = (nearestRank(sorted, 50), nearestRank(sorted, 90))
            if p50 == .max { p50 = nil }
            if p90 == .max { p90 = nil }
            ranInDay = readings.count(where: \.ranInDay)
            let outcomes = readings.flatMap(\.outcomes).compactMap(\.self)
            (successes, known) = (outcomes.count { $0 == "success" }, outcomes.count)
            broken = readings.count { ($0.staleness ?? .max) > 168 * 3_600_000 }
        }
    }

    /// A device's reading in a window; nil where it did not export there.
    func reading(_ device: Device, from start: Int64, to end: Int64) -> Reading? {
        guard let export = device.exports.filter({ $0.at >= start && $0.at < end }).max(by: { $0.at < $1.at }) else {
            return nil
        }
        let runs = known(device).compactMap { run, tellings -> (at: Int64, run: Run)? in
            if run.at <= export.at { return (run.at, run) }
            // A little ahead of an export that told it, it counts at that export's time.
            return tellings.filter { $0 <= export.at }.max().map { ($0, run) }
        }.sorted { $0.at < $1.at }
        let lastSuccess = runs.last { $0.run.outcome == "success" }?.at
        let window = runs.filter { $0.at >= start }
        return Reading(
            staleness: lastSuccess.map { export.at - $0 },
            ranInDay: runs.contains { $0.at > export.at - 24 * 3_600_000 },
            bucket: runs.last?.run.lowPower.map { $0 ? "ios/low_power" : "ios/normal" } ?? "ios/none",
            outcomes: window.map(\.run.outcome),
            delays: window.compactMap { entry in entry.run.scheduledAt.map { entry.run.at - $0 } },
            cause: cause(runs.last, lastSuccess, export.lastScheduledAt))
    }

    private func cause(_ latest: (at: Int64, run: Run)?, _ success: Int64?, _ scheduled: Int64?) -> String {
        if let latest, latest.at > success ?? .min { return "ran, no success: \(latest.run.outcome ?? "unknown")" }
        guard let scheduled else { return "unknown" }
        return scheduled > latest?.at ?? .min ? "scheduled, not run" : "not scheduled again"
    }

    /// Each run that an export told, as the one with the latest time tells it; and the times of those that told it. A run
    /// over 5 minutes later than its export is refused.
    func known(_ device: Device) -> [(run: Run, tellings: [Int64])] {
        var known: [Int64: (run: Run, tellings: [Int64])] = [:]
        for export in device.exports.sorted(by: { $0.at < $1.at }) {
            for run in export.runs where run.at <= export.at + 300_000 {
                known[run.at] = (run, (known[run.at]?.tellings ?? []) + [export.at])
            }
        }
        return known.values.map(\.self)
    }

    var refused: Int {
        devices.flatMap(\.exports).reduce(0) { sum, export in
            sum + export.runs.count { $0.at > export.at + 300_000 }
        }
    }

    /// Runs that were told with more than one outcome.
    var conflicts: Int {
        devices.reduce(0) { sum, device in
            var told: [Int64: Set<String?>] = [:]
            for export in device.exports {
                for run in export.runs where run.at <= export.at + 300_000 {
                    told[run.at, default: []].insert(run.outcome)
                }
            }
            return sum + told.values.count { $0.count > 1 }
        }
    }
}

/// The value at rank ⌈q · n⌉.
func nearestRank(_ sorted: [Int64], _ percent: Int) -> Int64? {
    sorted.isEmpty ? nil : sorted[(percent * sorted.count + 99) / 100 - 1]
}
