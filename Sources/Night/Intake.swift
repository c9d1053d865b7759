package import Foundation
import Ingest
package import Records
import Stats
package import Store

/// Reads new and changed files of the folder into the store.
///
/// Files are read in parallel. Their histories are gathered in memory by device and written when they have grown large,
/// and at the end. Histories merge in any order, so neither the order of files nor repetition matters.
package struct Intake {
    private let store: Store
    private let zone: TimeZone
    private let progress: @Sendable (Progress) -> Void

    /// - Parameter progress: called from several threads.
    package init(_ store: Store, zone: TimeZone, progress: @escaping @Sendable (Progress) -> Void) {
        self.store = store
        self.zone = zone
        self.progress = progress
    }

    /// The progress of reading.
    package struct Progress: Sendable {
        package var files: Int
        /// The share of all bytes, from 0 to 1.
        package var share: Double
    }

    /// The result of an intake.
    package struct Outcome: Sendable {
        /// Files with new content, each with its ledger.
        package var read: [(name: [UInt8], ledger: Ledger)] = []
        /// Files that have not changed since they were last read.
        package var unchanged = 0
        /// Files whose content was already known under another name or from another time.
        package var recognised = 0
        /// Runs that were not in the store before.
        package var newRuns = 0

        package init() {}

        package var exports: Int { read.reduce(0) { $0 + $1.ledger.exports } }
        package var entries: Int { read.reduce(0) { $0 + $1.ledger.entries } }
        package var refused: Int { read.reduce(0) { $0 + $1.ledger.refused } }
    }

    /// Updates the store from the files of the folder.
    package func run(_ files: [ListedFile]) throws -> Outcome {
        let known = try store.files()
        let present = Set(files.map(\.name))
        let gone = known.keys.filter { !present.contains($0) }
        let new = files.filter { file in
            !(known[file.name]?.isCurrent(file.facts, refused: file.refusal?.rawValue) ?? false)
        }
        guard !new.isEmpty || !gone.isEmpty else {
            var outcome = Outcome()
            outcome.unchanged = files.count
            return outcome
        }
        try store.checkDevices()
        let (tasks, platforms) = (try store.names(.task), try store.names(.platform))
        let (versions, arms) = (try store.names(.version), try store.names(.arm))
        let names = Names(
            task: { TaskID(rawValue: tasks.number(of: $0)) },
            platform: { PlatformID(rawValue: platforms.number(of: $0)) },
            version: { VersionID(rawValue: versions.number(of: $0)) }, arm: { ArmID(rawValue: arms.number(of: $0)) })
        let ledger = FileLedger(known)
        let writer = StoreWriter(store)
        let readers = Readers(new, names, zone, writer, ledger, progress)
        return try store.transaction {
            for name in gone { try store.removeFile(name) }
            Threads.run(min(Readers.most, new.count)) { readers.work() }
            readers.finish()
            let newRuns = try writer.finish()
            var outcome = ledger.outcome
            outcome.newRuns = newRuns
            outcome.unchanged = files.count - new.count
            return outcome
        }
    }
}
