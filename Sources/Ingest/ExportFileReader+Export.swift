import Records

extension ExportFileReader {
    /// Reads or refuses the export at the current position and moves past it.
    func readExport(at position: Position, _ indentation: Int?) throws(ReadFailure) {
        parser.position = position
        let export = try takeExport(at: position, indentation)
        if buffer.isLarge {
            parser.releaseMemory()
            buffer.shrink()
        }
        if let export { deliver(export) }
        // Another reader gets its turn only now, or each would hold one large export.
        buffer.endTurn()
    }

    private func takeExport(at position: Position, _ indentation: Int?) throws(ReadFailure) -> DeviceExport? {
        switch try buffer.extent() {
        case .whole(let length, let lines):
            let text = UnsafeBufferPointer(rebasing: buffer.rest[..<length])
            do throws(ExportRefusal) {
                let export = try parser.read(text, in: file)
                buffer.advance(length, lines: lines)
                return export
            } catch {
                if error.isOfTheText, let indentation, PieceBuffer.opensLine(in: text, indentedBy: indentation) {
                    // A line that was cut was read together with the lines after it.
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

    /// Refuses a value that does not end properly, and continues at the next line that may begin one.
    func recover(
        from refusal: Refusal, at position: Position, _ indentation: Int?, lookedAt count: Int
    ) throws(ReadFailure) {
        try waste(count, at: position.text)
        hasRecovered = true
        let goesOn = try buffer.skipToLine(indentedBy: indentation)
        hasReportedEnd = !goesOn
        // A value without an end means a truncated file only if nothing follows.
        refuse(goesOn && refusal == .cut ? .notJSON : refusal, at: position.text)
    }
}
