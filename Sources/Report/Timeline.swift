import Records
import Stats

/// A device's runs, one a line, with as many lines between two of them as the time between them takes.
struct Timeline {
    let lines: [String]

    /// More runs than these are counted and not shown.
    private static let mostRuns = 40
    /// About how many lines all gaps together may take.
    private static let mostGaps = 48
    /// The hours that one line of a gap may stand for.
    private static let scales: [Int64] = [1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2_160, 8_760]

    init(_ view: DeviceView, _ reading: Reading, _ zone: ClockZone) {
        let runs = view.runs.suffix(Self.mostRuns)
        let moments = runs.map { min($0.at, reading.exportedAt) } + [reading.exportedAt]
        let span = reading.exportedAt - (moments.first ?? reading.exportedAt)
        let scale = Self.scales.first { span / ($0 * Milliseconds.hour) <= Self.mostGaps } ?? 8_760
        var lines: [String] = []
        let earlier = view.runs.count - runs.count
        lines.append("Each │ stands for \(number(Int(scale), "hour")). Times are in \(zone.name).")
        if earlier > 0 { lines.append("\(number(earlier, "earlier run")) \(earlier == 1 ? "is" : "are") not shown.") }
        lines.append("")
        var before: Instant?
        for (run, moment) in zip(runs, moments) {
            if let before { lines += Self.gap(moment - before, scale) }
            lines.append("\(zone.bareMinute(moment))  \(Self.text(run, view))")
            before = moment
        }
        if let before { lines += Self.gap(reading.exportedAt - before, scale) }
        lines.append("\(zone.bareMinute(reading.exportedAt))  exported")
        self.lines = lines
    }

    private static func gap(_ length: Int64, _ scale: Int64) -> [String] {
        let count = Int(length / (scale * Milliseconds.hour))
        guard count > 0 else { return [] }
        return (0..<count).map { index in
            "               │" + (index == 0 ? "  \(hours(length, apartFrom: []))" : "")
        }
    }

    private static func text(_ run: Run, _ view: DeviceView) -> String {
        var parts = [mark(run.outcome)]
        let number = Int(run.task.rawValue)
        if run.task != .none, view.tasks.indices.contains(number) {
            parts.append("task \(Markup.plain.data(view.tasks[number], limit: 20))")
        }
        if let scheduled = run.scheduledAt {
            parts.append("\(hours(run.at - scheduled, apartFrom: [0])) after it was scheduled")
        }
        if let bucket = run.bucket { parts.append("bucket \(bucket.name)") }
        if run.lowPower == true { parts.append("low power") }
        return parts.joined(separator: ", ")
    }

    private static func mark(_ outcome: Outcome) -> String {
        switch outcome {
        case .success: "● success"
        case .unknown: "○ outcome unknown"
        default: "✗ \(outcome.name)"
        }
    }
}
