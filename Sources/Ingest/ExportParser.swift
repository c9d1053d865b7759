import CSimdjson
package import Records

/// Reads one export's text into what it says. One parser serves a whole run: its buffers are used again.
final class ExportParser {
    private let reader: OpaquePointer
    private let taskNumbers: TaskNumbers
    let platformID: @Sendable ([UInt8]) -> PlatformID

    /// Where the export stands, for the places of what is refused: `device 17`.
    var position = Position.line(1)
    /// The moment that the export's envelope gives; nil where there is none.
    var envelopeMoment: Instant?
    var ledger = Ledger()
    var unknownFields = FieldNames()
    /// The entries of the export that is being read, as they came.
    var entries: [Entry] = []
    /// Which entry is being read; nil beside them.
    var entryIndex: UInt32?
    /// How many entries the history has, whatever they are.
    private(set) var entryCount: UInt32 = 0
    /// What is to be said of the export once it has been read whole; `index` is nil where it is not of one entry.
    var pending: [(remark: Remark, index: UInt32?)] = []
    /// How many times were met in each form.
    var forms = TimeForm.allCases.map { _ in 0 }

    /// An entry that could be read, and which of the history's it is.
    struct Entry {
        var run: Run
        /// Nil for the run of Android's preference pair, which is no entry.
        var index: UInt32?
    }

    init(names: Names) throws(ReadFailure) {
        guard let reader = fj_reader_create() else { throw ReadFailure(.noMemory) }
        self.reader = reader
        taskNumbers = TaskNumbers(names.task)
        platformID = names.platform
    }

    deinit { fj_reader_destroy(reader) }

    /// Reads the export whose text is `text`; ``FJ_PADDING`` bytes behind it can be read.
    func read(_ text: UnsafeBufferPointer<UInt8>, in file: FileContext) throws(Refusal) -> DeviceExport {
        forgetHistory()
        unknownFields.beginExport()
        var listener = fj_listener(
            context: Unmanaged.passUnretained(self).toOpaque(),
            begin_history: {
                // Where the key stands twice, the last one counts.
                ExportParser.from($0)?.forgetHistory()
            },
            entry: { context, entry in
                if let entry { ExportParser.from(context)?.take(entry.pointee) }
            },
            unknown_field: { context, ofEntry, name, length in
                let name = UnsafeBufferPointer(start: name, count: length)
                ExportParser.from(context)?.unknownFields.note(name, ofEntry: ofEntry)
            })
        var fields = fj_export()
        switch fj_read(reader, text.baseAddress, text.count, &listener, &fields) {
        case FJ_OK: entryIndex = nil
        case FJ_NOT_UTF8: throw .notUTF8
        case FJ_BAD_TEXT: throw .badText
        case FJ_TOO_DEEP: throw .tooDeep
        case FJ_NO_OBJECT: throw .noObject
        case FJ_NO_MEMORY: throw .noMemory
        default: throw .notJSON
        }
        return try finish(fields, in: file)
    }

    /// The time that a scalar of JSON stands for.
    func time(writtenAs scalar: [UInt8]) -> TimeValue {
        withToken(writtenAs: scalar) { $0?.time ?? .unreadable(.notATime) }
    }

    /// The text that a member's name stands for, given as it is written between its quotes; nil where it is none.
    func text(writtenAs name: [UInt8]) -> [UInt8]? {
        if !name.contains(UInt8(ascii: "\\")) { return name }
        let quote = [UInt8(ascii: "\"")]
        return withToken(writtenAs: quote + name + quote) { token in token.map { Array($0.bytes) } }
    }

    /// Has one scalar read as the field of an object of its own.
    private func withToken<Value>(writtenAs scalar: [UInt8], _ body: (fj_token?) -> Value) -> Value {
        let text = Array("{\"exportedAt\":".utf8) + scalar + Array("}".utf8)
        var listener = fj_listener(
            context: nil, begin_history: { _ in }, entry: { _, _ in }, unknown_field: { _, _, _, _ in })
        var fields = fj_export()
        let padded = text + [UInt8](repeating: 0, count: Int(FJ_PADDING))
        return padded.withUnsafeBufferPointer { bytes in
            let result = fj_read(reader, bytes.baseAddress, text.count, &listener, &fields)
            return body(result == FJ_OK ? fields.field.3 : nil)
        }
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ExportParser? {
        context.map { Unmanaged<ExportParser>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Forgets what the history told so far.
    func forgetHistory() {
        entries.removeAll(keepingCapacity: true)
        pending.removeAll(keepingCapacity: true)
        entryCount = 0
        for form in forms.indices { forms[form] = 0 }
        unknownFields.forgetEntries()
    }

    // MARK: Entries

    private func take(_ entry: fj_entry) {
        let index = entryCount
        entryCount += 1
        entryIndex = index
        guard UInt32(entry.kind) == FJ_OBJECT.rawValue else { return refuse(.entryKind) }
        let at: Instant
        switch entry.field.0.time {
        case .unknown: return refuse(.noTime)
        case .unreadable(let refusal): return refuse(refusal)
        case .moment(let instant, let form):
            at = instant
            forms[form.rawValue] += 1
        }
        let task: TaskID
        do {
            task = try taskNumbers.number(of: entry.field.6)
        } catch {
            return refuse(error)
        }
        let run = Run(
            at: at, task: task, outcome: outcome(of: entry),
            scheduledAt: moment(entry.field.1, "scheduledAt"),
            bucket: value(entry.field.5.bucket, "bucket"),
            lowPower: value(entry.field.4.truth, "lowPower"))
        entries.append(Entry(run: run, index: index))
    }

    private func outcome(of entry: fj_entry) -> Outcome {
        let success = value(entry.field.2.truth, "success")
        guard let outcome = value(entry.field.3.outcome, "outcome") else {
            return success.map { $0 ? .success : .notSuccessful } ?? .unknown
        }
        if let success, success != outcome.isSuccess {
            setAside("success", "it contradicts outcome")
            return .unknown
        }
        return outcome
    }

    func refuse(_ refusal: Refusal) {
        pending.append((Remark(.refused, refusal.rawValue), entryIndex))
    }

    func setAside(_ field: String, _ reason: String) {
        pending.append((Remark(.setAside, "\(field): \(reason)"), entryIndex))
    }

    func value<Value>(_ value: FieldValue<Value>, _ field: String) -> Value? {
        if case .unreadable(let reason) = value { setAside(field, reason) }
        return value.value
    }

    func moment(_ token: fj_token, _ field: String) -> Instant? {
        switch token.time {
        case .unknown: return nil
        case .unreadable(let refusal):
            setAside(field, refusal.rawValue)
            return nil
        case .moment(let instant, let form):
            forms[form.rawValue] += 1
            return instant
        }
    }
}

/// Which numbers stand for the names of tasks and platforms; shared by all who read.
package struct Names: Sendable {
    package var task: @Sendable ([UInt8]) -> TaskID
    package var platform: @Sendable ([UInt8]) -> PlatformID

    package init(
        task: @escaping @Sendable ([UInt8]) -> TaskID, platform: @escaping @Sendable ([UInt8]) -> PlatformID
    ) {
        self.task = task
        self.platform = platform
    }
}

/// What is known of a file from outside: it stands in for what its exports leave out.
package struct FileContext: Sendable {
    package var content: ContentID
    /// The last moment of the day that the file's name carries; nil where it carries none.
    package var nameMoment: Instant?

    package init(content: ContentID, nameMoment: Instant?) {
        self.content = content
        self.nameMoment = nameMoment
    }
}
