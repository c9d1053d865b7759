package import Stats

/// The verdicts in one line:
/// `p90 89.7 h missed (under 72 h), p50 18.1 h met (under 24 h), p90 +16.6 h against 2026-W38: regression`; where the
/// data are partial it begins with that and the reasons.
package func verdictLine(_ assessment: Assessment) -> String {
    let objectives = assessment.objectives
    let window = assessment.window
    let parts =
        assessment.hasReadings
        ? [
            verdict("p90", assessment.current.all.p90, assessment.p90Verdict, objectives.p90, objectives),
            verdict("p50", assessment.current.all.p50, assessment.p50Verdict, objectives.p50, objectives),
            change(assessment),
        ]
        : ["no reading in \(window.week): no data is not good news"]
    let isPartial = assessment.hasReadings && assessment.dataVerdict == .partial
    let data = isPartial ? "on partial data: \(partialReasons(assessment)); " : ""
    let exposed = assessment.isExposureOpposed ? "device-time says otherwise" : nil
    let extent = window.isComplete ? nil : "week not over (\(window.wholeDays) of 7 days)"
    return data + (parts + [exposed, extent]).compactMap { $0 }.joined(separator: ", ")
}

private func verdict(
    _ name: String, _ staleness: Staleness?, _ verdict: Verdict?, _ threshold: Int64, _ objectives: Objectives
) -> String? {
    guard let staleness, let verdict else { return nil }
    // Without the colon this would read as "never missed".
    let colon = staleness == .never ? ":" : ""
    return "\(name) \(objectives.text(staleness))\(colon) \(verdict.rawValue) (under \(limit(threshold)))"
}

private func change(_ assessment: Assessment) -> String {
    let week = assessment.baselineWindow.week.description
    let before = assessment.window.isComplete ? week : "the same days of \(week)"
    guard let change = assessment.p90Change, let isRegression = assessment.isRegression else {
        return "no reading in \(before) to compare with"
    }
    let outcome = isRegression ? "regression" : "no regression"
    return switch change {
    case .by(0): "p90 as in \(before): \(outcome)"
    case .by:
        "p90 \(assessment.objectives.text(change)) against \(before)"
            + "\(assessment.p90ChangeInterval?.isWithinNoise == true ? " (within noise)" : ""): \(outcome)"
    case .becameNever: "p90 a number in \(before): \(outcome)"
    case .wasNever: "p90 never in \(before): \(outcome)"
    case .stayedNever: "p90 never in \(before) too: \(outcome)"
    }
}
