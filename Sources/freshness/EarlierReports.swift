import Foundation
import Ingest
import Report
import Stats

/// The reports that are there already.
enum EarlierReports {
    /// What a report is called that ends with a day, `2026-09-27`.
    static func name(lastDay: String) -> String { "bg_freshness_\(lastDay).md" }

    /// The thresholds of the latest report of an earlier week; nil where there is none that says them.
    static func thresholds(before window: Window, in folder: String) -> EarlierThresholds? {
        let first = name(lastDay: window.firstDay)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        // Dates in this form are in the order of their letters.
        let earlier = names.filter { $0.hasPrefix("bg_freshness_") && $0.count == first.count && $0 < first }
        return earlier.sorted().reversed().lazy.compactMap { name in
            let bytes = try? FileSource.contents(of: FilePath("\(folder)/\(name)"), atMost: 4 << 20)
            return bytes.flatMap { EarlierThresholds(report: String(decoding: $0, as: UTF8.self)) }
        }.first
    }
}
