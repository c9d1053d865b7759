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
    private let lock: RunLock

    /// - Parameter check: looks at the rest of the call, before anything is read or written.
    init(_ options: Options, check: (TimeZone) throws(Problem) -> Void = { _ in }) throws(Problem) {
        self.options = options
        folders = Folders(options)
        try folders.keepOutOfMetrics()
        (objectives, zone) = try Thresholds.read(folders.thresholds)
        try check(zone)
        let files = try ExportFolder.list(folders.exports)
        try ReportFile.makeFolder(folders.state)
        lock = try RunLock(folders.state)
        let progress = Progress(isQuiet: options.isQuiet)
        defer { progress.clear() }
        let path = folders.store
        do {
            store = try Store(path: path)
            try Self.checkZone(objectives.timeZone, store, path)
            intake = try Intake(store, zone: zone, progress: progress).run(files)
        } catch {
            throw Self.problem(error, path)
        }
    }

    /// Exports that are dated by their files' names are dated in a zone; they would be wrong in another.
    private static func checkZone(_ zone: String, _ store: Store, _ path: String) throws {
        let before = try store.setting("time zone")
        if let before, before != zone, try store.hasExportsDatedByName() {
            throw Problem.usage(
                "`timeZone` moved from \(before) to \(zone), and exports are dated by their files' names in \(before)",
                "delete \(path) to have all files read again")
        }
        if before != zone { try store.setSetting("time zone", to: zone) }
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
        case StoreFailure.damaged(let what):
            return .cannotRun("\(path) is damaged (\(what))", "delete it to have all files read again")
        case StoreFailure.database(let error) where error.isNotADatabase:
            return .cannotRun("\(path) is no store, or a damaged one", "delete it to have all files read again")
        case StoreFailure.database(let error), let error as StoreError:
            return .cannotRun(
                "\(path): \(error)",
                "see to the disk and the permissions, or delete the file to have all files read again")
        default: return .cannotRun("\(path): \(error)", "run again, and report it where it stays")
        }
    }

    /// The week's figures, by the call's options.
    func assessment(of window: Window) throws(Problem) -> Assessment {
        do {
            var assessment = try WeekAssessment(
                store: store, objectives: objectives, window: window,
                scope: Scope(app: options.app, task: options.task)
            ).assess()
            assessment.earlierThresholds = EarlierReports.thresholds(before: window, in: folders.reports)
            return assessment
        } catch {
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
