import Ingest
import Night
import Records
import Report
import Stats
import Store

extension Command {
    static let device = Command(
        name: "device",
        summary: "Show one device: its runs, its reading, why it is stale.",
        help: """
            OVERVIEW: Read new exports, then show one device: how stale it is, why, what to
            look at next, and its runs with the gaps between them drawn to scale.

            USAGE: freshness device ID [OPTIONS]

            ARGUMENTS:
              ID               The device's id, or as much of its beginning as no other has.

            OPTIONS:
              --app ID         Look only among this app's devices.
              --as-of TIME     Look at its last export before this moment, as
                               2026-09-24T10:00:00Z. (default: its last export)
              --quiet          Show no progress.
            \(Help.places)

            EXIT CODES:
              0  done
              2  the call or slo.json is wrong, or no device or several begin so
              3  it has no export before that moment, or all its exports were refused
              4  could not run: files, database, disk
            """,
        options: Options.places.union(["--app", "--as-of", "--quiet"]), argument: "ID",
        run: { options throws(Problem) in
            guard let id = options.argument else {
                throw .usage("device needs an id", "see `freshness help device`")
            }
            let cutOff = try options.asOf.map { text throws(Problem) in try WeekChoice.moment(text, "--as-of") }
            return try Call.with(options, writing: .store) { call throws(Problem) in
                let night = try call.nightWithNewExports().night
                let objectives = call.thresholds.objectives
                let found = try look(night) { store throws -> [StoredDevice] in
                    try store.devices(
                        beginningWith: Array(id.utf8), app: options.app.map { Array($0.utf8) }, atMost: 6)
                }
                if !found.contains(where: { $0.id == Array(id.utf8) }) {
                    // A whole id is never a mere beginning, also where all that is known of it is that it was refused.
                    let refused = try refusals(of: Array(id.utf8), night)
                    if !refused.isEmpty {
                        Output.result(refusedDeviceText(id, refused))
                        return .noData
                    }
                }
                let device = try MeantDevice.only(found, id, options.app)
                let known = try look(night) { store throws -> DeviceView in
                    try view(of: device, upTo: cutOff, objectives, store)
                }
                Output.result(
                    deviceText(known, objectives, call.clocks, refused: try refusals(of: device.id, night)))
                return known.reading == nil ? .noData : .done
            }
        })

    private static func refusals(of id: [UInt8], _ night: Night) throws(Problem) -> [RefusedExports] {
        try look(night) { store throws in try store.refusedExports(of: id) }
    }

    private static func look<Result>(_ night: Night, _ work: (Store) throws -> Result) throws(Problem) -> Result {
        try Problem.catching { () throws(NightFailure) in try night.attempt { try work(night.store) } }
    }

    private static func view(
        of device: StoredDevice, upTo cutOff: Instant?, _ objectives: Objectives, _ store: Store
    ) throws -> DeviceView {
        DeviceView(
            id: text(device.id), app: text(device.app), try store.history(of: device.number), upTo: cutOff,
            ReadingRules(platforms: try store.names(.platform).names, tooNewPeriod: objectives.p50),
            tasks: try store.names(.task).names.map(text))
    }

    private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
