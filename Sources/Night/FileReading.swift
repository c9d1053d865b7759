import Ingest
import Records

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
                return isFirst ? opened.source : try opened.again()
            } deliver: { export in
                batch.append(export)
                if batch.count == Self.batchSize { flush(opened.share(), deliver) }
            }
            flush(opened.share(), deliver)
            // What was not parsed, because it is no use, is of the content all the same.
            try Self.drain(opened.hashing)
            read.hash = opened.hashing.hash
        } catch {
            read.failure = error
        }
        batch.removeAll()
        return read
    }

    private func flush(_ share: Double, _ deliver: ([DeviceExport], _ share: Double) -> Void) {
        if !batch.isEmpty { deliver(batch, share) }
        batch.removeAll(keepingCapacity: true)
    }
}
