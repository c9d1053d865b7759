import Ingest
import Records
import Store

/// Reads one file after another, compressed or not, and hashes each while parsing it.
final class FileReading {
    private let reader: ExportFileReader
    private let isStopped: @Sendable () -> Bool
    /// Exports not delivered yet, so that the lock is not taken for each.
    private var batch: [DeviceExport] = []

    private var batchRuns = 0
    /// A buffer for bytes that are only hashed.
    private let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

    private static let batchSize = 64
    private static let maxBatchRuns = 10_000
    /// Files up to this size are read into memory at once.
    private static let smallFile: Int64 = 512 << 10

    /// What was read from a file.
    struct Read {
        /// Nil if the file could not be read to its end.
        var hash: ContentHash?
        var ledger = Ledger()
        /// Why not.
        var failure: ReadFailure?
    }

    /// - Parameters:
    ///   - largeExports: shared by all readers.
    ///   - isStopped: whether the rest of a file is no longer wanted.
    init(names: Names, largeExports: LargeExports, isStopped: @escaping @Sendable () -> Bool) throws {
        reader = try ExportFileReader(names: names, largeExports: largeExports)
        self.isStopped = isStopped
    }

    deinit { piece.deallocate() }

    /// - Parameters:
    ///   - deliver: called with exports as they are read.
    ///   - reach: called with the share of the file that was parsed; may wait for other readers.
    func read(
        _ file: ListedFile, nameMoment: Instant?, deliver: ([DeviceExport]) -> Void, reach: (_ share: Double) -> Void
    ) -> Read {
        var read = Read()
        if let refusal = file.refusal {
            read.failure = ReadFailure(refusal)
            return read
        }
        do throws(ReadFailure) {
            let opened = try open(file)
            if let fault = opened.fault {
                read.ledger.noteRefusal(fault.refusal, at: fault.detail)
            } else {
                let source = opened.isPacked ? try opened.again() : opened.hashing
                read.ledger = reader.read(
                    FileContext(nameMoment: nameMoment), from: source, again: opened.again,
                    deliver: { export in
                        batch.append(export)
                        batchRuns += export.runs.count
                        guard batch.count == Self.batchSize || batchRuns > Self.maxBatchRuns else { return }
                        flush(deliver)
                        // While this reader has the turn for large exports, others may wait for it and would never move
                        // on.
                        if !reader.hasTurn { reach(share(of: file)) }
                    })
            }
            flush(deliver)
            if let failure = sources.lazy.compactMap(\.failure).first { throw failure }
            // The hash covers the whole file, including what was not parsed.
            try drain(opened.hashing)
            read.hash = opened.hashing.hash
        } catch {
            read.failure = error
        }
        sources = []
        (batch, batchRuns) = ([], 0)
        return read
    }

    /// An opened file.
    private struct Opened {
        /// Hashes its bytes as they are read.
        var hashing: HashingSource
        /// Whether it is compressed: then it was already read to its end, and is read again.
        var isPacked = false
        /// What is wrong with a compressed file.
        var fault: ReadFailure?
        /// Opens the bytes to parse, from the start.
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
        guard isPacked else { return Opened(hashing: hashing, again: again) }
        // A compressed file is checked to its end before anything in it is used, and then opened again.
        parsed = 1
        var opened = Opened(
            hashing: hashing, isPacked: true, again: { () throws(ReadFailure) in try GzipSource(again()) })
        do throws(ReadFailure) {
            try drain(try GzipSource(hashing))
        } catch {
            if error.refusal == .unreadable { throw error }
            opened.fault = error
        }
        return opened
    }

    /// The sources open for the current file, and the one being parsed.
    private var sources: [FileSource] = []
    private var parsed = 0

    /// The share of a file that was parsed; a small one is in memory at once.
    private func share(of file: ListedFile) -> Double {
        parsed < sources.count ? Double(sources[parsed].bytesRead) / Double(max(1, file.facts.size)) : 0
    }

    private func flush(_ deliver: ([DeviceExport]) -> Void) {
        if !batch.isEmpty { deliver(batch) }
        batch.removeAll(keepingCapacity: true)
        batchRuns = 0
    }

    /// Reads a source to its end.
    private func drain(_ source: any ByteSource) throws(ReadFailure) {
        while try source.read(into: piece) > 0 {}
    }
}
