import CSimdjson
import Records

/// Reads the entries of one export, of which there are millions in a night.
///
/// A struct behind a pointer, so that its uses cost no reference counting; its buffers are reused for the next export.
struct EntryReader {
    private var tasks: NameCache<TaskID>
    /// The runs read, and the index of each one's entry in the history; -1 for one that is not an entry.
    var runs: [Run] = []
    var indices: [Int32] = []
    /// The times of refused entries; `.latest` for one that cannot be read.
    private(set) var refusedTimes: [Instant] = []
    /// Whether the runs came sorted by key, without duplicates.
    var areInOrder = true
    /// How many entries the history has, whether used or not.
    private(set) var count: Int32 = 0
    /// The index of the current entry; nil between entries.
    private var index: Int32?
    var pending = PendingRemarks()
    /// The number of times read in each form.
    var forms = TimeForm.allCases.map { _ in 0 }
    var unknownFields = FieldNames()

    /// An export with more entries is refused.
    private static let maxEntries = 2_000_000

    init(_ tasks: NameCache<TaskID>) {
        self.tasks = tasks
    }

    /// Prepares for the next export.
    mutating func beginExport() {
        forgetHistory()
        unknownFields.beginExport()
    }

    /// Discards the history read so far: if the key is repeated, the last one counts.
    mutating func forgetHistory() {
        runs.removeAll(keepingCapacity: true)
        indices.removeAll(keepingCapacity: true)
        refusedTimes.removeAll(keepingCapacity: true)
        pending.removeAll()
        areInOrder = true
        count = 0
        index = nil
        for form in forms.indices { forms[form] = 0 }
        unknownFields.forgetEntries()
    }

    /// Called after the history: what follows concerns the export itself.
    mutating func endHistory() {
        index = nil
    }

    /// Releases the memory that a large export needed.
    mutating func releaseMemory() {
        (runs, indices, refusedTimes) = ([], [], [])
    }

    /// Reads an entry; false if there are too many.
    mutating func take(_ entry: UnsafePointer<fj_entry>) -> Bool {
        if count == Self.maxEntries { return false }
        index = count
        count += 1
        read(entry)
        return true
    }

    private mutating func read(_ entry: UnsafePointer<fj_entry>) {
        guard UInt32(entry.pointee.kind) == FJ_OBJECT.rawValue else { return refuse(.entryNotAnObject) }
        let at: Instant
        switch entry.pointee.field.0.time {
        case .unknown: return refuse(.noTime)
        case .unreadable(let refusal): return refuse(refusal)
        case .moment(let instant, let form):
            at = instant
            forms[form.rawValue] += 1
        }
        let task: TaskID
        let outcome: Outcome
        do {
            task = try self.task(entry.pointee.field.6)
            outcome = try self.outcome(of: entry)
        } catch {
            return refuse(error, at: at)
        }
        let run = Run(
            at: at, task: task, outcome: outcome, scheduledAt: moment(entry.pointee.field.1, "scheduledAt"),
            bucket: value(entry.pointee.field.5.bucket, "bucket"),
            lowPower: value(entry.pointee.field.4.boolean, "lowPower"))
        add(run, index: index ?? -1)
    }

    private mutating func task(_ token: fj_token) throws(Refusal) -> TaskID {
        if token.isMissing { return .none }
        guard token.is(FJ_TEXT) else { throw .taskNotText }
        if token.length > fj_token.longestName { throw .taskTooLong }
        return tasks.number(of: token.bytes)
    }

    mutating func add(_ run: Run, index: Int32) {
        if let last = runs.last, last.key >= run.key { areInOrder = false }
        runs.append(run)
        indices.append(index)
    }

    private mutating func outcome(of entry: UnsafePointer<fj_entry>) throws(Refusal) -> Outcome {
        let success = value(entry.pointee.field.2.boolean, "success")
        guard let outcome = try entry.pointee.field.3.outcome() else {
            return success.map { $0 ? .success : .notSuccessful } ?? .unknown
        }
        if let success, success != outcome.isSuccess {
            ignore("success", .contradictsOutcome)
            return .unknown
        }
        return outcome
    }

    // MARK: What is to be said

    /// - Parameter at: the time of the entry; `.latest` if that cannot be read, so that it may be any.
    mutating func refuse(_ refusal: Refusal, at: Instant = .latest) {
        refuse(refusal, at: at, index: index)
    }

    mutating func refuse(_ refusal: Refusal, at: Instant, index: Int32?) {
        pending.add(.refused, refusal, index: index)
        refusedTimes.append(at)
    }

    mutating func ignore(_ field: String, _ refusal: Refusal) {
        pending.add(.ignoredValue, refusal, of: field, index: index)
    }

    mutating func value<Value>(_ value: FieldValue<Value>, _ field: String) -> Value? {
        if case .unreadable(let refusal) = value { ignore(field, refusal) }
        return value.value
    }

    mutating func moment(_ token: fj_token, _ field: String) -> Instant? {
        switch token.time {
        case .unknown: return nil
        case .unreadable(let refusal):
            ignore(field, refusal)
            return nil
        case .moment(let instant, let form):
            forms[form.rawValue] += 1
            return instant
        }
    }
}
