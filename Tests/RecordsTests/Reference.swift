import Records

/// What the definitions say of a device's exports, worked out from all that any of them told, without merging.
struct Reference {
    let tellings: [DeviceExport]

    /// Each run once: a run is its task and its moment to the millisecond.
    var keys: [RunKey] { Set(tellings.flatMap { $0.runs.map(\.key) }).sorted() }

    /// Each export once, and nothing said of the order of those of one moment.
    var exports: [Export] {
        var distinct: [Export] = []
        for told in tellings where !distinct.contains(told.export) { distinct.append(told.export) }
        return distinct
    }

    /// All that is known of a run. There are several only where the definitions leave open which of them stands.
    func known(_ key: RunKey) -> [Run] {
        let all = tellings.flatMap { told in
            told.runs.filter { $0.key == key }.map { (exportedAt: told.export.exportedAt, run: $0) }
        }
        let moments = all.map(\.exportedAt)
        guard let first = moments.min(), let last = moments.max() else { return [] }
        let isContested = Set(all.map { Value($0.run) }).count > 1 || all.contains { $0.run.isContested }
        // "The value that the latest told (at the same moment the value decides …)"
        let latest = all.filter { $0.exportedAt == last }.map { Value($0.run) }
        let standing = latest.filter { value in !latest.contains { $0.rank < value.rank } }
        return standing.map {
            Run(
                at: key.at, task: key.task, outcome: $0.outcome, scheduledAt: $0.scheduledAt, bucket: $0.bucket,
                lowPower: $0.lowPower, told: first...last, isContested: isContested)
        }
    }

    /// What a telling says of a run.
    private struct Value: Hashable {
        var outcome: Outcome
        var scheduledAt: Instant?
        var bucket: Bucket?
        var lowPower: Bool?

        init(_ run: Run) {
            (outcome, scheduledAt, bucket, lowPower) = (run.outcome, run.scheduledAt, run.bucket, run.lowPower)
        }

        /// "Not successful stands over unknown, unknown over successful, then the smaller bucket, then low power."
        var rank: (Int, Int16, Int) {
            let success =
                switch outcome {
                case .notSuccessful, .failed, .expired, .skipped, .retry, .killed: 0
                case .unknown: 1
                case .success: 2
                }
            return (success, bucket?.rawValue ?? .max, lowPower == true ? 0 : 1)
        }
    }

    /// Where a history is not what the exports told: nothing, if all is well.
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
