import Records
package import Stats

/// What was forgotten of a device, which files still have it, and what else is left, in lines for a terminal. Ends in a
/// newline.
package func forgottenText(_ forgotten: Forgotten, _ zone: ClockZone) -> String {
    let app = forgotten.app.isEmpty ? "" : " of app \(Markup.plain.data(forgotten.app))"
    let span = forgotten.span.map { ", from \(zone.minute($0.lowerBound)) to \(zone.minute($0.upperBound))" } ?? ""
    let removed = "\(number(forgotten.exports, "export")) and \(number(forgotten.runs, "run"))\(span)"
    return """
        Device \(Markup.plain.data(forgotten.id))\(app) is removed from the store: \(removed).
        Not changed: reports that were already written, old stores (runs.sqlite.*) and backups.
        \(left(in: forgotten.files))

        """
}

/// The files that are named; the rest are counted.
private let mostFiles = 10

private func left(in files: [String]) -> String {
    guard !files.isEmpty else { return "No file in the folder has it." }
    var names = files.prefix(mostFiles).map { Markup.plain.data($0) }
    if files.count > names.count { names.append("and \(number(files.count - names.count)) more") }
    let have = files.count == 1 ? "1 file still has it" : "\(number(files.count)) files still have it"
    let read = files.count == 1 ? "the file is read again" : "one of them is read again"
    return "\(have). It comes back when \(read), after a change or by `freshness rebuild`: "
        + names.joined(separator: ", ")
}
