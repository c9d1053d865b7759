import Records

@testable import Stats

/// What the definitions say of one device, written down plainly from what its exports told: each question looks at all of
/// it from the start. No two different exports are of one moment.
struct PlainDevice {
    /// Each export once, the earliest first.
    let exports: [DeviceExport]
    /// All that is known of its runs, in no order.
    let runs: [PlainRun]

    init(_ tellings: [DeviceExport]) {
        let moments = Set(tellings.map(\.export.exportedAt)).sorted()
        let exports = moments.compactMap { moment in tellings.first { $0.export.exportedAt == moment } }
        self.exports = exports
        runs = Set(exports.flatMap { $0.runs.map(\.key) }).map { key in
            PlainRun(
                exports.flatMap { told in
                    told.runs.filter { $0.key == key }.map { (told.export.exportedAt, $0) }
                })
        }
    }

    /// What its last export of a stretch says, over all that is known of it; nil where it made none there.
    func reading(in stretch: Range<Instant>, task: UInt32? = nil) -> PlainReading? {
        guard let last = exports.last(where: { stretch.contains($0.export.exportedAt) }) else { return nil }
        let ran = runs.filter { run in
            run.countsAt <= last.export.exportedAt && (task == nil || run.told.task.rawValue == task)
        }
        return PlainReading(start: stretch.lowerBound, device: self, export: last.export, runs: ran)
    }
}

/// What is known of one run.
struct PlainRun {
    /// As the latest export that told it says.
    var told: Run
    var firstTold: Instant
    /// Whether it was told in more than one way.
    var isContested: Bool
    /// "A run cannot have happened later than the first export that told it."
    var countsAt: Instant { min(told.at, firstTold) }

    var isSuccess: Bool { told.outcome == .success }

    /// - Parameter tellings: one at least, the earliest first.
    init(_ tellings: [(moment: Instant, run: Run)]) {
        told = tellings[tellings.count - 1].run
        firstTold = tellings[0].moment
        let last = told
        isContested = tellings.contains { _, run in
            run.outcome != last.outcome || run.scheduledAt != last.scheduledAt || run.bucket != last.bucket
                || run.lowPower != last.lowPower
        }
    }
}

/// A device's last export of a stretch, and what had run by then.
struct PlainReading {
    /// Where the stretch begins.
    var start: Instant
    var device: PlainDevice
    var export: Export
    var runs: [PlainRun]

    var moment: Instant { export.exportedAt }
    var lastSuccess: Instant? { runs.filter(\.isSuccess).map(\.countsAt).max() }
    var staleness: Staleness { lastSuccess.map { .known(milliseconds: moment - $0) } ?? .never }
    var ranInDay: Bool { runs.contains { $0.countsAt > moment.advanced(by: -24 * hour) } }
    /// From the stretch's start up to the export.
    var runsInStretch: [PlainRun] { runs.filter { $0.countsAt >= start } }
    var latest: PlainRun? { runs.max { $0.countsAt < $1.countsAt } }
    /// Whether more than one run is the latest; the definitions do not choose.
    var isTied: Bool { runs.count { $0.countsAt == latest?.countsAt } > 1 }

    /// "Android's standby bucket, from the export, else from its latest run … On iOS: by the latest run."
    var label: BucketLabel {
        let name = platforms[Int(export.platform.rawValue)]
        let kind: BucketLabel.Kind
        if name == "ios" {
            kind = latest?.told.lowPower.map { $0 ? .lowPower : .normal } ?? .none
        } else {
            kind = (export.bucket ?? latest?.told.bucket).map { .standby($0) } ?? .none
        }
        return BucketLabel(platform: name.isEmpty ? "unknown" : name, kind: kind)
    }

    /// The first that fits.
    var cause: Cause {
        if let latest, lastSuccess.map({ latest.countsAt > $0 }) ?? true { return .ranNoSuccess(latest.told.outcome) }
        guard let scheduled = export.lastScheduledAt else { return .unknown }
        guard let latest else { return .scheduledNotRun }
        return scheduled > latest.countsAt ? .scheduledNotRun : .notScheduledAgain
    }

    /// "`installedAt` less than `p50Hours` before its reading and no success yet"; the latest export that says so counts.
    func isTooNew(_ newFor: Int64) -> Bool {
        let known = device.exports.map(\.export).filter { $0.exportedAt <= moment && $0.installedAt != nil }
        guard let installed = known.last?.installedAt, lastSuccess == nil else { return false }
        return moment - installed < newFor
    }

    /// All of it.
    func reading(newFor: Int64) -> Reading {
        Reading(
            exportedAt: moment, staleness: staleness, ranInDay: ranInDay, label: label,
            successes: runsInStretch.count { $0.isSuccess },
            knownOutcomes: runsInStretch.count { $0.told.outcome != .unknown },
            unknownOutcomes: runsInStretch.count { $0.told.outcome == .unknown }, cause: cause,
            isTooNew: isTooNew(newFor))
    }
}
