package import Records
package import Stats

/// One device on a terminal: whether it was heard from, its reading, why it is stale and what to check next, and its runs
/// with the gaps between them drawn to scale. Ends in one newline.
///
/// - Parameters:
///   - refused: what was refused of its exports.
///   - newest: when the store's newest export was made, of whichever device; nil where nothing is to be said of silence.
package func deviceText(
    _ view: DeviceView, _ objectives: Objectives, _ zone: ClockZone, refused: [RefusedExports] = [],
    newest: Instant? = nil
) -> String {
    let app = view.app.isEmpty ? "" : ", app \(Markup.plain.data(view.app))"
    let place = view.reading.map { ", \(Markup.plain.label($0.label))" } ?? ""
    var blocks: [Block] = [.title("Device \(Markup.plain.data(view.id))\(app)\(place)")]
    guard let reading = view.reading else {
        blocks.append(.sentences(withoutReading(view, refused)))
        return blocks.text(.plain)
    }
    let contact = LastContact(reading, refused, newest: newest)
    let known =
        readingSentences(view, reading, contact, objectives, zone)
        + [number(view.exports, "export") + ", " + number(view.runs.count, "run") + "."]
    // What happened last comes first: what the device said before it is the older news.
    var sentences = contact.refusedSentences(zone).map { $0 + refusedSentences(refused) } ?? []
    sentences += contact.silenceSentences(zone) + known
    if contact.refusedAt == nil { sentences += refusedSentences(refused) }
    // Where nothing could be read, or all else seems well, what was refused is what to look at.
    let seemsWell = reading.staleness.isUnder(objectives.p50)
    if refused.isEmpty || !(view.runs.isEmpty || seemsWell) {
        sentences += advice(view, reading, contact, objectives, zone).map { [$0] } ?? []
    }
    blocks += [.sentences(sentences), .section("Runs"), .picture(Timeline(view, reading, zone).lines)]
    return blocks.text(.plain)
}

private func withoutReading(_ view: DeviceView, _ refused: [RefusedExports]) -> [String] {
    let (what, next) =
        view.isCutOff
        ? ("It had not exported before that moment, so nothing was known of it then.", "Choose a later moment.")
        : ("It has no export, so nothing is known of it.", "Check that the app exports, and under which id.")
    return [what] + refusedSentences(refused) + (refused.isEmpty ? [next] : [])
}

private func readingSentences(
    _ view: DeviceView, _ reading: Reading, _ contact: LastContact, _ objectives: Objectives, _ zone: ClockZone
) -> [String] {
    let then = contact.refusedAt == nil ? "When last heard from" : "At its last export that was used"
    let moment = "\(then) (\(zone.minute(reading.exportedAt)))"
    switch reading.staleness {
    case .never: return ["\(moment), it had never refreshed."]
    case .known(let milliseconds):
        let length = hours(milliseconds, apartFrom: [objectives.p50, objectives.p90, objectives.broken])
        return ["\(moment), it had last refreshed \(length) before: \(side(view, reading, contact, objectives))."]
    }
}

/// On which side of the limits a reading lies.
private func side(
    _ view: DeviceView, _ reading: Reading, _ contact: LastContact, _ objectives: Objectives
) -> String {
    let staleness = reading.staleness
    if staleness.isUnder(objectives.p50) {
        // Of two phones with one id, one may be anything but fresh; and what was fresh long ago is not.
        let isFresh = !view.isContradicted && contact.isLatest
        return isFresh ? "fresh (under \(limit(objectives.p50)))" : "under \(limit(objectives.p50))"
    }
    if staleness.isUnder(objectives.p90) {
        return "\(limit(objectives.p50)) or more, but not stale (under \(limit(objectives.p90)))"
    }
    return staleness.isOver(objectives.broken)
        ? "stale (over \(limit(objectives.broken)))" : "stale (\(limit(objectives.p90)) or more)"
}
