import Records
import Stats

/// The keys for what stands beside a week's figures; they come after those for the figures themselves.
func evidence(_ assessment: Assessment) -> [(String, JSON)] {
    let evidence = assessment.evidence
    let zone = assessment.window.zone
    return [
        ("silent", json(evidence.silence)),
        ("tooNew", .integer(evidence.tooNew)),
        ("truncated", .integer(evidence.truncated)),
        ("stale", json(evidence.stale, hasBaseline: assessment.baseline != nil)),
        (
            "days",
            .array(
                evidence.days.map { .object([("date", .string($0.day.lowerBound.day(in: zone)))] + json($0.figures)) })
        ),
        ("exposure", json(evidence.exposure)),
        ("baselineExposure", json(evidence.exposureBefore)),
        ("scheduleDelay", json(evidence.scheduleDelay)),
        (
            "weeks",
            .array(evidence.weeks.map { .object([("week", .string($0.week.description))] + json($0.figures)) })
        ),
        ("weeksMissed", .integer(assessment.weeksMissed)),
        ("thresholds", thresholds(assessment)),
        ("passedOverReports", .array(assessment.passedOverReports.map { .string($0) })),
        (
            "partial",
            .array(
                assessment.partial.map {
                    .object([
                        ("reason", .string($0.kind.rawValue)), ("value", JSON($0.value)), ("limit", .number($0.limit)),
                    ])
                })
        ),
        ("data", data(assessment)),
        ("changedWeeks", .array(assessment.changedWeeks.map(json))),
    ]
}

private func json(_ week: ChangedWeek) -> JSON {
    .object([
        ("week", .string(week.week.description)), ("reported", json(week.reported)), ("now", json(week.now)),
    ])
}

private func json(_ figures: ReportedFigures) -> JSON {
    .object([
        ("devices", .integer(figures.devices)),
        ("p50Hours", JSON(figures.p50?.milliseconds.map(hours))), ("p50Never", .bool(figures.p50 == .never)),
        ("p90Hours", JSON(figures.p90?.milliseconds.map(hours))), ("p90Never", .bool(figures.p90 == .never)),
    ])
}

/// What mending a cause could bring at best; without one nothing could be brought.
private func json(_ best: BestFigures?) -> [(String, JSON)] {
    [
        ("p50WithoutHours", JSON(best?.p50.milliseconds.map(hours))), ("p50WithoutNever", .bool(best?.p50 == .never)),
        ("p90WithoutHours", JSON(best?.p90.milliseconds.map(hours))), ("p90WithoutNever", .bool(best?.p90 == .never)),
    ]
}

/// What the verdict on the data rests on. Who joined and who was seen once before are known only where the week before has a
/// reading.
private func data(_ assessment: Assessment) -> JSON {
    let (input, data) = (assessment.input, assessment.evidence.data)
    let hasBaseline = assessment.baseline != nil
    return .object([
        ("coverage", JSON(data.coverage.now.value)), ("coverageBefore", JSON(data.coverage.highestBefore?.value)),
        ("refusedExports", .integer(input.exportsRefused.part)), ("refusedDevices", .integer(input.devicesRefused)),
        ("takenExports", .integer(input.exportsRefused.whole - input.exportsRefused.part)),
        ("contradictedDevices", .integer(data.contradicted)),
        (
            "contradicted",
            .array(
                data.contradictedNamed.map {
                    .object([("app", JSON($0.app.isEmpty ? nil : $0.app)), ("device", .string($0.id))])
                })
        ),
        ("seenOnceDevices", .integer(data.seenOnce)),
        ("seenOnceBefore", hasBaseline ? .integer(data.seenOnceBefore) : .null),
        ("joinedDevices", hasBaseline ? .integer(data.joined) : .null), ("leftDevices", .integer(data.left)),
        ("sameButForCase", .integer(data.sameButForCase)),
    ])
}

/// An interval's sides; a side without a limit has neither a number nor *never*. Nil where there is nothing to bound.
func json(_ interval: Interval, _ devices: Int) -> JSON {
    guard devices > 0 else { return .null }
    return .object(sides(interval, "lower", "upper"))
}

private func sides(_ interval: Interval, _ lower: String, _ upper: String) -> [(String, JSON)] {
    [
        (lower + "Hours", JSON(interval.lower?.milliseconds.map(hours))),
        (lower + "Never", .bool(interval.lower == .never)),
        (upper + "Hours", JSON(interval.upper?.milliseconds.map(hours))),
        (upper + "Never", .bool(interval.upper == .never)),
    ]
}

private func json(_ silence: Silence) -> JSON {
    .object(
        [("devices", .integer(silence.devices)), ("refusedDevices", .integer(silence.refused))]
            + sides(silence.p90, "p90Lower", "p90Upper"))
}

private func json(_ stale: StaleDevices, hasBaseline: Bool) -> JSON {
    .object([
        ("devices", .integer(stale.devices)),
        (
            "causes",
            .array(
                stale.rows.map { row in
                    .object(
                        [
                            ("cause", .string(row.cause.name)), ("outcome", JSON(row.cause.outcome?.name)),
                            ("devices", .integer(row.devices)),
                            (
                                "buckets",
                                .array(
                                    row.buckets.map {
                                        .object([("bucket", .string($0.label.text)), ("devices", .integer($0.devices))])
                                    })
                            ),
                        ] + json(stale.without[row.cause.kind]))
                })
        ),
        ("withoutAny", stale.withoutAny.map { .object(json($0)) } ?? .null),
        (
            "causesBefore",
            hasBaseline
                ? .array(
                    Cause.Kind.allCases.compactMap { kind in
                        stale.before[kind].map { .object([("cause", .string(kind.name)), ("devices", .integer($0))]) }
                    }) : .null
        ),
    ])
}

private func json(_ exposure: Exposure?) -> JSON {
    guard let exposure else { return .null }
    return .object([
        ("p50Hours", JSON(exposure.p50.milliseconds.map(hours))), ("p50Never", .bool(exposure.p50 == .never)),
        ("p90Hours", JSON(exposure.p90.milliseconds.map(hours))), ("p90Never", .bool(exposure.p90 == .never)),
        ("overP50", JSON(exposure.overP50.value)), ("overP90", JSON(exposure.overP90.value)),
        ("overBroken", JSON(exposure.overBroken.value)),
    ])
}

private func json(_ delay: ScheduleDelay?) -> JSON {
    guard let delay else { return .null }
    return .object([
        ("runs", .integer(delay.runs)), ("p50Hours", .number(hours(delay.p50))),
        ("p90Hours", .number(hours(delay.p90))),
    ])
}

/// Which thresholds moved since the latest report of an earlier week; nil where there is no such report.
private func thresholds(_ assessment: Assessment) -> JSON {
    guard let before = assessment.earlierThresholds else { return .null }
    return .object([
        ("week", .string(before.week)), ("sha256", .string(before.sha256)),
        (
            "moved",
            .array(
                assessment.movedThresholds.map {
                    .object([("name", .string($0.name.rawValue)), json($0.from, "from"), json($0.to, "to")])
                })
        ),
    ])
}

/// A threshold under a key that says its unit: `fromHours`, `toPercent`.
private func json(_ value: MovedThreshold.Value, _ key: String) -> (String, JSON) {
    switch value {
    case .length(let milliseconds): (key + "Hours", .number(hours(milliseconds)))
    case .points(let thousandths): (key + "Points", .number(percentage(thousandths)))
    case .percentage(let thousandths): (key + "Percent", .number(percentage(thousandths)))
    case .zone(let name): (key, .string(name))
    }
}
