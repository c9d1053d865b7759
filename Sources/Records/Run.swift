/// One run of a background task on one device: what is known of it, and when it was told.
///
/// A fleet has millions of these, so a run packs into 40 bytes: absent values have a stand-in inside, and are optional to
/// everybody else.
package struct Run: Equatable, Sendable {
    package var at: Instant
    private var scheduled: Int64
    /// When the earliest export that told it was made.
    package private(set) var firstTold: Instant
    /// When the latest export that told it was made: its word stands.
    package private(set) var lastTold: Instant
    package var task: TaskID
    private var bucketCode: Int16
    package var outcome: Outcome
    /// Low power, and ``isContested``: a byte more would make the run 48 bytes long.
    private var flags: UInt8

    private static let lowPower: UInt8 = 0
    private static let normalPower: UInt8 = 1
    private static let unknownPower: UInt8 = 2
    private static let contested: UInt8 = 4

    private static let noTime = Int64.min
    private static let noBucket = Int16.max

    /// - Parameter told: when the first and the last export that tell it were made; the run's own time where no export
    ///   has been read to its end yet.
    package init(
        at: Instant, task: TaskID = .none, outcome: Outcome = .unknown, scheduledAt: Instant? = nil,
        bucket: Bucket? = nil, lowPower: Bool? = nil, told: ClosedRange<Instant>? = nil, isContested: Bool = false
    ) {
        self.at = at
        self.task = task
        self.outcome = outcome
        scheduled = scheduledAt?.milliseconds ?? Self.noTime
        bucketCode = bucket?.rawValue ?? Self.noBucket
        flags = lowPower.map { $0 ? Self.lowPower : Self.normalPower } ?? Self.unknownPower
        firstTold = told?.lowerBound ?? at
        lastTold = told?.upperBound ?? at
        self.isContested = isContested
    }

    /// When this run was asked for; nil where that was not recorded.
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

    private var power: UInt8 { flags & ~Self.contested }

    /// Whether it was told in more than one way.
    package var isContested: Bool {
        get { flags & Self.contested != 0 }
        set { flags = newValue ? flags | Self.contested : power }
    }

    /// What makes two entries the same run of a device: the task and the moment, to the millisecond.
    package var key: RunKey { RunKey(at: at, task: task) }

    /// When it counts. It cannot have happened later than the first export that told it, whatever its clock said.
    package var countsAt: Instant { firstTold < at ? firstTold : at }

    /// A number out of what is told of it, of its task only whether there is one: a task's number is another in another
    /// store. Multiplied so that each digit of a value changes the upper half (Knuth, *The Art of Computer Programming*,
    /// section 6.4).
    var digest: UInt64 {
        let golden: UInt64 = 0x9E37_79B9_7F4A_7C15
        let value = UInt64(outcome.rawValue) << 32 | UInt64(power) << 24 | UInt64(UInt16(bitPattern: bucketCode)) << 4
        let mixed = UInt64(bitPattern: at.milliseconds) &* golden ^ UInt64(bitPattern: scheduled)
        return (mixed ^ mixed >> 29) &* golden ^ (value | (task == .none ? 0 : 1)) &* golden
    }

    mutating func setTold(at moment: Instant) {
        firstTold = moment
        lastTold = moment
    }

    /// Takes in what else is known of the same run. A join: order, grouping and repetition change nothing.
    ///
    /// The earlier first telling, the later last one, and the value that was told last; where both were told last at one
    /// moment the value decides (``stands(over:)``).
    ///
    /// - Returns: whether that is more than was known.
    mutating func join(_ other: Run) -> Bool {
        let before = self
        let isSame = tells(sameAs: other)
        if !isSame, other.lastTold == lastTold ? other.stands(over: self) : other.lastTold > lastTold { self = other }
        isContested = before.isContested || other.isContested || !isSame
        firstTold = before.firstTold < other.firstTold ? before.firstTold : other.firstTold
        lastTold = before.lastTold > other.lastTold ? before.lastTold : other.lastTold
        return firstTold != before.firstTold || lastTold != before.lastTold || isContested != before.isContested
            || !tells(sameAs: before)
    }

    /// Whether the two say the same of one run.
    package func tells(sameAs other: Run) -> Bool {
        outcome == other.outcome && scheduled == other.scheduled && bucketCode == other.bucketCode
            && power == other.power
    }

    /// Of two tellings exported at the same moment, whether this one stands.
    ///
    /// The value decides and not the order: not successful, then unknown, then successful; then the smaller bucket;
    /// then low power; then, so that no pair is left open, the outcome's code and the earlier schedule.
    package func stands(over other: Run) -> Bool {
        rank < other.rank
    }

    private var rank: (Int, Int16, UInt8, UInt8, Int64) {
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

/// A task's number in one store; the store keeps which name it stands for.
package struct TaskID: RawRepresentable, Hashable, Comparable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The task of an app that names none.
    package static let none = TaskID(rawValue: 0)

    package static func < (a: TaskID, b: TaskID) -> Bool { a.rawValue < b.rawValue }
}
