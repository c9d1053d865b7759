import Foundation
import TestSupport
import Testing

extension Root {
    /// A root with a made-up fleet's exports of the days that end with 2026-W39; the same bytes each time.
    static func made(devices: Int, days: Int = 14, _ more: String...) throws -> Root {
        let root = try Root()
        let fleet = try ProgramRun(
            ofTool: [
                "python3", Repository.path + "/scripts/make_fleet.py", root.folder.path + "/metrics/bg_runs",
                "--devices", "\(devices)", "--days", "\(days)", "--last-day", "2026-09-27", "--seed", "11",
            ] + more)
        try #require(fleet.exitCode == 0, "python3 is needed: \(fleet.error)")
        return root
    }

    /// The options for a report of the exports' last week, by a store of its own.
    func options(state: String = "state") -> [String] {
        ["--week", "2026-W39", "--root", folder.path, "--state", folder.path + "/" + state]
            + ["--reports", folder.path + "/" + state]
    }

    /// The paths of the exports, and their sizes in bytes.
    func exports() throws -> [String: Int] {
        var sizes: [String: Int] = [:]
        for name in try folder.names(in: "metrics/bg_runs") where !name.hasPrefix(".") {
            let path = folder.path + "/metrics/bg_runs/" + name
            sizes[path] = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
        }
        return sizes
    }

    /// Gives an export a name that is passed over. Its time of modification stays.
    func hide(_ name: String) throws { try rename(name, to: "." + name) }

    func unhide(_ name: String) throws { try rename("." + name, to: name) }

    private func rename(_ name: String, to newName: String) throws {
        let exports = folder.path + "/metrics/bg_runs/"
        try FileManager.default.moveItem(atPath: exports + name, toPath: exports + newName)
    }
}
