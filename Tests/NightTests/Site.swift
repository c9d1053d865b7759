import Foundation
import Records
import Stats
import Store
import TestSupport

@testable import Night

/// Thresholds, a folder of exports and a store, in a temporary folder.
final class Site: Sendable {
    let folder: TemporaryFolder
    let thresholds: Thresholds

    init(zone: String = "UTC") throws {
        folder = try TemporaryFolder()
        try folder.write(Self.thresholds(zone: zone), to: "slo.json")
        try folder.write("", to: "state/other")
        try folder.write("", to: "runs/.hidden.json")
        thresholds = try Thresholds(folder.path + "/slo.json")
    }

    static func thresholds(zone: String = "UTC") -> String {
        """
        {"p50Hours": 24, "p90Hours": 72, "brokenHours": 168, "p90RegressionHours": 12, "timeZone": "\(zone)"}
        """
    }

    var storePath: String { folder.path + "/state/runs.sqlite" }

    func path(of name: String) -> String { folder.path + "/runs/" + name }

    func put(_ text: String, as name: String) throws { try folder.write(text, to: "runs/" + name) }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(of: name)) }

    func list() throws -> [ListedFile] { try listing().files }

    func listing() throws -> ExportListing { try ExportFolder.list(folder.path + "/runs") }

    func night() throws -> Night { try Night(writing: storePath, thresholds, timeout: 10) }

    /// A whole night over the folder as it is, or as it was listed.
    @discardableResult
    func takeIn(
        _ files: [ListedFile]? = nil, progress: @escaping @Sendable (Intake.Progress) -> Void = { _ in }
    ) throws -> Intake.Outcome {
        var listing = try listing()
        if let files { listing.files = files }
        return try night().takeIn(listing, progress: progress)
    }

    /// The week that begins on ``monday``.
    func assess(_ scope: Scope = Scope()) throws -> Assessment {
        guard let week = Week(year: 2026, number: 39) else { throw NoSuchWeek() }
        return try Night(reading: storePath, thresholds, timeout: 10)
            .assess(Window(week, in: thresholds.zone), scope)
    }

    /// The store on its own.
    func store() throws -> Store { try Store(StoreFile(storePath, isFrozen: true)) }

    func storeBytes() throws -> Data { try folder.bytes(of: "state/runs.sqlite") }

    func file(_ name: String) throws -> KnownFile? { try store().files()[Array(name.utf8)] }
}

/// 2026-09-21 00:00 UTC, in seconds: `date -u -d 2026-09-21 +%s`.
let monday = 1_789_948_800
let hour = 3_600
let day = 86_400

/// A device's export, made this many hours after ``monday``, with runs at these hours.
func export(_ device: String, at exported: Int, runs: [Int] = [], _ more: String = "") -> String {
    let history = runs.map { "{\"at\":\(monday + $0 * hour),\"success\":true}" }.joined(separator: ",")
    return """
        {"device":"\(device)","app":"a","exportedAt":\(monday + exported * hour),"history":[\(history)]\(more)}

        """
}

/// An export without its own time.
func undated(_ device: String) -> String { "{\"device\":\"\(device)\",\"history\":[{\"at\":\(monday)}]}\n" }

struct NoSuchWeek: Error {}

extension [UInt8] {
    init(_ text: String) { self.init(text.utf8) }
}
