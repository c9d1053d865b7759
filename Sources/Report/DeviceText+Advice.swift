import Records
import Stats

/// Why a device is as stale as it is, and what to check next; nil where its silence says that already.
func advice(
    _ view: DeviceView, _ reading: Reading, _ contact: LastContact, _ objectives: Objectives, _ zone: ClockZone
) -> String? {
    if view.isContradicted {
        return
            "Its exports contradict each other: one lacks runs that an earlier one has. Either two phones have this id "
            + "(a restored backup), or a history was edited, or the app now writes times in another precision. The runs "
            + "below are those of all its exports together. Check how the app makes its id."
    }
    if reading.isTooNew {
        return "It was installed less than \(limit(objectives.p50)) before, so it does not count yet."
    }
    let isStale = !reading.staleness.isUnder(objectives.p90)
    if isStale { return cause(view, reading, zone) }
    if contact.isSilent { return nil }
    if reading.staleness.isUnder(objectives.p50) {
        return "If its screen still shows old data, the refresh is not the cause: check that the screen or the widget "
            + "loads again after a run."
    }
    return "Without a successful run it becomes stale. " + cause(view, reading, zone)
}

private func cause(_ view: DeviceView, _ reading: Reading, _ zone: ClockZone) -> String {
    let last = view.runs.last.map { zone.minute($0.at) }
    switch reading.cause {
    case .scheduledNotRun:
        let asked = view.lastScheduledAt.map { " on \(zone.minute($0))" } ?? ""
        let run = last.map { "Its last run was on \($0)" } ?? "It has never run"
        return
            "The app asked for a run\(asked), and the system has not run it since. \(run). Check what limits it: the "
            + "standby bucket, low power mode, background refresh switched off, or an app that was force-quit."
    case .ranNoSuccess(.unknown):
        return "It runs, but nothing says whether it succeeds. Have the app record `success` or `outcome`."
    case .ranNoSuccess(let outcome):
        let latest = last.map { " Its last run, on \($0), ended: \(outcome.name)." } ?? ""
        return "It runs, but does not succeed.\(latest) \(work(outcome))"
    case .notScheduledAgain:
        return "The app has not asked for a run since the last one\(last.map { ", on \($0)" } ?? ""). Check that every "
            + "run submits the next request, also one that fails."
    case .unknown:
        return view.runs.isEmpty
            ? "No run is recorded. Check that the task is registered, and that its identifier is the same where it is "
                + "declared, registered and scheduled."
            : "The cause is not known: its exports have no `lastScheduledAt`. Have the app record it."
    }
}

private func work(_ outcome: Outcome) -> String {
    switch outcome {
    case .expired: "Check the work itself: it takes longer than the system allows."
    case .skipped: "Check the work itself, and what it waits for."
    case .killed: "Check for crashes and for memory: the process ended during the work."
    default: "Check the work itself."
    }
}
