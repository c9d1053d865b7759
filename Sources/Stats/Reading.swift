package import Records

/// What one device's last export in a window says at its own time.
package struct Reading: Equatable, Sendable {
    /// When the export was made.
    package var exportedAt: Instant
    package var staleness: Staleness
    /// Whether it ran at all, with whatever outcome, in the 24 h up to the export.
    package var ranInDay: Bool
    package var platform: PlatformID
    package var kind: BucketLabel.Kind
    /// Runs from the window's start up to the export that succeeded, and those whose success is known.
    package var successes: Int
    package var knownOutcomes: Int
}

/// How readings are taken, apart from the device.
package struct ReadingRules: Sendable {
    /// Only runs of this task count; nil for all.
    package var task: TaskID?
    /// The platform on which low power tells devices apart, and not a standby bucket.
    package var ios: PlatformID?

    package init(task: TaskID? = nil, ios: PlatformID? = nil) {
        self.task = task
        self.ios = ios
    }

    func counts(_ run: Run) -> Bool {
        task == nil || run.task == task
    }
}

extension History {
    /// The device's reading in a window; nil where it did not export in it.
    ///
    /// All that is known of the device counts, not only what that export told.
    package func reading(in window: Window, _ rules: ReadingRules) -> Reading? {
        guard let export = exports.last(where: { window.contains($0.exportedAt) }) else { return nil }
        let moment = export.exportedAt
        let dayBefore = moment.advanced(by: -Milliseconds.day)
        var lastSuccess: Instant?
        var latest: [Run] = []
        var ranInDay = false
        var successes = 0
        var knownOutcomes = 0
        for run in runs[..<runs.firstIndex(from: RunKey(at: moment.advanced(by: 1), task: .none))].reversed() {
            if lastSuccess != nil, run.at < window.start, run.at <= dayBefore { break }
            guard rules.counts(run) else { continue }
            if latest.first.map({ $0.at == run.at }) ?? true { latest.append(run) }
            if run.at > dayBefore { ranInDay = true }
            let isSuccess = run.outcome.isSuccess
            if isSuccess == true, lastSuccess == nil { lastSuccess = run.at }
            if run.at >= window.start, let isSuccess {
                knownOutcomes += 1
                if isSuccess { successes += 1 }
            }
        }
        return Reading(
            exportedAt: moment, staleness: lastSuccess.map { .known(milliseconds: moment - $0) } ?? .never,
            ranInDay: ranInDay, platform: export.platform, kind: rules.kind(of: export, latest),
            successes: successes, knownOutcomes: knownOutcomes)
    }

    /// Whether this history reaches back far enough for the readings of windows: to a success before the first of them.
    package func reachesSuccess(before windows: [Window], _ rules: ReadingRules) -> Bool {
        let first = exports.first { export in windows.contains { $0.contains(export.exportedAt) } }
        guard let first else { return true }
        return runs.contains { $0.at <= first.exportedAt && $0.outcome.isSuccess == true && rules.counts($0) }
    }
}

extension ReadingRules {
    /// What the breakdown puts a device under: by its export, else by its latest runs, which are several only where
    /// tasks ran in the same millisecond; then the smaller bucket and low power stand, whatever their order.
    fileprivate func kind(of export: Export, _ latest: [Run]) -> BucketLabel.Kind {
        if export.platform == ios, ios != nil {
            let power = latest.compactMap(\.lowPower)
            return power.isEmpty ? .none : power.contains(true) ? .lowPower : .normal
        }
        let bucket = export.bucket ?? latest.compactMap(\.bucket).min()
        return bucket.map { .standby($0) } ?? .none
    }
}
