import Foundation
import Night
import Records
import Report
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
    var clocks: ClockZone { ClockZone(zone, name: thresholds.objectives.timeZone) }

    /// Does the work of a command. One that could do nothing leaves nothing: folders that were made for it and are empty
    /// still go again.
    static func with(
        _ options: Options, writing access: Access, _ work: (Call) throws(Problem) -> ExitCode
    ) throws(Problem) -> ExitCode {
        let folders = Folders(options)
        try folders.keepOutOfMetrics()
        let patience = try options.patience
        // A call from the wrong folder makes none, and may write nowhere, whatever appears there later.
        try folders.needThresholds(options)
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
            throw .cannotRun("there is no store in \(folders.state)", "read the exports first", "ingest")
        }
    }

    /// A night that has read the new exports.
    ///
    /// - Parameter isMoved: whether the store is to belong to the folder of exports that the call names.
    func nightWithNewExports(
        isMoved: Bool = false
    ) throws(Problem) -> (night: Night, intake: Intake.Outcome, passedOver: PassedOver) {
        let progress = ProgressLine(isQuiet: options.isQuiet)
        defer { progress.clear() }
        return try Problem.catching { () throws(NightFailure) in
            let listing = try ExportFolder.list(folders.exports)
            let night = try Night(writing: folders.store, thresholds, timeout: patience)
            if let name = night.setAside {
                Output.error(
                    "freshness: the store was of an earlier version, so all exports are read again; what only the old store "
                        + "knew is not in the figures, and the old store is kept as \(name)\n")
            }
            let intake = try night.takeIn(listing, isMoved: isMoved, isSure: options.isSure) { progress.show($0) }
            return (night, intake, listing.passedOver)
        }
    }

    /// Says what to do where the folder of exports is empty: a command cannot tell more of what is not there.
    func sayIfEmpty(_ passedOver: PassedOver) {
        guard passedOver.isAll, passedOver.isEmpty else { return }
        Output.error(
            "freshness: \(oneLine(folders.exports)) is empty; put exports there, in files whose names end in .json, .ndjson or "
                + ".jsonl, or in one of these and .gz\n")
    }

    /// A night that only reads the store as it is.
    func nightReading() throws(Problem) -> Night {
        try needStore()
        return try Problem.catching { () throws(NightFailure) in
            let night = try Night(reading: folders.store, thresholds, timeout: patience)
            try night.expectExports(in: folders.exports)
            return night
        }
    }

    /// The week's figures.
    ///
    /// - Parameters:
    ///   - scope: what they are narrowed to; nil for what the call's options say.
    ///   - now: what is dated later than this moment is counted; nil where nothing is to be held against it.
    ///   - reports: where earlier reports are.
    func assessment(
        of window: Window, _ scope: Scope? = nil, by night: Night, at now: Instant?, reports: String? = nil
    ) throws(Problem) -> Assessment {
        try Problem.catching { () throws(NightFailure) in
            let reports = reports ?? folders.reports
            var assessment = try night.assess(window, scope ?? options.scope, at: now)
            (assessment.earlierThresholds, assessment.passedOverReports) = EarlierReports.thresholds(
                before: window, in: reports)
            assessment.changedWeeks = assessment.changedWeeks(
                since: EarlierReports.weeks(before: assessment, in: reports))
            try thresholds.checkUnchanged()
            return assessment
        }
    }

    /// Ends the call where no export names the app or the task that it narrows the figures to.
    func needKnownScope(by night: Night) throws(Problem) {
        if let unknown = try Problem.catching({ () throws(NightFailure) in try night.unknownName(in: options.scope) }) {
            throw Problem(unknown)
        }
    }

    /// The week that ended last, where it has exports and no report of all of it was written yet.
    func unreportedWeek(by night: Night, at now: Instant) throws(Problem) -> Week? {
        try Problem.catching { () throws(NightFailure) in try night.unreportedWeek(at: now, options.scope) }
    }

    /// Remembers that a report is written. Where that fails the report is there all the same, and is written once more.
    func remember(reportOf window: Window, by night: Night) {
        do throws(Problem) {
            try Problem.catching { () throws(NightFailure) in try night.remember(reportOf: window, options.scope) }
        } catch {
            Output.error(
                "freshness: the report is written, but the store could not be told so, and the next run writes it again "
                    + "(\(oneLine(error.inPlaces(of: options).sentence)))\n")
        }
    }

    /// The verdicts in one line, with the calls that it names as they can be run from here.
    func verdictLine(_ assessment: Assessment) -> String {
        oneLine(Report.verdictLine(assessment, options: options.givenForReport))
    }

    /// The exit code that an assessment gives a call. An earlier week that is missed by now does not change it: the verdict
    /// line names that week, and the call that reports it anew exits with 1.
    func exitCode(for assessment: Assessment) -> ExitCode {
        guard assessment.hasReadings else { return .noData }
        guard options.isChecking else { return .done }
        let isMissed = assessment.p50Verdict == .missed || assessment.p90Verdict == .missed
        if isMissed || assessment.isRegression == true { return .missed }
        // What is met on the devices that happened to report is not met.
        return assessment.dataVerdict == .partial ? .noData : .done
    }
}
