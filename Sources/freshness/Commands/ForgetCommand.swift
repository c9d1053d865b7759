import Night
import Report
import Store

extension Command {
    static let forget = Command(
        name: "forget",
        summary: "Remove one device from the store.",
        help: """
            OVERVIEW: Read new exports, then remove one device from the store: its id, its
            exports and its runs.

            The files of exports are not changed. The command lists the files that still
            have the device: when one of them is read again, the device comes back. Also
            unchanged are reports that were already written, old stores that were kept
            (runs.sqlite.*), and backups.

            USAGE: freshness forget ID [OPTIONS]

            ARGUMENTS:
              ID               The device's whole id.

            OPTIONS:
              --app ID         Forget the device of this app. Needed if several apps have
                               a device with this id.
              --quiet          Show no progress.
            \(Help.places)

            EXIT CODES:
              0  done
              2  the call or slo.json is wrong; the store belongs to another folder of
                 exports; or no device, or several, have this id; nothing was removed
              4  an error in files, the store or the disk; nothing was removed
            """,
        options: Options.places.union(["--app", "--quiet"]), argument: "ID",
        run: { options throws(Problem) in
            guard let id = options.argument else {
                throw .usage("forget needs an id", "see `freshness help forget`")
            }
            return try Call.with(options, writing: .store) { call throws(Problem) in
                let night = try call.nightWithNewExports().night
                let found = try Problem.catching { () throws(NightFailure) in
                    try night.attempt {
                        try night.store.devices(
                            beginningWith: Array(id.utf8), app: options.app.map { Array($0.utf8) }, atMost: 6)
                    }
                }
                if found.isEmpty { try call.needKnownScope(by: night) }
                let device = try MeantDevice.whole(found, id, options.app)
                let forgotten = try Problem.catching { () throws(NightFailure) in try night.forget(device) }
                Output.result(forgottenText(forgotten, call.clocks))
                // It is done, and cannot be asked for a second time.
                if Output.isBroken { Output.forgive("the device is removed; what was removed could not be printed") }
                return .done
            }
        })
}
