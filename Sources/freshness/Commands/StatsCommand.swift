import Report
import Stats

extension Command {
    static let stats = Command(
        name: "stats",
        summary: "Read new exports, then print the week's figures.",
        help: """
            OVERVIEW: Read new exports, then print the figures of one week. No report is
            written.

            USAGE: freshness stats [OPTIONS]

            OPTIONS:
              --week WEEK      Show WEEK: 2026-W39, `last` or `current`. (default: the
                               week that yesterday lies in)
              --as-of TIME     Use only what was known at TIME, a moment inside the week,
                               such as 2026-09-24T10:00:00Z. (default: now, or the end of
                               the week if it is over)
              --format FORMAT  Print `text` for people or `json` for programs. (default:
                               text)
              --app ID         Count only the devices of this app.
              --task NAME      Count only the runs of this task.
              --read-only      Use the store as it is: read no exports, take no lock and
                               write nothing.
              --check          Exit with 1 if an objective is missed or p90 regressed, and
                               with 3 if the data are partial and nothing was missed.
              --quiet          Print only the figures and problems; with --check, only why the
                               check failed.
              --reports DIR    Compare with the earlier reports in DIR. (default: reports,
                               in --root)
            \(Help.now)
            \(Help.places)

            EXIT CODES:
              0  the figures are printed; with --check also: the objectives are met, on
                 whole data, and p90 did not regress
              1  only with --check: an objective is missed, or p90 regressed
              2  the call or slo.json is wrong, or the store belongs to another folder of
                 exports; no figures were printed
              3  there is no data for the week; with --check also: the data are partial,
                 and nothing was missed
              4  an error in files, the store or the disk
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
