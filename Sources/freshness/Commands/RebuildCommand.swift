import Night
import Report

extension Command {
    static let rebuild = Command(
        name: "rebuild",
        summary: "Make a new store from the exports in the folder.",
        help: """
            OVERVIEW: Make a new store from the exports in the folder, in place of the old
            one.

            The old store may know exports that are no longer in any file. Without --yes,
            the command then says how many would be lost, and changes nothing.

            USAGE: freshness rebuild [OPTIONS]

            OPTIONS:
              --yes            Go on even if exports are lost, or if the old store cannot
                               be read. A store that cannot be read is kept under another
                               name.
              --quiet          Print only what was lost, and problems.
            \(Help.places)

            EXIT CODES:
              0  done
              2  the call or slo.json is wrong; the store belongs to another folder of
                 exports; or --yes is needed; nothing was changed
              4  an error in files, the store or the disk
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
                    let (are, them) = lost.exports == 1 ? ("is", "it") : ("are", "them")
                    Output.error(
                        "freshness: \(number(lost.exports, "export")) \(are) lost: only the old store had \(them)\n")
                }
                if !options.isQuiet { Output.result(IngestSummary.text(outcome.intake) + "\n") }
                return .done
            }
        })
}
