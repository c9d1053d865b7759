import Stats

extension Wording {
    /// How things stand and what changed, the most important first. Every sentence stands only where it is true.
    var opening: [String] {
        guard assessment.hasReadings else { return withoutReadings }
        return [
            p90Sentence, movedSentence, zoneSentence, p90NeverSentence, unfinishedSentence, changeSentence,
            p50Sentence,
        ].compactMap { $0 }
    }

    private var withoutReadings: [String] {
        var sentences = [
            markup.strong("There is no reading in \(week): nothing is known of how fresh the devices are."),
            "No data is not good news.",
        ]
        if let before = assessment.baseline?.all, let p90 = before.p90 {
            let devices = number(before.devices, "device")
            sentences.append("In \(stretchBeforeInside) p90 staleness was \(objectives.text(p90)) over \(devices).")
        } else {
            sentences.append("\(stretchBefore) has no reading either.")
        }
        return sentences + [movedSentence, zoneSentence, unfinishedSentence].compactMap { $0 }
    }

    private var p90Sentence: String? {
        guard let p90 = assessment.current.all.p90, let verdict = assessment.p90Verdict else { return nil }
        let objective = "the objective is under \(limit(objectives.p90))"
        let opposed = opposedExposure(evidence.exposure?.p90, verdict, objectives.p90)
        let figure =
            opposed == nil
            ? "p90 staleness is \(objectives.text(p90)), \(objective)"
            : "at the devices' last readings p90 staleness is \(objectives.text(p90)), \(objective)"
        let overTime = opposed.map { "; over the week's device-time it is \($0)" } ?? ""
        guard assessment.dataVerdict == .partial else {
            return markup.strong(
                "\(opposed == nil ? figure : "A" + figure.dropFirst()): \(verdict.rawValue)\(overTime).")
        }
        let lead = verdict == .met ? "Met on partial data" : "Missed, on partial data"
        return markup.strong("\(lead): \(figure)\(overTime); \(partialReasons).")
    }

    private var isP90Opposed: Bool {
        assessment.p90Verdict.flatMap { opposedExposure(evidence.exposure?.p90, $0, objectives.p90) } != nil
    }

    /// What device-time says where it lies on the other side of an objective than the readings do.
    func opposedExposure(_ exposure: Staleness?, _ verdict: Verdict, _ objective: Int64) -> String? {
        guard let exposure, exposure.isUnder(objective) != (verdict == .met) else { return nil }
        let other: Verdict = verdict == .met ? .missed : .met
        return "\(objectives.text(exposure)): \(other.rawValue)"
    }

    /// Thresholds that moved since the report before: a verdict may have moved with them and with nothing else.
    private var movedSentence: String? {
        let moved = assessment.movedThresholds.filter { $0.name != .timeZone }
        guard let before = assessment.earlierThresholds, !moved.isEmpty else { return nil }
        let moves = moved.map { "\($0.name.words) from \(text($0.from)) to \(text($0.to))" }
        let otherwise = otherwise(before)
        return "The thresholds moved since the report of \(before.week): \(moves.joined(separator: ", "))."
            + (otherwise.isEmpty ? "" : " By the earlier ones \(otherwise.joined(separator: ", and ")).")
    }

    /// Another zone begins its weeks and days at other moments.
    private var zoneSentence: String? {
        guard let before = assessment.earlierThresholds,
            let zone = assessment.movedThresholds.first(where: { $0.name == .timeZone })
        else { return nil }
        return "The time zone moved since the report of \(before.week): from \(text(zone.from)) to \(text(zone.to))."
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

    /// Follows from nearest rank: with *never* at rank ⌈0.9·n⌉, fewer than 0.9·n devices have a known success.
    private var p90NeverSentence: String? {
        // Where p50 is *never* too, its own sentence says more.
        guard assessment.current.all.p90 == .never, assessment.current.all.p50 != .never else { return nil }
        return "No success is known of more than one in ten devices."
    }

    private var changeSentence: String? {
        guard let change = assessment.p90Change, let before = assessment.baseline?.all.p90 else {
            return "\(stretchBefore) has no reading: there is no comparison, and no verdict on change."
        }
        // Where the sentence before ends with device-time, "it" would be that.
        let it = isP90Opposed ? "At the last readings it" : "It"
        let was = "\(it) was \(objectives.text(before)) in \(stretchBeforeInside)"
        let sure = noise(assessment.p90ChangeInterval).map { " (\($0))" } ?? ""
        let allowed = limit(objectives.p90Regression)
        switch change {
        case .by(0): return "\(it) was the same in \(stretchBeforeInside)."
        case .by(let milliseconds):
            let difference = hourChange(milliseconds, allowed: objectives.p90Regression)
            if milliseconds < 0 { return "\(was); \(difference) is better\(sure)." }
            return change.isWorse(byMoreThan: objectives.p90Regression)
                ? "\(was); \(difference) is more than the \(allowed) allowed: a regression\(sure)."
                : "\(was); \(difference) is worse, but within the \(allowed) allowed\(sure)."
        case .becameNever: return "\(was); from a number to never is a regression."
        case .wasNever: return "\(was); any number is better."
        case .stayedNever: return "\(was) too: no change."
        }
    }

    /// "At least", because with an odd number of devices nearest rank takes in one more than half.
    private var p50Sentence: String? {
        guard let p50 = assessment.current.all.p50, let verdict = assessment.p50Verdict else { return nil }
        let devices = number(assessment.current.all.devices, "device")
        let opposed = opposedExposure(evidence.exposure?.p50, verdict, objectives.p50)
        let objective =
            "the objective is under \(limit(objectives.p50)): \(word(verdict))"
            + (opposed.map { "; over device-time p50 is \($0)." } ?? ".")
        if assessment.current.all.devices == 1, p50 != .never {
            return "The one device had been refreshed within \(objectives.text(p50)); \(objective)"
        }
        guard p50 == .never else {
            return "At least half of the \(devices) had been refreshed within \(objectives.text(p50)); \(objective)"
        }
        let all = assessment.current.all
        let which =
            all.devices == 1
            ? "the one device" : (all.never == all.devices ? "any" : "more than half") + " of the \(devices)"
        return "No success is known of \(which); for p50 \(objective)"
    }

    private var unfinishedSentence: String? {
        guard !window.isComplete else { return nil }
        let stretch = "The week is not over: \(window.wholeDays) of 7 days"
        guard assessment.hasReadings, assessment.baseline != nil else { return stretch + "." }
        return "\(stretch); compared with the same part of the week before."
    }

    /// What there is to compare with, as the subject of a sentence.
    var stretchBefore: String {
        window.isComplete ? weekBefore : "The same part of \(weekBefore)"
    }

    /// The same inside a sentence: a figure of three days is never said to be the week's.
    var stretchBeforeInside: String {
        window.isComplete ? weekBefore : "the same part of \(weekBefore)"
    }
}

extension MovedThreshold.Name {
    /// Its name in a sentence.
    fileprivate var words: String {
        switch self {
        case .p50, .p90, .broken, .regression: rawValue
        case .dataAge: "the data's age"
        case .coverageDrop: "the fall of coverage"
        case .refused: "refused exports"
        case .contradicted: "contradicted devices"
        case .timeZone: "time zone"
        }
    }
}
