/// A piece of a report, before it is written out.
enum Block {
    case title(String)
    case section(String)
    /// Sentences, each on its own line: a paragraph to Markdown, and short lines to whoever reads or compares the text.
    case sentences([String])
    case table(Table)
    /// Sentences that explain a table, each an item of a list.
    case notes([String])
    case list([Item])
    /// Lines whose spaces count, such as bars.
    case picture([String])

    struct Item {
        var text: String
        /// What may stand on lines of its own where the line gets long; a line is never broken elsewhere.
        var parts: [String] = []
        var items: [Item] = []
    }

    func lines(_ markup: Markup) -> [String] {
        switch self {
        case .title(let text): [markup == .markdown ? "# " + text : text]
        case .section(let text): [markup == .markdown ? "## " + text : text]
        case .sentences(let sentences): sentences.flatMap { Report.lines(ofSentence: $0, markup) }
        case .table(let table): table.lines(markup)
        case .notes(let sentences):
            sentences.flatMap { Report.lines(ofSentence: $0, markup, first: "- ", indent: "  ") }
        case .picture(let lines): lines.map { markup == .markdown ? "    " + $0 : $0 }
        case .list(let items): items.flatMap { $0.lines(indent: "", width: markup.width) }
        }
    }
}

extension Markup {
    /// Lines of text end before this column where they can.
    fileprivate var width: Int { self == .markdown ? 98 : 78 }
}

/// Sentences hold no name out of the data, so that any space in them may become the end of a line.
private func lines(
    ofSentence sentence: String, _ markup: Markup, first: String = "", indent: String = ""
) -> [String] {
    guard markup == .plain else { return [first + sentence] }
    let words = sentence.split(separator: " ").map(String.init)
    return filled(first + (words.first ?? ""), words.dropFirst(), indent: indent, width: markup.width)
}

/// Puts parts behind a text, on lines of their own where one would get too long.
private func filled(_ text: String, _ parts: some Sequence<String>, indent: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = text
    for part in parts {
        if line.count + 1 + part.count <= width {
            line += " " + part
        } else {
            lines.append(line)
            line = indent + part
        }
    }
    return lines + [line]
}

extension Block.Item {
    fileprivate func lines(indent: String, width: Int) -> [String] {
        filled(indent + "- " + text, parts, indent: indent + "  ", width: width)
            + items.flatMap { $0.lines(indent: indent + "  ", width: width) }
    }
}

extension [Block] {
    /// The whole text, ending in one newline.
    func text(_ markup: Markup) -> String {
        var lines: [String] = []
        for block in self {
            lines += block.lines(markup)
            // On a terminal a section's name stands right above what it names.
            if case .section = block, markup == .plain { continue }
            lines.append("")
        }
        return lines.joined(separator: "\n")
    }
}
