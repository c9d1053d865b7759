import Foundation
import Ingest
import Records
import Stats
import Store

/// Reads the files of the folder that were not read before into the store.
///
/// Files are read side by side; what they tell is gathered in memory, device by device, and written when it has grown
/// large or all is read. Histories merge in any order, so it does not matter which file comes first.
final class Intake {
    private let store: Store
    private let zone: TimeZone
    private let progress: Progress

    init(_ store: Store, zone: TimeZone, progress: Progress) {
        self.store = store
        self.zone = zone
        self.progress = progress
    }

    /// What an intake did.
    struct Outcome {
        /// Files that were read, each with what was in it.
        var read: [(name: [UInt8], ledger: Ledger)] = []
        /// Files that were as they had been when they were last read.
        var unchanged = 0
        /// Files whose content was known under another name or another time.
        var recognised = 0
        /// Runs that were not known before.
        var newRuns = 0

        var exports: Int { read.reduce(0) { $0 + $1.ledger.exports } }
        var entries: Int { read.reduce(0) { $0 + $1.ledger.entries } }
        var refused: Int { read.reduce(0) { $0 + $1.ledger.refused } }
    }

    /// Brings the store up to the folder as it is.
    func run(_ files: [ListedFile]) throws -> Outcome {
        let known = try store.paths()
        let present = Set(files.map(\.name))
        let gone = known.keys.filter { !present.contains($0) }
        let new = files.filter { file in
            guard let path = known[file.name], file.refusal == nil else { return true }
            return path.size != file.size || path.modified != file.modified
        }
        if new.isEmpty, gone.isEmpty {
            var outcome = Outcome()
            outcome.unchanged = files.count
            return outcome
        }
        let shared = SharedIntake(
            store: store, known: known, hashes: try store.hashes(), sizes: try store.contentSizes(),
            nextContent: try store.nextContentID(), jobs: new, zone: zone, progress: progress)
        return try store.transaction {
            for name in gone { try store.removePath(name) }
            shared.checkDevices()
            Threads.run(min(Self.mostFiles, new.count)) { shared.work() }
            var outcome = try shared.finish()
            outcome.unchanged = files.count - new.count
            return outcome
        }
    }

    /// Files that are read at once, in step (``Pace``): two weeks of daily files, and not much memory.
    private static let mostFiles = 16
}
