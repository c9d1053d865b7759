import Stats

extension Wording {
    /// What `~` stands for, under the first table that has one.
    var noiseLegend: String { "~ marks a change of p90 that may be noise: its 95 % interval holds 0." }

    /// Whether a change is marked `~`. Where nothing changed there is no noise.
    func isMarked(_ change: StalenessChange?, _ interval: ChangeInterval?) -> Bool {
        change?.milliseconds != 0 && interval?.isWithinNoise == true
    }

    /// Whether p90's change is, in the first table.
    var isMarked: Bool { isMarked(assessment.p90Change, assessment.p90ChangeInterval) }

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
