import Night
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
            try Call.with(options, writing: .store) { call throws(Problem) in
                try call.needStore()
                let faults = try Problem.catching { () throws(NightFailure) in
                    let night = try Night(
                        writing: call.folders.store, call.thresholds, timeout: call.patience, startsOver: false)
                    return try night.attempt { try night.store.faults() }
                }
                guard let first = faults.first else {
                    if !options.isQuiet { Output.result("\(call.folders.store) is whole\n") }
                    return .done
                }
                let more = faults.count > 1 ? ", and \(number(faults.count - 1)) more" : ""
                throw .cannotRun(
                    "\(call.folders.store) is damaged (\(visible(first, limit: 200))\(more))",
                    "make it anew: freshness rebuild")
            }
        })
}
