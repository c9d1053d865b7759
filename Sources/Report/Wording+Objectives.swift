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
                "devices", "", number(now.devices), before.map { number($0.devices) } ?? "–",
                before.map { countChange(now.devices - $0.devices) } ?? "–",
            ],
            [
                "p50 staleness", "< " + limit(objectives.p50), judged(now.p50, now.p50Interval, assessment.p50Verdict),
                before?.p50.map(objectives.text) ?? "–", change(assessment.p50Change),
            ],
            [
                "p90 staleness", "< " + limit(objectives.p90), judged(now.p90, now.p90Interval, assessment.p90Verdict),
                before?.p90.map(objectives.text) ?? "–",
                change(
                    assessment.p90Change, assessment.p90ChangeInterval, isRegression: assessment.isRegression == true),
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
                "runs succeeded", "", successes(now), before.map(successes) ?? "–",
                points(now, before, \.successRate),
            ],
        ]
        if let exposure = evidence.exposure {
            let before = evidence.exposureBefore?.overP90
            table.rows.append([
                "device-time over " + limit(objectives.p90), "", percent(exposure.overP90) ?? "–",
                before.flatMap(percent) ?? "–", before.flatMap { pointChange(from: $0, to: exposure.overP90) } ?? "–",
            ])
        }
        return table
    }

    /// What the table's figures do not say by themselves.
    var besideObjectives: [String?] {
        let now = assessment.current.all
        let hasInterval = [now.p50Interval, now.p90Interval].contains { objectives.text($0) != nil }
        let missesUpper = now.p90 != .never && now.p90Interval.upper == nil
        return [
            hasInterval ? "In brackets behind p50 and p90: where each lies with 95 % confidence." : nil,
            missesUpper
                ? "\(number(now.devices, "device")) \(now.devices == 1 ? "is" : "are") too few for an upper limit of p90."
                : nil,
            isMarked ? noiseLegend : nil, membersSentence, exposureSentence, mixSentence, delaySentence,
        ]
    }

    /// Who came and went: figures of other devices are not a change of the same ones.
    private var membersSentence: String? {
        let data = evidence.data
        guard assessment.baseline != nil, data.joined > 0 || data.left > 0 else { return nil }
        return
            "Since \(weekBefore), \(number(data.joined, "device")) joined and \(number(data.left)) left: they have a "
            + "reading in one of the two weeks only."
    }

    /// What a glance at a random moment met; where it lies on the other side of an objective the opening has said it.
    private var exposureSentence: String? {
        guard let exposure = evidence.exposure, let p50 = assessment.p50Verdict, let p90 = assessment.p90Verdict else {
            return nil
        }
        let parts = [
            ("p50", exposure.p50, p50, objectives.p50), ("p90", exposure.p90, p90, objectives.p90),
        ].compactMap { name, staleness, verdict, limit in
            opposedExposure(staleness, verdict, limit) == nil
                ? "\(name) is \(objectives.text(staleness)), \(word(verdict)) as well" : nil
        }
        return parts.isEmpty ? nil : "Over device-time \(parts.joined(separator: "; "))."
    }

    private var mixSentence: String? {
        // With one bucket in both weeks there is nothing to tell apart.
        guard let mix = evidence.mix, let change = assessment.p90Change?.milliseconds, change != 0,
            let behaviour = mix.behaviour?.milliseconds, let moved = mix.mix?.milliseconds,
            max(assessment.current.buckets.count, assessment.baseline?.buckets.count ?? 0) > 1
        else { return nil }
        // Their names stand under what is missing: a sentence holds no name out of the data.
        let without = mix.without.isEmpty ? "" : " Buckets with no reading now are left out, and named below."
        return "Of p90's \(objectives.text(.by(milliseconds: change))), "
            + "\(objectives.text(.by(milliseconds: behaviour))) is behaviour (the same buckets changed) and "
            + "\(objectives.text(.by(milliseconds: moved))) is mix (devices moved between buckets)." + without
    }

    private var delaySentence: String? {
        guard let delay = evidence.scheduleDelay else { return nil }
        return
            "From schedule to run: p50 \(hours(delay.p50, apartFrom: [0])), p90 \(hours(delay.p90, apartFrom: [0])), "
            + "over \(number(delay.runs, "run"))."
    }

    private func judged(_ staleness: Staleness?, _ interval: Interval, _ verdict: Verdict?) -> String {
        guard let staleness, let verdict else { return "–" }
        // Without the colon this would read as "never missed".
        let colon = staleness == .never ? ":" : ""
        let met = assessment.dataVerdict == .partial ? "met (partial data)" : "met"
        let word = verdict == .missed ? markup.strong(verdict.rawValue) : met
        return objectives.text(staleness) + (objectives.text(interval).map { " " + $0 } ?? "") + colon + " " + word
    }

    private func countAndShare(_ share: Share) -> String {
        number(share.part) + (percent(share).map { " (\($0))" } ?? "")
    }

    /// How many of the runs that say so succeeded; how many do not say stands under what is missing.
    private func successes(_ figures: Figures) -> String {
        percent(figures.successRate) ?? (figures.unknownOutcomes > 0 ? "unknown" : "no run")
    }

    private func points(_ now: Figures, _ before: Figures?, _ share: KeyPath<Figures, Share>) -> String {
        before.flatMap { pointChange(from: $0[keyPath: share], to: now[keyPath: share]) } ?? "–"
    }

    /// A change in a table's cell: `–` where there is nothing to compare with, which is not the same as no change.
    func change(_ change: StalenessChange?, _ interval: ChangeInterval? = nil, isRegression: Bool = false) -> String {
        guard let change else { return "–" }
        let marks = (isRegression ? "⚠" : "") + (isMarked(change, interval) ? "~" : "")
        return (marks.isEmpty ? "" : marks + " ") + objectives.text(change)
    }
}
