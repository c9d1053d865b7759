import Stats

extension Wording {
    /// The week's figures beside the objectives and the week before.
    var objectivesTable: Table {
        let now = assessment.current.all
        let before = assessment.baseline?.all
        var table = Table(columns: [
            .left("objective"), .right("limit"), .right("this week"), .right("last week"), .right("change"),
        ])
        table.rows = [
            [
                "p50 staleness", "< " + limit(objectives.p50), judged(now.p50, assessment.p50Verdict),
                before?.p50.map(objectives.text) ?? "–", change(assessment.p50Change),
            ],
            [
                "p90 staleness", "< " + limit(objectives.p90), judged(now.p90, assessment.p90Verdict),
                before?.p90.map(objectives.text) ?? "–",
                change(assessment.p90Change, isRegression: assessment.isRegression == true),
            ],
            [
                "over " + objectives.brokenLimit(day: "day", days: "days"), "", countAndShare(now.brokenShare),
                before.map { countAndShare($0.brokenShare) } ?? "–", points(now, before, \.brokenShare),
            ],
            [
                "ran within 24 h", "", percent(now.runRate) ?? "–", before.flatMap { percent($0.runRate) } ?? "–",
                points(now, before, \.runRate),
            ],
            [
                "runs succeeded", "", percent(now.successRate) ?? "unknown (no run with a known outcome)",
                before.map { percent($0.successRate) ?? "unknown" } ?? "–", points(now, before, \.successRate),
            ],
        ]
        return table
    }

    private func judged(_ staleness: Staleness?, _ verdict: Verdict?) -> String {
        guard let staleness, let verdict else { return "–" }
        // Without the colon this would read as "never missed".
        let colon = staleness == .never ? ":" : ""
        let word = verdict == .missed ? markup.strong(verdict.rawValue) : verdict.rawValue
        return objectives.text(staleness) + colon + " " + word
    }

    private func countAndShare(_ share: Share) -> String {
        number(share.part) + (percent(share).map { " (\($0))" } ?? "")
    }

    private func points(_ now: Figures, _ before: Figures?, _ share: KeyPath<Figures, Share>) -> String {
        before.flatMap { pointChange(from: $0[keyPath: share], to: now[keyPath: share]) } ?? "–"
    }

    /// A change in a table's cell: `–` where there is nothing to compare with, which is not the same as no change.
    func change(_ change: StalenessChange?, isRegression: Bool = false) -> String {
        guard let change else { return "–" }
        return (isRegression ? "⚠ " : "") + objectives.text(change)
    }
}
