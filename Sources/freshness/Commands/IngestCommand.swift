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
        summary: "Read new exports, nothing else.",
        help: """
            OVERVIEW: Read new exports into the store, and say of each new file with trouble
            what was not taken, where, why, and what to do.

            USAGE: freshness ingest [OPTIONS]

            OPTIONS:
              --moved          The exports were moved: let the store belong to their folder as
                               it is now.
              --yes            With --moved: do it though none of the files there is known.
              --quiet          Print only what was not taken.
            \(Help.places)
            \(Help.now)

            EXIT CODES:
              0  done; a warning line names each file of which a part was refused
              2  the call or slo.json is wrong; nothing was done
              3  nothing usable is in the folder
              4  could not run: files, database, disk
            """,
        options: Options.places.union(["--quiet", "--moved", "--yes", "--now"]),
        run: { options throws(Problem) in
            // Whatever the clock shows: that it is wrong is what the exports tell.
            let now = if let text = options.now { try WeekChoice.moment(text, "--now") } else { Instant(Date()) }
            return try Call.with(options, writing: .store) { call throws(Problem) in
                let (night, intake, passedOver) = try call.nightWithNewExports(isMoved: options.isMoved)
                let files = intake.read.sorted { $0.name.lexicographicallyPrecedes($1.name) }
                if let alarm = runsForExports(files) { Output.error("freshness: \(alarm)\n") }
                for file in files {
                    if let line = warning(file.name, file.ledger) { Output.error("freshness: \(line)\n") }
                }
                // A file that is being written has a dot in front: by itself that is no trouble.
                let isTrouble = passedOver.count > 0 || passedOver.isAll
                if let line = IngestSummary.text(passedOver), isTrouble || !options.isQuiet {
                    Output.error("freshness: \(line)\n")
                } else if passedOver.isAll {
                    Output.error(
                        "freshness: \(oneLine(call.folders.exports)) is empty; put exports there, in files whose names end in "
                            + ".json, .ndjson or .jsonl, or in one of these and .gz\n")
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

    /// What is wrong with an event stream, which is wrong as a whole; nil where no file has one.
    private static func runsForExports(_ files: [(name: [UInt8], ledger: Ledger)]) -> String? {
        let remark = Remark(.refused, Refusal.runForExport.rawValue)
        let found = files.compactMap { name, ledger in ledger.tallies[remark].map { (name, $0.count) } }
        guard let first = found.first else { return nil }
        let lines = found.reduce(0) { $0 + $1.1 }
        let more = found.count > 1 ? " and \(number(found.count - 1, "more file"))" : ""
        let carry = lines == 1 ? "1 line carries" : "\(number(lines)) lines carry"
        return "\(carry) `at` and `success` where an export carries `history`: "
            + "\(lines == 1 ? "it is a run and not an export" : "they are runs and not exports"), and nothing is known "
            + "from \(lines == 1 ? "it" : "them") (\(visible(String(decoding: first.0, as: UTF8.self)))\(more)); "
            + Refusal.runForExport.advice
    }

    /// A file's trouble in one line: how much, why, where, and what to do.
    private static func warning(_ name: [UInt8], _ ledger: Ledger) -> String? {
        let troubles = ledger.tallies
            .filter { $0.key.kind == .refused || $0.key.kind == .setAside }
            .sorted { ($0.key.kind.rawValue, $0.key.detail) < ($1.key.kind.rawValue, $1.key.detail) }
        guard !troubles.isEmpty else { return nil }
        let sentences = troubles.map { remark, tally in
            let what = remark.kind == .refused ? "refused" : "taken as unknown"
            let more =
                tally.count > tally.places.count && !tally.places.isEmpty
                ? "; and \(number(tally.count - tally.places.count)) more" : ""
            let places = tally.places.filter { !$0.isEmpty }
            let site = places.isEmpty ? "" : " (\(places.joined(separator: "; "))\(more))"
            let advice = Refusal(reason: remark.detail).map { "; \($0.advice)" } ?? ""
            return "\(number(tally.count)) \(what): \(visible(remark.detail, limit: 200))\(site)\(advice)"
        }
        return "\(visible(String(decoding: name, as: UTF8.self))): \(sentences.joined(separator: " · "))"
    }
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
        guard passedOver.count > 0 else {
            let names = hidden == 1 ? "its name begins" : "their names begin"
            return "\(nothing)\(files(hidden)) because \(names) with a dot"
        }
        var names = passedOver.names.map { visible($0) }
        if passedOver.count > names.count { names.append("and \(number(passedOver.count - names.count)) more") }
        let more = hidden == 0 ? "" : "; \(number(hidden)) more \(hidden == 1 ? "begins" : "begin") with a dot"
        return "\(nothing)\(files(passedOver.count)) because of \(passedOver.count == 1 ? "its name" : "their names"): "
            + "\(names.joined(separator: ", "))\(more); exports' names end in .json, .ndjson or .jsonl, or in one of these and .gz"
    }

    private static func files(_ count: Int) -> String {
        "\(number(count, "file")) \(count == 1 ? "was" : "were") passed over"
    }

    private static func count(_ amount: Int, _ one: String = "", _ many: String? = nil) -> String {
        let digits = number(amount)
        return one.isEmpty ? digits : "\(digits) \(amount == 1 ? one : many ?? one + "s")"
    }
}
