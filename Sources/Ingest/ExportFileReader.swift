import CSimdjson
package import Records

/// Reads a file of exports, in any of the forms that files have, piece by piece.
///
/// A file is a row of values: one object; a list; an envelope around a list; objects one after the other. Each export is
/// found first (``PieceBuffer/extent()``) and then taken apart by itself, so that one bad export costs that export. One
/// reader serves many files, one after the other.
package final class ExportFileReader {
    /// Makes a source at a file's first byte; called again where a file has to be read twice.
    package typealias Opening = () throws(ReadFailure) -> any ByteSource

    let buffer: PieceBuffer
    let parser: ExportParser
    var file = FileContext()
    var deliver: (DeviceExport) -> Void = { _ in }
    var reopen: Opening?
    /// Values met, and elements of lists.
    private var values = 0
    var elements = 0
    /// Bytes that were looked at in vain, because a value did not end where it should.
    private var wasted = 0
    /// Whether reading goes on at a line that was looked for, behind a value that does not end where it should.
    var hasRecovered = false
    /// Whether it was told that the file ends too early; once is enough.
    var hasToldOfEnd = false

    /// A file that makes the reader look at more than this in vain is given up.
    private static let mostWasted = 1 << 30
    /// Enough for hundreds of exports, small enough to stay in a processor's cache.
    static let pieceSize = 128 << 10

    package init(names: Names) throws(ReadFailure) {
        buffer = PieceBuffer(capacity: Self.pieceSize)
        parser = try ExportParser(names: names)
    }

    /// Reads all exports of a file and hands each to `deliver`.
    ///
    /// - Returns: what was in the file, also where reading it ended early.
    package func read(_ file: FileContext, from open: Opening, deliver: (DeviceExport) -> Void) -> Ledger {
        self.file = file
        (values, elements, wasted) = (0, 0, 0)
        (hasRecovered, hasToldOfEnd) = (false, false)
        parser.ledger = Ledger()
        parser.envelopeMoment = nil
        withoutActuallyEscaping(open) { open in
            withoutActuallyEscaping(deliver) { deliver in
                self.deliver = deliver
                self.reopen = open
                defer { (self.deliver, self.reopen) = ({ _ in }, nil) }
                do throws(ReadFailure) {
                    try buffer.open(open())
                    try readValues()
                } catch {
                    refuse(error.refusal, at: error.detail)
                }
                buffer.close()
            }
        }
        if values == 0, parser.ledger.refused == 0 { refuse(.empty) }
        if parser.ledger.exports == 0, parser.ledger.refused == 0 { refuse(.noExports) }
        parser.history.pointee.unknownFields.settle(into: &parser.ledger)
        defer { parser.ledger = Ledger() }
        return parser.ledger
    }

    // MARK: Values

    private func readValues() throws(ReadFailure) {
        try skipMark(of: buffer)
        while true {
            let indentation = try buffer.skipSpace()
            guard let first = try buffer.peek() else { return }
            values += 1
            switch first {
            case UInt8(ascii: "["): try readList()
            case UInt8(ascii: "{"):
                if try isEnvelope() {
                    try readEnvelope()
                } else {
                    try readExport(at: .line(buffer.lines + 1), indentation)
                }
            default: try refuseStray()
            }
        }
    }

    /// A byte-order mark is skipped; UTF-16, which it may announce, is refused by name.
    func skipMark(of buffer: PieceBuffer) throws(ReadFailure) {
        let start = buffer.rest.prefix(4)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.skipMark(3) }
        let hasZeros = start.count >= 2 && (start[0] == 0) != (start[1] == 0)
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || hasZeros {
            throw ReadFailure(.utf16)
        }
    }

    /// What is neither an object nor a list, up to the next line or the next object on this one.
    private func refuseStray() throws(ReadFailure) {
        let line = buffer.lines + 1
        var isScalar = true
        while let byte = try buffer.peek(), byte != 0x0A, byte != UInt8(ascii: "{") {
            if byte == UInt8(ascii: ","), buffer.offset > 0 { isScalar = false }
            buffer.advance(1)
        }
        refuse(isScalar ? .noObject : .notJSON, at: "line \(line)")
    }

    /// Reads the export at the current place, or refuses it and goes on behind it.
    func readExport(at position: Position, _ indentation: Int?) throws(ReadFailure) {
        parser.position = position
        let extent = try buffer.extent()
        guard case .whole(let length, let lines) = extent else {
            let refusal: Refusal =
                switch extent {
                case .cut: .cut
                case .tooLarge: .tooLarge
                default: .notJSON
                }
            return try recover(from: refusal, at: position, indentation, lookedAt: buffer.rest.count)
        }
        let text = UnsafeBufferPointer(rebasing: buffer.rest[..<length])
        do throws(Refusal) {
            deliver(try parser.read(text, in: file))
            buffer.advance(length, lines: lines)
        } catch {
            if error.isOfTheText, let indentation, PieceBuffer.opensLine(in: text, indentedBy: indentation) {
                // A line that was cut was taken together with those behind it.
                return try recover(from: error, at: position, indentation, lookedAt: length)
            }
            refuse(error, at: position.text)
            buffer.advance(length, lines: lines)
        }
    }

    /// Refuses a value that does not end where it should, and goes on at the next line that may begin one.
    func recover(
        from refusal: Refusal, at position: Position, _ indentation: Int?, lookedAt count: Int
    ) throws(ReadFailure) {
        wasted += count
        if wasted > Self.mostWasted { throw ReadFailure(.tooDamaged, detail: "from \(position.text)") }
        hasRecovered = true
        let goesOn = try buffer.skipToLine(indentedBy: indentation)
        hasToldOfEnd = !goesOn
        // A value that never ends is a cut file only where nothing follows it.
        refuse(goesOn && refusal == .cut ? .notJSON : refusal, at: position.text)
    }

    func refuse(_ refusal: Refusal, at place: String = "") {
        parser.ledger.note(Remark(.refused, refusal.rawValue), at: place)
    }
}

/// Where an export stands in its file: in a list by its index from 0, elsewhere by its line from 1.
enum Position {
    case device(Int)
    case line(Int)

    var text: String {
        switch self {
        case .device(let index): "device \(index)"
        case .line(let number): "line \(number)"
        }
    }
}
