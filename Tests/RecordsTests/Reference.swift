import Records

/// The definitions for a device's exports, applied to all of them without merging.
struct Reference {
    let deviceExports: [DeviceExport]

    /// Each run once: a run is its task and its moment to the millisecond.
    var keys: [RunKey] { Set(deviceExports.flatMap { $0.runs.map(\.key) }).sorted() }

    /// Each export once; the order of those at the same moment is open.
    var exports: [Export] {
        var distinct: [Export] = []
        for exported in deviceExports where !distinct.contains(exported.export) { distinct.append(exported.export) }
        return distinct
    }

    /// What is known of a run. There are several results only where the definitions do not choose.
    func known(_ key: RunKey) -> [Run] {
        let all = deviceExports.flatMap { exported in
            exported.runs.filter { $0.key == key }.map { (exportedAt: exported.export.exportedAt, run: $0) }
        }
        let moments = all.map(\.exportedAt)
        guard let first = moments.min(), let last = moments.max() else { return [] }
        let hasConflict = Set(all.map { Value($0.run) }).count > 1 || all.contains { $0.run.hasConflict }
        // "The value that the latest told (at the same moment the value decides …)"
        let latest = all.filter { $0.exportedAt == last }.map { Value($0.run) }
        let standing = latest.filter { value in !latest.contains { $0.precedence < value.precedence } }
        return standing.map {
            Run(
                at: key.at, task: key.task, outcome: $0.outcome, scheduledAt: $0.scheduledAt, bucket: $0.bucket,
                lowPower: $0.lowPower, exported: first...last, hasConflict: hasConflict)
        }
    }

    /// The values of a run in one export.
    private struct Value: Hashable {
        var outcome: Outcome
        var scheduledAt: Instant?
        var bucket: Bucket?
        var lowPower: Bool?

        init(_ run: Run) {
            (outcome, scheduledAt, bucket, lowPower) = (run.outcome, run.scheduledAt, run.bucket, run.lowPower)
        }

        /// "Not successful stands over unknown, unknown over successful, then the smaller bucket, then low power."
        var precedence: (Int, Int16, Int) {
            let success =
                switch outcome {
                case .notSuccessful, .failed, .expired, .skipped, .retry, .killed: 0
                case .unknown: 1
                case .success: 2
                }
            return (success, bucket?.rawValue ?? .max, lowPower == true ? 0 : 1)
        }
    }

    /// How a history differs from its exports; empty if it does not.
    func faults(in history: History) -> [String] {
        var faults: [String] = []
        if history.runs.map(\.key) != keys { faults.append("runs \(history.runs.map(\.key)), and not \(keys)") }
        for run in history.runs where !known(run.key).contains(run) {
            faults.append("\(run), and not one of \(known(run.key))")
        }
        let moments = history.exports.map(\.exportedAt)
        if moments != moments.sorted() { faults.append("exports are not in their order") }
        if history.exports.count != exports.count { faults.append("\(history.exports.count) exports") }
        for export in exports where !history.exports.contains(export) { faults.append("lacks \(export)") }
        return faults
    }
}
