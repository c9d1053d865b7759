import Foundation

/// An export as `metrics/run-history.schema.json` describes it. What is not known is left out.
struct Export: Encodable {
    /// How many bytes an id, an app or a task may have.
    static let longestName = 1_024
    /// The buckets that there may be.
    static let buckets: ClosedRange<Int16> = -32_767...32_766

    var device: String
    var app: String
    var platform: String
    var exportedAt: String
    var bucket: Int16?
    var installedAt: String?
    var lastScheduledAt: String?
    var historyLimit: Int
    var history: [Entry]

    struct Entry: Encodable {
        var at: String
        var scheduledAt: String?
        var task: String?
        var outcome: History.Outcome?
        var lowPower: Bool?
        var bucket: Int16?
        var reason: String?

        init(_ entry: History.Entry) {
            at = entry.at.text
            scheduledAt = entry.scheduledAt?.text
            task = entry.task
            outcome = entry.outcome
            lowPower = entry.lowPower
            bucket = entry.bucket.flatMap { Export.buckets.contains($0) ? $0 : nil }
            reason = entry.reason
        }
    }

    /// The same bytes for the same export: the members are in the order of their names.
    var line: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let text = try? encoder.encode(self) else { return Data() }
        return text + Data("\n".utf8)
    }
}
