import Report
import Stats

extension Command {
    static let stats = Command(
        name: "stats",
        summary: "Read new exports, then print the week's figures; write no report.",
        help: """
            OVERVIEW: Read new exports, then print one week's figures. No report is written.

            USAGE: freshness stats [OPTIONS]

            OPTIONS:
              --week WEEK      The week: 2026-W39, `last` or `current`. (default: the week
                               that yesterday lies in)
              --as-of TIME     Cut the week off at this moment, as 2026-09-24T10:00:00Z.
                               (default: now, or the week's end once it is over)
              --format FORMAT  `text` for people, `json` for programs. (default: text)
              --app ID         Count only this app's devices.
              --task NAME      Count only this task's runs.
              --read-only      Read no exports, take no lock and write nothing: the figures are
                               of the store as the last run left it.
              --check          Exit with 1 where an objective is missed or p90 regressed, and
                               with 3 where the data are partial.
              --quiet          Show no progress; with --check, print no figures either, but say
                               on standard error why it fails.
            \(Help.places)
              --reports DIR    Where earlier reports are, to compare thresholds with. (default:
                               reports, in --root)
            \(Help.now)

            EXIT CODES:
              0  done; with --check: every objective is met, on whole data, and p90 did
                 not regress
              1  with --check: an objective is missed, or p90 regressed
              2  the call or slo.json is wrong; nothing was done
              3  no reading in the week; with --check also: the data are partial
              4  could not run: files, database, disk
            """,
        options: Options.places.union(Options.figures).union([
            "--reports", "--format", "--check", "--read-only", "--quiet",
        ]),
        run: { options throws(Problem) in
            let format = options.format ?? "text"
            guard ["text", "json"].contains(format) else {
                throw .usage("--format \(visible(format)) is no format", "write text or json")
            }
            return try Call.with(options, writing: options.isReadOnly ? [] : .store) { call throws(Problem) in
                let now = try WeekChoice.now(options)
                let window = try WeekChoice.window(options, at: now, zone: call.zone)
                let night = options.isReadOnly ? try call.nightReading() : try call.nightWithNewExports().night
                try call.needKnownScope(by: night)
                let assessment = try call.assessment(of: window, by: night, at: now)
                if options.isReadOnly, !options.isQuiet {
                    Output.error(
                        "freshness: these figures are from the store as the last run left it, without newer exports\n"
                    )
                }
                // A check that is to be quiet says only why it fails.
                if !(options.isQuiet && options.isChecking) {
                    Output.result(format == "json" ? statsJSON(assessment) : statsText(assessment))
                }
                let code = call.exitCode(for: assessment)
                if options.isQuiet, code != .done || !assessment.weeksMissedNow.isEmpty {
                    Output.error("freshness: \(call.verdictLine(assessment))\n")
                }
                return code
            }
        })
}
