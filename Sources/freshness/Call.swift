import Foundation
import Night
import Stats

/// What a command works with: its options, the folders and the thresholds; the process can write nowhere else any more.
struct Call {
    let options: Options
    let folders: Folders
    let thresholds: Thresholds
    /// How long to wait for another run, in seconds.
    let patience: Int

    /// What a call may write.
    struct Access: OptionSet {
        let rawValue: Int
        static let store = Access(rawValue: 1)
        static let reports = Access(rawValue: 2)
    }

    var zone: TimeZone { thresholds.zone }

    /// Does the work of a command. One that could do nothing leaves nothing: folders that were made for it and are empty
    /// still go again.
    static func with(
        _ options: Options, writing access: Access, _ work: (Call) throws(Problem) -> ExitCode
    ) throws(Problem) -> ExitCode {
        let folders = Folders(options)
        try folders.keepOutOfMetrics()
        let patience = try options.patience
        // A call from the wrong folder makes none, and may write nowhere, whatever turns up there later.
        let isThere = Foundation.access(folders.thresholds, F_OK) == 0
        let writable =
            isThere
            ? (access.contains(.store) ? [folders.state] : []) + (access.contains(.reports) ? [folders.reports] : [])
            : []
        var made: [String] = []
        for folder in writable { made += try ReportFile.makeFolder(folder) }
        do throws(Problem) {
            let note = try Confinement.confine(to: writable, made: made)
            if options.isVerbose { Output.error("freshness: \(note)\n") }
            let thresholds = try Problem.catching { () throws(NightFailure) in try Thresholds(folders.thresholds) }
            return try work(Call(options: options, folders: folders, thresholds: thresholds, patience: patience))
        } catch {
            for folder in made.reversed() { rmdir(folder) }
            throw error
        }
    }

    /// Ends the call where there is no store yet.
    func needStore() throws(Problem) {
        guard access(folders.store, F_OK) == 0 else {
            throw .cannotRun("there is no store in \(folders.state)", "read the exports first: freshness ingest")
        }
    }

    /// A night that has read the new exports.
    func nightWithNewExports() throws(Problem) -> (night: Night, intake: Intake.Outcome) {
        let progress = ProgressLine(isQuiet: options.isQuiet)
        defer { progress.clear() }
        return try Problem.catching { () throws(NightFailure) in
            let files = try ExportFolder.list(folders.exports)
            let night = try Night(writing: folders.store, thresholds, patience: patience)
            if let name = night.setAside {
                Output.error(
                    "freshness: the store was of an earlier version, and all exports are read anew; what only it knew is not in the "
                        + "figures, and it is kept as \(name)\n")
            }
            return (night, try night.takeIn(files) { progress.show($0) })
        }
    }

    /// A night that only reads the store as it is.
    func nightReading() throws(Problem) -> Night {
        try needStore()
        return try Problem.catching { () throws(NightFailure) in
            try Night(reading: folders.store, thresholds, patience: patience)
        }
    }

    /// The week's figures, by the call's options.
    ///
    /// - Parameter reports: where earlier reports are.
    func assessment(of window: Window, by night: Night, reports: String? = nil) throws(Problem) -> Assessment {
        try Problem.catching { () throws(NightFailure) in
            var assessment = try night.assess(window, Scope(app: options.app, task: options.task))
            (assessment.earlierThresholds, assessment.passedOverReports) = EarlierReports.thresholds(
                before: window, in: reports ?? folders.reports)
            try thresholds.checkUnchanged()
            return assessment
        }
    }

    /// The exit code that an assessment gives a call.
    func exitCode(for assessment: Assessment) -> ExitCode {
        guard assessment.hasReadings else { return .noData }
        guard options.isChecking else { return .done }
        let isMissed = assessment.p50Verdict == .missed || assessment.p90Verdict == .missed
        if isMissed || assessment.isRegression == true { return .missed }
        // What is met on the devices that happened to report is not met.
        return assessment.dataVerdict == .partial ? .noData : .done
    }
}
