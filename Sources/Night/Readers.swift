import Foundation
import Ingest
import Records
import Stats
import Store

extension ListedFile {
    /// The date in the file's name.
    var nameDate: FileNameDate? { FileNameDate(in: name) }

    /// The last millisecond of that day in a time zone.
    func nameMoment(in zone: TimeZone) -> Instant? {
        guard let date = nameDate,
            let moment = Instant.lastOf(year: date.year, month: date.month, day: date.day, in: zone),
            moment >= .earliest, moment <= .latest
        else { return nil }
        return moment
    }
}

extension FileNameDate {
    /// `2026-09-24`.
    var text: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }
}

/// The threads that read files, and what they share.
final class Readers: @unchecked Sendable {
    private let names: Names
    private let zone: TimeZone
    private let progress: @Sendable (Intake.Progress) -> Void
    private let lockstep: ReadLockstep
    private let writer: StoreWriter
    private let ledger: FileLedger
    private let files: Int
    private let bytesToRead: Double
    private let largeExports = LargeExports()

    private let lock = NSLock()
    private var rest: ArraySlice<ListedFile>
    private var gathered = GatheredHistories()
    private var bytesRead = 0.0

    /// Files read in parallel, in step (``ReadLockstep``): two weeks of daily files, without much memory.
    static let most = 16

    init(
        _ files: [ListedFile], _ names: Names, _ zone: TimeZone, _ writer: StoreWriter, _ ledger: FileLedger,
        _ progress: @escaping @Sendable (Intake.Progress) -> Void
    ) {
        rest = files[...]
        self.names = names
        self.zone = zone
        self.writer = writer
        self.ledger = ledger
        self.progress = progress
        self.files = files.count
        bytesToRead = files.reduce(0) { $0 + Double($1.facts.size) }
        lockstep = ReadLockstep(largest: files.map(\.facts.size).max() ?? 0)
    }

    /// Reads files until none is left. Runs on several threads.
    func work() {
        do {
            let writer = writer
            let reading = try FileReading(
                names: names, largeExports: largeExports, isStopped: { writer.hasFailed })
            while let (number, file) = next() {
                lockstep.begin(number)
                defer { lockstep.end(number) }
                var seen = 0.0
                let read = reading.read(file, nameMoment: file.nameMoment(in: zone), deliver: gather) { share in
                    advance(by: (share - seen) * Double(file.facts.size))
                    seen = share
                    lockstep.step(number, to: share)
                }
                advance(by: (1 - seen) * Double(file.facts.size))
                let ledger = ledger
                writer.write { try ledger.note(read, of: file, in: $0) }
            }
        } catch {
            writer.fail(error)
        }
    }

    /// Writes the rest.
    func finish() {
        writer.merge(lock.withLock { gathered })
    }

    private func next() -> (number: Int, ListedFile)? {
        if writer.hasFailed { return nil }
        return lock.withLock { rest.popFirst().map { (rest.startIndex, $0) } }
    }

    private func advance(by bytes: Double) {
        lock.withLock {
            bytesRead += bytes
            progress(Intake.Progress(files: files, share: bytesRead / max(1, bytesToRead)))
        }
    }

    private func gather(_ batch: [DeviceExport]) {
        let limit = writer.gatheredLimit
        lock.withLock {
            for export in batch { gathered.add(export) }
            guard gathered.weight > limit else { return }
            // All readers wait here until the previous batch is written, so that at most two batches are in memory.
            writer.merge(gathered)
            gathered = GatheredHistories()
        }
    }
}
