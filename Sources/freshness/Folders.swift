import Foundation

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
        let inputs = [metrics, exports].map(Self.resolved)
        for (option, folder) in [("--reports", reports), ("--state", state)] {
            let place = Self.resolved(folder)
            // What holds the inputs is as bad as what they hold: writing is possible beneath it.
            let isAround = inputs.contains { $0.hasPrefix(place == "/" ? "/" : place + "/") }
            if isAround || inputs.contains(where: { place == $0 || place.hasPrefix($0 + "/") }) {
                throw .usage(
                    "\(option): \(folder) \(isAround ? "holds" : "is in") the folder of the thresholds and exports, where "
                        + "nothing is written",
                    "name another folder")
            }
        }
    }

    /// A path with every link in it followed, as far as it exists.
    private static func resolved(_ path: String) -> String {
        if let real = realpath(path.isEmpty ? "." : path, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        let parts = path.split(separator: "/")
        guard let last = parts.last else { return "/" }
        let parent = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
        let base = resolved(parent)
        if last == "." { return base }
        return (base == "/" ? "" : base) + "/" + last
    }
}
