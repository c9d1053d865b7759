import Foundation
import Ingest
import Night
import Records
import Report
import Stats
import Store

extension Command {
    static let ingest = Command(
        name: "ingest",
        summary: "Read new exports into the store.",
        help: """
            OVERVIEW: Read new exports into the store. For each reason why something was
            refused, print how much, why, what to do, and the first places. With --verbose,
            print all places that are known.

            USAGE: freshness ingest [OPTIONS]

            OPTIONS:
              --moved          Let the store belong to this folder of exports from now on.
                               Use it once, after you moved the folder.
              --yes            With --moved: go on even if the folder has none of the
                               files that the store knows.
              --quiet          Print only problems.
            \(Help.now)
            \(Help.places)

            EXIT CODES:
              0  done, even if something was refused
              2  the call or slo.json is wrong, or the store belongs to another folder of
                 exports; nothing was read
              3  no file in the folder has an export that can be used
              4  an error in files, the store or the disk
            """,
        options: Options.places.union(["--quiet", "--moved", "--yes", "--now"]),
        run: { options throws(Problem) in
            // Whatever the clock shows: that it is wrong is what the exports tell.
            let now = if let text = options.now { try WeekChoice.moment(text, "--now") } else { Instant(Date()) }
            return try Call.with(options, writing: .store) { call throws(Problem) in
                let (night, intake, passedOver) = try call.nightWithNewExports(isMoved: options.isMoved)
                let files = intake.read.sorted { $0.name.lexicographicallyPrecedes($1.name) }
                for line in RefusalLines.text(files, namesAll: options.isVerbose) {
                    Output.error("freshness: \(line)\n")
                }
                let unusable = try Problem.catching { () throws(NightFailure) in
                    try night.attempt { try RefusalLines.unusable(night.store, besides: files.map(\.name)) }
                }
                if let unusable { Output.error("freshness: \(unusable)\n") }
                call.sayIfEmpty(passedOver)
                // A file that is being written has a dot in front: by itself that is no trouble.
                let isTrouble = passedOver.withNames > 0 || passedOver.isAll
                if let line = IngestSummary.text(passedOver), isTrouble || !options.isQuiet {
                    Output.error("freshness: \(line)\n")
                }
                let late = try Problem.catching { () throws(NightFailure) in
                    try night.exportsLaterThanClock(at: now)
                }
                if late > 0 { Output.error("freshness: \(laterThanClockSentence(late))\n") }
                if !options.isQuiet { Output.result(IngestSummary.text(intake) + "\n") }
                let isUsable = try Problem.catching { () throws(NightFailure) in
                    try night.attempt { try night.store.hasUsableFile() }
                }
                return isUsable ? .done : .noData
            }
        })
}

/// What an intake did, in one line.
enum IngestSummary {
    static func text(_ intake: Intake.Outcome) -> String {
        var parts = ["\(count(intake.read.count, "file")) read, \(count(intake.unchanged)) unchanged"]
        if intake.recognised > 0 { parts[0] += ", \(count(intake.recognised)) known under another name or time" }
        parts.append(
            "\(count(intake.exports, "export")), \(count(intake.entries, "entry", "entries")), \(count(intake.newRuns, "new run"))"
        )
        let repeated = intake.read.reduce(0) { $0 + $1.ledger.repeated }
        if repeated > 0 { parts[1] += ", \(count(repeated)) repeated" }
        if intake.refused > 0 { parts[1] += ", \(count(intake.refused)) refused" }
        return parts.joined(separator: ": ")
    }

    /// What was passed over by its name, in one line; nil where nothing was.
    static func text(_ passedOver: PassedOver) -> String? {
        guard !passedOver.isEmpty else { return nil }
        let nothing = passedOver.isAll ? "no file of the folder has an export's name: " : ""
        let hidden = passedOver.hidden
        guard passedOver.withNames > 0 else {
            let names = hidden == 1 ? "its name begins" : "their names begin"
            return "\(nothing)\(wasPassedOver(hidden)) because \(names) with a dot"
        }
        var names = passedOver.names.map { visible($0) }
        if passedOver.withNames > names.count {
            names.append("and \(number(passedOver.withNames - names.count)) more")
        }
        let more = hidden == 0 ? "" : "; \(number(hidden)) more \(hidden == 1 ? "begins" : "begin") with a dot"
        let whose = passedOver.withNames == 1 ? "its name" : "their names"
        return "\(nothing)\(wasPassedOver(passedOver.count, passedOver.folders)) because of \(whose): "
            + "\(names.joined(separator: ", "))\(more); exports' names end in .json, .ndjson or .jsonl, or in one of these and .gz"
    }

    private static func count(_ amount: Int, _ one: String = "", _ many: String? = nil) -> String {
        let digits = number(amount)
        return one.isEmpty ? digits : "\(digits) \(amount == 1 ? one : many ?? one + "s")"
    }
}
