import CSimdjson
package import Records

/// Reads one export's text into what it says. One parser serves a whole run: its buffers are used again.
final class ExportParser {
    private let reader: OpaquePointer
    var platforms: NameCache<PlatformID>
    var versions: NameCache<VersionID>
    var arms: NameCache<ArmID>
    /// What reads the entries, at a place where C can find it.
    let history: UnsafeMutablePointer<EntryReader>
    private var listener: fj_listener

    /// Where the export stands, for the places of what is refused: `device 17`.
    var position = Position.line(1)
    /// The moment that the export's envelope gives; nil where there is none.
    var envelopeMoment: Instant?
    /// Whether the envelope may say when its exports were made behind the place where it is cut.
    var isEnvelopeCut = false
    var ledger = Ledger()
    /// What marks are made of, used again for each export.
    var markBytes: [UInt8] = []
    /// The app that was met last; nearly always it is the next one's too.
    var latestApp: [UInt8] = []
    /// The words of the export at hand.
    var words = ExportWords()

    init(names: Names) throws(ReadFailure) {
        guard let reader = fj_reader_create() else { throw ReadFailure(.outOfMemory) }
        self.reader = reader
        platforms = NameCache(names.platform)
        versions = NameCache(names.version)
        arms = NameCache(names.arm)
        history = .allocate(capacity: 1)
        history.initialize(to: EntryReader(NameCache(names.task)))
        listener = fj_listener(
            context: history,
            begin_history: { EntryReader.at($0)?.pointee.forgetHistory() },
            entry: { context, entry in
                guard let entry, let reader = EntryReader.at(context) else { return false }
                return reader.pointee.take(entry)
            },
            unknown_field: { context, ofEntry, name, length in
                let name = UnsafeBufferPointer(start: name, count: length)
                EntryReader.at(context)?.pointee.unknownFields.note(name, ofEntry: ofEntry)
            })
    }

    deinit {
        fj_reader_destroy(reader)
        history.deinitialize(count: 1)
        history.deallocate()
    }

    /// Reads the export whose text is `text`; ``FJ_PADDING`` bytes behind it can be read.
    func read(_ text: UnsafeBufferPointer<UInt8>, in file: FileContext) throws(ExportRefusal) -> DeviceExport {
        history.pointee.beginExport()
        var fields = fj_export()
        switch fj_read(reader, text.baseAddress, text.count, &listener, &fields) {
        case FJ_OK: history.pointee.endHistory()
        case FJ_NOT_UTF8: throw ExportRefusal(.notUTF8)
        case FJ_BAD_TEXT: throw ExportRefusal(.invalidEscape)
        case FJ_TOO_DEEP: throw ExportRefusal(.tooDeep)
        case FJ_NO_OBJECT: throw ExportRefusal(.notAnObject)
        case FJ_NO_MEMORY: throw ExportRefusal(.outOfMemory)
        case FJ_STOPPED: throw ExportRefusal(.tooManyEntries)
        default: throw ExportRefusal(.notJSON)
        }
        do {
            return try finish(fields, in: file)
        } catch {
            noteDevice(of: fields, in: file, refusedFor: error)
            throw error
        }
    }

    /// Gives back what a large export took.
    func giveBack() {
        fj_reader_give_back(reader)
        history.pointee.giveBack()
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
            context: nil, begin_history: { _ in }, entry: { _, _ in true }, unknown_field: { _, _, _, _ in })
        var fields = fj_export()
        let padded = text + [UInt8](repeating: 0, count: Int(FJ_PADDING))
        return padded.withUnsafeBufferPointer { bytes in
            let result = fj_read(reader, bytes.baseAddress, text.count, &listener, &fields)
            return body(result == FJ_OK ? fields.field.3 : nil)
        }
    }
}

extension EntryReader {
    fileprivate static func at(_ context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<EntryReader>? {
        context?.assumingMemoryBound(to: EntryReader.self)
    }
}

/// Which numbers stand for the names of tasks, platforms, versions and arms; shared by all who read.
package struct Names: Sendable {
    package var task: @Sendable ([UInt8]) -> TaskID
    package var platform: @Sendable ([UInt8]) -> PlatformID
    package var version: @Sendable ([UInt8]) -> VersionID
    package var arm: @Sendable ([UInt8]) -> ArmID

    package init(
        task: @escaping @Sendable ([UInt8]) -> TaskID, platform: @escaping @Sendable ([UInt8]) -> PlatformID,
        version: @escaping @Sendable ([UInt8]) -> VersionID, arm: @escaping @Sendable ([UInt8]) -> ArmID
    ) {
        self.task = task
        self.platform = platform
        self.version = version
        self.arm = arm
    }
}

/// What is known of a file from outside: it stands in for what its exports leave out.
package struct FileContext: Sendable {
    /// The last moment of the day that the file's name carries; nil where it carries none.
    package var nameMoment: Instant?

    package init(nameMoment: Instant? = nil) {
        self.nameMoment = nameMoment
    }
}
