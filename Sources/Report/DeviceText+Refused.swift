package import Records

/// What was refused of a device for one reason, and what to do about it.
package struct RefusedHistory: Equatable, Sendable {
    package var reason: String
    package var advice: String
    package var exports: Int
    /// The entries of these exports.
    package var entries: Int
    /// When the latest of these exports was made; nil where that is not known.
    package var latest: Instant?

    package init(reason: String, advice: String, exports: Int, entries: Int, latest: Instant? = nil) {
        self.reason = reason
        self.advice = advice
        self.exports = exports
        self.entries = entries
        self.latest = latest
    }
}

/// A device of which nothing is known, because all its exports were refused: how many, and why. Ends in one newline.
package func refusedDeviceText(_ id: String, _ refused: [RefusedHistory]) -> String {
    let blocks: [Block] = [
        .title("Device \(Markup.plain.data(id))"),
        .sentences(["All its exports were refused, so nothing is known of it."] + refusedSentences(refused)),
    ]
    return blocks.text(.plain)
}

/// How much was refused, and each reason with what to do.
func refusedSentences(_ refused: [RefusedHistory]) -> [String] {
    refused.map { history in
        let entries = "\(number(history.entries)) \(history.entries == 1 ? "entry" : "entries")"
        let were = history.exports == 1 ? "was" : "were"
        let advice = history.advice.prefix(1).uppercased() + history.advice.dropFirst()
        return "\(number(history.exports, "export")) (\(entries)) \(were) refused: \(history.reason). \(advice)."
    }
}
