package import Foundation
import Ingest
package import Records
import Stats
package import Store

/// Reads the files of the folder that are not known as they are into the store.
///
/// Files are read side by side; what they tell is gathered in memory, device by device, and written when it has grown
/// large or all is read. Histories merge in any order, so it does not matter which file comes first, nor whether one comes
/// twice.
package struct Intake {
    private let store: Store
    private let zone: TimeZone
    private let progress: @Sendable (Progress) -> Void

    /// - Parameter progress: is told, from several threads, how far the reading is.
    package init(_ store: Store, zone: TimeZone, progress: @escaping @Sendable (Progress) -> Void) {
        self.store = store
        self.zone = zone
        self.progress = progress
    }

    /// How far the reading is.
    package struct Progress: Sendable {
        package var files: Int
        /// Of all bytes, from 0 to 1.
        package var share: Double
    }

    /// What an intake did.
    package struct Outcome: Sendable {
        /// Files that were read and brought something new, each with what was in it.
        package var read: [(name: [UInt8], ledger: Ledger)] = []
        /// Files that were as they had been when they were last read.
        package var unchanged = 0
        /// Files whose content was known, under another name or from another time.
        package var recognised = 0
        /// Runs that were not known before.
        package var newRuns = 0

        package init() {}

        package var exports: Int { read.reduce(0) { $0 + $1.ledger.exports } }
        package var entries: Int { read.reduce(0) { $0 + $1.ledger.entries } }
        package var refused: Int { read.reduce(0) { $0 + $1.ledger.refused } }
    }

    /// Brings the store up to the folder as it is.
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
