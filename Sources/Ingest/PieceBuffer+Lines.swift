extension PieceBuffer {
    /// How much white space is examined at the start of a line.
    private static let longestIndentation = 1_024

    /// Skips white space.
    ///
    /// - Returns: the indentation of the next value, if it is the first on its line.
    @discardableResult
    func skipSpace() throws(ReadFailure) -> Int? {
        var indentation: Int? = offset == 0 ? 0 : nil
        defer { latestIndentation = indentation }
        while true {
            let text = rest
            let count = text.prefix(while: { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }).count
            for byte in text[..<count] {
                if byte == 0x0A { indentation = 0 } else if let indent = indentation { indentation = indent + 1 }
            }
            advance(count)
            if count < text.count { return indentation }
            if try !more() { return indentation }
        }
    }

    /// Whether a line after the first one opens an object with this indentation.
    static func opensLine(in text: UnsafeBufferPointer<UInt8>, indentedBy indentation: Int) -> Bool {
        var rest = text[...]
        while let newline = rest.firstIndex(of: 0x0A) {
            rest = rest[(newline + 1)...]
            if opensObject(rest, indentedBy: indentation) { return true }
        }
        return false
    }

    /// Whether a line opens an object with this indentation, or any if that is nil. In lists that put the comma first,
    /// one comes before it.
    private static func opensObject(_ line: Slice<UnsafeBufferPointer<UInt8>>, indentedBy indentation: Int?) -> Bool {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let space = line.prefix(while: isBlank).count
        if let indentation, space != indentation { return false }
        var rest = line.dropFirst(space)
        if rest.first == UInt8(ascii: ",") { rest = rest.dropFirst().drop(while: isBlank) }
        return rest.first == UInt8(ascii: "{")
    }

    /// Skips to the next line that opens an object with this indentation, or any if that is nil; false if there is
    /// none.
    func skipToLine(indentedBy indentation: Int?) throws(ReadFailure) -> Bool {
        while true {
            let text = rest
            guard let newline = text.firstIndex(of: 0x0A) else {
                advance(text.count)
                if try !more() { return false }
                continue
            }
            advance(newline + 1)
            // The line's start must be in memory.
            try ensure(Self.longestIndentation)
            if Self.opensObject(rest[...], indentedBy: indentation) { return true }
        }
    }
}
