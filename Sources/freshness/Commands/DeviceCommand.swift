import Foundation
import Ingest
import Night
import Records
import Report
import Stats
import Store

extension Command {
    static let device = Command(
        name: "device",
        summary: "Show one device: how stale it is, why, and its runs.",
        help: """
            OVERVIEW: Read new exports, then show one device: how stale it is, why, what
            to check next, and its runs with the gaps between them drawn to scale.

            USAGE: freshness device ID [OPTIONS]

            ARGUMENTS:
              ID               The device's id, or a unique prefix of it.

            OPTIONS:
              --app ID         Look only among the devices of this app.
              --as-of TIME     Use only the exports made before TIME, such as
                               2026-09-24T10:00:00Z. (default: all exports)
              --quiet          Show no progress.
            \(Help.places)

            EXIT CODES:
              0  done
              2  the call or slo.json is wrong; the store belongs to another folder of
                 exports; or no device, or several, match
              3  the device has no export before TIME, or all its exports were refused
              4  an error in files, the store or the disk
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
                    let refused = try refusals(of: Array(id.utf8), upTo: cutOff, night)
                    if !refused.isEmpty {
                        Output.result(refusedDeviceText(id, refused))
                        return .noData
                    }
                }
                if found.isEmpty { try call.needKnownScope(by: night) }
                let device = try MeantDevice.only(found, id, options.app)
                let known = try look(night) { store throws -> DeviceView in
                    try view(of: device, upTo: cutOff, objectives, store)
                }
                let newest = try newestExport(upTo: cutOff, night)
                Output.result(
                    deviceText(
                        known, objectives, call.clocks, refused: try refusals(of: device.id, upTo: cutOff, night),
                        newest: newest))
                return known.reading == nil ? .noData : .done
            }
        })

    /// What was refused is counted whatever the cut-off; whether that was later than the rest is only known before it.
    private static func refusals(
        of id: [UInt8], upTo cutOff: Instant?, _ night: Night
    ) throws(Problem) -> [RefusedExports] {
        try look(night) { store throws in
            try store.refusedExports(of: id).map { refused in
                var refused = refused
                if let cutOff, let latest = refused.latest, latest >= cutOff { refused.latest = nil }
                return refused
            }
        }
    }

    /// When the store's newest export was made. One that is later than the clock shows that a clock is wrong, and not that
    /// all other devices fell silent.
    private static func newestExport(upTo cutOff: Instant?, _ night: Night) throws(Problem) -> Instant? {
        let tomorrow = Instant(Date()).advanced(by: Milliseconds.day)
        return try look(night) { store throws in try store.latestExport(before: min(cutOff ?? tomorrow, tomorrow)) }
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
