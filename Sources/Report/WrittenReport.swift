package import Foundation
package import Records
package import Stats

/// A report as it was written, read back: its week, its cut-off and its thresholds.
///
/// The report is what its readers saw, and it outlives the store: so it is what a later one compares with.
package struct WrittenReport: Sendable {
    package var week: Week
    private var lines: [String]

    /// Nil where a text does not begin as a report does.
    package init?(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let title = lines.first, let week = Self.week(title) else { return nil }
        self.week = week
    }

    /// The week in a heading.
    private static func week(_ title: String) -> Week? {
        let beginnings = ["# Background freshness ", "# ⚠ Background freshness "]
        guard let beginning = beginnings.first(where: title.hasPrefix) else { return nil }
        let word = title.dropFirst(beginning.count).prefix { $0 != " " }
        let parts = word.components(separatedBy: "-W")
        guard parts.count == 2, let year = Int(parts[0]), let number = Int(parts[1]),
            let week = Week(year: year, number: number), week.description == word
        else { return nil }
        return week
    }

    /// An item of a list in one line, by how it begins.
    private func item(_ beginning: String) -> String? {
        guard let start = lines.firstIndex(where: { $0.hasPrefix("- " + beginning) }) else { return nil }
        let item = [lines[start]] + lines[(start + 1)...].prefix { $0.hasPrefix("  ") }
        return item.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
    }

    /// The first moment that no longer counted, by the clocks of a zone.
    package func cutOff(in zone: TimeZone) -> Instant? {
        guard let words = item("Window: ")?.split(separator: " "), let to = words.firstIndex(of: "to"),
            words.count > to + 2
        else { return nil }
        let numbers = (words[to + 1].split(separator: "-") + words[to + 2].split { $0 == ":" || $0 == "." }).map {
            Int($0)
        }
        let parts = numbers.compactMap(\.self)
        // In bounds, so that nothing below overflows; whether there is such a moment shows at the end.
        guard (5...7).contains(parts.count), parts.count == numbers.count, parts.allSatisfy((0...9_999).contains)
        else { return nil }
        let components = DateComponents(
            year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4],
            second: parts.count > 5 ? parts[5] : 0)
        guard let date = Calendar.iso(zone).date(from: components) else { return nil }
        let cutOff = Instant(date).advanced(by: parts.count > 6 ? Int64(parts[6]) : 0)
        return cutOff.moment(in: zone) == "\(words[to + 1]) \(words[to + 2])" ? cutOff : nil
    }

    /// How many exports it says were dated later than the clock when it was written.
    package var laterThanClock: Int {
        let beginnings = lines.compactMap { line in
            line.hasPrefix("- ") && line.contains(" dated more than a day after now: ")
                ? line.dropFirst(2).prefix { $0 != " " } : nil
        }
        return beginnings.first.flatMap { Int($0.filter { $0 != "," }) } ?? 0
    }

    /// The thresholds that it was judged by; nil where it does not say them.
    package var thresholds: EarlierThresholds? {
        guard let text = item("Thresholds: "), let p50 = Self.length(behind: "p50 < ", in: text),
            let p90 = Self.length(behind: "p90 < ", in: text),
            let broken = Self.length(behind: "broken over ", in: text),
            let regression = Self.length(behind: "regression over ", in: text), let sha256 = Self.sha256(in: text)
        else { return nil }
        return EarlierThresholds(
            week: week.description, p50: p50, p90: p90, broken: broken, p90Regression: regression, sha256: sha256,
            timeZone: zone)
    }

    /// The zone at the end of `- Window: 2026-09-14 00:00 to 2026-09-21 00:00 UTC, complete;`.
    private var zone: String? {
        let words = item("Window: ")?.prefix { $0 != "," }.split(separator: " ") ?? []
        return words.count == 8 ? words[7].filter { $0 != "`" } : nil
    }

    private static func sha256(in text: String) -> String? {
        guard let rest = text.components(separatedBy: "SHA-256 `").dropFirst().first else { return nil }
        let digits = rest.prefix { $0.isASCII && $0.isHexDigit }
        return digits.count == 64 && rest.dropFirst(64).first == "`" ? String(digits) : nil
    }

    /// A length of time in milliseconds; nil for anything but what ``limit(_:)`` writes.
    private static func length(behind name: String, in text: String) -> Int64? {
        guard let rest = text.components(separatedBy: name).dropFirst().first,
            let end = rest.range(of: " h"), let hours = Double(rest[..<end.lowerBound].filter { $0 != "," }),
            hours > 0, hours <= 100_000
        else { return nil }
        let length = Int64((hours * 3_600_000).rounded())
        return limit(length) == rest[..<end.upperBound] ? length : nil
    }
}

extension EarlierThresholds {
    /// The thresholds of a report; nil where a text is none, or does not say them.
    package init?(report: String) {
        guard let thresholds = WrittenReport(report)?.thresholds else { return nil }
        self = thresholds
    }
}
