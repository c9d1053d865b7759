/// A table whose columns are padded, so that it reads in a terminal as well as rendered.
struct Table {
    struct Column {
        var title: String
        var isRight: Bool

        static func left(_ title: String) -> Column { Column(title: title, isRight: false) }
        static func right(_ title: String) -> Column { Column(title: title, isRight: true) }
    }

    var columns: [Column]
    var rows: [[String]] = []

    func lines(_ markup: Markup) -> [String] {
        let cells = ([columns.map(\.title)] + rows).map { row in row.map { markup.cell($0) } }
        let widths = columns.indices.map { column in
            // Three dashes are the least that every reader takes for a rule.
            cells.reduce(3) { max($0, $1[column].count) }
        }
        let padded = cells.map { row in
            columns.indices.map { pad(row[$0], to: widths[$0], right: columns[$0].isRight) }
        }
        switch markup {
        case .plain:
            // Two spaces are easier to read; one where the table would be wider than a terminal.
            let width = widths.reduce(0, +) + 2 * (widths.count - 1)
            return padded.map { trimmedAtEnd($0.joined(separator: width > 80 ? " " : "  ")) }
        case .markdown:
            let rule = zip(columns, widths).map { column, width in
                let dashes = String(repeating: "-", count: width + 1)
                return column.isRight ? dashes + ":" : ":" + dashes
            }
            var lines = padded.map { "| " + $0.joined(separator: " | ") + " |" }
            lines.insert("|" + rule.joined(separator: "|") + "|", at: 1)
            return lines
        }
    }
}

extension Markup {
    /// A pipe in a cell would end it, inside a code span too.
    fileprivate func cell(_ text: String) -> String {
        self == .markdown ? replacing("|", in: text, by: "\\|") : text
    }
}

private func pad(_ text: String, to width: Int, right: Bool) -> String {
    let gap = String(repeating: " ", count: max(0, width - text.count))
    return right ? gap + text : text + gap
}

private func trimmedAtEnd(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
}
