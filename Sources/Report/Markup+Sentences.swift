package import Records

extension Markup {
    /// What a remark says. Backticks stand around names and code, on a terminal as well: they show where those begin and
    /// end.
    func sentence(_ remark: Remark) -> String {
        // A code that this program does not know, a later one's, is shown as it is.
        let said = remark.isKnown ? remark.sentence : words(remark.code)
        if remark.subject.isEmpty { return said }
        let subject = remark.kind != .unknownField && isName(remark.subject) ? "`\(remark.subject)`" : data(remark.subject)
        return subject + (said.isEmpty ? "" : remark.separator + said)
    }
}

/// What a remark says, for a terminal.
package func remarkText(_ remark: Remark) -> String { Markup.plain.sentence(remark) }

/// Whether a text out of the data is a name that can be shown as it is: letters, digits and what joins them.
private func isName(_ text: String) -> Bool {
    text.utf8.count <= 64
        && text.unicodeScalars.allSatisfy {
            ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0) || "_-.".unicodeScalars.contains($0)
        }
}
