import CSimdjson
package import Records

/// Parses the text of one export. One parser is used for a whole run, to reuse its buffers.
final class ExportParser {
    private let reader: OpaquePointer
    var platforms: NameCache<PlatformID>
    var versions: NameCache<VersionID>
    var arms: NameCache<ArmID>
    /// Reads the entries; at an address that C can use.
    let history: UnsafeMutablePointer<EntryReader>
    private var listener: fj_listener

    /// The position of the export, for refusals: `device 17`.
    var position = Position.line(1)
    /// The time in the export's envelope; nil without one.
    var envelopeMoment: Instant?
    /// Whether the envelope is truncated and may have given its exports' time after the cut.
    var isEnvelopeCut = false
    var ledger = Ledger()
    /// The buffer for marks, reused for each export.
    var markBytes: [UInt8] = []
    /// The app of the last export; nearly always also that of the next.
    var latestApp: [UInt8] = []
    /// The names in the current export.
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

    /// Parses an export; ``FJ_PADDING`` bytes after `text` must be readable.
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

    /// Releases the memory that a large export needed.
    func releaseMemory() {
        fj_reader_release_memory(reader)
        history.pointee.releaseMemory()
    }

    /// The time that a JSON scalar stands for.
    func time(writtenAs scalar: [UInt8]) -> TimeValue {
        withToken(writtenAs: scalar) { $0?.time ?? .unreadable(.notATime) }
    }

    /// The text of a member's name, given as written between its quotes; nil if it is not valid.
    func text(writtenAs name: [UInt8]) -> [UInt8]? {
        if !name.contains(UInt8(ascii: "\\")) { return name }
        let quote = [UInt8(ascii: "\"")]
        return withToken(writtenAs: quote + name + quote) { token in token.map { Array($0.bytes) } }
    }

    /// Parses one scalar as the field of an object of its own.
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

/// The numbers for the names of tasks, platforms, versions and arms; shared by all readers.
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

/// What is known of a file from outside; used where its exports leave something out.
package struct FileContext: Sendable {
    /// The last moment of the day in the file's name; nil if there is none.
    package var nameMoment: Instant?

    package init(nameMoment: Instant? = nil) {
        self.nameMoment = nameMoment
    }
}
