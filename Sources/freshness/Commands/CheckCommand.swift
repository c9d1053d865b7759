import Night
import Report
import Store

extension Command {
    static let check = Command(
        name: "check",
        summary: "Check the whole store for damage.",
        help: """
            OVERVIEW: Check the whole store for damage. No exports are read, and nothing is
            repaired: if the store is damaged, restore a backup, or run `freshness
            rebuild`.

            USAGE: freshness check [OPTIONS]

            OPTIONS:
              --quiet          Print nothing if the store is not damaged.
            \(Help.places)

            EXIT CODES:
              0  the store is not damaged
              2  the call or slo.json is wrong
              3  the store is empty: no file was read into it yet
              4  the store is damaged, is missing, or could not be read
            """,
        options: Options.places.union(["--quiet"]),
        run: { options throws(Problem) in
            try Call.with(options, writing: .store) { call throws(Problem) in
                try call.needStore()
                let (faults, isEmpty) = try Problem.catching { () throws(NightFailure) in
                    let night = try Night(
                        writing: call.folders.store, call.thresholds, timeout: call.patience, startsOver: false)
                    return try night.attempt { (try night.store.faults(), try !night.store.hasContents()) }
                }
                guard let first = faults.first else {
                    // Whoever backs up only a store without faults must not put an emptied one over a good copy.
                    if isEmpty {
                        Output.error("freshness: \(call.folders.store) is empty: no file was read into it yet\n")
                        return .noData
                    }
                    if !options.isQuiet { Output.result("\(call.folders.store) is not damaged\n") }
                    return .done
                }
                let more = faults.count > 1 ? ", and \(number(faults.count - 1)) more" : ""
                throw .cannotRun(
                    "\(call.folders.store) is damaged (\(visible(first, limit: 200))\(more))",
                    "restore a backup of it, or make it again from the exports", "rebuild")
            }
        })
}
