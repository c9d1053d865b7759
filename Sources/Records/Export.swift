/// What one export said of its device, beside the runs that it told: a fact that nothing later takes back.
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
    /// How many distinct runs it told.
    package var toldRuns: UInt32
    /// How many entries its history has beyond `toldRuns`: those repeated and those refused. Below 0 where a run was no
    /// entry, as in Android's preference pair.
    package var otherEntries: Int16
    /// The moments of the first and the last run that it told; nil where it told none.
    package var span: ClosedRange<Instant>?
    /// When the run in the middle of those that it told ran, the ⌈n/2⌉-th of n in order; nil where it told none.
    package var middle: Instant?
    /// How many runs later than that it told, or had refused: a history that lacks some that are known is another's, too.
    package var behindMiddle: UInt32
    /// A sum over the runs that it told (``Run/digest``): two that tell them differently are two exports.
    package var digest: UInt32
    /// The app's version.
    package var version: VersionID
    /// The arm of an experiment that the device is in.
    package var arm: ArmID

    package init(
        exportedAt: Instant, platform: PlatformID = .none, bucket: Bucket? = nil, lastScheduledAt: Instant? = nil,
        installedAt: Instant? = nil, historyLimit: UInt32 = 30, toldRuns: UInt32 = 0, otherEntries: Int16 = 0,
        span: ClosedRange<Instant>? = nil, middle: Instant? = nil, behindMiddle: UInt32 = 0, digest: UInt32 = 0,
        version: VersionID = .none, arm: ArmID = .none
    ) {
        self.exportedAt = exportedAt
        self.platform = platform
        self.bucket = bucket
        self.lastScheduledAt = lastScheduledAt
        self.installedAt = installedAt
        self.historyLimit = historyLimit
        self.toldRuns = toldRuns
        self.otherEntries = otherEntries
        self.span = span
        self.middle = middle
        self.behindMiddle = behindMiddle
        self.digest = digest
        self.version = version
        self.arm = arm
    }

    /// A run may be this much later than an export that tells it and still be taken: two clocks that are read one after
    /// the other differ a little, a clock that runs ahead differs more.
    package static let clockTolerance = 5 * Milliseconds.minute

    /// Whether it holds as many entries as its recorder keeps, so that earlier ones may have been dropped.
    package var isFull: Bool {
        let entries = Int(toldRuns) + Int(otherEntries)
        return entries > 0 && entries >= historyLimit
    }
}

extension Export: Comparable {
    /// The order in which a history keeps its exports: by moment, and by all else that they say where that is the same,
    /// so that the last of them is the same whatever the order of reading, and two that are equal are one.
    ///
    /// At one moment the smaller bucket stands, and a known one over none; then the earlier schedule and installation.
    package static func < (a: Export, b: Export) -> Bool {
        if a.exportedAt != b.exportedAt { return a.exportedAt < b.exportedAt }
        let (standing, other) = (a.standing, b.standing)
        if standing != other { return standing < other }
        if a.rest != b.rest { return a.rest < b.rest }
        return (a.digest, a.behindMiddle, a.version.rawValue, a.arm.rawValue)
            < (b.digest, b.behindMiddle, b.version.rawValue, b.arm.rawValue)
    }

    // `~` turns the order of whole numbers round, and unlike `-` it has a result for each of them.
    private var standing: (Int16, Int64, Int64) {
        (
            bucket.map { ~$0.rawValue } ?? .min, lastScheduledAt.map { ~$0.milliseconds } ?? .min,
            installedAt.map { ~$0.milliseconds } ?? .min
        )
    }

    private var rest: (UInt32, Int16, Int64, Int64, UInt32, UInt32) {
        (
            toldRuns, otherEntries, span?.lowerBound.milliseconds ?? .min, span?.upperBound.milliseconds ?? .min,
            historyLimit, platform.rawValue
        )
    }
}

extension [Export] {
    /// The index of the first export that was made at a moment or later; the exports are in their order.
    package func firstIndex(from moment: Instant) -> Int {
        firstIndex(afterAll: { $0.exportedAt < moment })
    }
}
