extension JSON {
    /// The value in one line that may stand inside an HTML comment: no text in it can end the comment.
    var line: String {
        switch self {
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        case .object(let members):
            "{" + members.map { Self.commented($0) + ": " + $1.line }.joined(separator: ", ") + "}"
        case .string(let text): Self.commented(text)
        default: scalar
        }
    }

    /// A text without the characters that comments end by. A hyphen is one of them only behind another.
    private static func commented(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in quoted(text).unicodeScalars {
            if scalar == "<" || scalar == ">" || scalar == "&" || scalar == "-" && before == "-" {
                result.append(contentsOf: escape(UInt16(truncatingIfNeeded: scalar.value)).unicodeScalars)
            } else {
                result.append(scalar)
            }
            before = scalar
        }
        return String(result)
    }
}
