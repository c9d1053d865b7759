import Foundation
import Store

/// Creates a store again from the exports in the files.
package enum Rebuild {
    /// The result of a rebuild.
    package struct Outcome: Sendable {
        package var intake: Intake.Outcome
        /// What was lost; nil if unknown because the old store could not be read.
        package var lost: NightFailure.Lost?
        /// The new name of an old store that could not be read.
        package var kept: String?
    }

    /// Creates the new store beside the old one and renames it when it is complete: a rebuild either succeeds or
    /// changes nothing.
    ///
    /// - Parameter allowsLoss: whether to go on if something in the old store is in no file.
    package static func run(
        _ path: String, from listing: ExportListing, _ thresholds: Thresholds, timeout: Int, allowsLoss: Bool,
        progress: @escaping @Sendable (Intake.Progress) -> Void
    ) throws(NightFailure) -> Outcome {
        if listing.files.isEmpty { throw .nothingToRebuildFrom }
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let lock = try RunLock(folder, timeout: timeout)
        defer { withExtendedLifetime(lock) {} }
        let (old, new) = (StorePath(path: path), StorePath(path: path + ".new"))
        // Left by a rebuild that was interrupted.
        try new.remove()
        try expectExports(in: listing.folder, of: old, timeout)
        do throws(NightFailure) {
            let (intake, found) = try fill(new.path, from: listing, thresholds, comparedWith: old, timeout, progress)
            if found != .nothing, !allowsLoss { throw .wouldLose(found.lost) }
            var outcome = Outcome(intake: intake, lost: found.lost ?? NightFailure.Lost(exports: 0, files: 0))
            if found == .unreadable { (outcome.lost, outcome.kept) = (nil, try old.setAside(as: "damaged")) }
            try new.replace(old)
            return outcome
        } catch {
            try? new.remove()
            throw error
        }
    }

    /// Whether the old store can be read is checked later, against the new one.
    private static func expectExports(in folder: String, of old: StorePath, _ timeout: Int) throws(NightFailure) {
        guard old.isThere else { return }
        do {
            try Store(StoreFile(old.path), timeout: timeout).expectExports(in: folder, at: old.path)
        } catch let failure as NightFailure {
            throw failure
        } catch {}
    }

    /// What the old store has that the new one lacks.
    private enum Found: Equatable {
        case nothing
        case missing(NightFailure.Lost)
        /// Cannot be determined.
        case unreadable

        var lost: NightFailure.Lost? {
            if case .missing(let lost) = self { lost } else { nil }
        }
    }

    /// Both stores are closed when this returns.
    private static func fill(
        _ path: String, from listing: ExportListing, _ thresholds: Thresholds, comparedWith old: StorePath,
        _ timeout: Int,
        _ progress: @escaping @Sendable (Intake.Progress) -> Void
    ) throws(NightFailure) -> (Intake.Outcome, Found) {
        let night = try Night(filling: path, thresholds, timeout: timeout)
        let outcome = try night.takeIn(listing, progress: progress)
        guard old.isThere else { return (outcome, .nothing) }
        do {
            let before = try Store(StoreFile(old.path), timeout: timeout)
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
