package import Records

/// A week's figures beside those of the week before, the verdicts, and the data they rest on.
package struct Assessment: Sendable {
    package var scope: Scope
    package var objectives: Objectives
    package var window: Window
    package var current: Breakdown
    package var baselineWindow: Window
    /// Nil if the week before has no reading: then there is no change and no verdict on it.
    package var baseline: Breakdown?
    package var input: Input
    package var evidence: Evidence
    /// Nil if there is no report of an earlier week.
    package var earlierThresholds: EarlierThresholds?
    /// Later reports of earlier weeks that do not state their thresholds, the latest first.
    package var passedOverReports: [String] = []
    /// Earlier weeks whose reported figures differ from those known now, the earliest first.
    package var changedWeeks: [ChangedWeek] = []

    package init(
        scope: Scope, objectives: Objectives, window: Window, current: Breakdown, baselineWindow: Window,
        baseline: Breakdown?, input: Input, evidence: Evidence = Evidence()
    ) {
        self.scope = scope
        self.objectives = objectives
        self.window = window
        self.current = current
        self.baselineWindow = baselineWindow
        self.baseline = baseline
        self.input = input
        self.evidence = evidence
    }

    /// Whether there is a reading at all. No data is not good news.
    package var hasReadings: Bool { current.all.devices > 0 }

    package var p50Verdict: Verdict? { current.all.p50.map { $0.isUnder(objectives.p50) ? .met : .missed } }
    package var p90Verdict: Verdict? { current.all.p90.map { $0.isUnder(objectives.p90) ? .met : .missed } }

    /// Whether p90 got worse by more than the objectives allow; nil without a baseline or a reading.
    package var isRegression: Bool? {
        p90Change(current.all, baseline?.all).map { $0.isWorse(byMoreThan: objectives.p90Regression) }
    }

    package var p50Change: StalenessChange? { change(current.all.p50, baseline?.all.p50) }
    package var p90Change: StalenessChange? { p90Change(current.all, baseline?.all) }

    /// The 95 % interval of p50's change; nil unless both weeks have a number.
    package var p50ChangeInterval: ChangeInterval? {
        guard let before = baseline?.all else { return nil }
        return ChangeInterval(current.all.p50, current.all.p50Interval, from: before.p50, before.p50Interval)
    }

    /// The 95 % interval of p90's change; nil unless both weeks have a number.
    package var p90ChangeInterval: ChangeInterval? {
        guard let before = baseline?.all else { return nil }
        return ChangeInterval(current.all.p90, current.all.p90Interval, from: before.p90, before.p90Interval)
    }

    package var movedThresholds: [MovedThreshold] {
        earlierThresholds.map { objectives.moved(since: $0) } ?? []
    }

    /// How many weeks in a row, up to this one, missed p90's objective; limited to the weeks that a report looks back
    /// over. A week without readings ends the row.
    package var weeksMissed: Int {
        evidence.weeks.reversed().prefix { week in week.figures.p90.map { !$0.isUnder(objectives.p90) } ?? false }.count
    }

    /// Whether the whole week meets an objective that the readings miss, or the other way round.
    package var isExposureOpposed: Bool {
        guard let exposure = evidence.exposure, let p50Verdict, let p90Verdict else { return false }
        return (p50Verdict == .met) != exposure.p50.isUnder(objectives.p50)
            || (p90Verdict == .met) != exposure.p90.isUnder(objectives.p90)
    }

    /// A bucket's figures in the week before; nil if it had no reading then.
    package func baseline(of label: BucketLabel) -> Figures? {
        baseline?.buckets.first { $0.label == label }?.figures
    }

    /// The change of a bucket's p90.
    package func p90Change(of bucket: BucketFigures) -> StalenessChange? {
        p90Change(bucket.figures, baseline(of: bucket.label))
    }

    /// The 95 % interval of the change of a bucket's p90.
    package func p90ChangeInterval(of bucket: BucketFigures) -> ChangeInterval? {
        guard let before = baseline(of: bucket.label) else { return nil }
        let now = bucket.figures
        return ChangeInterval(now.p90, now.p90Interval, from: before.p90, before.p90Interval)
    }

    /// Whether a bucket's p90 got worse by more than the objectives allow. This marks its row, not the heading.
    package func isRegression(_ bucket: BucketFigures) -> Bool {
        p90Change(of: bucket)?.isWorse(byMoreThan: objectives.p90Regression) ?? false
    }

    /// The largest number of stale devices with which p90 still meets its objective.
    package var mostStale: Int {
        let devices = current.all.devices
        return devices == 0 ? 0 : devices - Quantile.rank(percent: 90, of: devices)
    }

    private func p90Change(_ now: Figures, _ before: Figures?) -> StalenessChange? {
        change(now.p90, before?.p90)
    }

    private func change(_ now: Staleness?, _ before: Staleness?) -> StalenessChange? {
        guard let now, let before else { return nil }
        return StalenessChange(from: before, to: now)
    }
}

package enum Verdict: String, Sendable {
    case met, missed
}

/// The app and task that the figures are narrowed to; nil for all.
package struct Scope: Equatable, Sendable {
    package var app: String?
    package var task: String?

    package init(app: String? = nil, task: String? = nil) {
        self.app = app
        self.task = task
    }
}

/// The data that the figures rest on.
package struct Input: Equatable, Sendable {
    /// Files with an export in the window or the baseline window.
    package var files = 0
    /// Exports made in the two windows.
    package var exports = 0
    /// Runs that count in the two windows and were exported before the cut-off, and those of them that exports disagree
    /// about.
    package var runs = 0
    package var conflicts = 0
    /// The refused exports, of all in the files that have an export in the window and in those with no usable export.
    package var exportsRefused = Share(0, of: 0)
    /// How many devices the refused exports are from, as far as that can be read.
    package var devicesRefused = 0
    /// Exports among these that are in no file any more.
    package var exportsInNoFile = 0
    /// The time of the last export in the window; nil if there is none.
    package var dataThrough: Instant?
    /// The remarks on these files and the unusable ones, by kind, code and subject.
    package var remarks: [RemarkCount] = []
    /// Files with no usable export, named until they are fixed or removed.
    package var unusableFiles: [UnusableFile] = []
    /// What was skipped because of its name when the folder was last read.
    package var passedOver = PassedOver()
    /// Exports of any week dated more than a day after the clock at the time of this computation. The clock is not part
    /// of the data, so a report that is computed again takes the number from the existing report.
    package var laterThanClock = 0

    package init() {}

    package var refused: [RemarkCount] { remarks.filter { $0.remark.kind == .refused } }
}

package struct RemarkCount: Equatable, Sendable {
    package var remark: Remark
    package var count: Int
    /// The first positions, sorted by file name, each with its file.
    package var places: [Place]

    package init(remark: Remark, count: Int, places: [Place]) {
        self.remark = remark
        self.count = count
        self.places = places
    }
}

package struct Place: Equatable, Sendable {
    package var file: String
    /// The position in the file: `device 17, entry 29`; empty for the whole file.
    package var position: String

    package init(file: String, position: String) {
        self.file = file
        self.position = position
    }
}

package struct UnusableFile: Equatable, Sendable {
    package var file: String
    /// Why: each refusal once, in their order.
    package var reasons: [Remark]

    package init(file: String, reasons: [Remark]) {
        self.file = file
        self.reasons = reasons
    }
}
