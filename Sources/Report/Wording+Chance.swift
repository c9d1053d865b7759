import Stats

extension Wording {
    /// What `~` stands for, under the first table that has one.
    var chanceLegend: String { "~ before a change: it may be chance, there are too few devices to tell." }

    /// Whether a change is marked `~`. Where nothing changed there is nothing to tell from chance.
    func mayBeChance(_ change: StalenessChange?, _ interval: ChangeInterval?) -> Bool {
        change?.milliseconds != 0 && interval?.isWithinNoise == true
    }

    /// Whether p90's change may be chance, as a sentence: `Chance does not explain it (95 % interval: +4.1 to +29.0 h).`
    func chance(_ interval: ChangeInterval?) -> String? {
        guard let interval else { return nil }
        func bound(_ milliseconds: Int64) -> String {
            hourChange(milliseconds, allowed: objectives.p90Regression)
        }
        let range: String? =
            switch (interval.lower.map(bound), interval.upper.map(bound)) {
            case (nil, nil): nil
            case (let lower?, let upper?): "\(lower) to \(upper)"
            // An open side that reaches over 0 says nothing that "too few" does not.
            case (let lower?, nil): interval.isWithinNoise ? nil : "at least \(lower)"
            case (nil, let upper?): interval.isWithinNoise ? nil : "at most \(upper)"
            }
        let brackets = range.map { " (95 % interval: \($0))" } ?? ""
        if interval.isWithinNoise { return "There are too few devices to tell this change from chance\(brackets)." }
        // Who is missing may not be missing by chance.
        if assessment.dataVerdict == .partial { return nil }
        return "That is more than chance explains\(brackets)."
    }
}
