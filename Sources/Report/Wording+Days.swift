import Stats

extension Wording {
    /// Each day's figures; one sentence where the days are alike. Left out where fewer than two days have exports.
    var days: [Block] {
        let days = evidence.days
        guard days.count(where: { $0.figures.devices > 0 }) > 1 else { return [] }
        if let alike { return [.section("Day by day"), .sentences([alike])] }
        var table = Table(columns: [
            .left("day"), .right("devices"), .right("p50"), .right("p90"), .right("ran in 24 h"),
        ])
        table.rows = days.map { day in
            [
                day.day.lowerBound.weekday(in: window.zone), number(day.figures.devices),
                judged(day.figures.p50, objectives.p50), judged(day.figures.p90, objectives.p90),
                percent(day.figures.runRate) ?? "–",
            ]
        }
        return [
            .section("Day by day"), .table(table),
            .sentences([
                "Each day's figures are of the devices that exported on it, at their last export of the day. Bold: not under the limit."
            ]),
        ]
    }

    /// Where every day lies on the same side of both objectives, and p90 within what it may change from week to week.
    private var alike: String? {
        let figures = evidence.days.map(\.figures)
        let p90 = figures.compactMap { $0.p90?.milliseconds }
        let p50 = figures.compactMap { $0.p50?.milliseconds }
        guard p90.count == figures.count, p50.count == figures.count, let least = p90.min(), let most = p90.max(),
            let leastP50 = p50.min(), let mostP50 = p50.max(),
            most - least <= objectives.p90Regression, mostP50 - leastP50 <= objectives.p90Regression,
            Set(p90.map { $0 < objectives.p90 }).count == 1, Set(p50.map { $0 < objectives.p50 }).count == 1
        else { return nil }
        return "All days were alike: at each device's last export of the day p90 was \(range(least, most)), and p50 "
            + "\(range(leastP50, mostP50))."
    }

    private func judged(_ staleness: Staleness?, _ objective: Int64) -> String {
        guard let staleness else { return "–" }
        return staleness.isUnder(objective) ? objectives.text(staleness) : markup.strong(objectives.text(staleness))
    }

    private func range(_ least: Int64, _ most: Int64) -> String {
        let (from, to) = (objectives.text(.known(milliseconds: least)), objectives.text(.known(milliseconds: most)))
        return from == to ? from : "\(from) to \(to)"
    }
}
