import CPlatform
import Foundation
package import Records
package import Stats
package import Store

/// One night, from files to a week's figures: the stages in order.
///
/// files ──Ingest──▶ histories ──Store──▶ the store ──Stats──▶ a week's assessment
///
/// A night that writes holds the store's lock. One that only reads takes no lock, and throws if the store was written
/// meanwhile.
package final class Night {
    package let store: Store
    /// The new name of a store of an earlier version that was replaced by a new one; nil if there was none.
    package private(set) var setAside: String?
    let path: String
    let thresholds: Thresholds
    private let lock: RunLock?
    private let frozen: FrozenStore?

    /// Opens a store for writing, and creates it if there is none.
    ///
    /// - Parameters:
    ///   - timeout: how long to wait for other processes, in seconds.
    ///   - startsOver: whether to replace a store of an earlier version by a new one.
    package init(
        writing path: String, _ thresholds: Thresholds, timeout: Int, startsOver: Bool = true
    ) throws(NightFailure) {
        self.path = path
        self.thresholds = thresholds
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        lock = try RunLock(folder, timeout: timeout)
        frozen = nil
        // Left by a rebuild that was killed.
        try StorePath(path: path + ".new").remove()
        (store, setAside) = try Self.open(path, timeout: timeout, startsOver: startsOver)
        try checkZone()
    }

    /// Creates a store for a rebuild.
    init(filling path: String, _ thresholds: Thresholds, timeout: Int) throws(NightFailure) {
        self.path = path
        self.thresholds = thresholds
        (lock, frozen) = (nil, nil)
        (store, setAside) = try Self.open(path, timeout: timeout)
    }

    /// Opens a store for reading, without a lock.
    package init(reading path: String, _ thresholds: Thresholds, timeout: Int) throws(NightFailure) {
        self.path = path
        self.thresholds = thresholds
        lock = nil
        let frozen = try FrozenStore(path, timeout: timeout)
        self.frozen = frozen
        do {
            store = try Store(StoreFile(path, isFrozen: true))
        } catch {
            // What another run wrote meanwhile looks like damage.
            try frozen.check()
            throw NightFailure(error, path: path)
        }
        try checkZone()
    }

    /// Files -> store: reads new and changed files.
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
            try store.checkpoint()
            return outcome
        }
        freshness_give_back_memory()
        return outcome
    }

    /// Throws if the store belongs to another folder of exports.
    package func expectExports(in folder: String) throws(NightFailure) {
        try attempt { () throws in try store.expectExports(in: folder, at: path) }
    }

    /// Store -> week.
    ///
    /// - Parameter now: exports dated more than a day after this are counted; nil to skip that.
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

    /// How many exports are dated more than a day after `now`: either their clock or this machine's is wrong.
    package func exportsLaterThanClock(at now: Instant) throws(NightFailure) -> Int {
        try attempt { () throws in try store.exports(laterThan: now.advanced(by: Milliseconds.day)) }
    }

    /// Runs `work` on the store and converts its errors to ``NightFailure``.
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
        _ path: String, timeout: Int, startsOver: Bool = true
    ) throws(NightFailure) -> (Store, setAside: String?) {
        do throws(StoreFailure) {
            return (try Store(StoreFile(path), timeout: timeout), nil)
        } catch .earlier(let version) where startsOver {
            // Its exports will be read again.
            let name = try StorePath(path: path).setAside(as: "schema-\(version)")
            do throws(StoreFailure) {
                return (try Store(StoreFile(path), timeout: timeout), name)
            } catch {
                throw .store(error, path: path)
            }
        } catch {
            throw .store(error, path: path)
        }
    }

    // MARK: The time zone

    private static let zoneSetting = "time zone"

    /// Exports dated by their files' names are dated in a time zone, and would be wrong in another.
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
