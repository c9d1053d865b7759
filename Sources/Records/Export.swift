/// What one export says of its device, apart from the runs that it lists. Later exports never change it.
package struct Export: Equatable, Sendable {
    /// When the history was read on the device.
    package var exportedAt: Instant
    package var platform: PlatformID
    package var bucket: Bucket?
    /// When a request was last submitted without an error.
    package var lastScheduledAt: Instant?
    package var installedAt: Instant?
    /// How many entries the recorder keeps.
    package var historyLimit: UInt32
    /// How many distinct runs it lists.
    package var runCount: UInt32
    /// How many entries its history has beyond `runCount`: repeated and refused ones. Below 0 where a run was no entry,
    /// as in Android's preference pair.
    package var otherEntries: Int16
    /// The times of the first and the last run that it lists; nil where it lists none.
    package var span: ClosedRange<Instant>?
    /// The time of the median run that it lists, the ⌈n/2⌉-th of n; nil where it lists none.
    package var middle: Instant?
    /// How many runs and refused entries are later than `middle`. A history that lacks runs known from other exports
    /// contradicts them.
    package var runsAfterMiddle: UInt32
    /// A sum over the listed runs (``Run/digest``): exports that give runs different values are different exports.
    package var digest: UInt32
    /// The app's version.
    package var version: VersionID
    /// The arm of an experiment that the device is in.
    package var arm: ArmID

    package init(
        exportedAt: Instant, platform: PlatformID = .none, bucket: Bucket? = nil, lastScheduledAt: Instant? = nil,
        installedAt: Instant? = nil, historyLimit: UInt32 = 30, runCount: UInt32 = 0, otherEntries: Int16 = 0,
        span: ClosedRange<Instant>? = nil, middle: Instant? = nil, runsAfterMiddle: UInt32 = 0, digest: UInt32 = 0,
        version: VersionID = .none, arm: ArmID = .none
    ) {
        self.exportedAt = exportedAt
        self.platform = platform
        self.bucket = bucket
        self.lastScheduledAt = lastScheduledAt
        self.installedAt = installedAt
        self.historyLimit = historyLimit
        self.runCount = runCount
        self.otherEntries = otherEntries
        self.span = span
        self.middle = middle
        self.runsAfterMiddle = runsAfterMiddle
        self.digest = digest
        self.version = version
        self.arm = arm
    }

    /// How much later than its export a run may be and still be used: two clocks that are read one after the other
    /// differ a little; a clock that runs ahead differs more.
    package static let clockTolerance = 5 * Milliseconds.minute

    /// Whether it holds as many entries as its recorder keeps, so that earlier ones may be lost.
    package var isFull: Bool {
        let entries = Int(runCount) + Int(otherEntries)
        return entries > 0 && entries >= historyLimit
    }
}

extension Export: Comparable {
    /// The order of exports in a history: by time, then by every other value, so that the last one does not depend on
    /// the order of reading, and only identical exports are equal.
    ///
    /// At the same time the smaller bucket takes precedence, and a known one over none; then the earlier schedule and
    /// installation.
    package static func < (a: Export, b: Export) -> Bool {
        if a.exportedAt != b.exportedAt { return a.exportedAt < b.exportedAt }
        if a.precedence != b.precedence { return a.precedence < b.precedence }
        if a.rest != b.rest { return a.rest < b.rest }
        return (a.digest, a.runsAfterMiddle, a.version.rawValue, a.arm.rawValue)
            < (b.digest, b.runsAfterMiddle, b.version.rawValue, b.arm.rawValue)
    }

    // `~` reverses the order of integers and, unlike `-`, cannot overflow.
    private var precedence: (Int16, Int64, Int64) {
        (
            bucket.map { ~$0.rawValue } ?? .min, lastScheduledAt.map { ~$0.milliseconds } ?? .min,
            installedAt.map { ~$0.milliseconds } ?? .min
        )
    }

    private var rest: (UInt32, Int16, Int64, Int64, UInt32, UInt32) {
        (
            runCount, otherEntries, span?.lowerBound.milliseconds ?? .min, span?.upperBound.milliseconds ?? .min,
            historyLimit, platform.rawValue
        )
    }
}

extension [Export] {
    /// The index of the first export made at or after `moment`; the exports are sorted.
    package func firstIndex(from moment: Instant) -> Int {
        firstIndex(afterAll: { $0.exportedAt < moment })
    }
}
