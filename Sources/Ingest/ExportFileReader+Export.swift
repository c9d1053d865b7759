import Records

extension ExportFileReader {
    /// Reads the export at the current place, or refuses it and goes on behind it.
    func readExport(at position: Position, _ indentation: Int?) throws(ReadFailure) {
        parser.position = position
        let told = try takeExport(at: position, indentation)
        if buffer.isLarge {
            parser.giveBack()
            buffer.shrink()
        }
        if let told { deliver(told) }
        // Only when it has been taken is it another's turn: or each reader would hold one.
        buffer.endTurn()
    }

    private func takeExport(at position: Position, _ indentation: Int?) throws(ReadFailure) -> DeviceExport? {
        switch try buffer.extent() {
        case .whole(let length, let lines):
            let text = UnsafeBufferPointer(rebasing: buffer.rest[..<length])
            do throws(ExportRefusal) {
                let told = try parser.read(text, in: file)
                buffer.advance(length, lines: lines)
                return told
            } catch {
                if error.isOfTheText, let indentation, PieceBuffer.opensLine(in: text, indentedBy: indentation) {
                    // A line that was cut was taken together with those behind it.
                    try recover(from: error.refusal, at: position, indentation, lookedAt: length)
                } else {
                    refuse(error.refusal, of: error.field, at: position.text)
                    buffer.advance(length, lines: lines)
                }
            }
        case .tooLarge(let length?):
            refuse(.tooLarge, at: position.text)
            buffer.advance(length)
        case .tooLarge(nil):
            if let indentation, PieceBuffer.opensLine(in: buffer.rest, indentedBy: indentation) {
                try recover(from: .notJSON, at: position, indentation, lookedAt: buffer.rest.count)
            } else {
                refuse(.tooLarge, at: position.text)
                if try !buffer.skipValue() { refuseEnd(at: position.text) }
            }
        case .cut: try recover(from: .cut, at: position, indentation, lookedAt: buffer.rest.count)
        case .broken: try recover(from: .notJSON, at: position, indentation, lookedAt: buffer.rest.count)
        }
        return nil
    }

    /// Refuses a value that does not end where it should, and goes on at the next line that may begin one.
    func recover(
        from refusal: Refusal, at position: Position, _ indentation: Int?, lookedAt count: Int
    ) throws(ReadFailure) {
        try waste(count, at: position.text)
        hasRecovered = true
        let goesOn = try buffer.skipToLine(indentedBy: indentation)
        hasToldOfEnd = !goesOn
        // A value that never ends is a cut file only where nothing follows it.
        refuse(goesOn && refusal == .cut ? .notJSON : refusal, at: position.text)
    }
}
