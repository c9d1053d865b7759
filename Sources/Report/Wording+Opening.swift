import Stats

extension Wording {
    /// The verdict and what it means: the first paragraph. Every sentence is written only where it is true.
    var verdict: [String] {
        guard assessment.hasReadings else { return withoutReadings }
        return [
            verdictSentence, partialSentence, meaningSentence, uncertainSentence, unfinishedSentence,
        ].compactMap(\.self)
    }

    /// The change, the other measures, and what else moved: the second paragraph.
    var besideVerdict: [String] {
        guard assessment.hasReadings else { return [] }
        return [
            changeSentence, missedSentence, wholeWeekSentence, otherPercentileSentence, p50ChangeSentence,
            movedSentence, zoneSentence,
            changedVerdictSentence,
        ].compactMap(\.self)
    }

    private var withoutReadings: [String] {
        var sentences = [
            markup.strong("\(whyNoReading): nothing is known of how fresh the devices are."),
            "No data is not good news.",
        ]
        if let before = assessment.baseline?.all, let p90 = before.p90 {
            let devices = number(before.devices, "device")
            sentences.append("In \(stretchBefore) p90 staleness was \(objectives.text(p90)), over \(devices).")
        } else {
            sentences.append("There is no data for \(stretchBefore) either.")
        }
        return sentences + [unfinishedSentence, movedSentence, zoneSentence].compactMap(\.self)
    }

    /// Devices that are too new, and those whose exports were refused, may have been heard from all the same.
    private var whyNoReading: String {
        let tooNew = evidence.tooNew
        if tooNew > 0 {
            return tooNew == 1
                ? "The one device heard from in \(week) is too new to count"
                : "The \(number(tooNew)) devices heard from in \(week) are too new to count"
        }
        let isRefused = input.exportsRefused.part > 0 || !input.unusableFiles.isEmpty
        return isRefused ? "No export of \(week) could be used" : "No device was heard from in \(week)"
    }

    // MARK: The first paragraph

    /// The percentile that the verdict speaks of: p90, or p50 where that alone misses its objective.
    private var isAboutP50: Bool { assessment.p90Verdict == .met && assessment.p50Verdict == .missed }

    private var verdictSentence: String? {
        let all = assessment.current.all
        let (name, staleness, objective) =
            isAboutP50 ? ("p50", all.p50, objectives.p50) : ("p90", all.p90, objectives.p90)
        guard let staleness, let lead = verdictLead else { return nil }
        return markup.strong(
            "\(lead): \(name) staleness is \(objectives.text(staleness)), the objective is under \(limit(objective)).")
    }

    /// `Met`, `Missed on partial data`, `Met at last contact only`: the verdict, with all that takes away from it.
    private var verdictLead: String? {
        guard let p90 = assessment.p90Verdict, let p50 = assessment.p50Verdict else { return nil }
        let isMet = p90 == .met && p50 == .met
        let wholeWeek = isAboutP50 ? isP50Opposed : isP90Opposed
        var parts = [isMet ? "Met" : "Missed"]
        if wholeWeek {
            parts[0] += " at last contact"
            parts.append(isMet ? "but not over \(allHours)" : "though not over \(allHours)")
        }
        if assessment.dataVerdict == .partial {
            if wholeWeek { parts.append("on partial data") } else { parts[0] += " on partial data" }
        }
        if isMet, assessment.isRegression == true {
            parts.append("\(parts.count > 1 ? "and" : "but") much worse than the week before")
        }
        let lead = parts.joined(separator: ", ")
        return lead
    }

    private var partialSentence: String? {
        guard assessment.dataVerdict == .partial else { return nil }
        return "The data are partial: \(partialReasons). What is missing could change every figure below."
    }

    private var meaningSentence: String? {
        let all = assessment.current.all
        let (share, staleness) = isAboutP50 ? ("at least half", all.p50) : ("90 %", all.p90)
        guard let staleness else { return nil }
        switch staleness {
        case .known:
            return all.devices == 1
                ? "When last heard from, the one device had refreshed within the previous \(objectives.text(staleness))."
                : "When last heard from, \(share) of the \(number(all.devices, "device")) had refreshed within the previous "
                    + "\(objectives.text(staleness))."
        case .never:
            let which =
                all.never == all.devices
                ? (all.devices == 1 ? "The one device has" : "None of the \(number(all.devices, "device")) has")
                : all.p50 == .never
                    ? "More than half of the \(number(all.devices, "device")) have" : "More than one device in ten has"
            let none = all.never == all.devices && all.devices > 1
            return "\(which) \(none ? "a" : "no") known successful refresh."
        }
    }

    /// Where the interval lies on both sides of the limit, other devices of the same kind might be judged otherwise.
    private var uncertainSentence: String? {
        let all = assessment.current.all
        let (name, staleness, interval, objective) =
            isAboutP50
            ? ("p50", all.p50, all.p50Interval, objectives.p50) : ("p90", all.p90, all.p90Interval, objectives.p90)
        guard isUncertain(staleness, interval, objective) else { return nil }
        let of = all.devices == 1 ? "one device" : number(all.devices, "device")
        let lead = "The verdict is not certain: with \(of), \(name) may be"
        return switch (interval.lower.map(objectives.text), interval.upper.map(objectives.text)) {
        case (nil, nil): "\(lead) quite different."
        case (let lower?, nil): "\(lead) anything from \(lower) up (95 % interval)."
        case (nil, let upper?): "\(lead) anything up to \(upper) (95 % interval)."
        case (let lower?, let upper?): "\(lead) anything from \(lower) to \(upper) (95 % interval)."
        }
    }

    /// Whether the 95 % interval of a percentile, or its open side, reaches over the limit.
    private func isUncertain(_ staleness: Staleness?, _ interval: Interval, _ objective: Int64) -> Bool {
        guard let isMet = staleness?.isUnder(objective) else { return false }
        return (isMet ? interval.upper : interval.lower)?.isUnder(objective) != isMet
    }

    private var unfinishedSentence: String? {
        guard !window.isComplete else { return nil }
        let days = number(window.wholeDays, "whole day")
        guard assessment.hasReadings, assessment.baseline != nil else { return "The week is not over: \(days) of 7." }
        return "The week is not over: \(days) of 7. Changes are against the same part of \(weekBefore)."
    }

    // MARK: The second paragraph

    private var changeSentence: String? {
        guard let change = assessment.p90Change, let before = assessment.baseline?.all.p90 else {
            return "There is no data for \(stretchBefore), so nothing can be said about a change."
        }
        let was = "In \(stretchBefore) p90 was \(objectives.text(before))"
        let marked = "a regression, marked ⚠ in the heading"
        let allowed = limit(objectives.p90Regression)
        switch change {
        case .by(0): return "p90 is the same as in \(stretchBefore), \(objectives.text(before)).\(notReliable)"
        case .by(let milliseconds):
            // Without its sign: "worse" and "better" say it.
            let length = hourChange(milliseconds, allowed: objectives.p90Regression).dropFirst()
            let direction = milliseconds < 0 ? "better" : "worse"
            let bound =
                milliseconds < 0
                ? ": no regression"
                : change.isWorse(byMoreThan: objectives.p90Regression)
                    ? ", more than the \(allowed) by which it may get worse: \(marked)"
                    : ", within the \(allowed) by which it may get worse: no regression"
            return "p90 is \(length) \(direction) than in \(stretchBefore) (\(objectives.text(before)))\(bound)."
                + (chance(assessment.p90ChangeInterval).map { " " + $0 } ?? "") + notReliable
        case .becameNever: return "\(was); from a number to never is \(marked).\(notReliable)"
        case .wasNever: return "\(was); any number is better.\(notReliable)"
        case .stayedNever: return "\(was) as well: no change.\(notReliable)"
        }
    }

    /// Who is missing may be missing for a reason that changes p90.
    private var notReliable: String {
        assessment.dataVerdict == .partial ? " With partial data this comparison is not reliable." : ""
    }

    private var missedSentence: String? {
        let missed = assessment.weeksMissed
        guard missed > 1 else { return nil }
        let atLeast = missed == evidence.weeks.count ? "at least " : ""
        // The reports of those weeks may have said otherwise.
        let anew = assessment.movedThresholds.contains { $0.name == .p90 } ? ", by the thresholds of this report" : ""
        return "p90 has missed its objective for \(atLeast)\(number(missed)) weeks in a row\(anew)."
    }

    private var isP90Opposed: Bool {
        isOpposed(evidence.exposure?.p90, assessment.p90Verdict, objectives.p90)
    }

    private var isP50Opposed: Bool {
        isOpposed(evidence.exposure?.p50, assessment.p50Verdict, objectives.p50)
    }

    /// Whether all of the week's hours lie on the other side of an objective than the last contacts do.
    private func isOpposed(_ exposure: Staleness?, _ verdict: Verdict?, _ objective: Int64) -> Bool {
        guard let exposure, let verdict else { return false }
        return exposure.isUnder(objective) != (verdict == .met)
    }

    /// Of the percentile that the verdict speaks of.
    private var wholeWeekSentence: String? {
        guard let exposure = evidence.exposure else { return nil }
        let (name, staleness, verdict, isOpposed) =
            isAboutP50
            ? ("p50", exposure.p50, assessment.p50Verdict, isP50Opposed)
            : ("p90", exposure.p90, assessment.p90Verdict, isP90Opposed)
        guard let verdict else { return nil }
        return
            "Over \(allHours), counting every hour and not only last contact, \(name) was \(objectives.text(staleness))"
            + wholeWeek(isOpposed, verdict) + "." + (isOpposed ? " The verdict goes by last contact." : "")
    }

    /// What follows a figure of all of the week's hours.
    private func wholeWeek(_ isOpposed: Bool, _ verdict: Verdict) -> String {
        if isOpposed {
            return verdict == .met ? ", which would miss the objective" : ", which would meet the objective"
        }
        return verdict == .met ? ", under the limit as well" : ": missed as well"
    }

    /// p50, or p90 where the verdict speaks of p50. "At least half": with an odd number of devices nearest rank takes in
    /// one more.
    private var otherPercentileSentence: String? {
        let all = assessment.current.all
        let (name, share, other, interval, limits, otherVerdict, overWeek) =
            isAboutP50
            ? (
                "p90", "90 %", all.p90, all.p90Interval, objectives.p90, assessment.p90Verdict,
                isP90Opposed ? evidence.exposure?.p90 : nil
            )
            : (
                "p50", "at least half", all.p50, all.p50Interval, objectives.p50, assessment.p50Verdict,
                isP50Opposed ? evidence.exposure?.p50 : nil
            )
        guard let other, let otherVerdict else { return nil }
        let sure = isUncertain(other, interval, limits) ? ", but not certain" : ""
        let objective = "(objective: under \(limit(limits)), \(word(otherVerdict))\(sure))"
        let whole = overWeek.map {
            "; over \(allHours) \(name) was \(objectives.text($0))\(wholeWeek(true, otherVerdict))"
        }
        let within =
            other == .never || all.devices == 1 ? "" : ": \(share) of the devices had refreshed within that time"
        return "\(name) staleness is \(objectives.text(other))\(within) \(objective)\(whole ?? "")."
    }

    /// Where p50's change is more than chance explains: p90's may be chance all the same.
    private var p50ChangeSentence: String? {
        guard assessment.dataVerdict == .whole, assessment.p50ChangeInterval?.isWithinNoise == false,
            let change = assessment.p50Change?.milliseconds, change != 0
        else { return nil }
        let length = hourChange(change, allowed: 0).drop { "+\u{2212}".contains($0) }
        return
            "p50 is \(length) \(change < 0 ? "better" : "worse") than in \(stretchBefore), which is more than chance "
            + "explains."
    }

    // MARK: What moved

    /// Thresholds that moved since the report before: a verdict may have moved with them and with nothing else.
    private var movedSentence: String? {
        let moved = assessment.movedThresholds.filter { $0.name != .timeZone }
        guard let before = assessment.earlierThresholds, !moved.isEmpty else { return nil }
        let moves = moved.map { "\($0.name.words) from \(text($0.from)) to \(text($0.to))" }
        let otherwise = otherwise(before)
        return "The thresholds were changed since the report of \(before.week): \(moves.joined(separator: ", "))."
            + (otherwise.isEmpty ? "" : " By the earlier ones \(otherwise.joined(separator: ", and ")).")
    }

    /// Another zone begins its weeks and days at other moments.
    private var zoneSentence: String? {
        guard let before = assessment.earlierThresholds,
            let zone = assessment.movedThresholds.first(where: { $0.name == .timeZone })
        else { return nil }
        return "The time zone was changed since the report of \(before.week): from \(text(zone.from)) to "
            + "\(text(zone.to))."
    }

    private func text(_ value: MovedThreshold.Value) -> String {
        switch value {
        case .length(let milliseconds): limit(milliseconds)
        case .points(let thousandths): "\(percentLimit(thousandths)) points"
        case .percentage(let thousandths): "\(percentLimit(thousandths)) %"
        case .zone(let name): markup.words(name)
        }
    }

    /// What the verdicts would be by earlier thresholds, where they would be others.
    private func otherwise(_ before: EarlierThresholds) -> [String] {
        let all = assessment.current.all
        var verdicts: [String] = []
        if let p50 = all.p50, let verdict = assessment.p50Verdict, p50.isUnder(before.p50) != (verdict == .met) {
            verdicts.append("p50 would be \(verdict == .met ? "missed" : word(.met))")
        }
        if let p90 = all.p90, let verdict = assessment.p90Verdict, p90.isUnder(before.p90) != (verdict == .met) {
            verdicts.append("p90 would be \(verdict == .met ? "missed" : word(.met))")
        }
        if let change = assessment.p90Change, let isRegression = assessment.isRegression,
            change.isWorse(byMoreThan: before.p90Regression) != isRegression
        {
            verdicts.append("the change would be \(isRegression ? "no regression" : "a regression")")
        }
        return verdicts
    }

    /// Weeks that were reported as met and are missed by what is known now: nobody was told.
    private var changedVerdictSentence: String? {
        let weeks = assessment.changedWeeks.filter { $0.isMissedNow(objectives) }.map(\.week.description)
        guard !weeks.isEmpty else { return nil }
        let verb = weeks.count == 1 ? "was reported as met and is" : "were reported as met and are"
        return "\(weeks.joined(separator: ", ")) \(verb) missed by what is known now: see What is missing."
    }

    /// What there is to compare with: a figure of three days is never said to be the week's.
    var stretchBefore: String {
        window.isComplete ? weekBefore : "the same part of \(weekBefore)"
    }
}

extension MovedThreshold.Name {
    /// Its name in a sentence.
    fileprivate var words: String {
        switch self {
        case .p50, .p90, .broken, .regression: rawValue
        case .dataAge: "the age of the data"
        case .coverageDrop: "the fall of coverage"
        case .refused: "refused exports"
        case .contradicted: "contradicting devices"
        case .timeZone: "time zone"
        }
    }
}
