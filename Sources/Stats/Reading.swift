package import Records

/// The state of one device at its last export in a window.
package struct Reading: Equatable, Sendable {
    /// When the export was made.
    package var exportedAt: Instant
    package var staleness: Staleness
    /// Whether it ran, with any outcome, in the 24 h up to the export.
    package var ranInDay: Bool
    /// Its row in the breakdown.
    package var label: BucketLabel
    /// Runs from the window's start up to the export that succeeded, and those whose success is known.
    package var successes: Int
    package var knownOutcomes: Int
    /// Runs in the same time whose success is not known.
    package var unknownOutcomes = 0
    /// Why the device is stale, if it is.
    package var cause: Cause = .unknown
    /// Whether the app was installed too recently and has no success yet: such a device is left out of the figures and
    /// counted separately.
    package var isTooNew = false
}

/// How readings are taken, independent of the device.
package struct ReadingRules: Sendable {
    /// Count only runs of this task; nil for all.
    package var task: TaskID?
    /// The platforms' names by number.
    private let platforms: [String]
    /// How long after its installation a device without a success is too new, in milliseconds.
    package var tooNewPeriod: Int64
    /// The platform whose devices are grouped by low power instead of a standby bucket.
    private let ios: PlatformID?

    package init(task: TaskID? = nil, platforms: [[UInt8]] = [], tooNewPeriod: Int64 = 0) {
        self.task = task
        self.platforms = platforms.map { String(decoding: $0, as: UTF8.self) }
        self.tooNewPeriod = tooNewPeriod
        ios = platforms.firstIndex { $0.elementsEqual("ios".utf8) }.map { PlatformID(rawValue: UInt32($0)) }
    }

    /// Which of two exports made at the same time is used. If their buckets are equal, the platform's name decides,
    /// because its number depends on the order of reading.
    fileprivate func takesPrecedence(_ export: Export, over later: Export) -> Bool {
        export.bucket == later.bucket
            && name(later.platform).utf8.lexicographicallyPrecedes(name(export.platform).utf8)
    }

    /// Empty if the export names none.
    private func name(_ platform: PlatformID) -> String {
        let number = Int(platform.rawValue)
        return platforms.indices.contains(number) ? platforms[number] : ""
    }

    func counts(_ run: Run) -> Bool {
        task == nil || run.task == task
    }
}

extension History {
    /// The device's reading in a time range; nil if it did not export in it.
    ///
    /// Uses the whole history, not only what that export lists.
    package func reading(in range: Range<Instant>, _ rules: ReadingRules) -> Reading? {
        let last = exports.firstIndex(from: range.upperBound) - 1
        guard last >= 0, exports[last].exportedAt >= range.lowerBound else { return nil }
        let export = exports[effectiveExport(upTo: last, rules)]
        let moment = exports[last].exportedAt
        let dayBefore = moment.advanced(by: -Milliseconds.day)
        var lastSuccess: Instant?
        var latest: LatestRun?
        var ranInDay = false
        var successes = 0
        var knownOutcomes = 0
        var unknownOutcomes = 0
        var index = endOfCounted(at: moment)
        while index > 0 {
            index -= 1
            // All runs of the latest millisecond are examined, whatever the order of their tasks.
            if runs[index].at < range.lowerBound, let lastSuccess, lastSuccess >= runs[index].at,
                runs[index].at != latest?.at
            {
                break
            }
            let at = runs[index].countsAt
            guard at <= moment, rules.counts(runs[index]) else { continue }
            if !latest.isAfter(at) { latest.take(runs[index], at) }
            if at > dayBefore { ranInDay = true }
            let isSuccess = runs[index].outcome.isSuccess
            if isSuccess == true { lastSuccess = .later(of: lastSuccess, at) }
            guard at >= range.lowerBound else { continue }
            switch isSuccess {
            case true?:
                successes += 1
                knownOutcomes += 1
            case false?: knownOutcomes += 1
            case nil: unknownOutcomes += 1
            }
        }
        let isNew = installedAt(upTo: last).map { moment - $0 < rules.tooNewPeriod } ?? false
        return Reading(
            exportedAt: moment, staleness: lastSuccess.map { .known(milliseconds: moment - $0) } ?? .never,
            ranInDay: ranInDay, label: rules.label(export.platform, export.bucket, latest),
            successes: successes, knownOutcomes: knownOutcomes, unknownOutcomes: unknownOutcomes,
            cause: Cause(
                latest: latest.map { ($0.at, $0.preferred.outcome) }, lastSuccess: lastSuccess,
                lastScheduledAt: lastScheduledAt(upTo: last)),
            isTooNew: isNew && lastSuccess == nil)
    }

    package func reading(in window: Window, _ rules: ReadingRules) -> Reading? {
        reading(in: window.range, rules)
    }

    /// The index of the export that is used among those made at the same time as the one at `last`, which is the last
    /// of them.
    private func effectiveExport(upTo last: Int, _ rules: ReadingRules) -> Int {
        var effective = last
        var index = last - 1
        while index >= 0, exports[index].exportedAt == exports[last].exportedAt {
            if rules.takesPrecedence(exports[index], over: exports[effective]) { effective = index }
            index -= 1
        }
        return effective
    }

    /// The installation time in the latest export up to an index that has one.
    private func installedAt(upTo last: Int) -> Instant? {
        var index = last
        while index >= 0 {
            if let installedAt = exports[index].installedAt { return installedAt }
            index -= 1
        }
        return nil
    }

    /// The latest schedule in the exports made at the same time as the one at `last`, which is the last of them.
    private func lastScheduledAt(upTo last: Int) -> Instant? {
        var latest: Instant?
        var index = last
        while index >= 0, exports[index].exportedAt == exports[last].exportedAt {
            if let scheduled = exports[index].lastScheduledAt { latest = .later(of: latest, scheduled) }
            index -= 1
        }
        return latest
    }

    /// The latest schedule in the exports made at a moment; there must be one.
    func lastScheduledAt(at moment: Instant) -> Instant? {
        lastScheduledAt(upTo: exports.firstIndex(from: moment.advanced(by: 1)) - 1)
    }

    /// No run from this index on can count at a moment.
    func endOfCounted(at moment: Instant) -> Int {
        runs.firstIndex(from: moment.advanced(by: Export.clockTolerance + 1))
    }
}

/// The runs of the latest moment: several only if tasks ran in the same millisecond.
private struct LatestRun {
    var at: Instant
    /// The one whose values are used, independent of the order of tasks.
    var preferred: Run
    var bucket: Bucket?
    var lowPower: Bool?
}

extension LatestRun? {
    fileprivate func isAfter(_ at: Instant) -> Bool {
        if let self { self.at > at } else { false }
    }

    /// Takes a run at the latest moment so far, or at a later one.
    fileprivate mutating func take(_ run: Run, _ at: Instant) {
        guard var latest = self, latest.at == at else {
            self = LatestRun(at: at, preferred: run, bucket: run.bucket, lowPower: run.lowPower)
            return
        }
        if run.takesPrecedence(over: latest.preferred) { latest.preferred = run }
        latest.bucket = [latest.bucket, run.bucket].compactMap(\.self).min()
        if let power = run.lowPower { latest.lowPower = power || latest.lowPower == true }
        self = latest
    }
}

extension ReadingRules {
    /// The row of the breakdown: by the export's bucket, else by its latest runs. If there are several in the same
    /// millisecond, the smaller bucket and low power are used, whatever their order.
    fileprivate func label(_ platform: PlatformID, _ exported: Bucket?, _ latest: LatestRun?) -> BucketLabel {
        let name = name(platform)
        let kind: BucketLabel.Kind =
            if platform == ios, ios != nil {
                latest?.lowPower.map { $0 ? .lowPower : .normal } ?? .none
            } else {
                (exported ?? latest?.bucket).map { .standby($0) } ?? .none
            }
        return BucketLabel(platform: name.isEmpty ? "unknown" : name, kind: kind)
    }
}
