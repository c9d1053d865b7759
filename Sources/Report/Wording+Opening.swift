import Stats

extension Wording {
    /// How things stand and what changed, the most important first. Every sentence stands only where it is true.
    var opening: [String] {
        guard assessment.hasReadings else { return withoutReadings }
        return [p90Sentence, p90NeverSentence, unfinishedSentence, changeSentence, p50Sentence].compactMap { $0 }
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
            sentences.append("\(stretchBefore) \(hasOrHave) no reading either.")
        }
        return sentences + [unfinishedSentence].compactMap { $0 }
    }

    private var p90Sentence: String? {
        guard let p90 = assessment.current.all.p90, let verdict = assessment.p90Verdict else { return nil }
        let objective = "the objective is under \(limit(objectives.p90))"
        return markup.strong("p90 staleness is \(objectives.text(p90)), \(objective): \(verdict.rawValue).")
    }

    /// Follows from nearest rank: with *never* at rank ⌈0.9·n⌉, fewer than 0.9·n devices have a known success.
    private var p90NeverSentence: String? {
        // Where p50 is *never* too, its own sentence says more.
        guard assessment.current.all.p90 == .never, assessment.current.all.p50 != .never else { return nil }
        return "No success is known of more than one in ten devices."
    }

    private var changeSentence: String? {
        guard let change = assessment.p90Change, let before = assessment.baseline?.all.p90 else {
            return "\(stretchBefore) \(hasOrHave) no reading: there is no comparison, and no verdict on change."
        }
        let was = "It was \(objectives.text(before)) in \(stretchBeforeInside)"
        let allowed = limit(objectives.p90Regression)
        switch change {
        case .by(0): return "It was the same in \(stretchBeforeInside)."
        case .by(let milliseconds):
            let difference = hourChange(milliseconds, allowed: objectives.p90Regression)
            if milliseconds < 0 { return "\(was); \(difference) is better." }
            return change.isWorse(byMoreThan: objectives.p90Regression)
                ? "\(was); \(difference) is more than the \(allowed) allowed: a regression."
                : "\(was); \(difference) is worse, but within the \(allowed) allowed."
        case .becameNever: return "\(was); from a number to never is a regression."
        case .wasNever: return "\(was); any number is better."
        case .stayedNever: return "\(was) too: no change."
        }
    }

    /// "At least", because with an odd number of devices nearest rank takes in one more than half.
    private var p50Sentence: String? {
        guard let p50 = assessment.current.all.p50, let verdict = assessment.p50Verdict else { return nil }
        let devices = number(assessment.current.all.devices, "device")
        let objective = "the objective is under \(limit(objectives.p50)): \(verdict.rawValue)."
        if assessment.current.all.devices == 1, p50 != .never {
            return "The one device had been refreshed within \(objectives.text(p50)); \(objective)"
        }
        return p50 == .never
            ? "No success is known of more than half of the \(devices); for p50 \(objective)"
            : "At least half of the \(devices) had been refreshed within \(objectives.text(p50)); \(objective)"
    }

    private var unfinishedSentence: String? {
        guard !window.isComplete else { return nil }
        let stretch = "The week is not over: \(window.days) of 7 days"
        guard assessment.hasReadings, assessment.baseline != nil else { return stretch + "." }
        let end = window.end.isMidnight(in: window.zone) ? "" : ", up to the same time of day"
        return "\(stretch); compared with the first \(number(window.days, "day")) of the week before\(end)."
    }

    /// What there is to compare with, as the subject of a sentence.
    var stretchBefore: String {
        window.isComplete ? weekBefore : "The first \(number(window.days, "day")) of \(weekBefore)"
    }

    /// The same inside a sentence: a figure of three days is never said to be the week's.
    private var stretchBeforeInside: String {
        window.isComplete ? weekBefore : "the first \(number(window.days, "day")) of \(weekBefore)"
    }

    var hasOrHave: String { window.isComplete || window.days == 1 ? "has" : "have" }
}
