import Stats

/// What the text is written for: a Markdown file, or a terminal as it is.
enum Markup {
    case markdown, plain

    func strong(_ text: String) -> String {
        self == .markdown ? "**\(text)**" : text
    }

    /// A term where it is explained.
    func term(_ text: some StringProtocol) -> String {
        self == .markdown ? "*\(text)*" : String(text)
    }

    /// A name that the program itself chose, such as a file of the project.
    func literal(_ text: String) -> String {
        self == .markdown ? "`\(text)`" : text
    }

    /// Text out of the data, quoted so that it can only be read as data: in Markdown nothing inside a code span is
    /// markup, a link or HTML.
    func data(_ text: String, limit: Int = 60) -> String {
        text.isEmpty ? "(empty)" : quoted(visible(text, limit: limit))
    }

    /// A sentence's words out of the data, such as the reason of a refusal: as they are where they are words, quoted
    /// where they hold anything that could be more than that.
    func words(_ text: String) -> String {
        isPlainWords(text) ? text : data(text, limit: 100)
    }

    /// `android/rare`; quoted where the platform is not a short word, its end kept where the platform is cut.
    func label(_ label: BucketLabel) -> String {
        let platform = label.platform.unicodeScalars
        let isWord = !platform.isEmpty && platform.count <= 20 && platform.allSatisfy { ("a"..."z").contains($0) }
        if isWord { return label.text }
        let end = String(label.text.unicodeScalars.dropFirst(platform.count))
        return quoted((platform.isEmpty ? "(empty)" : visible(label.platform, limit: 32)) + end)
    }

    private func quoted(_ visible: String) -> String {
        switch self {
        case .markdown:
            // A fence one backtick longer than any inside; a space apart where one would touch it.
            let fence = String(repeating: "`", count: longestRun(of: "`", in: visible) + 1)
            let gap = visible.hasPrefix("`") || visible.hasSuffix("`") ? " " : ""
            return fence + gap + visible + gap + fence
        case .plain:
            return "\"" + replacing("\"", in: visible, by: "\\\"") + "\""
        }
    }
}

/// Replaces a character, even where a mark that follows it makes one grapheme of the two.
func replacing(_ wanted: Unicode.Scalar, in text: String, by replacement: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
        if scalar == wanted { result.append(contentsOf: replacement.unicodeScalars) } else { result.append(scalar) }
    }
    return String(result)
}

private func longestRun(of wanted: Unicode.Scalar, in text: String) -> Int {
    var longest = 0
    var run = 0
    for scalar in text.unicodeScalars {
        run = scalar == wanted ? run + 1 : 0
        longest = max(longest, run)
    }
    return longest
}

/// Whether a text is nothing but words, numbers and the marks between them. Points and slashes are not among these
/// marks, since of `www.example.net` some readers make a link; a colon is, before a space.
private func isPlainWords(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, first.isLetterOrDigit, scalars.last != " ", scalars.count <= 100 else {
        return false
    }
    return zip(scalars, Array(scalars.dropFirst()) + [" "]).allSatisfy { scalar, next in
        switch scalar {
        case ":", ",", ";": next == " " || next.isLetterOrDigit && scalar != ":"
        case " ": next != " "
        case "(", ")", "%", "+", "-", "'": true
        default: scalar.isLetterOrDigit
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isLetterOrDigit: Bool {
        ("a"..."z").contains(self) || ("A"..."Z").contains(self) || ("0"..."9").contains(self)
    }
}
