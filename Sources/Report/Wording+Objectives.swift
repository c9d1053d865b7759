import Stats

extension Wording {
    /// The week's figures beside the objectives and the week before.
    var objectivesTable: Table {
        let now = assessment.current.all
        let before = assessment.baseline?.all
        let days = window.isComplete ? "" : " so far"
        var table = Table(columns: [
            .left("figure"), .right("objective"), .right(week + days),
            .right(window.isComplete ? weekBefore : "same part of \(weekBefore)"), .right("change"),
        ])
        table.rows = [
            [
                "devices", "", number(now.devices), before.map { number($0.devices) } ?? "–",
                before.map { countChange(now.devices - $0.devices) } ?? "–",
            ],
            [
                "p50 staleness", "< " + limit(objectives.p50), judged(now.p50, now.p50Interval, assessment.p50Verdict),
                before?.p50.map(objectives.text) ?? "–",
                change(assessment.p50Change, assessment.p50ChangeInterval),
            ],
            [
                "p90 staleness", "< " + limit(objectives.p90), judged(now.p90, now.p90Interval, assessment.p90Verdict),
                before?.p90.map(objectives.text) ?? "–",
                change(
                    assessment.p90Change, assessment.p90ChangeInterval, isRegression: assessment.isRegression == true),
            ],
        ]
        if let exposure = evidence.exposure {
            let before = evidence.exposureBefore?.p90
            table.rows.append([
                "p90 over \(allHours)", "< " + limit(objectives.p90),
                judged(exposure.p90, Interval(), exposure.p90.isUnder(objectives.p90) ? .met : .missed),
                before.map(objectives.text) ?? "–",
                change(before.map { StalenessChange(from: $0, to: exposure.p90) }),
            ])
        }
        table.rows += [
            [
                "more than \(objectives.brokenLimit), or never refreshed", "", countAndShare(now.brokenShare),
                before.map { countAndShare($0.brokenShare) } ?? "–", points(now, before, \.brokenShare),
            ],
            [
                "ran in the last 24 h", "", percent(now.runRate) ?? "–",
                before.flatMap { percent($0.runRate) } ?? "–", points(now, before, \.runRate),
            ],
            [
                "runs that succeeded", "", successes(now), before.map(successes) ?? "–",
                points(now, before, \.successRate),
            ],
        ]
        return table
    }

    /// What the table's words and marks mean, and what its figures do not say by themselves.
    var besideObjectives: [String?] {
        let now = assessment.current.all
        let hasInterval = [now.p50Interval, now.p90Interval].contains { objectives.text($0) != nil }
        let hasMark =
            mayBeChance(assessment.p50Change, assessment.p50ChangeInterval)
            || mayBeChance(assessment.p90Change, assessment.p90ChangeInterval)
        return [
            "\(markup.term("Staleness")): the time from a device's last successful refresh to its last contact, which is its "
                + "last export of the week. p50 and p90: half and 90 % of the devices are at or below it.",
            evidence.exposure == nil
                ? nil
                : "\(markup.term("Over \(allHours)")): the time since the last successful refresh, taken at every moment of "
                    + "the week up to last contact, over the time of all devices together.",
            "\(markup.term("Ran in the last 24 h")): any run in the 24 h before last contact, successful or not.",
            "\(markup.term("Runs that succeeded")): of the week's runs whose outcome is known.",
            hasInterval ? "In brackets after p50 and p90: 95 % confidence interval." : nil,
            assessment.isRegression == true
                ? "⚠: p90 staleness got worse by more than the \(limit(objectives.p90Regression)) allowed." : nil,
            hasMark ? chanceLegend : nil,
            testedSentence,
            assessment.baseline == nil ? nil : "Changes are computed before rounding.",
            membersSentence, delaySentence,
        ]
    }

    /// What a change without a mark means.
    private var testedSentence: String? {
        guard assessment.baseline != nil else { return nil }
        let tested = [
            (assessment.p50Change, assessment.p50ChangeInterval), (assessment.p90Change, assessment.p90ChangeInterval),
        ]
        let hasSure = tested.contains { change, interval in
            change?.milliseconds ?? 0 != 0 && interval?.isWithinNoise == false
        }
        // Who is missing may not be missing by chance.
        return hasSure && assessment.dataVerdict == .whole
            ? "A change of p50 or p90 staleness without ~ is more than chance explains; the other changes are not tested."
            : "Only the changes of p50 and p90 staleness are tested for chance."
    }

    /// Who came and went: figures of other devices are not a change of the same ones.
    private var membersSentence: String? {
        let data = evidence.data
        guard assessment.baseline != nil, data.joined > 0 || data.left > 0 else { return nil }
        let new =
            "\(number(data.joined, "device")) of \(week) \(data.joined == 1 ? "was" : "were") not heard from in \(stretchBefore)"
        let gone =
            "\(number(data.left, "device")) of \(stretchBefore) \(data.left == 1 ? "was" : "were") not heard from in \(week)"
        return [data.joined > 0 ? new : nil, data.left > 0 ? gone : nil].compactMap(\.self).joined(separator: ", and ")
            + "."
    }

    private var delaySentence: String? {
        guard let delay = evidence.scheduleDelay else { return nil }
        return "From being scheduled to running took \(hours(delay.p50, apartFrom: [0])) at p50 and "
            + "\(hours(delay.p90, apartFrom: [0])) at p90, over the \(number(delay.runs, "run")) of the "
            + "week that \(delay.runs == 1 ? "records" : "record") both times."
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

    /// How many of the runs that say so succeeded; how many do not say is said under "What is missing".
    private func successes(_ figures: Figures) -> String {
        percent(figures.successRate) ?? (figures.unknownOutcomes > 0 ? "unknown" : "no run")
    }

    private func points(_ now: Figures, _ before: Figures?, _ share: KeyPath<Figures, Share>) -> String {
        before.flatMap { pointChange(from: $0[keyPath: share], to: now[keyPath: share]) } ?? "–"
    }

    /// A change in a table's cell: `–` where there is nothing to compare with, which is not the same as no change.
    func change(_ change: StalenessChange?, _ interval: ChangeInterval? = nil, isRegression: Bool = false) -> String {
        guard let change else { return "–" }
        let marks = (isRegression ? "⚠ " : "") + (mayBeChance(change, interval) ? "~ " : "")
        return marks + objectives.text(change)
    }
}
