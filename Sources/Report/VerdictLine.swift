import Records
package import Stats

/// The week, its verdict and what it rests on in one line:
/// `2026-W39: missed. p90 staleness 89.7 h (objective: under 72 h), p50 18.1 h (under 24 h, met); p90 +16.6 h against
/// 2026-W38: regression`. Where the data are partial the verdict says so and why; where there are none it says that.
///
/// - Parameter options: what follows `freshness report --week WEEK` in a command that the line names, quoted for a shell and
///   with a space in front: ` --root /srv/freshness`.
package func verdictLine(_ assessment: Assessment, options: String = "") -> String {
    VerdictLine(assessment: assessment, options: options).text
}

private struct VerdictLine {
    var assessment: Assessment
    var options: String

    private var objectives: Objectives { assessment.objectives }
    private var window: Window { assessment.window }
    private var weekBefore: String { assessment.baselineWindow.week.description }

    var text: String {
        let extent = window.isComplete ? "" : " (not over: \(window.wholeDays) of 7 days)"
        let parts = (assessment.hasReadings ? [percentiles, wholeWeek, change] : [noData]) + missedNow
        return "\(window.week)\(extent): \(verdict). " + parts.compactMap(\.self).joined(separator: "; ")
    }

    // MARK: The verdict

    private var isMet: Bool { assessment.p90Verdict == .met && assessment.p50Verdict == .met }

    private var verdict: String {
        guard assessment.hasReadings else { return "no data" }
        var verdict = isMet ? "met" : "missed"
        if assessment.dataVerdict == .partial {
            verdict += " on partial data (\(assessment.partial.map(reason).joined(separator: "; ")))"
        }
        if isMet, assessment.isRegression == true { verdict += ", but with a regression" }
        return verdict
    }

    /// A reason for partial data, with its figure and its limit.
    private func reason(_ reason: PartialReason) -> String {
        let (data, limits) = (assessment.evidence.data, objectives.data)
        let figure: String
        switch reason.kind {
        case .dataEndEarly:
            let end = window.isComplete ? "the end of the week" : "the cut-off"
            figure =
                assessment.input.dataThrough.map {
                    "\(hours(window.end - $0, apartFrom: [limits.age])) before \(end), limit \(limit(limits.age))"
                } ?? "no export in the week"
        case .devicesFellSilent:
            let before = data.coverage.highestBefore.flatMap { percent($0) } ?? "unknown"
            figure =
                "\(percent(data.coverage.now) ?? "unknown") heard from in 7 days, \(before) before, "
                + "limit \(percentLimit(limits.coverageDrop)) points less"
        case .exportsRefused:
            figure = "\(text(assessment.input.exportsRefused)), limit \(percentLimit(limits.refused)) %"
        case .historiesContradict:
            figure = "\(text(assessment.contradicted)) devices, limit \(percentLimit(limits.contradicted)) %"
        case .idsSeenOnce: figure = "\(text(assessment.seenOnceShare)) devices, limit 50 %"
        }
        return "\(reason.kind.rawValue): \(figure)"
    }

    private func text(_ share: Share) -> String { "\(number(share.part)) of \(number(share.whole))" }

    // MARK: The figures

    /// p90 first, or p50 where that alone misses its objective.
    private var percentiles: String? {
        let all = assessment.current.all
        guard let p50 = all.p50, let p90 = all.p90, let p50Verdict = assessment.p50Verdict,
            let p90Verdict = assessment.p90Verdict
        else { return nil }
        let (a, b) = (("p90", p90, objectives.p90, p90Verdict), ("p50", p50, objectives.p50, p50Verdict))
        let (first, second) = p90Verdict == .met && p50Verdict == .missed ? (b, a) : (a, b)
        return "\(first.0) staleness \(objectives.text(first.1)) (objective: under \(limit(first.2))), "
            + "\(second.0) \(objectives.text(second.1)) (under \(limit(second.2)), \(second.3.rawValue))"
    }

    /// The percentiles over all hours of the week that lie on the other side of their objective.
    private var wholeWeek: String? {
        guard let exposure = assessment.evidence.exposure else { return nil }
        let sides = [
            ("p90", exposure.p90, objectives.p90, assessment.p90Verdict),
            ("p50", exposure.p50, objectives.p50, assessment.p50Verdict),
        ]
        let opposed = sides.compactMap { name, staleness, objective, verdict -> String? in
            guard let verdict, staleness.isUnder(objective) != (verdict == .met) else { return nil }
            return "\(name) is \(objectives.text(staleness)), which \(verdict == .met ? "misses" : "meets") "
                + "its objective"
        }
        return opposed.isEmpty
            ? nil
            : "over \(assessment.window.isComplete ? "the whole week" : "the week so far") "
                + opposed.joined(separator: ", and ")
    }

    private var change: String {
        let before = window.isComplete ? weekBefore : "the same part of \(weekBefore)"
        guard let change = assessment.p90Change, let isRegression = assessment.isRegression,
            let p90 = assessment.baseline?.all.p90
        else { return "no data for \(before) to compare with" }
        let outcome = isRegression ? "regression" : "no regression"
        return switch change {
        case .by(0): "p90 as in \(before): \(outcome)"
        case .by:
            "p90 \(objectives.text(change)) against \(before)"
                + "\(assessment.p90ChangeInterval?.isWithinNoise == true ? " (too few devices to tell this change from chance)" : "")"
                + ": \(outcome)"
        case .becameNever, .wasNever: "p90 was \(objectives.text(p90)) in \(before): \(outcome)"
        case .stayedNever: "p90 was never in \(before) too: \(outcome)"
        }
    }

    /// Earlier weeks that were reported as met and are missed by now, with the command that reports them anew.
    private var missedNow: [String] {
        assessment.weeksMissedNow.map {
            "\($0.week), reported as met, is now missed: freshness report --week \($0.week)\(options)"
        }
    }

    // MARK: No data

    private var noData: String { "\(cause). No data is not good news" }

    /// Why there is no reading, as far as it is known.
    private var cause: String {
        let input = assessment.input
        let refused = input.exportsRefused
        if assessment.evidence.tooNew > 0 {
            return "All \(number(assessment.evidence.tooNew, "device")) heard from are too new to count"
        }
        if input.passedOver.isAll {
            let files = input.passedOver.count + input.passedOver.hidden
            return files == 0
                ? "The folder of exports is empty"
                : "In the folder of exports \(number(files, "file")) \(files == 1 ? "was" : "were") passed over by name, "
                    + "and no other is there"
        }
        if input.dataThrough != nil { return "No export of that week is of the app or task that was asked for" }
        if refused.part > 0, refused.part == refused.whole {
            return refused.part == 1 ? "The one export was refused" : "All \(number(refused.part)) exports were refused"
        }
        return "There is no export of that week"
    }
}
