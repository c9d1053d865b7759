/// What is kept on disk, and what each call makes of it.
struct History: Equatable {
    static let currentVersion = 1

    /// The number of the next run. Numbers are given once, so that a run can be found by its own.
    var nextNumber: Int64 = 1
    /// In the order in which they were recorded, which is not that of their times where a clock was set.
    var entries: [Entry] = []
    /// The last request of each task, in the order in which they were recorded.
    var scheduled: [Request] = []
    /// Successes among the runs that are no longer kept, in the order in which they were recorded: without them a device
    /// whose last runs all failed would look as if it had never succeeded.
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
        /// Whose run it is, as long as it is open.
        var process: ProcessIdentity?
        var task: String?
        var reason: String?
    }

    /// The words that exports have for outcomes.
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

    /// A run that another process has open is given up after so many milliseconds, whether or not that process can be seen
    /// to have ended.
    private static let longestRun: Int64 = 24 * 3_600_000
    /// What lies this many milliseconds after another time still counts as before it, as in the definitions of `freshness`.
    private static let clockTolerance: Int64 = 5 * 60_000
    /// A clock that runs ahead for a while, and then does not, must not hide the successes before it.
    private static let mostEarlierSuccesses = 10
    /// An app has a few tasks; names that are made up anew each time must not fill the file.
    private static let mostTasks = 100

    // MARK: What calls do

    mutating func markScheduled(_ task: String?, at moment: Moment) {
        scheduled.removeAll { $0.task == task }
        scheduled.append(Request(task: task, at: moment, isWaiting: true))
        if scheduled.count > Self.mostTasks { scheduled.removeFirst() }
    }

    /// Adds a run, with the request that waited for it, and returns its number.
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
        while earlierSuccesses.count > Self.mostEarlierSuccesses {
            // Of a task that has later ones too, where there is such a task.
            let place = earlierSuccesses.indices.first { place in
                earlierSuccesses[(place + 1)...].contains { $0.task == earlierSuccesses[place].task }
            }
            earlierSuccesses.remove(at: place ?? 0)
        }
    }

    mutating func finish(
        _ run: StartedRun, of process: ProcessIdentity, _ outcome: Outcome, reason: String?, at moment: Moment
    ) {
        // Numbers begin anew where a damaged file was set aside: hence the time and the process.
        let isRun = { (entry: Entry) in
            entry.number == run.number && entry.at == run.at && entry.process == process
        }
        guard let place = entries.lastIndex(where: isRun) else { return }
        entries[place].outcome = outcome
        entries[place].reason = reason
        entries[place].endedAt = moment
        entries[place].process = nil
    }

    /// Closes what other processes left open that are gone, or that began it over 24 h ago. Returns how many runs that were.
    @discardableResult mutating func closeAbandoned(by process: ProcessIdentity, at moment: Moment) -> Int {
        closeAll { entry, owner in
            owner != process && (owner.isGone || moment - entry.at > Self.longestRun)
        }
    }

    /// Closes what this process left open of a task.
    mutating func closeUnfinished(_ task: String?, of process: ProcessIdentity) {
        _ = closeAll { entry, owner in owner == process && entry.task == task }
    }

    private mutating func closeAll(where isOver: (Entry, ProcessIdentity) -> Bool) -> Int {
        var closed = 0
        for place in entries.indices {
            guard let owner = entries[place].process, isOver(entries[place], owner) else { continue }
            entries[place].outcome = .killed
            entries[place].process = nil
            closed += 1
        }
        return closed
    }

    // MARK: What is asked

    /// The last success at or before a moment.
    func lastSuccess(knownAt moment: Moment) -> Moment? {
        (entries + earlierSuccesses).filter { $0.outcome == .success && $0.at - moment <= Self.clockTolerance }
            .map(\.at).max()
    }

    /// What is exported at a moment: the runs that are kept, and of each task that has no success among them the last one
    /// before, if any.
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
