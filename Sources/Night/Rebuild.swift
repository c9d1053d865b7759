import Foundation
import Store

/// Makes a store anew from the exports that are there.
package enum Rebuild {
    /// What a rebuild did.
    package struct Outcome: Sendable {
        package var intake: Intake.Outcome
        /// What was lost; nil where nobody can tell, since the old store could not be read.
        package var lost: NightFailure.Lost?
        /// The name under which a store that could not be read is kept.
        package var kept: String?
    }

    /// Makes the new store beside the old one, and renames it once it is whole: a rebuild is done, or has never been.
    ///
    /// - Parameter mayLose: whether to go on where something that the old store knows cannot be had again.
    package static func run(
        _ path: String, from listing: ExportListing, _ thresholds: Thresholds, patience: Int, mayLose: Bool,
        progress: @escaping @Sendable (Intake.Progress) -> Void
    ) throws(NightFailure) -> Outcome {
        if listing.files.isEmpty { throw .nothingToRebuildFrom }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let lock = try RunLock(folder, patience: patience)
        defer { withExtendedLifetime(lock) {} }
        let (old, new) = (StorePath(path: path), StorePath(path: path + ".new"))
        // One that was left unfinished.
        try new.remove()
        try expectExports(in: listing.folder, of: old, patience)
        do throws(NightFailure) {
            let (intake, found) = try fill(new.path, from: listing, thresholds, comparedWith: old, patience, progress)
            if found != .nothing, !mayLose { throw .wouldLose(found.lost) }
            var outcome = Outcome(intake: intake, lost: found.lost ?? NightFailure.Lost(exports: 0, files: 0))
            if found == .unreadable { (outcome.lost, outcome.kept) = (nil, try old.setAside(as: "damaged")) }
            try new.take(placeOf: old)
            return outcome
        } catch {
            try? new.remove()
            throw error
        }
    }

    /// Whether the old store can be read shows once there is a new one.
    private static func expectExports(in folder: String, of old: StorePath, _ patience: Int) throws(NightFailure) {
        guard old.isThere else { return }
        do {
            try Store(StoreFile(old.path), patience: patience).expectExports(in: folder, at: old.path)
        } catch let failure as NightFailure {
            throw failure
        } catch {}
    }

    /// What the old store has that the new one has not.
    private enum Found: Equatable {
        case nothing
        case missing(NightFailure.Lost)
        /// Nobody can tell.
        case unreadable

        var lost: NightFailure.Lost? {
            if case .missing(let lost) = self { lost } else { nil }
        }
    }

    /// Both stores are closed again when this returns.
    private static func fill(
        _ path: String, from listing: ExportListing, _ thresholds: Thresholds, comparedWith old: StorePath,
        _ patience: Int,
        _ progress: @escaping @Sendable (Intake.Progress) -> Void
    ) throws(NightFailure) -> (Intake.Outcome, Found) {
        let night = try Night(filling: path, thresholds, patience: patience)
        let outcome = try night.takeIn(listing, progress: progress)
        guard old.isThere else { return (outcome, .nothing) }
        do {
            let before = try Store(StoreFile(old.path), patience: patience)
            let missing = try before.exports(missingIn: night.store)
            let reported = try before.reportedWeeks()
            try night.store.transaction { for week in reported { try night.store.add(week) } }
            return (
                outcome,
                missing.exports == 0
                    ? .nothing : .missing(NightFailure.Lost(exports: missing.exports, files: missing.files))
            )
        } catch let failure as StoreFailure where failure.isDamage {
            return (outcome, .unreadable)
        } catch let error as StoreError where error.isNotADatabase {
            return (outcome, .unreadable)
        } catch {
            throw NightFailure(error, path: old.path)
        }
    }
}
