import Foundation
import TestSupport

/// Fleets of which nearly all refresh every few hours: what is amiss is with the data, or it is said.
extension NightRow {
    static let all = whole + partial + noReading + refused

    private static let whole: [NightRow] = [
        more("Nothing: 40 devices refresh every eight hours and export every evening", "all_well", exitCode: 0),
        NightRow(
            "It is Wednesday, and the week has two evenings of exports so far", "collection_stopped", exitCode: 0,
            night: "2026-09-23"),
        more("The exports of Sunday evening are late: the newest is of Saturday", "stopped_on_saturday", exitCode: 0),
        more("The file of one evening is an error page of the server", "one_file_unreadable", exitCode: 0),
        more(
            "Last week ten backups were restored on second phones, which are put away by now", "clone_only_before",
            exitCode: 0),
        NightRow(
            "Ten phones without a network send on Tuesday what they exported last week", exitCode: 0,
            night: "2026-09-23"
        ) { nights in
            try nights.bring("late_data", step: 1)
            try nights.nights(21...21)
            try nights.bring("late_data", step: 2)
        },
        NightRow("Two phones of the developers were taken out of the files, and forgotten", exitCode: 0) { nights in
            try nights.bringMore("test_phones")
            try nights.nights(28...28)
            try nights.bringMore("test_phones", step: 2)
            for device in ["t0", "t1"] { _ = try nights.root.run("forget", device) }
        },
        NightRow("The same two phones stand among ten devices", exitCode: 1, says: ["Missed"]) { nights in
            try nights.bringMore("test_phones")
        },
        NightRow("Files were replaced by others of the same size and time", exitCode: 1, says: ["123.8 h", "Missed"]) {
            nights in
            try nights.bring("same_size_and_time", step: 1)
            try nights.nights(23...23)
            try nights.bring("same_size_and_time", step: 2)
        },
        NightRow(
            "One file for each device, overwritten at each upload; eight devices got slower", exitCode: 1,
            says: ["Met, but much worse than the week before"]
        ) { nights in
            for step in 1...13 {
                try nights.bring("overwritten", step: step)
                try nights.nights((14 + step)...(14 + step))
            }
            try nights.bring("overwritten", step: 14)
        },
        NightRow(
            "The machine slept on the Monday: the week before is reported on Tuesday", "monday_missed", exitCode: 1,
            says: ["96.6 h", "Missed"], night: "2026-09-29"),
    ]

    private static let partial: [NightRow] = [
        NightRow(
            "The job that brings exports died on the Tuesday", "collection_stopped", exitCode: 3,
            says: ["data are partial"]),
        more("Exports stopped on the Friday", "stopped_on_friday", exitCode: 3, says: ["data are partial"]),
        NightRow(
            "Since Tuesday a new version of the app writes times without a zone: half of the fleet", "half_refused",
            exitCode: 3, says: ["data are partial"]),
        more(
            "The same with a third of the fleet, since Monday", "third_refused", exitCode: 3, says: ["data are partial"]
        ),
        NightRow(
            "Eight of 40 devices export each entry as a text", "every_entry_refused", exitCode: 3,
            says: ["data are partial"]),
        NightRow(
            "Ten backups are restored on second phones, which export under the same id", "one_id_on_two_phones",
            exitCode: 3, says: ["data are partial"]),
        NightRow(
            "The id cannot be read in the background, and is made anew each time", "new_id_each_time", exitCode: 3,
            says: ["data are partial"]),
        more(
            "Twelve of 40 devices have a new id at each export", "new_ids_for_some", exitCode: 3,
            says: ["data are partial"]),
        more("Twelve of 40 devices were set up anew, once", "set_up_anew", exitCode: 3, says: ["data are partial"]),
    ]

    private static let noReading: [NightRow] = [
        more("Nothing came in the whole week", "nothing_since_sunday", exitCode: 3, more: ["--week", "2026-W39"]),
        NightRow("The folder is empty", exitCode: 3) { _ in },
        NightRow("All files have names that are passed over", exitCode: 3) { nights in
            try nights.bring("names_passed_over", step: 1)
            let folder = nights.root.path + "/metrics/bg_runs/"
            for name in ["2026-09-21.json", "2026-09-22.JSON", "2026-09-26.Json", "2026-09-27.json"] {
                try FileManager.default.moveItem(atPath: folder + name, toPath: folder + name + ".part")
            }
        },
        NightRow("The files are a stream of events, one line a run", "one_line_a_run", exitCode: 3),
    ]

    private static let refused: [NightRow] = [
        NightRow(
            "The folder is another one than the store's", exitCode: 2, says: ["ROOT/metrics", "ROOT/other/metrics"],
            more: ["--metrics", "ROOT/other/metrics"]
        ) { nights in
            try nights.bring("two_folders_one_store", step: 1)
            try nights.root.folder.write(Root.thresholds(), to: "other/metrics/slo.json")
            try nights.nights(28...28)
        },
        NightRow("A threshold in `slo.json` is a text", exitCode: 2, says: ["p90Hours"]) { nights in
            try nights.bringMore("all_well")
            try nights.root.folder.write(
                Root.thresholds().replacingOccurrences(of: "72", with: "\"72\""), to: "metrics/slo.json")
        },
    ]

    private static func more(
        _ happened: String, _ name: String, exitCode: Int32, says: [String] = [], more: [String] = []
    ) -> NightRow {
        NightRow(happened, exitCode: exitCode, says: says, more: more) { try $0.bringMore(name) }
    }
}
