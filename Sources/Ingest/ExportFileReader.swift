import CSimdjson
package import Records

/// Reads a file of exports, in any of the forms that files have, piece by piece.
///
/// A file is a row of values: one object; a list; an envelope around a list; objects one after the other. Each export is
/// found first (``PieceBuffer/extent()``) and then taken apart by itself, so that one bad export costs that export. One
/// reader serves many files, one after the other.
package final class ExportFileReader {
    /// Makes a source at a file's first byte.
    package typealias Opening = () throws(ReadFailure) -> any ByteSource

    let buffer: PieceBuffer
    let parser: ExportParser
    /// A second reading of the file, ahead of the first.
    let ahead: PieceBuffer
    var isAheadOpen = false
    var file = FileContext()
    var deliver: (DeviceExport) -> Void = { _ in }
    private var again: Opening?
    /// How often the file was opened again.
    private var openings = 0
    /// Values met, and elements of lists.
    private var values = 0
    var elements = 0
    /// Bytes that were looked at in vain, because a value did not end where it should.
    private var wasted = 0
    /// Whether reading goes on at a line that was looked for, behind a value that does not end where it should.
    var hasRecovered = false
    /// Whether it was told that the file ends too early; once is enough.
    var hasToldOfEnd = false
    /// The keys under which the file has lists of exports that should be called `devices`, as far as they are named.
    var otherKeys: Set<[UInt8]> = []

    /// A file that makes the reader look at more than this in vain is given up.
    private static let mostWasted = 1 << 30
    /// A file may be opened again so many times, however large it is.
    private static let freeOpenings = 16
    /// Enough for hundreds of exports, small enough to stay in a processor's cache.
    static let pieceSize = 128 << 10

    /// - Parameter largeExports: shared by all readers of the process.
    package init(names: Names, largeExports: LargeExports) throws(ReadFailure) {
        buffer = try PieceBuffer(capacity: Self.pieceSize, largeExports: largeExports)
        ahead = try PieceBuffer(capacity: Self.pieceSize, largeExports: largeExports)
        parser = try ExportParser(names: names)
    }

    /// Whether this reader has the turn of large exports, for which others may wait.
    package var hasTurn: Bool { buffer.isLarge || ahead.isLarge }

    /// Reads all exports of a file and hands each to `deliver`.
    ///
    /// - Parameters:
    ///   - source: stands at the file's first byte and is read once, to the end.
    ///   - again: makes another such source, for what has to be looked at before its turn. Rarely called.
    ///   - deliver: may wait for other readers, but where this one ``hasTurn``.
    /// - Returns: what was in the file, also where reading it ended early.
    package func read(
        _ file: FileContext, from source: any ByteSource, again: Opening, deliver: (DeviceExport) -> Void
    ) -> Ledger {
        self.file = file
        (values, elements, wasted, openings) = (0, 0, 0, 0)
        (hasRecovered, hasToldOfEnd) = (false, false)
        otherKeys = []
        parser.ledger = Ledger()
        parser.envelopeMoment = nil
        withoutActuallyEscaping(again) { again in
            withoutActuallyEscaping(deliver) { deliver in
                self.deliver = deliver
                self.again = again
                defer { (self.deliver, self.again) = ({ _ in }, nil) }
                do throws(ReadFailure) {
                    try buffer.open(source)
                    try readValues()
                } catch {
                    refuse(error.refusal, at: error.detail)
                }
                buffer.close()
                ahead.close()
                isAheadOpen = false
            }
        }
        if values == 0, parser.ledger.refused == 0 { refuse(.empty) }
        if parser.ledger.exports == 0, parser.ledger.refused == 0 { refuse(.noExports) }
        parser.history.pointee.unknownFields.settle(into: &parser.ledger)
        defer { parser.ledger = Ledger() }
        return parser.ledger
    }

    /// Another source at the file's first byte.
    func openAgain() throws(ReadFailure) -> any ByteSource {
        openings += 1
        if openings > Self.freeOpenings { try waste(buffer.offset + ahead.offset, at: "line \(buffer.lines + 1)") }
        guard let again else { throw ReadFailure(.unreadable) }
        return try again()
    }

    /// Counts bytes that were looked at in vain, and gives the file up where they are too many.
    func waste(_ count: Int, at place: String) throws(ReadFailure) {
        wasted += count
        if wasted > Self.mostWasted { throw ReadFailure(.tooDamaged, detail: "from \(place)") }
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
                switch try kindOfObject() {
                case .envelope: try readEnvelope()
                case .export: try readExport(at: .line(buffer.lines + 1), indentation)
                case .unknown:
                    if try !refuseOtherLists() { try readExport(at: .line(buffer.lines + 1), indentation) }
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
        refuse(isScalar ? .notAnObject : .notJSON, at: "line \(line)")
    }

    func refuse(_ refusal: Refusal, of field: String = "", at place: String = "") {
        parser.ledger.noteRefusal(refusal, of: field, at: place)
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
