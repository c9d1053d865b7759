import Report
import Store

extension Command {
    static let rebuild = Command(
        name: "rebuild",
        summary: "Make the store anew from the exports that are there.",
        help: """
            OVERVIEW: Make the store anew from the exports that are there, and say what the old
            one knew that cannot be had again: the exports of files that are gone.

            USAGE: freshness rebuild [OPTIONS]

            OPTIONS:
              --quiet          Print only what cannot be had again.
            \(Help.places)

            EXIT CODES:
              0  done
              2  the call or slo.json is wrong; nothing was done
              4  could not run: files, database, disk
            """,
        options: Options.places.union(["--quiet"]),
        run: { options throws(Problem) in
            let session = try Session(options, store: .rebuilt)
            switch session.lost {
            case nil:
                Output.error(
                    "freshness: the old store could not be read, and whether it knew files that are gone nobody knows; it is "
                        + "kept as \(session.folders.store).damaged\n")
            case let lost? where lost.files > 0:
                Output.error(
                    "freshness: \(number(lost.files)) \(lost.files == 1 ? "file is gone, and with it " : "files are gone, and with them ")"
                        + "\(number(lost.exports)) \(lost.exports == 1 ? "export" : "exports") that the old store knew\n"
                )
            default: break
            }
            if !options.isQuiet { Output.result(IngestSummary.text(session.intake) + "\n") }
            return .done
        })
}
