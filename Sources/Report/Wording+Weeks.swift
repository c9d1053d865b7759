import Stats

extension Wording {
    /// The last weeks, from the first that has data. Left out where they are no more than the first table shows.
    var weeks: [Block] {
        let weeks = weeksWithData
        guard weeks.count > (assessment.hasReadings ? 2 : 0) else { return [] }
        var table = Table(columns: [
            .left("week"), .right("devices"), .right("p50"), .right("p90"),
            .right("at \(limit(objectives.p50)) or more"), .right("at \(limit(objectives.p90)) or more"),
        ])
        table.rows = weeks.map { week in
            let figures = week.figures
            return [
                week.week.description, number(figures.devices), figures.p50.map(objectives.text) ?? "–",
                figures.p90.map(objectives.text) ?? "–",
                notUnder(figures.underP50, of: figures.devices, allowed: 50),
                notUnder(figures.underP90, of: figures.devices, allowed: 10),
            ]
        }
        return [
            .section("Last \(number(evidence.weeks.count)) weeks"), .table(table),
            .sentences(
                [
                    "The objectives allow 50 % of the devices at \(limit(objectives.p50)) or more, and 10 % at "
                        + "\(limit(objectives.p90)) or more."
                        + (markup == .markdown ? " Bold: more than allowed." : ""),
                    window.isComplete
                        ? nil : "\(week) is not over: its row is of the days so far.",
                ].compactMap(\.self)),
        ]
    }

    private var weeksWithData: [WeekFigures] { Array(evidence.weeks.drop { $0.figures.devices == 0 }) }

    /// The share of devices that are not under a limit: an objective is met where it is no more than is allowed.
    private func notUnder(_ under: Int, of devices: Int, allowed: Int) -> String {
        let share = Share(devices - under, of: devices)
        guard let text = percent(share, apartFrom: allowed) else { return "–" }
        return 100 * share.part > allowed * share.whole ? markup.strong(text) : text
    }

    /// Where the weeks that a report looks back over begin without data.
    var firstWeek: Block.Item? {
        let weeks = weeksWithData
        guard let first = weeks.first, weeks.count < evidence.weeks.count else { return nil }
        // Of weeks before these nothing is known here.
        return Block.Item(
            text: "In the last \(number(evidence.weeks.count)) weeks, there is no data before \(first.week).",
            parts: ["Exports may tell of earlier runs."])
    }
}
