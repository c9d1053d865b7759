import Report
import Store

extension Command {
    static let check = Command(
        name: "check",
        summary: "Look at the whole store for damage.",
        help: """
            OVERVIEW: Look at the whole store for damage. Nothing is read anew and nothing is
            mended: `freshness rebuild` makes a store anew.

            USAGE: freshness check [OPTIONS]

            OPTIONS:
              --quiet          Print nothing where the store is whole.
            \(Help.places)

            EXIT CODES:
              0  the store is whole
              2  the call or slo.json is wrong
              4  the store is damaged, or there is none
            """,
        options: Options.places.union(["--quiet"]),
        run: { options throws(Problem) in
            let session = try Session(options, store: .kept)
            let faults: [String]
            do {
                faults = try session.store.faults()
            } catch {
                throw Session.problem(error, session.folders.store)
            }
            guard let first = faults.first else {
                if !options.isQuiet { Output.result("\(session.folders.store) is whole\n") }
                return .done
            }
            let more = faults.count > 1 ? ", and \(number(faults.count - 1)) more" : ""
            throw .cannotRun(
                "\(session.folders.store) is damaged (\(visible(first, limit: 200))\(more))",
                "make it anew: freshness rebuild")
        })
}
