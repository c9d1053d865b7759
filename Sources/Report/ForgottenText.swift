import Records
package import Stats

/// What was forgotten of a device, and where it still stands, in lines for a terminal. Ends in a newline.
package func forgottenText(_ forgotten: Forgotten, _ zone: ClockZone) -> String {
    let app = forgotten.app.isEmpty ? "" : " of app \(Markup.plain.data(forgotten.app))"
    let span = forgotten.span.map { ", from \(zone.minute($0.lowerBound)) to \(zone.minute($0.upperBound))" } ?? ""
    let removed = "\(number(forgotten.runs, "run")) and \(number(forgotten.exports, "export"))\(span)"
    return "Device \(Markup.plain.data(forgotten.id))\(app) is forgotten: \(removed).\n\(standing(forgotten))\n"
}

/// The files that are named; the rest are counted.
private let mostFiles = 10

private func standing(_ forgotten: Forgotten) -> String {
    let files = forgotten.files
    guard !files.isEmpty else { return "No file of the folder has it." }
    var names = files.prefix(mostFiles).map { Markup.plain.data($0) }
    if files.count > names.count { names.append("and \(number(files.count - names.count)) more") }
    let these = files.count == 1 ? "that one" : "one of these"
    return "It still stands in \(number(files.count, "file")), and comes back when \(these) is read again, because it "
        + "changed or for a rebuild: \(names.joined(separator: ", "))"
}
