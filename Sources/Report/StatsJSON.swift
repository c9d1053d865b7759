import Records
package import Stats

/// A week's figures for programs, as `freshness.stats/1`: names and nesting stay, and new keys come at the end.
///
/// A figure that does not exist is `null`, never 0; so is whatever rests on it.
package func statsJSON(_ assessment: Assessment) -> String {
    let window = assessment.window
    return JSON.object(
        [
            ("schema", .string("freshness.stats/1")),
            ("week", .string(window.week.description)),
            ("app", JSON(assessment.scope.app)),
            ("task", JSON(assessment.scope.task)),
            (
                "window",
                .object([
                    ("from", .string(window.start.iso8601)), ("to", .string(window.end.iso8601)),
                    ("complete", .bool(window.isComplete)),
                ])
            ),
            ("slo", json(assessment.objectives)),
            ("current", .object(json(assessment.current))),
            ("baseline", baseline(assessment)),
            ("change", change(assessment)),
            ("verdicts", verdicts(assessment)),
            ("input", json(assessment.input)),
        ] + evidence(assessment)
    ).text
}

func verdicts(_ assessment: Assessment) -> JSON {
    .object([
        ("p50", JSON(assessment.p50Verdict?.rawValue)), ("p90", JSON(assessment.p90Verdict?.rawValue)),
        ("regression", JSON(assessment.isRegression)), ("data", .string(assessment.dataVerdict.rawValue)),
    ])
}

func json(_ objectives: Objectives) -> JSON {
    .object([
        ("p50Hours", .number(hours(objectives.p50))), ("p90Hours", .number(hours(objectives.p90))),
        ("brokenHours", .number(hours(objectives.broken))),
        ("p90RegressionHours", .number(hours(objectives.p90Regression))),
        ("timeZone", .string(objectives.timeZone)), ("sha256", .string(objectives.sha256)),
        ("data", json(objectives.data)),
    ])
}

private func json(_ limits: DataLimits) -> JSON {
    .object([
        ("ageHours", .number(hours(limits.age))), ("coverageDropPoints", .number(percentage(limits.coverageDrop))),
        ("refusedPercent", .number(percentage(limits.refused))),
        ("contradictedPercent", .number(percentage(limits.contradicted))),
    ])
}

/// A share of ``DataLimits`` in percent, or a difference of shares in points.
func percentage(_ share: Int64) -> Double { Double(share) / Double(DataLimits.perPoint) }

private func json(_ breakdown: Breakdown) -> [(String, JSON)] {
    let buckets = breakdown.buckets.map { JSON.object([("bucket", .string($0.label.text))] + json($0.figures)) }
    return [("all", .object(json(breakdown.all))), ("buckets", .array(buckets))]
}

func json(_ figures: Figures) -> [(String, JSON)] {
    [
        ("devices", .integer(figures.devices)),
        ("p50Hours", JSON(figures.p50?.milliseconds.map(hours))), ("p50Never", .bool(figures.p50 == .never)),
        ("p90Hours", JSON(figures.p90?.milliseconds.map(hours))), ("p90Never", .bool(figures.p90 == .never)),
        ("runRate", JSON(figures.runRate.value)), ("successRate", JSON(figures.successRate.value)),
        ("brokenDevices", .integer(figures.broken)), ("brokenShare", JSON(figures.brokenShare.value)),
        ("p50Interval", json(figures.p50Interval, figures.devices)),
        ("p90Interval", json(figures.p90Interval, figures.devices)),
        ("p50Budget", JSON(figures.p50Budget.value)), ("p90Budget", JSON(figures.p90Budget.value)),
        ("neverDevices", .integer(figures.never)),
    ]
}

private func baseline(_ assessment: Assessment) -> JSON {
    guard let baseline = assessment.baseline else { return .null }
    let window = assessment.baselineWindow
    return .object(
        [
            ("week", .string(window.week.description)), ("from", .string(window.start.iso8601)),
            ("to", .string(window.end.iso8601)),
        ] + json(baseline))
}

private func change(_ assessment: Assessment) -> JSON {
    guard let before = assessment.baseline?.all, assessment.hasReadings else { return .null }
    let runRates = assessment.current.all.runRate.value.flatMap { now in before.runRate.value.map { now - $0 } }
    return .object([
        ("p50Hours", JSON(assessment.p50Change?.milliseconds.map(hours))),
        ("p90Hours", JSON(assessment.p90Change?.milliseconds.map(hours))),
        ("runRate", JSON(runRates)),
        ("p50LowerHours", JSON(assessment.p50ChangeInterval?.lower.map(hours))),
        ("p50UpperHours", JSON(assessment.p50ChangeInterval?.upper.map(hours))),
        ("p50WithinNoise", JSON(assessment.p50ChangeInterval?.isWithinNoise)),
        ("p90LowerHours", JSON(assessment.p90ChangeInterval?.lower.map(hours))),
        ("p90UpperHours", JSON(assessment.p90ChangeInterval?.upper.map(hours))),
        ("withinNoise", JSON(assessment.p90ChangeInterval?.isWithinNoise)),
        ("behaviourHours", JSON(assessment.evidence.mix?.behaviour?.milliseconds.map(hours))),
        ("mixHours", JSON(assessment.evidence.mix?.mix?.milliseconds.map(hours))),
        ("mixWithout", assessment.evidence.mix.map { .array($0.without.map { .string($0.text) }) } ?? .null),
    ])
}

private func json(_ input: Input) -> JSON {
    .object([
        ("files", .integer(input.files)), ("exports", .integer(input.exports)), ("runs", .integer(input.runs)),
        ("conflicts", .integer(input.conflicts)),
        ("refused", reasons(input, .refused)),
        ("setAside", reasons(input, .ignoredValue)),
        ("unknownFields", counts(input, .unknownField) { [("field", .string($0.subject))] }),
        ("timeForms", counts(input, .timeForm) { [("form", .string($0.sentence)), ("code", .string($0.code))] }),
        (
            "mixedTimeForms",
            counts(input, .mixedTimeForms) { [("forms", .string($0.sentence)), ("code", .string($0.code))] }
        ),
        ("datedByName", .integer(input.total(.datedByName))),
        ("nothingRecorded", .integer(input.total(.nothingRecorded))),
        ("clockAhead", .integer(input.total(.clockAhead))),
        (
            "unusableFiles",
            .array(input.unusableFiles.map(json))
        ),
        ("exportsInNoFile", .integer(input.exportsInNoFile)),
        ("dataThrough", JSON(input.dataThrough?.iso8601)),
        (
            "passedOver",
            .object([
                ("count", .integer(input.passedOver.count)),
                ("names", .array(input.passedOver.names.map { .string($0) })),
                ("hidden", .integer(input.passedOver.hidden)),
                ("folders", .integer(input.passedOver.folders)),
            ])
        ),
        ("laterThanClock", .integer(input.laterThanClock)),
    ])
}

private func json(_ file: UnusableFile) -> JSON {
    .object([
        ("file", .string(file.file)), ("reason", .string(file.reasons.map(\.reason).joined(separator: "; "))),
        ("codes", .array(file.reasons.map { .string($0.code) })),
    ])
}

/// What was refused or ignored: the sentence, the code, and the field or key that it is about, null where there is none.
private func reasons(_ input: Input, _ kind: Remark.Kind) -> JSON {
    counts(input, kind) { remark in
        [
            ("reason", .string(remark.reason)), ("code", .string(remark.code)),
            ("subject", remark.subject.isEmpty ? .null : .string(remark.subject)),
            ("level", JSON(remark.level?.rawValue)),
        ]
    }
}

private func counts(_ input: Input, _ kind: Remark.Kind, _ members: (Remark) -> [(String, JSON)]) -> JSON {
    .array(
        input.remarks(kind).map { remark in .object(members(remark.remark) + [("count", .integer(remark.count))]) })
}

/// Milliseconds as hours, at full precision.
func hours(_ milliseconds: Int64) -> Double { Double(milliseconds) / 3_600_000 }
