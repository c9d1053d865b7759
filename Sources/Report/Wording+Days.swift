import Stats

extension Wording {
    /// Each day's figures, and p90's course as a line of blocks. Left out where fewer than two days have readings.
    var days: [Block] {
        let days = evidence.days
        guard days.count(where: { $0.figures.devices > 0 }) > 1 else { return [] }
        var table = Table(columns: [
            .left("day"), .right("devices"), .right("p50"), .right("p90"), .right("ran in 24 h"),
        ])
        table.rows = days.map { day in
            [
                day.day.lowerBound.weekday(in: window.zone), number(day.figures.devices),
                day.figures.p50.map(objectives.text) ?? "–", day.figures.p90.map(objectives.text) ?? "–",
                percent(day.figures.runRate) ?? "–",
            ]
        }
        let line = sparkLine(days.map(\.figures.p90))
        return [
            .section("Day by day"), .table(table),
            .sentences([
                "p90 \(markup.literal(line.text))\(range(days.compactMap(\.figures.p90)))"
                    + (line.hasNever ? "; the full block is never." : ".")
            ]),
        ]
    }

    /// What the line's lowest and highest step stand for: it looks the same for a day's rise and for a minute's.
    private func range(_ values: [Staleness]) -> String {
        let numbers = values.compactMap(\.milliseconds)
        guard let least = numbers.min(), let most = numbers.max(), least < most else { return "" }
        let (from, to) = (Staleness.known(milliseconds: least), Staleness.known(milliseconds: most))
        return ", from \(objectives.text(from)) to \(objectives.text(to))"
    }
}

/// A line of blocks, one for each value: from the least to the greatest number in seven steps, the full block for
/// *never*, a dot where nothing was measured.
func sparkLine(_ values: [Staleness?]) -> (text: String, hasNever: Bool) {
    let steps = Array("▁▂▃▄▅▆▇")
    let numbers = values.compactMap { $0?.milliseconds }
    let least = numbers.min() ?? 0
    let span = (numbers.max() ?? 0) - least
    let text = values.map { value -> Character in
        guard let value else { return "·" }
        guard let milliseconds = value.milliseconds else { return "█" }
        // All alike: a line in the lowest step, which says that nothing moves.
        guard span > 0 else { return steps[0] }
        return steps[Int(Int128(milliseconds - least) * Int128(steps.count - 1) * 2 / Int128(span) + 1) / 2]
    }
    return (String(text), values.contains(.never))
}
