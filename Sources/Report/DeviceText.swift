package import Records
package import Stats

/// One device on a terminal: its reading, why it is stale and what to look at next, and its runs with the gaps between
/// them drawn to scale. Ends in one newline.
///
/// - Parameter refused: what was refused of its exports.
package func deviceText(
    _ view: DeviceView, _ objectives: Objectives, _ zone: ClockZone, refused: [RefusedExports] = []
) -> String {
    let app = view.app.isEmpty ? "" : ", app \(Markup.plain.data(view.app))"
    let place = view.reading.map { ", \(Markup.plain.label($0.label))" } ?? ""
    var blocks: [Block] = [.title("Device \(Markup.plain.data(view.id))\(app)\(place)")]
    // Where nothing is recorded that could be read, or all seems well, what was refused is the first to look at.
    let seemsWell = view.reading?.staleness.isUnder(objectives.p50) ?? false
    let next = !refused.isEmpty && (view.runs.isEmpty || seemsWell) ? [] : [advice(view, objectives, zone)]
    blocks.append(.sentences(readingSentences(view, objectives, zone) + refusedSentences(refused) + next))
    if let reading = view.reading {
        blocks += [.section("Runs"), .picture(Timeline(view, reading, zone).lines)]
    }
    return blocks.text(.plain)
}

private func readingSentences(_ view: DeviceView, _ objectives: Objectives, _ zone: ClockZone) -> [String] {
    guard let reading = view.reading else {
        return [
            view.isCutOff
                ? "It has no export before that moment, so nothing was known of it then."
                : "It has no export, so nothing is known of it."
        ]
    }
    let exported = "its last export, \(zone.minute(reading.exportedAt))"
    let exports = "\(number(view.exports, "export")) told of it, and of \(number(view.runs.count, "run"))."
    switch reading.staleness {
    case .never: return ["No success is known up to \(exported).", exports]
    case .known(let milliseconds):
        let length = hours(milliseconds, apartFrom: [objectives.p50, objectives.p90, objectives.broken])
        return ["It was last refreshed \(length) before \(exported): \(side(view, reading, objectives)).", exports]
    }
}

/// On which side of the limits a reading lies.
private func side(_ view: DeviceView, _ reading: Reading, _ objectives: Objectives) -> String {
    let staleness = reading.staleness
    if staleness.isUnder(objectives.p50) {
        // Of two phones with one id, one may be anything but fresh.
        return (view.isContradicted ? "" : "fresh, ") + "under \(limit(objectives.p50))"
    }
    if staleness.isUnder(objectives.p90) {
        return "under \(limit(objectives.p90)), and not under \(limit(objectives.p50))"
    }
    return staleness.isOver(objectives.broken)
        ? "stale, over \(limit(objectives.broken))" : "stale, not under \(limit(objectives.p90))"
}

/// The device's cause in a sentence, with the next thing to look at.
private func advice(_ view: DeviceView, _ objectives: Objectives, _ zone: ClockZone) -> String {
    guard let reading = view.reading else {
        return view.isCutOff
            ? "Look at a later moment." : "Look at whether the app exports, and under which id."
    }
    if view.isContradicted {
        return
            "Its exports contradict each other: one lacks runs that another had told before. One id is on two phones "
            + "(a restored backup), a history was edited, or times are written in another precision. What is shown is "
            + "of all exports together, and may be true of no phone: look at how the app makes its id."
    }
    if reading.isTooNew {
        return "It was installed less than \(limit(objectives.p50)) before, so it is not held to anything yet."
    }
    if reading.staleness.isUnder(objectives.p50) {
        return "Where its screen shows old data all the same, the refresh is not at fault: look at what loads the "
            + "screen, or the widget, anew after a run."
    }
    let isStale = !reading.staleness.isUnder(objectives.p90)
    return (isStale ? "" : "Should it go on like this: ") + cause(view, reading, zone)
}

private func cause(_ view: DeviceView, _ reading: Reading, _ zone: ClockZone) -> String {
    let last = view.runs.last.map { zone.minute($0.at) }
    switch reading.cause {
    case .scheduledNotRun:
        let scheduled = view.lastScheduledAt.map { " on \(zone.minute($0))" } ?? ""
        let since = last.map { "not run since \($0)" } ?? "never run"
        return
            "Scheduled\(scheduled) and \(since): the system held it back. Look at its limits: the standby bucket, low "
            + "power, background refresh switched off, an app that was force-quit."
    case .ranNoSuccess(.unknown):
        return "It runs, and nothing says whether it succeeds: have the recorder write it."
    case .ranNoSuccess(let outcome):
        let latest = last.map { ", the last time on \($0)" } ?? ""
        return "It runs and does not succeed\(latest) (\(outcome.name)): \(work(outcome))"
    case .notScheduledAgain:
        return "Nothing was scheduled after its last run\(last.map { " on \($0)" } ?? ""): the chain broke. Look at "
            + "whether every run, and every failed one, submits the next request."
    case .unknown:
        return view.runs.isEmpty
            ? "Nothing is recorded at all: look at the registration, and at whether the task's identifier is the same "
                + "where it is declared, registered and scheduled."
            : "Nothing says why: its exports carry no lastScheduledAt. Have the recorder write it."
    }
}

private func work(_ outcome: Outcome) -> String {
    switch outcome {
    case .expired: "look at the work itself; it takes longer than the system allows."
    case .skipped: "look at the work itself, and at what it waits for."
    case .killed: "look at crashes and memory; its process ended in the middle of the work."
    default: "look at the work itself."
    }
}
