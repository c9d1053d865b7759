import CPlatform
import Foundation
import Ingest
import Stats
import Store

/// What every command that reads exports begins with: thresholds, lock, store, and the new files read in.
struct Session {
    let options: Options
    let folders: Folders
    let objectives: Objectives
    let zone: TimeZone
    let store: Store
    let intake: Intake.Outcome
    /// What a store that was made anew knew of files that are gone; nil where it could not be read.
    let lost: (files: Int, exports: Int)?
    private let frozen: FrozenStore?
    private let lock: RunLock?

    /// What a call does with the store before it computes anything.
    enum Use {
        /// Reads new exports into it.
        case brought
        /// Makes it anew of all exports.
        case rebuilt
        /// Leaves in it what is there, and keeps other runs from it.
        case kept
        /// Only reads it: no lock is taken, and nothing written.
        case readOnly
    }

    /// - Parameters:
    ///   - writesReport: whether the call may write in the folder of reports.
    ///   - check: looks at the rest of the call, before anything is read or written.
    init(
        _ options: Options, store use: Use = .brought, writesReport: Bool = false,
        check: (TimeZone) throws(Problem) -> Void = { _ in }
    ) throws(Problem) {
        self.options = options
        folders = Folders(options)
        try folders.keepOutOfMetrics()
        let patience = try options.patience
        let readsExports = use == .brought || use == .rebuilt
        let before = StoreBefore(folders.store)
        if !readsExports, access(folders.store, F_OK) != 0, !before.isThere {
            throw .cannotRun("there is no store in \(folders.state)", "read the exports first: freshness ingest")
        }
        let made = try Self.confine(
            folders, writesState: use != .readOnly, writesReport: writesReport, isVerbose: options.isVerbose)
        do throws(Problem) {
            (objectives, zone) = try Thresholds.read(folders.thresholds)
            try check(zone)
            let files = readsExports ? try ExportFolder.list(folders.exports) : []
            lock = use == .readOnly ? nil : try RunLock(folders.state, patience: patience)
            frozen = use == .readOnly ? try FrozenStore(folders.store, patience: patience) : nil
            if frozen == nil { before.putBack() }
            lost = use == .rebuilt ? try Self.removeStore(folders, present: files) : (0, 0)
            let progress = Progress(isQuiet: options.isQuiet)
            defer { progress.clear() }
            do {
                // A store may be deleted: then nothing of it is missed.
                if access(folders.store, F_OK) != 0, !before.isThere { Writings.forget(in: folders.state) }
                store = try Store(
                    StoreFile(folders.store, isFrozen: frozen != nil),
                    atLeast: use == .rebuilt ? 0 : try Writings.recorded(in: folders.state))
                try Self.checkZone(objectives.timeZone, store, folders.store, mayWrite: frozen == nil)
                intake =
                    readsExports ? try Intake(store, zone: zone, progress: progress).run(files) : Intake.Outcome()
                if frozen == nil {
                    try store.settle()
                    try Writings.record(try store.writings(), in: folders.state)
                    before.letGo(isDamaged: lost == nil)
                }
            } catch {
                // What a run wrote meanwhile looks like damage to one that reads.
                try frozen?.check()
                throw Self.problem(error, folders.store)
            }
            freshness_give_back_memory()
        } catch {
            // A call that could do nothing leaves nothing: what was made for it and is empty still goes again.
            for folder in made.reversed() { rmdir(folder) }
            throw error
        }
    }

    /// Makes the folders that the call writes in, and gives up the right to write anywhere else; before anything is read.
    ///
    /// - Returns: the folders that were made.
    private static func confine(
        _ folders: Folders, writesState: Bool, writesReport: Bool, isVerbose: Bool
    ) throws(Problem) -> [String] {
        // A call from the wrong folder makes none, and may write nowhere, whatever turns up there later.
        let isThere = access(folders.thresholds, F_OK) == 0
        let writable = isThere ? (writesState ? [folders.state] : []) + (writesReport ? [folders.reports] : []) : []
        var made: [String] = []
        for folder in writable { made += try ReportFile.makeFolder(folder) }
        let note = try Confinement.confine(to: writable, made: made)
        if isVerbose { Output.error("freshness: \(note)\n") }
        return made
    }

    /// Takes the store out of the way, and says what it knew of files that are gone; nil where it could not be read.
    private static func removeStore(
        _ folders: Folders, present: [ListedFile]
    ) throws(Problem) -> (files: Int, exports: Int)? {
        let path = folders.store
        guard access(path, F_OK) == 0 else { return (0, 0) }
        guard !present.isEmpty else {
            throw .cannotRun(
                "there is no export to make the store of", "see whether the folder is the right one, and mounted")
        }
        let names = Set(present.map(\.name))
        var lost: (files: Int, exports: Int)?
        do {
            let writings = (try? Writings.recorded(in: folders.state)) ?? 0
            let gone = try Store(StoreFile(path), atLeast: writings).contents().filter { content in
                content.exports > 0 && !content.isReplaced && !content.paths.contains { names.contains($0) }
            }
            lost = (gone.count, gone.reduce(0) { $0 + $1.exports })
        } catch let failure as StoreFailure where failure == .foreign || failure.isNewer {
            throw problem(failure, path)
        } catch {
            // Nobody knows what is in it.
        }
        StoreBefore(path).setAside()
        return lost
    }

    /// Exports that are dated by their files' names are dated in a zone; they would be wrong in another.
    private static func checkZone(_ zone: String, _ store: Store, _ path: String, mayWrite: Bool) throws {
        let before = try store.setting("time zone")
        if let before, before != zone, try store.hasExportsDatedByName() {
            throw Problem.usage(
                "`timeZone` moved from \(before) to \(zone), and exports are dated by their files' names in \(before)",
                "delete \(path) to have all files read again")
        }
        if before != zone, mayWrite { try store.transaction { try store.setSetting("time zone", to: zone) } }
    }

    /// One sentence for what went wrong with the store.
    static func problem(_ error: any Error, _ path: String) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let failure as ReadFailure: return .cannotRun("\(failure.refusal.rawValue)", "\(failure.refusal.advice)")
        case StoreFailure.foreign:
            return .cannotRun("\(path) is a database of another program", "name another folder with --state")
        case StoreFailure.newer(let version):
            return .cannotRun(
                "\(path) was written by a later version of this program (schema \(version))", "use that one")
        case StoreFailure.earlier(let version):
            return .cannotRun(
                "\(path) was written by an earlier version of this program (schema \(version))",
                "let a call that may write bring it up to date: freshness ingest")
        case StoreFailure.behind:
            return .cannotRun(
                "\(path) lacks what was last written into it: its log is gone, or an older copy was put back",
                "make it anew from the exports: freshness rebuild")
        case StoreFailure.damaged(let what):
            return .cannotRun("\(path) is damaged (\(what))", "make it anew from the exports: freshness rebuild")
        case StoreFailure.database(let error) where error.isNotADatabase,
            let error as StoreError where error.isNotADatabase:
            return .cannotRun(
                "\(path) is no store, or a damaged one", "make it anew from the exports: freshness rebuild")
        case StoreFailure.database(let error), let error as StoreError:
            return .cannotRun(
                "\(path): \(error)",
                fileSizeLimit.map {
                    "this process may not write files of over \($0) bytes: raise the limit (ulimit -f)"
                }
                    ?? "see to the room on the disk and the permissions")
        default: return .cannotRun("\(path): \(error)", "run again, and report it where it stays")
        }
    }

    /// How large a file of this process may be, in bytes; nil where there is no limit. Of one that is over it, SQLite only
    /// says that there was an error.
    private static var fileSizeLimit: UInt64? {
        var limit = rlimit()
        #if canImport(Glibc)
        let result = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
        let result = getrlimit(RLIMIT_FSIZE, &limit)
        #endif
        // No limit is the highest number, or half of it.
        return result == 0 && limit.rlim_cur < UInt64(Int64.max) ? UInt64(limit.rlim_cur) : nil
    }

    /// Ends the call where the thresholds are others than those it began with: nobody could tell which a result is by.
    func checkThresholds() throws(Problem) {
        let now = try Thresholds.read(folders.thresholds).objectives
        guard now == objectives else {
            throw .usage("\(folders.thresholds) changed during this run", "run again")
        }
    }

    /// The week's figures, by the call's options.
    ///
    /// - Parameter reports: where earlier reports are.
    func assessment(of window: Window, reports: String? = nil) throws(Problem) -> Assessment {
        do {
            var assessment = try WeekAssessment(
                store: store, objectives: objectives, window: window,
                scope: Scope(app: options.app, task: options.task)
            ).assess()
            (assessment.earlierThresholds, assessment.passedOverReports) = EarlierReports.thresholds(
                before: window, in: reports ?? folders.reports)
            try frozen?.check()
            try checkThresholds()
            return assessment
        } catch {
            try frozen?.check()
            throw Self.problem(error, folders.store)
        }
    }

    /// The exit code that an assessment gives a call.
    func exitCode(for assessment: Assessment) -> ExitCode {
        guard assessment.hasReadings else { return .noData }
        guard options.isChecking else { return .done }
        let isMissed = assessment.p50Verdict == .missed || assessment.p90Verdict == .missed
        return isMissed || assessment.isRegression == true ? .missed : .done
    }
}
