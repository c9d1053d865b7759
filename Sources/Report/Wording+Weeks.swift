import Stats

extension Wording {
    /// The last weeks, from the first that has a reading, and how much of what the objectives allow each used up.
    var weeks: [Block] {
        let weeks = Array(evidence.weeks.drop { $0.figures.devices == 0 })
        guard let first = weeks.first else { return [] }
        var table = Table(columns: [
            .left("week"), .right("devices"), .right("p50"), .right("p90"), .right("p50 budget"), .right("p90 budget"),
        ])
        table.rows = weeks.map { week in
            let figures = week.figures
            return [
                week.week.description, number(figures.devices), figures.p50.map(objectives.text) ?? "–",
                figures.p90.map(objectives.text) ?? "–", used(figures.p50Budget), used(figures.p90Budget),
            ]
        }
        let isAll = weeks.count == evidence.weeks.count
        return [
            .section("Last \(number(evidence.weeks.count)) weeks"), .table(table),
            .sentences(
                [
                    "Budget: 1.0 is exactly on the limit; half of the devices may be at \(limit(objectives.p50)) or more, "
                        + "one in ten at \(limit(objectives.p90)) or more.",
                    window.isComplete
                        ? nil : "\(week) is not over: its row is of \(window.wholeDays) of 7 days.",
                    missedSentence,
                    isAll ? nil : "Before \(first.week) there is no reading within these weeks.",
                ].compactMap(\.self)),
        ]
    }

    private func used(_ share: Share) -> String {
        guard let text = objectives.budget(share) else { return "–" }
        return share.part > share.whole ? markup.strong(text) : text
    }

    private var missedSentence: String? {
        let missed = assessment.weeksMissed
        guard missed > 1 else { return nil }
        let atLeast = missed == evidence.weeks.count ? "at least " : ""
        // The reports of those weeks may have said otherwise.
        let anew = assessment.movedThresholds.contains { $0.name == .p90 } ? "By the thresholds of this report " : ""
        return "\(anew)p90 has missed its objective for \(atLeast)\(number(missed)) weeks in a row."
    }
}
