/// The recorded history, and how each call changes it.
struct History: Equatable {
    static let currentVersion = 1

    /// The number of the next run. Numbers are never reused, so that a run can be found by its own.
    var nextNumber: Int64 = 1
    /// In the order of recording, which differs from that of their times if a clock was set.
    var entries: [Entry] = []
    /// The last request of each task, in the order of recording.
    var scheduled: [Request] = []
    /// Successes among the runs no longer kept, in the order of recording: without them a device whose last runs all
    /// failed would look as if it had never succeeded.
    var earlierSuccesses: [Entry] = []
    var lastSubmitFailure: Failure?

    struct Entry: Equatable {
        var number: Int64 = 0
        var at: Moment
        var scheduledAt: Moment?
        var endedAt: Moment?
        var lowPower: Bool?
        var bucket: Int16?
        var outcome: Outcome?
        /// The process of an open run.
        var process: ProcessIdentity?
        var task: String?
        var reason: String?
    }

    /// The outcomes by their names in exports.
    enum Outcome: String, Encodable {
        case success, failed, expired, retry, skipped, killed

        init(_ outcome: RunOutcome) {
            self =
                switch outcome {
                case .success: .success
                case .failed: .failed
                case .expired: .expired
                case .retry: .retry
                case .skipped: .skipped
                }
        }
    }

    struct Request: Equatable {
        var task: String?
        var at: Moment
        /// Whether no run has begun since.
        var isWaiting: Bool
    }

    struct Failure: Equatable {
        var at: Moment
        var code: Int
        var domain: String
    }

    /// An open run of another process is closed after this many milliseconds, even if that process may still be alive.
    private static let longestRun: Int64 = 24 * 3_600_000
    /// A time at most this many milliseconds after another still counts as before it, as in the definitions of
    /// `freshness`.
    private static let clockTolerance: Int64 = 5 * 60_000
    /// More than one, so that a clock that ran ahead for a while does not hide the successes before it.
    private static let maxEarlierSuccesses = 10
    /// An app has a few tasks; names that are generated anew each time must not fill the file.
    private static let maxTasks = 100

    // MARK: Changes

    mutating func markScheduled(_ task: String?, at moment: Moment) {
        scheduled.removeAll { $0.task == task }
        scheduled.append(Request(task: task, at: moment, isWaiting: true))
        if scheduled.count > Self.maxTasks { scheduled.removeFirst() }
    }

    /// Adds a run, linked to the request waiting for it, and returns its number.
    @discardableResult mutating func add(_ entry: Entry, capacity: Int) -> Int64 {
        var entry = entry
        entry.number = nextNumber
        nextNumber += 1
        if let request = scheduled.firstIndex(where: { $0.task == entry.task && $0.isWaiting }) {
            entry.scheduledAt = scheduled[request].at
            scheduled[request].isWaiting = false
        }
        entries.append(entry)
        drop(entries.count - capacity)
        return entry.number
    }

    private mutating func drop(_ surplus: Int) {
        guard surplus > 0 else { return }
        earlierSuccesses += entries.prefix(surplus).filter { $0.outcome == .success }
        entries.removeFirst(surplus)
        while earlierSuccesses.count > Self.maxEarlierSuccesses {
            // Prefer a task that also has later ones.
            let index = earlierSuccesses.indices.first { index in
                earlierSuccesses[(index + 1)...].contains { $0.task == earlierSuccesses[index].task }
            }
            earlierSuccesses.remove(at: index ?? 0)
        }
    }

    mutating func finish(
        _ run: StartedRun, of process: ProcessIdentity, _ outcome: Outcome, reason: String?, at moment: Moment
    ) {
        // Numbers restart after a damaged file was set aside, so the time and the process must match too.
        let isRun = { (entry: Entry) in
            entry.number == run.number && entry.at == run.at && entry.process == process
        }
        guard let index = entries.lastIndex(where: isRun) else { return }
        entries[index].outcome = outcome
        entries[index].reason = reason
        entries[index].endedAt = moment
        entries[index].process = nil
    }

    /// Closes runs left open by other processes that have ended, or begun over 24 h ago. Returns how many.
    @discardableResult mutating func closeAbandoned(by process: ProcessIdentity, at moment: Moment) -> Int {
        closeAll { entry, owner in
            owner != process && (owner.isGone || moment - entry.at > Self.longestRun)
        }
    }

    /// Closes the runs of a task that this process left open.
    mutating func closeUnfinished(_ task: String?, of process: ProcessIdentity) {
        _ = closeAll { entry, owner in owner == process && entry.task == task }
    }

    private mutating func closeAll(where isOver: (Entry, ProcessIdentity) -> Bool) -> Int {
        var closed = 0
        for index in entries.indices {
            guard let owner = entries[index].process, isOver(entries[index], owner) else { continue }
            entries[index].outcome = .killed
            entries[index].process = nil
            closed += 1
        }
        return closed
    }

    // MARK: Queries

    /// The last success at or before a moment.
    func lastSuccess(knownAt moment: Moment) -> Moment? {
        (entries + earlierSuccesses).filter { $0.outcome == .success && $0.at - moment <= Self.clockTolerance }
            .map(\.at).max()
    }

    /// The runs in an export made at a moment: those that are kept, and for each task without a success among them its
    /// last one before, if any.
    func exported(at moment: Moment) -> [Entry] {
        func counts(_ entry: Entry) -> Bool { entry.outcome == .success && entry.at - moment <= Self.clockTolerance }
        let succeeded = entries.filter(counts)
        let missing = earlierSuccesses.filter { earlier in
            counts(earlier) && !succeeded.contains { $0.task == earlier.task }
        }
        let last = missing.filter { entry in !missing.contains { $0.task == entry.task && $0.at > entry.at } }
        return last + entries
    }
}
