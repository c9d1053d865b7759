/// Text out of the data, made harmless to show: every character can be seen, and it stays on its line.
///
/// Whatever could act on a terminal, turn the direction of writing or hide is written as its code point, `\u{202E}`; a
/// backslash is doubled, so that this notation cannot be faked. Longer than `limit` scalars, it is cut and ends in `…`.
///
/// - Parameter keepsSpaces: whether spaces in a row are shown as they are, for lines that are compared; the last character
///   of a text is shown as its code point all the same where it is a space.
package func visible(_ text: String, limit: Int = 60, keepsSpaces: Bool = false) -> String {
    var pieces: [String] = []
    var length = 0
    var before: Unicode.Scalar?
    var rest = text.unicodeScalars[...]
    // One piece past the limit is enough to know that it must be cut; a name may be megabytes long.
    while length <= limit, let scalar = rest.popFirst() {
        let piece =
            keepsSpaces && scalar == " " && !rest.isEmpty ? " " : visible(scalar, between: before, and: rest.first)
        pieces.append(piece)
        length += piece.unicodeScalars.count
        before = scalar
    }
    guard length > limit else { return pieces.joined() }
    while length >= limit, let last = pieces.popLast() { length -= last.unicodeScalars.count }
    return pieces.joined() + "…"
}

private func visible(_ scalar: Unicode.Scalar, between before: Unicode.Scalar?, and after: Unicode.Scalar?) -> String {
    if scalar == "\\" { return "\\\\" }
    // Spaces at the ends or in a row would be lost wherever the text is laid out.
    let showsItself =
        scalar == " "
        ? before != nil && before != " " && after != nil
        : scalar.canBeSeen && !(before == nil && scalar.joinsWhatIsBefore)
    return showsItself ? String(Character(scalar)) : codePoint(scalar)
}

private func codePoint(_ scalar: Unicode.Scalar) -> String {
    "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
}

extension Unicode.Scalar {
    /// Whether it has ink of its own and does nothing else; a plain space counts.
    var canBeSeen: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: self == " "
        // The blank Braille pattern is a symbol by its category.
        default: !properties.isDefaultIgnorableCodePoint && value != 0x2800
        }
    }

    /// Whether it is drawn onto the character before it: at the start of a name that would be the quotation mark.
    fileprivate var joinsWhatIsBefore: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
