package import Records

/// A device of which nothing is known, because all its exports were refused: how many, and why. Ends in one newline.
package func refusedDeviceText(_ id: String, _ refused: [RefusedExports]) -> String {
    let blocks: [Block] = [
        .title("Device \(Markup.plain.data(id))"),
        .sentences(["All its exports were refused, so nothing is known of it."] + refusedSentences(refused)),
    ]
    return blocks.text(.plain)
}

/// How much was refused, and each reason with what to do.
func refusedSentences(_ refused: [RefusedExports]) -> [String] {
    refused.map { history in
        let entries = "\(number(history.entries)) \(history.entries == 1 ? "entry" : "entries")"
        let were = history.exports == 1 ? "was" : "were"
        let sentence =
            "\(number(history.exports, "export")) (\(entries)) \(were) refused: "
            + "\(Markup.plain.sentence(history.reason))."
        return ([sentence] + [history.reason.refusal.map { Markup.plain.sentence($0.advice) }].compactMap(\.self))
            .joined(separator: " ")
    }
}
