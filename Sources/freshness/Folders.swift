import Foundation
import Night

/// Where the program reads and writes.
struct Folders {
    var metrics: String
    var reports: String
    var state: String

    init(_ options: Options) {
        let root = options.root.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? ""
        metrics = options.metrics ?? root + "metrics"
        reports = options.reports ?? root + "reports"
        state = options.state ?? root + ".freshness"
    }

    var exports: String { metrics + "/bg_runs" }
    var thresholds: String { metrics + "/slo.json" }
    var store: String { state + "/runs.sqlite" }

    /// Refuses to write where thresholds and exports are, whatever the names and links on the way there.
    func keepOutOfMetrics() throws(Problem) {
        let inputs = [metrics, exports].map(resolved)
        for (option, folder) in [("--reports", reports), ("--state", state)] {
            let place = resolved(folder)
            // What holds the inputs is as bad as what they hold: writing is possible beneath it.
            let isAround = inputs.contains { $0.hasPrefix(place == "/" ? "/" : place + "/") }
            if isAround || inputs.contains(where: { place == $0 || place.hasPrefix($0 + "/") }) {
                throw .usage(
                    "\(option): \(folder) \(isAround ? "contains" : "is in") the folder of the thresholds and exports, where "
                        + "this program never writes",
                    "name another folder")
            }
        }
    }
}
