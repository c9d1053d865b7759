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
    /// The name of each platform at its number.
    package var platforms: [[UInt8]]
    /// The platform on which low power tells devices apart, and not a standby bucket.
    private let ios: PlatformID?

    package init(task: TaskID? = nil, platforms: [[UInt8]] = []) {
        self.task = task
        self.platforms = platforms
        ios = platforms.firstIndex { $0.elementsEqual("ios".utf8) }.map { PlatformID(rawValue: UInt32($0)) }
    }

    /// Of exports made at one moment, the one that stands: by its bucket (``Export/precedes(_:_:)``), and where they
    /// agree in that by the name of the platform, so that numbers given in the order of reading decide nothing.
    fileprivate func standing(among exports: ArraySlice<Export>) -> Export? {
        guard let last = exports.last, exports.count > 1 else { return exports.last }
        let equals = exports.filter { $0.bucket == last.bucket }
        return equals.max { name($0.platform).lexicographicallyPrecedes(name($1.platform)) }
    }

    private func name(_ platform: PlatformID) -> [UInt8] {
        let number = Int(platform.rawValue)
        return platforms.indices.contains(number) ? platforms[number] : []
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
        guard let end = exports.lastIndex(where: { window.contains($0.exportedAt) }) else { return nil }
        let moment = exports[end].exportedAt
        let start = exports[..<end].lastIndex { $0.exportedAt != moment }.map { $0 + 1 } ?? 0
        guard let export = rules.standing(among: exports[start...end]) else { return nil }
        let dayBefore = moment.advanced(by: -Milliseconds.day)
        var lastSuccess: Instant?
        var latest: [Run] = []
        var latestTime: Instant?
        var ranInDay = false
        var successes = 0
        var knownOutcomes = 0
        let latestEnd = RunKey(at: moment.advanced(by: Export.clockTolerance + 1), task: .none)
        for run in runs[..<runs.firstIndex(from: latestEnd)].reversed() {
            // All runs of the latest millisecond are looked at, whatever the order of their tasks.
            if let lastSuccess, lastSuccess >= run.at, run.at < window.start, run.at != latestTime { break }
            guard rules.counts(run), let at = time(of: run, at: moment) else { continue }
            if at >= latestTime ?? at {
                if at != latestTime { latest = [] }
                latest.append(run)
                latestTime = at
            }
            if at > dayBefore { ranInDay = true }
            let isSuccess = run.outcome.isSuccess
            if isSuccess == true { lastSuccess = max(lastSuccess ?? at, at) }
            if at >= window.start, let isSuccess {
                knownOutcomes += 1
                if isSuccess { successes += 1 }
            }
        }
        return Reading(
            exportedAt: moment, staleness: lastSuccess.map { .known(milliseconds: moment - $0) } ?? .never,
            ranInDay: ranInDay, platform: export.platform, kind: rules.kind(of: export, latest),
            successes: successes, knownOutcomes: knownOutcomes)
    }

    /// When a run counts, for a reading at a moment; nil where it had not run by then.
    ///
    /// A run that by its own time was later, and was told by then all the same, counts at the time of that export.
    private func time(of run: Run, at moment: Instant) -> Instant? {
        if run.at <= moment { return run.at }
        return exports.last { $0.exportedAt <= moment && $0.told(run.key) }?.exportedAt
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
