import Dispatch
import Foundation
import Ingest
import Records
import Stats
import Store

/// What the readers of an intake share. The store is used on one queue alone, beside the reading; what readers change is
/// behind a lock.
final class SharedIntake: @unchecked Sendable {
    private let names: Names
    private let zone: TimeZone
    private let progress: Progress
    private let pace: Pace
    /// The files as they stood the last time.
    private let known: [[UInt8]: StoredPath]

    // On the queue:
    private let queue = DispatchQueue(label: "writing")
    /// Not held: a thread may let go of this when the call is over, and nobody would be there any more to close the store.
    private unowned let store: Store
    private var outcome = Intake.Outcome()
    private var failure: (any Error)?

    /// Room for one more to be written while another is; readers wait for it, so that memory stays what it is.
    private let room = DispatchSemaphore(value: 1)

    // Behind the lock:
    private let lock = NSLock()
    private var hashes: [[UInt8]: [(nameDate: String?, content: ContentID)]]
    private var sizes: [Int64: Int]
    private var nextContent: ContentID
    private var jobs: ArraySlice<ListedFile>
    private var gathered = GatheredHistories()
    private var bytesRead = 0.0

    // Never changed:
    private let files: Int
    private let bytesToRead: Double

    /// What may be gathered in memory, in bytes, before it is written; measured, see `Benchmarks/README.md`.
    private static let mostGathered = 4 << 20

    init(
        store: Store, known: [[UInt8]: StoredPath], hashes: [[UInt8]: [(nameDate: String?, content: ContentID)]],
        sizes: Set<Int64>, nextContent: ContentID, jobs: [ListedFile], zone: TimeZone, progress: Progress
    ) {
        self.store = store
        self.known = known
        self.hashes = hashes
        self.nextContent = nextContent
        self.jobs = jobs[...]
        files = jobs.count
        bytesToRead = jobs.reduce(0) { $0 + Double($1.size) }
        self.zone = zone
        self.progress = progress
        pace = Pace(largest: jobs.map(\.size).max() ?? 0)
        self.sizes = Dictionary(sizes.map { ($0, 1) }) { $0 + $1 }
        for job in jobs { self.sizes[job.size, default: 0] += 1 }
        let tasks = store.tasks
        let platforms = store.platforms
        names = Names(
            task: { TaskID(rawValue: tasks.number(of: $0)) },
            platform: { PlatformID(rawValue: platforms.number(of: $0)) })
    }

    /// Sees that devices are found by their names, while the first files are read: one that is not would be taken for a
    /// new one.
    func checkDevices() {
        write { try self.store.checkDevices() }
    }

    /// Reads files until none is left. Runs on several threads at once.
    func work() {
        do {
            let reader = try FileReading(names: names)
            while let job = next() {
                let number = Int(job.content.rawValue)
                pace.begin(number)
                defer { pace.end(number) }
                var seen = 0.0
                let read = reader.read(
                    job.file, content: job.content, nameMoment: nameMoment(of: job.file),
                    mayBeKnown: job.mayBeKnown, isKnown: { self.knownContent($0, job.file) != nil },
                    deliver: { batch, share in
                        self.gather(batch)
                        self.advance(by: (share - seen) * Double(job.file.size))
                        seen = share
                        self.pace.step(number, to: share)
                    })
                advance(by: (1 - seen) * Double(job.file.size))
                settle(job.file, job.content, read)
            }
        } catch {
            write { throw error }
        }
    }

    /// Writes what is left and tells what was done.
    func finish() throws -> Intake.Outcome {
        try queue.sync {
            if let failure { throw failure }
            outcome.newRuns += try store.merge(gathered)
            try store.keepMovedContents()
            return outcome
        }
    }

    private struct Job {
        var file: ListedFile
        var content: ContentID
        /// Whether another content has its size, so that a look at its hash may save reading it.
        var mayBeKnown: Bool
    }

    private func next() -> Job? {
        lock.withLock {
            guard let file = jobs.popFirst() else { return nil }
            let job = Job(file: file, content: nextContent, mayBeKnown: sizes[file.size, default: 0] > 1)
            nextContent = ContentID(rawValue: nextContent.rawValue + 1)
            return job
        }
    }

    private func advance(by bytes: Double) {
        lock.withLock {
            bytesRead += bytes
            progress.show(files: files, share: bytesRead / max(1, bytesToRead))
        }
    }

    private func gather(_ batch: [DeviceExport]) {
        let full: GatheredHistories? = lock.withLock {
            for export in batch { gathered.add(export) }
            guard gathered.weight > Self.mostGathered else { return nil }
            defer { gathered = GatheredHistories() }
            return gathered
        }
        // Others read and gather on while this is written.
        guard let full else { return }
        room.wait()
        write { self.outcome.newRuns += try self.store.merge(full) }
        queue.async { self.room.signal() }
    }

    /// Does something with the store when its turn comes, and nothing more once something failed.
    private func write(_ work: @escaping @Sendable () throws -> Void) {
        queue.async {
            guard self.failure == nil else { return }
            do {
                try work()
            } catch {
                self.failure = error
            }
        }
    }

    // MARK: Contents

    /// The content that a file has, where it is known already: by its hash, and by the date in its name where that
    /// dates its exports.
    private func knownContent(_ hash: ContentHash, _ file: ListedFile) -> ContentID? {
        let date = nameDate(of: file)
        return lock.withLock {
            hashes[hash.bytes]?.first { $0.nameDate == nil || $0.nameDate == date }?.content
        }
    }

    private func settle(_ file: ListedFile, _ content: ContentID, _ read: FileReading.Read) {
        write { try self.settleOnQueue(file, content, read) }
    }

    private func settleOnQueue(_ file: ListedFile, _ content: ContentID, _ read: FileReading.Read) throws {
        let before = known[file.name]?.content
        let hashBefore = try before.flatMap { try store.hash(of: $0) }
        var content = content
        if let hash = read.hash, let same = knownContent(hash, file) {
            content = same
            outcome.recognised += 1
        } else {
            let isDatedByName = read.ledger.tallies[Remark(.datedByName)] != nil
            let date = isDatedByName ? nameDate(of: file) : nil
            try store.add(
                content, name: file.name, hash: read.hash?.bytes, size: file.size, nameDate: date,
                // A file that could not be read to its end before is read for the first time now.
                isChanged: hashBefore != nil && read.hash != nil && hashBefore != read.hash?.bytes, read.ledger)
            // Files that are of no use are each named, however alike they are.
            if let hash = read.hash, read.ledger.exports > 0 {
                lock.withLock { hashes[hash.bytes, default: []].append((date, content)) }
            }
            outcome.read.append((file.name, read.ledger.withoutMoments))
        }
        // A file that could not be read to its end is tried again the next time.
        let modified = read.hash == nil ? -1 : file.modified
        try store.setPath(file.name, StoredPath(size: file.size, modified: modified, content: content))
        // What it held before is not untrue because it cannot be read now.
        if let before, before != content, read.hash != nil { try store.replace(before) }
    }

    private func nameDate(of file: ListedFile) -> String? {
        FileNameDate(in: file.name).map { "\(padded($0.year, 4))-\(padded($0.month, 2))-\(padded($0.day, 2))" }
    }

    /// The last millisecond of the day in a file's name, by the clocks of the zone.
    private func nameMoment(of file: ListedFile) -> Instant? {
        guard let date = FileNameDate(in: file.name),
            let moment = Instant.lastOf(year: date.year, month: date.month, day: date.day, in: zone),
            moment >= .earliest, moment <= .latest
        else { return nil }
        return moment
    }
}
