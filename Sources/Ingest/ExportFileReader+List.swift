import Records

extension ExportFileReader {
    /// Reads the elements of the list at the current position, to its end.
    func readList() throws(ReadFailure) {
        buffer.advance(1)
        var follows = ListState.start
        var indentation: Int?
        hasRecovered = false
        while true {
            if let found = try buffer.skipSpace() { indentation = found }
            guard let first = try buffer.peek() else { return refuseEnd(at: "from device \(elements)") }
            switch first {
            case UInt8(ascii: "]"):
                if follows == .comma { refuse(.notJSON, at: "behind the last device: a comma too many") }
                buffer.advance(1)
                return
            case UInt8(ascii: ","):
                if follows != .element { refuse(.notJSON, at: "before device \(elements): a comma too many") }
                buffer.advance(1)
                follows = .comma
            default:
                if follows == .element, !hasRecovered {
                    refuse(.notJSON, at: "before device \(elements): no comma")
                }
                follows = .element
                try readElement(first, indentation)
                indentation = nil
            }
        }
    }

    /// The last thing read in a list.
    private enum ListState {
        case start, element, comma
    }

    /// Refuses the end of a truncated file, unless an export in it was already refused for that.
    func refuseEnd(at place: String) {
        if !hasReportedEnd { refuse(.cut, at: place) }
        hasReportedEnd = true
    }

    private func readElement(_ first: UInt8, _ indentation: Int?) throws(ReadFailure) {
        let position = Position.device(elements)
        elements += 1
        hasRecovered = false
        switch first {
        case UInt8(ascii: "{"): try readExport(at: position, indentation)
        case UInt8(ascii: "}"), UInt8(ascii: ":"):
            refuse(.notJSON, at: position.text)
            buffer.advance(1)
        default:
            refuse(.notAnObject, at: position.text)
            if try !buffer.skipValue() { try recover(from: .notJSON, at: position, indentation, lookedAt: 0) }
        }
    }
}
