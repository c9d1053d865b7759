import Records

@testable import Stats

/// The definitions for one device, implemented literally from its exports: each question examines everything from the
/// start. No two different exports are at the same time.
struct PlainDevice {
    /// Each export once, the earliest first.
    let exports: [DeviceExport]
    /// Its runs, in no order.
    let runs: [PlainRun]

    init(_ deviceExports: [DeviceExport]) {
        let moments = Set(deviceExports.map(\.export.exportedAt)).sorted()
        let exports = moments.compactMap { moment in deviceExports.first { $0.export.exportedAt == moment } }
        self.exports = exports
        runs = Set(exports.flatMap { $0.runs.map(\.key) }).map { key in
            PlainRun(
                exports.flatMap { exported in
                    exported.runs.filter { $0.key == key }.map { (exported.export.exportedAt, $0) }
                })
        }
    }

    /// The reading of its last export in a range, over its whole history; nil without an export there.
    func reading(in range: Range<Instant>, task: UInt32? = nil) -> PlainReading? {
        guard let last = exports.last(where: { range.contains($0.export.exportedAt) }) else { return nil }
        let ran = runs.filter { run in
            run.countsAt <= last.export.exportedAt && (task == nil || run.values.task.rawValue == task)
        }
        return PlainReading(start: range.lowerBound, device: self, export: last.export, runs: ran)
    }
}

/// One run.
struct PlainRun {
    /// The values in the latest export that lists it.
    var values: Run
    var firstExported: Instant
    /// Whether exports disagree about its values.
    var hasConflict: Bool
    /// "A run cannot have happened later than the first export that told it."
    var countsAt: Instant { min(values.at, firstExported) }

    var isSuccess: Bool { values.outcome == .success }

    /// - Parameter exports: at least one, the earliest first.
    init(_ deviceExports: [(moment: Instant, run: Run)]) {
        values = deviceExports[deviceExports.count - 1].run
        firstExported = deviceExports[0].moment
        let last = values
        hasConflict = deviceExports.contains { _, run in
            run.outcome != last.outcome || run.scheduledAt != last.scheduledAt || run.bucket != last.bucket
                || run.lowPower != last.lowPower
        }
    }
}

/// A device's last export in a range, and what had run by then.
struct PlainReading {
    /// The start of the range.
    var start: Instant
    var device: PlainDevice
    var export: Export
    var runs: [PlainRun]

    var moment: Instant { export.exportedAt }
    var lastSuccess: Instant? { runs.filter(\.isSuccess).map(\.countsAt).max() }
    var staleness: Staleness { lastSuccess.map { .known(milliseconds: moment - $0) } ?? .never }
    var ranInDay: Bool { runs.contains { $0.countsAt > moment.advanced(by: -24 * hour) } }
    /// From the start of the range up to the export.
    var runsInRange: [PlainRun] { runs.filter { $0.countsAt >= start } }
    var latest: PlainRun? { runs.max { $0.countsAt < $1.countsAt } }
    /// Whether several runs are the latest; the definitions do not choose.
    var isTied: Bool { runs.count { $0.countsAt == latest?.countsAt } > 1 }

    /// "Android's standby bucket, from the export, else from its latest run … On iOS: by the latest run."
    var label: BucketLabel {
        let name = platforms[Int(export.platform.rawValue)]
        let kind: BucketLabel.Kind
        if name == "ios" {
            kind = latest?.values.lowPower.map { $0 ? .lowPower : .normal } ?? .none
        } else {
            kind = (export.bucket ?? latest?.values.bucket).map { .standby($0) } ?? .none
        }
        return BucketLabel(platform: name.isEmpty ? "unknown" : name, kind: kind)
    }

    /// The first that fits.
    var cause: Cause {
        if let latest, lastSuccess.map({ latest.countsAt > $0 }) ?? true { return .ranNoSuccess(latest.values.outcome) }
        guard let scheduled = export.lastScheduledAt else { return .unknown }
        guard let latest else { return .scheduledNotRun }
        return scheduled > latest.countsAt ? .scheduledNotRun : .notScheduledAgain
    }

    /// "`installedAt` less than `p50Hours` before its reading and no success yet"; by the latest export that has
    /// `installedAt`.
    func isTooNew(_ tooNewPeriod: Int64) -> Bool {
        let known = device.exports.map(\.export).filter { $0.exportedAt <= moment && $0.installedAt != nil }
        guard let installed = known.last?.installedAt, lastSuccess == nil else { return false }
        return moment - installed < tooNewPeriod
    }

    /// The complete reading.
    func reading(tooNewPeriod: Int64) -> Reading {
        Reading(
            exportedAt: moment, staleness: staleness, ranInDay: ranInDay, label: label,
            successes: runsInRange.count { $0.isSuccess },
            knownOutcomes: runsInRange.count { $0.values.outcome != .unknown },
            unknownOutcomes: runsInRange.count { $0.values.outcome == .unknown }, cause: cause,
            isTooNew: isTooNew(tooNewPeriod))
    }
}
