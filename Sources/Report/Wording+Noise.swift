import Stats

extension Wording {
    /// Whether a change may be chance: `95 %: −40.6 h to +2.0 h, within noise`.
    func noise(_ interval: ChangeInterval?) -> String? {
        guard let interval else { return nil }
        let verdict = interval.isWithinNoise ? "within noise" : "not noise"
        func bound(_ milliseconds: Int64) -> String {
            hourChange(milliseconds, allowed: objectives.p90Regression)
        }
        return switch (interval.lower.map(bound), interval.upper.map(bound)) {
        case (nil, nil): "95 %: no limit on either side, \(verdict)"
        case (let lower?, let upper?): "95 %: \(lower) to \(upper), \(verdict)"
        case (let lower?, nil): "95 %: \(lower) or more, \(verdict)"
        case (nil, let upper?): "95 %: \(upper) or less, \(verdict)"
        }
    }
}
