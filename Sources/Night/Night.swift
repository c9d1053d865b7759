import CPlatform
import Foundation
package import Records
package import Stats
package import Store

/// One night, from the files to a week: the page on which the stages are put together.
///
///     files ──Ingest──▶ histories ──Store──▶ the store ──Stats──▶ a week's assessment
///
/// A night that writes holds the lock on its store; one that only reads takes none, and says so where the store was
/// written meanwhile.
package final class Night {
    package let store: Store
    /// The name that a store of an earlier version was given, in place of which a new one was begun; nil where there was
    /// none.
    package private(set) var setAside: String?
    let path: String
    let thresholds: Thresholds
    private let lock: RunLock?
    private let frozen: FrozenStore?

    /// Opens a store to be written, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - patience: how long to wait for others who use it, in seconds.
    ///   - startsOver: whether to begin a new store in place of one of an earlier version.
    package init(
        writing path: String, _ thresholds: Thresholds, patience: Int, startsOver: Bool = true
    ) throws(NightFailure) {
        self.path = path
        self.thresholds = thresholds
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        lock = try RunLock(folder, patience: patience)
        frozen = nil
        // A rebuild that was killed leaves what it had made so far.
        try StorePath(path: path + ".new").remove()
        (store, setAside) = try Self.open(path, patience: patience, startsOver: startsOver)
        try checkZone()
    }

    /// Opens a store that nobody else knows, to be filled.
    init(filling path: String, _ thresholds: Thresholds, patience: Int) throws(NightFailure) {
        self.path = path
        self.thresholds = thresholds
        (lock, frozen) = (nil, nil)
        (store, setAside) = try Self.open(path, patience: patience)
    }

    /// Opens a store to be read, without a lock.
    package init(reading path: String, _ thresholds: Thresholds, patience: Int) throws(NightFailure) {
        self.path = path
        self.thresholds = thresholds
        lock = nil
        let frozen = try FrozenStore(path, patience: patience)
        self.frozen = frozen
        do {
            store = try Store(StoreFile(path, isFrozen: true))
        } catch {
            // What a run wrote meanwhile looks like damage to one that reads.
            try frozen.check()
            throw NightFailure(error, path: path)
        }
        try checkZone()
    }

    /// Files -> store: reads the files that are not known as they are.
    ///
    /// - Parameters:
    ///   - isMoved: whether the store is to belong to this folder from now on, whichever it belonged to.
    ///   - isSure: whether it is to do so though nothing in the folder is known.
    package func takeIn(
        _ listing: ExportListing, isMoved: Bool = false, isSure: Bool = false,
        progress: @escaping @Sendable (Intake.Progress) -> Void = { _ in }
    ) throws(NightFailure) -> Intake.Outcome {
        if !isMoved {
            try expectExports(in: listing.folder)
        } else if !isSure {
            try expectKnownFile(in: listing)
        }
        let outcome = try attempt { () throws in
            let outcome = try Intake(store, zone: thresholds.zone, progress: progress).run(listing.files)
            try rememberZone()
            try store.rememberExports(in: listing.folder, at: path)
            try store.remember(listing.passedOver)
            try store.settle()
            return outcome
        }
        freshness_give_back_memory()
        return outcome
    }

    /// Ends the call where the store belongs to another folder of exports.
    package func expectExports(in folder: String) throws(NightFailure) {
        try attempt { () throws in try store.expectExports(in: folder, at: path) }
    }

    /// Store -> week.
    ///
    /// - Parameter now: what is dated later than this moment is counted; nil where nothing is to be held against it.
    package func assess(_ window: Window, _ scope: Scope, at now: Instant? = nil) throws(NightFailure) -> Assessment {
        let laterThanClock = try now.map { moment throws(NightFailure) in try exportsLaterThanClock(at: moment) }
        return try attempt { () throws in
            var assessment = try WeekAssessment(
                store: store, objectives: thresholds.objectives, window: window, scope: scope
            ).assess()
            assessment.input.laterThanClock = laterThanClock ?? 0
            return assessment
        }
    }

    /// How many exports are dated more than a day later than the present moment: a clock is wrong, theirs or this
    /// machine's.
    package func exportsLaterThanClock(at now: Instant) throws(NightFailure) -> Int {
        try attempt { () throws in try store.exports(laterThan: now.advanced(by: Milliseconds.day)) }
    }

    /// Does something with the store; what goes wrong with it, or with the file under it, is one failure.
    package func attempt<Result>(_ work: () throws -> Result) throws(NightFailure) -> Result {
        do {
            let result = try work()
            try frozen?.check()
            return result
        } catch {
            try frozen?.check()
            throw NightFailure(error, path: path)
        }
    }

    private static func open(
        _ path: String, patience: Int, startsOver: Bool = true
    ) throws(NightFailure) -> (Store, setAside: String?) {
        do throws(StoreFailure) {
            return (try Store(StoreFile(path), patience: patience), nil)
        } catch .earlier(let version) where startsOver {
            // Its exports are read anew.
            let name = try StorePath(path: path).setAside(as: "schema-\(version)")
            do throws(StoreFailure) {
                return (try Store(StoreFile(path), patience: patience), name)
            } catch {
                throw .store(error, path: path)
            }
        } catch {
            throw .store(error, path: path)
        }
    }

    // MARK: The time zone

    private static let zoneSetting = "time zone"

    /// Exports that are dated by their files' names are dated in a zone; they would be wrong in another.
    private func checkZone() throws(NightFailure) {
        let now = thresholds.objectives.timeZone
        let before = try attempt { () throws in
            let before = try store.setting(Self.zoneSetting)
            return try before != nil && before != now && store.hasExportsDatedByName() ? before : nil
        }
        if let before { throw .zoneMoved(from: before, to: now) }
    }

    private func rememberZone() throws {
        let now = thresholds.objectives.timeZone
        guard try store.setting(Self.zoneSetting) != now else { return }
        try store.transaction { try store.setSetting(Self.zoneSetting, to: now) }
    }
}
