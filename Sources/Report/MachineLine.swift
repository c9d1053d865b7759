import Records
import Stats

/// What a report says, in one line for programs: an HTML comment, which nobody sees who reads the report as Markdown.
///
/// Later reports compare with it, so its names stay.
func machineLine(_ assessment: Assessment) -> String {
    let window = assessment.window
    let all = assessment.current.all
    let line = JSON.object([
        ("week", .string(window.week.description)), ("from", .string(window.start.iso8601)),
        ("cutOff", .string(window.end.iso8601)), ("complete", .bool(window.isComplete)),
        ("app", JSON(assessment.scope.app)), ("task", JSON(assessment.scope.task)),
        ("devices", .integer(all.devices)),
        ("p50Milliseconds", milliseconds(all.p50)), ("p50Never", .bool(all.p50 == .never)),
        ("p90Milliseconds", milliseconds(all.p90)), ("p90Never", .bool(all.p90 == .never)),
        ("verdicts", verdicts(assessment)), ("thresholds", json(assessment.objectives)),
        ("laterThanClock", .integer(assessment.input.laterThanClock)),
    ])
    return "<!-- freshness.report/1 \(line.line) -->"
}

private func milliseconds(_ staleness: Staleness?) -> JSON {
    (staleness?.milliseconds).map { .integer(Int($0)) } ?? .null
}
