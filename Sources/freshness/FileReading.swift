import Ingest
import Records

/// Reads files one after the other, packed or not, and knows each content by its hash.
final class FileReading {
    private let reader: ExportFileReader
    /// Exports on their way to the others, a few at a time, so that the lock is not taken for each.
    private var batch: [DeviceExport] = []

    /// The file that is being read, and its size; a small one is in memory and has no source.
    private var source: FileSource?
    private var size: Int64 = 0

    private static let batchSize = 64
    /// A file of no more bytes is read into memory whole, and recognised before it is taken apart.
    private static let smallFile: Int64 = 512 << 10

    /// What was read of a file.
    struct Read {
        /// Nil where the file could not be read to its end.
        var hash: ContentHash?
        var ledger = Ledger()
    }

    init(names: Names) throws {
        reader = try ExportFileReader(names: names)
    }

    /// - Parameters:
    ///   - mayBeKnown: whether it is worth a look at the hash before the file is taken apart.
    ///   - isKnown: whether a content of this hash has been read before.
    func read(
        _ file: ListedFile, content: ContentID, nameMoment: Instant?, mayBeKnown: Bool,
        isKnown: (ContentHash) -> Bool, deliver: ([DeviceExport], _ share: Double) -> Void
    ) -> Read {
        var read = Read()
        if let refusal = file.refusal {
            read.ledger.note(Remark(.refused, refusal.rawValue))
            return read
        }
        (source, size) = (nil, file.size)
        defer { source = nil }
        let context = FileContext(content: content, nameMoment: nameMoment)
        do throws(ReadFailure) {
            let open = try opening(of: file, mayBeKnown, isKnown, &read)
            guard let open else { return read }
            var hashing: HashingSource?
            read.ledger = reader.read(context) { () throws(ReadFailure) in
                let source = try open()
                hashing = hashing ?? source as? HashingSource
                return source
            } deliver: { export in
                batch.append(export)
                if batch.count == Self.batchSize { flush(deliver) }
            }
            if read.hash == nil, let hashing, hashing.isAtEnd { read.hash = hashing.hash }
        } catch {
            read.ledger.note(Remark(.refused, error.refusal.rawValue), at: error.detail)
        }
        flush(deliver)
        return read
    }

    private func flush(_ deliver: ([DeviceExport], _ share: Double) -> Void) {
        if !batch.isEmpty { deliver(batch, source.map { Double($0.bytesRead) / Double(max(1, size)) } ?? 0) }
        batch.removeAll(keepingCapacity: true)
    }

    /// How the file is opened for taking apart; nil where its content is known and need not be.
    private func opening(
        of file: ListedFile, _ mayBeKnown: Bool, _ isKnown: (ContentHash) -> Bool, _ read: inout Read
    ) throws(ReadFailure) -> ExportFileReader.Opening? {
        if file.size <= Self.smallFile {
            let bytes = try FileSource.contents(of: file.path)
            read.hash = ContentHash(of: bytes)
            if let hash = read.hash, isKnown(hash) { return nil }
            guard bytes.withUnsafeBytes({ GzipSource.isGzip($0) }) else { return { MemorySource(bytes) } }
            try drain(try GzipSource(MemorySource(bytes)))
            return { () throws(ReadFailure) in try GzipSource(MemorySource(bytes)) }
        }
        let path = file.path
        let isPacked = try isGzip(path)
        if isPacked || mayBeKnown {
            let hashing = HashingSource(try FileSource(path))
            // A packed file is checked to its end before anything of it is used.
            do throws(ReadFailure) {
                try drain(isPacked ? try GzipSource(hashing) : hashing)
            } catch {
                if error.refusal != .unreadable { try drain(hashing) }
                read.hash = hashing.isAtEnd ? hashing.hash : nil
                throw error
            }
            read.hash = hashing.hash
            if isKnown(hashing.hash) { return nil }
            if isPacked { return { () throws(ReadFailure) in try GzipSource(self.begin(path)) } }
        }
        return { () throws(ReadFailure) in HashingSource(try self.begin(path)) }
    }

    private func begin(_ path: FilePath) throws(ReadFailure) -> FileSource {
        let source = try FileSource(path)
        self.source = source
        return source
    }

    private func isGzip(_ path: FilePath) throws(ReadFailure) -> Bool {
        let source = try FileSource(path)
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 2, alignment: 1)
        defer { bytes.deallocate() }
        let count = try source.read(into: bytes)
        return GzipSource.isGzip(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    }

    private func drain(_ source: any ByteSource) throws(ReadFailure) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { piece.deallocate() }
        while try source.read(into: piece) > 0 {}
    }
}
