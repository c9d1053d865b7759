import Report
import Stats

extension Command {
    static let report = Command(
        name: "report",
        summary: "Read new exports, then write the week's report.",
        help: """
            OVERVIEW: Read new exports, then write the report of one week.

            The report is a Markdown file, reports/bg_freshness_YYYY-MM-DD.md, dated by
            the last day that it covers. Its path and a one-line verdict are printed on
            standard output.

            USAGE: freshness report [OPTIONS]

            OPTIONS:
              --week WEEK      Report on WEEK: 2026-W39, `last` or `current`. (default:
                               the week that ended last, if it has exports and no report
                               of the whole week was written yet; otherwise the week that
                               yesterday lies in)
              --as-of TIME     Use only what was known at TIME, a moment inside the week,
                               such as 2026-09-24T10:00:00Z. (default: now, or the end of
                               the week if it is over)
              --app ID         Count only the devices of this app.
              --task NAME      Count only the runs of this task.
              --check          Exit with 1 if an objective is missed or p90 regressed, and
                               with 3 if the data are partial and nothing was missed.
              --quiet          Print only problems, and the verdict if it is not good news.
              --reports DIR    Write the report to DIR. (default: reports, in --root)
            \(Help.now)
            \(Help.places)

            EXIT CODES:
              0  the report is written; with --check also: the objectives are met, on
                 whole data, and p90 did not regress
              1  only with --check: an objective is missed, or p90 regressed (an
                 earlier week that was reported as met and is missed now is named in
                 the verdict line, and does not change the exit code)
              2  the call or slo.json is wrong, or the store belongs to another folder of
                 exports; no report was written
              3  there is no data for the week, and the report says so; with --check also:
                 the data are partial, and nothing was missed
              4  an error in files, the store or the disk; or a report with data exists,
                 and the new one would have none; no report was written
            """,
        options: Options.places.union(Options.figures).union(["--reports", "--check", "--quiet"]),
        run: { options throws(Problem) in
            try Call.with(options, writing: [.store, .reports]) { call throws(Problem) in
                let now = try WeekChoice.now(options)
                var window = try WeekChoice.window(options, at: now, zone: call.zone)
                let (night, _, passedOver) = try call.nightWithNewExports()
                try call.needKnownScope(by: night)
                if options.week == nil, options.asOf == nil, let week = try call.unreportedWeek(by: night, at: now) {
                    window = Window(week, in: call.zone)
                }
                // A report of a week that is over is the same whenever it is written.
                let assessment = try call.assessment(of: window, by: night, at: window.isComplete ? nil : now)
                let name = EarlierReports.name(lastDay: window.lastDay)
                try ReportFile.write(
                    markdown(assessment), hasReadings: assessment.hasReadings, to: name, in: call.folders.reports)
                call.remember(reportOf: window, by: night)
                if !assessment.hasReadings, !options.isQuiet { call.sayIfEmpty(passedOver) }
                let code = call.exitCode(for: assessment)
                if !options.isQuiet {
                    Output.result("\(call.folders.reports)/\(name)\n\(call.verdictLine(assessment))\n")
                    // The report is what was asked for, and it is there.
                    if Output.isBroken { Output.forgive("the report is written; its path could not be") }
                } else if code != .done || !assessment.weeksMissedNow.isEmpty {
                    // Silence would read as good news.
                    Output.error("freshness: \(call.verdictLine(assessment))\n")
                }
                return code
            }
        })
}
