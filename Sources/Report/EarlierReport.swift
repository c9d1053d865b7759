import Foundation
package import Stats

extension EarlierThresholds {
    /// Reads back what a report says of its week and its thresholds; nil where it says nothing of the kind.
    ///
    /// The report is what its readers saw, and it outlives the store: so it is what a later one compares with.
    package init?(report: String) {
        var lines = report.split(separator: "\n", omittingEmptySubsequences: false)
        guard let title = lines.first, title.hasPrefix("#"),
            let week = title.split(separator: " ").lazy.compactMap(Self.week).first,
            let start = lines.firstIndex(where: { $0.hasPrefix("- Thresholds: ") })
        else { return nil }
        lines = Array(lines[start...])
        let item = [lines[0]] + lines.dropFirst().prefix { $0.hasPrefix("  ") }
        let text = item.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
        guard let p50 = Self.length(behind: "p50 < ", in: text), let p90 = Self.length(behind: "p90 < ", in: text),
            let broken = Self.length(behind: "broken over ", in: text),
            let regression = Self.length(behind: "regression over ", in: text),
            let sha256 = text.components(separatedBy: "SHA-256 `").dropFirst().first?.prefix(64), sha256.count == 64
        else { return nil }
        self.init(
            week: week.description, p50: p50, p90: p90, broken: broken, p90Regression: regression,
            sha256: String(sha256))
    }

    private static func week(_ word: Substring) -> Week? {
        let parts = word.components(separatedBy: "-W")
        guard parts.count == 2, let year = Int(parts[0]), let number = Int(parts[1]) else { return nil }
        return Week(year: year, number: number)
    }

    /// A length of time as ``limit(_:)`` writes it, in milliseconds.
    private static func length(behind name: String, in text: String) -> Int64? {
        guard let rest = text.components(separatedBy: name).dropFirst().first,
            let end = rest.range(of: " h"), let hours = Double(rest[..<end.lowerBound].filter { $0 != "," }),
            hours > 0, hours <= 100_000
        else { return nil }
        return Int64((hours * 3_600_000).rounded())
    }
}
