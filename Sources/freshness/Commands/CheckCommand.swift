import Night
import Report
import Store

extension Command {
    static let check = Command(
        name: "check",
        summary: "Check the whole store for damage.",
        help: """
            OVERVIEW: Check the whole store for damage. No exports are read, and nothing is
            repaired: if the store is damaged, run `freshness rebuild`.

            USAGE: freshness check [OPTIONS]

            OPTIONS:
              --quiet          Print nothing if the store is not damaged.
            \(Help.places)

            EXIT CODES:
              0  the store is not damaged
              2  the call or slo.json is wrong
              4  the store is damaged, is missing, or could not be read
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
                    if !options.isQuiet { Output.result("\(call.folders.store) is not damaged\n") }
                    return .done
                }
                let more = faults.count > 1 ? ", and \(number(faults.count - 1)) more" : ""
                throw .cannotRun(
                    "\(call.folders.store) is damaged (\(visible(first, limit: 200))\(more))",
                    "make it again from the exports", "rebuild")
            }
        })
}
