import Foundation
import Stats

/// The reports that are there already.
enum EarlierReports {
    /// What a report is called that ends with a day, `2026-09-27`.
    static func name(lastDay: String) -> String { "bg_freshness_\(lastDay).md" }

    /// The latest report of an earlier week that says its thresholds.
    ///
    /// - Returns: nil where there is none; and the names of later ones that were passed over, the latest first, since
    ///   they cannot be read or do not say them.
    static func thresholds(before window: Window, in folder: String) -> (EarlierThresholds?, passedOver: [String]) {
        let first = name(lastDay: window.firstDay)
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            return (nil, access(folder, F_OK) == 0 ? ["the folder itself"] : [])
        }
        // Dates in this form are in the order of their letters.
        let earlier = names.filter { $0.hasPrefix("bg_freshness_") && $0.count == first.count && $0 < first }
        var passedOver: [String] = []
        for name in earlier.sorted().reversed() {
            if let report = ReportedWeek.read("\(folder)/\(name)") { return (report.thresholds, passedOver) }
            passedOver.append(name)
        }
        return (nil, passedOver)
    }

    /// What the reports of the weeks before this one say, of those that a report looks back over.
    static func weeks(before assessment: Assessment, in folder: String) -> [ReportedWeek] {
        assessment.evidence.weeks.dropLast().compactMap { week in
            let lastDay = Window(week.week, in: assessment.window.zone).lastDay
            return ReportedWeek.read("\(folder)/\(name(lastDay: lastDay))")
        }
    }
}
