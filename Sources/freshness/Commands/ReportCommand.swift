import Report
import Stats

extension Command {
    static let report = Command(
        name: "report",
        summary: "Read new exports, then write the week's report.",
        help: """
            OVERVIEW: Read new exports, then write one week's report.

            The report is one Markdown file, reports/bg_freshness_YYYY-MM-DD.md, dated by
            the last day that it covers. Standard output gets its path and the verdict in
            one line.

            USAGE: freshness report [OPTIONS]

            OPTIONS:
              --week WEEK      The week: 2026-W39, `last` or `current`. (default: the latest
                               week that is over and has exports, where no report of all of
                               it was written yet; else the week that yesterday lies in)
              --as-of TIME     Cut the week off at this moment, as 2026-09-24T10:00:00Z.
                               (default: now, or the week's end once it is over)
              --app ID         Count only this app's devices.
              --task NAME      Count only this task's runs.
              --check          Exit with 1 where an objective is missed or p90 regressed, and
                               with 3 where the data are partial.
              --quiet          Print nothing but what went wrong.
            \(Help.places)
              --reports DIR    Where reports are written. (default: reports, in --root)
            \(Help.now)

            EXIT CODES:
              0  done; with --check: every objective is met, on whole data, and p90 did
                 not regress
              1  with --check: an objective is missed, or p90 regressed
              2  the call or slo.json is wrong; nothing was done
              3  no reading in the week; the report is written and says so; with --check
                 also: the data are partial
              4  could not run: files, database, disk; or the report that is there has
                 readings, and this one would have none; no report was written
            """,
        options: Options.places.union(Options.figures).union(["--reports", "--check", "--quiet"]),
        run: { options throws(Problem) in
            try Call.with(options, writing: [.store, .reports]) { call throws(Problem) in
                let now = try WeekChoice.now(options)
                var window = try WeekChoice.window(options, at: now, zone: call.zone)
                let (night, _, passedOver) = try call.nightWithNewExports()
                if options.week == nil, options.asOf == nil, let week = try call.unreportedWeek(by: night, at: now) {
                    window = Window(week, in: call.zone)
                }
                // A report of a week that is over is the same whenever it is written.
                let assessment = try call.assessment(of: window, by: night, at: window.isComplete ? nil : now)
                let name = EarlierReports.name(lastDay: window.lastDay)
                try ReportFile.write(
                    markdown(assessment), hasReadings: assessment.hasReadings, to: name, in: call.folders.reports)
                call.remember(reportOf: window, by: night)
                if !assessment.hasReadings { call.sayIfEmpty(passedOver) }
                if options.isQuiet {
                    // Silence would read as good news.
                    if !assessment.hasReadings { Output.error("freshness: \(verdictLine(assessment))\n") }
                } else {
                    Output.result("\(call.folders.reports)/\(name)\n\(verdictLine(assessment))\n")
                    // The report is what was asked for, and it is there.
                    if Output.isBroken { Output.forgive("the report is written; its path could not be") }
                }
                return call.exitCode(for: assessment)
            }
        })
}
