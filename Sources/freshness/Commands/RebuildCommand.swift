import Night
import Report

extension Command {
    static let rebuild = Command(
        name: "rebuild",
        summary: "Make the store anew from the exports that are there.",
        help: """
            OVERVIEW: Make the store anew from the exports that are there. Where the old one
            knows exports that no file has any more, it says how many and does nothing
            without --yes: they cannot be had again.

            USAGE: freshness rebuild [OPTIONS]

            OPTIONS:
              --yes            Do it though something is lost.
              --quiet          Print only what was lost.
            \(Help.places)

            EXIT CODES:
              0  done
              2  the call or slo.json is wrong, or something would be lost; nothing was done
              4  could not run: files, database, disk
            """,
        options: Options.places.union(["--yes", "--quiet"]),
        run: { options throws(Problem) in
            try Call.with(options, writing: .store) { call throws(Problem) in
                let progress = ProgressLine(isQuiet: options.isQuiet)
                let outcome = try Problem.catching { () throws(NightFailure) in
                    defer { progress.clear() }
                    return try Rebuild.run(
                        call.folders.store, from: try ExportFolder.list(call.folders.exports), call.thresholds,
                        timeout: call.patience, allowsLoss: options.isSure
                    ) { progress.show($0) }
                }
                if let kept = outcome.kept {
                    Output.error("freshness: the old store could not be read; it is kept as \(kept)\n")
                } else if let lost = outcome.lost, lost.exports > 0 {
                    let are = lost.exports == 1 ? "is" : "are"
                    Output.error("freshness: \(number(lost.exports, "export")) that no file has any more \(are) lost\n")
                }
                if !options.isQuiet { Output.result(IngestSummary.text(outcome.intake) + "\n") }
                return .done
            }
        })
}
