import Ingest
import Records
import Store

/// Reads files one after the other, packed or not, and hashes each while it is parsed.
final class FileReading {
    private let reader: ExportFileReader
    private let isStopped: @Sendable () -> Bool
    /// Exports on their way to the others, a few at a time, so that the lock is not taken for each.
    private var batch: [DeviceExport] = []

    private static let batchSize = 64
    /// A file of no more bytes is read into memory whole.
    private static let smallFile: Int64 = 512 << 10

    /// What was read of a file.
    struct Read {
        /// Nil where the file could not be read to its end.
        var hash: ContentHash?
        var ledger = Ledger()
        /// Why it could not.
        var failure: ReadFailure?
    }

    /// - Parameter isStopped: whether nobody wants the rest of a file any more.
    init(names: Names, isStopped: @escaping @Sendable () -> Bool) throws {
        reader = try ExportFileReader(names: names)
        self.isStopped = isStopped
    }

    /// - Parameter deliver: is given exports as they come, with the share of the file that is behind them.
    func read(
        _ file: ListedFile, nameMoment: Instant?, deliver: ([DeviceExport], _ share: Double) -> Void
    ) -> Read {
        var read = Read()
        if let refusal = file.refusal {
            read.failure = ReadFailure(refusal)
            return read
        }
        do throws(ReadFailure) {
            let opened = try open(file)
            var isFirst = true
            read.ledger = reader.read(FileContext(nameMoment: nameMoment)) { () throws(ReadFailure) in
                defer { isFirst = false }
                return isFirst ? try opened.first() : try opened.again()
            } deliver: { export in
                batch.append(export)
                if batch.count == Self.batchSize { flush(share(of: file), deliver) }
            }
            flush(share(of: file), deliver)
            if let failure = sources.lazy.compactMap(\.failure).first { throw failure }
            // What was not parsed, because it is no use, is of the content all the same.
            try Self.drain(opened.hashing)
            read.hash = opened.hashing.hash
        } catch {
            read.failure = error
        }
        sources = []
        batch.removeAll()
        return read
    }

    /// A file that was opened.
    private struct Opened {
        /// What hashes its bytes.
        var hashing: HashingSource
        /// The bytes to be parsed, and the same once more.
        var first: () throws(ReadFailure) -> any ByteSource
        var again: () throws(ReadFailure) -> any ByteSource
    }

    private func open(_ file: ListedFile) throws(ReadFailure) -> Opened {
        let source: any ByteSource
        let isPacked: Bool
        let again: () throws(ReadFailure) -> any ByteSource
        parsed = 0
        if file.facts.size <= Self.smallFile {
            let bytes = try FileSource.contents(of: file.path)
            (source, isPacked) = (MemorySource(bytes), bytes.withUnsafeBytes { GzipSource.isGzip($0) })
            again = { MemorySource(bytes) }
        } else {
            let onDisk = try FileSource(file.path, isStopped: isStopped)
            isPacked = try onDisk.beginning(2).withUnsafeBytes { GzipSource.isGzip($0) }
            source = onDisk
            sources = [onDisk]
            again = { () throws(ReadFailure) in
                let source = try FileSource(file.path, isStopped: self.isStopped)
                self.sources.append(source)
                return source
            }
        }
        let hashing = HashingSource(source)
        guard isPacked else { return Opened(hashing: hashing, first: { hashing }, again: again) }
        // A packed file is checked to its end before anything of it is used; then it is opened once more.
        parsed = 1
        var fault: ReadFailure?
        do throws(ReadFailure) {
            try Self.drain(try GzipSource(hashing))
        } catch {
            if error.refusal == .unreadable { throw error }
            fault = error
        }
        let unpacked = { () throws(ReadFailure) -> any ByteSource in
            if let fault { throw fault }
            return try GzipSource(again())
        }
        return Opened(hashing: hashing, first: unpacked, again: unpacked)
    }

    /// The files that are open for the one that is read, and which of them is the one that is parsed.
    private var sources: [FileSource] = []
    private var parsed = 0

    /// How much of a file is behind what was parsed; a small one is in memory at once.
    private func share(of file: ListedFile) -> Double {
        parsed < sources.count ? Double(sources[parsed].bytesRead) / Double(max(1, file.facts.size)) : 0
    }

    private func flush(_ share: Double, _ deliver: ([DeviceExport], _ share: Double) -> Void) {
        if !batch.isEmpty { deliver(batch, share) }
        batch.removeAll(keepingCapacity: true)
    }

    private static func drain(_ source: any ByteSource) throws(ReadFailure) {
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { piece.deallocate() }
        while try source.read(into: piece) > 0 {}
    }
}
