import Foundation

/// An export in the format of `metrics/run-history.schema.json`. Unknown values are left out.
struct Export: Encodable {
    /// The longest id, app or task, in bytes.
    static let longestName = 1_024
    /// The valid bucket codes.
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

    /// One line of JSON. Members are sorted by name, so that the same export has the same bytes.
    var line: Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let text = try? encoder.encode(self) else { return Data() }
        return text + Data("\n".utf8)
    }
}
