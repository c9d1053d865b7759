/// One run of a background task on one device: its values, and when it was exported.
///
/// A fleet has millions of these, so a run packs into 40 bytes: sentinels inside, optionals outside.
package struct Run: Equatable, Sendable {
    package var at: Instant
    private var scheduled: Int64
    /// When the earliest export that lists it was made.
    package private(set) var firstExported: Instant
    /// When the latest export that lists it was made: that export's values are used.
    package private(set) var lastExported: Instant
    package var task: TaskID
    private var bucketCode: Int16
    package var outcome: Outcome
    /// Low power and ``hasConflict`` together: one more byte would make the run 48 bytes long.
    private var flags: UInt8

    private static let lowPower: UInt8 = 0
    private static let normalPower: UInt8 = 1
    private static let unknownPower: UInt8 = 2
    private static let conflict: UInt8 = 4

    private static let noTime = Int64.min
    private static let noBucket = Int16.max

    /// - Parameter exported: when the first and the last export that list it were made; the run's own time while its
    ///   export is still being read.
    package init(
        at: Instant, task: TaskID = .none, outcome: Outcome = .unknown, scheduledAt: Instant? = nil,
        bucket: Bucket? = nil, lowPower: Bool? = nil, exported: ClosedRange<Instant>? = nil, hasConflict: Bool = false
    ) {
        self.at = at
        self.task = task
        self.outcome = outcome
        scheduled = scheduledAt?.milliseconds ?? Self.noTime
        bucketCode = bucket?.rawValue ?? Self.noBucket
        flags = lowPower.map { $0 ? Self.lowPower : Self.normalPower } ?? Self.unknownPower
        firstExported = exported?.lowerBound ?? at
        lastExported = exported?.upperBound ?? at
        self.hasConflict = hasConflict
    }

    /// When this run was requested; nil where that was not recorded.
    package var scheduledAt: Instant? {
        scheduled == Self.noTime ? nil : Instant(milliseconds: scheduled)
    }

    /// The standby bucket at the run; nil where that was not recorded.
    package var bucket: Bucket? {
        bucketCode == Self.noBucket ? nil : Bucket(rawValue: bucketCode)
    }

    /// Whether the phone was saving power; nil where that was not recorded.
    package var lowPower: Bool? {
        switch power {
        case Self.lowPower: true
        case Self.normalPower: false
        default: nil
        }
    }

    private var power: UInt8 { flags & ~Self.conflict }

    /// Whether exports disagree about its values.
    package var hasConflict: Bool {
        get { flags & Self.conflict != 0 }
        set { flags = newValue ? flags | Self.conflict : power }
    }

    /// The identity of a run within its device: the task and the time, to the millisecond.
    package var key: RunKey { RunKey(at: at, task: task) }

    /// The time at which it counts: no later than the first export that lists it, whatever its clock said.
    package var countsAt: Instant { firstExported < at ? firstExported : at }

    /// A hash of its values; of the task only whether there is one, since task numbers differ between stores.
    /// Multiplied so that each digit affects the upper half (Knuth, *The Art of Computer Programming*, section 6.4).
    var digest: UInt64 {
        let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
        let value = UInt64(outcome.rawValue) << 32 | UInt64(power) << 24 | UInt64(UInt16(bitPattern: bucketCode)) << 4
        let mixed = UInt64(bitPattern: at.milliseconds) &* golden ^ UInt64(bitPattern: scheduled)
        return (mixed ^ mixed >> 29) &* golden ^ (value | (task == .none ? 0 : 1)) &* golden
    }

    mutating func setExported(at moment: Instant) {
        firstExported = moment
        lastExported = moment
    }

    /// Merges what is known of the same run. A join: order, grouping and repetition change nothing.
    ///
    /// The result has the earlier first export, the later last export, and the values of the latter. If both were last
    /// exported at the same time, the values decide (``takesPrecedence(over:)``).
    ///
    /// - Returns: whether this changed anything.
    mutating func join(_ other: Run) -> Bool {
        let before = self
        let isSame = hasSameValues(as: other)
        if !isSame,
            other.lastExported == lastExported ? other.takesPrecedence(over: self) : other.lastExported > lastExported
        {
            self = other
        }
        hasConflict = before.hasConflict || other.hasConflict || !isSame
        firstExported = before.firstExported < other.firstExported ? before.firstExported : other.firstExported
        lastExported = before.lastExported > other.lastExported ? before.lastExported : other.lastExported
        return firstExported != before.firstExported || lastExported != before.lastExported
            || hasConflict != before.hasConflict
            || !hasSameValues(as: before)
    }

    /// Whether both give the run the same values.
    package func hasSameValues(as other: Run) -> Bool {
        outcome == other.outcome && scheduled == other.scheduled && bucketCode == other.bucketCode
            && power == other.power
    }

    /// Whether these values are used rather than others that were exported at the same time.
    ///
    /// In this order: not successful, then unknown, then successful; then the smaller bucket; then low power; then, so
    /// that no tie is left, the outcome's code and the earlier schedule.
    package func takesPrecedence(over other: Run) -> Bool {
        precedence < other.precedence
    }

    private var precedence: (Int, Int16, UInt8, UInt8, Int64) {
        let success =
            switch outcome.isSuccess {
            case false: 0
            case nil: 1
            case true: 2
            }
        let schedule = scheduled == Self.noTime ? Int64.max : scheduled
        return (success, bucketCode, power, outcome.rawValue, schedule)
    }
}

/// The identity of a run within one device.
package struct RunKey: Hashable, Comparable, Sendable {
    package var at: Instant
    package var task: TaskID

    package init(at: Instant, task: TaskID) {
        self.at = at
        self.task = task
    }

    package static func < (a: RunKey, b: RunKey) -> Bool {
        a.at != b.at ? a.at < b.at : a.task < b.task
    }
}

/// A task's number in one store, which maps it to the task's name.
package struct TaskID: RawRepresentable, Hashable, Comparable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The task of an app that names none.
    package static let none = TaskID(rawValue: 0)

    package static func < (a: TaskID, b: TaskID) -> Bool { a.rawValue < b.rawValue }
}
