import CSimdjson
package import Records

/// Reads a file of exports, in any of its forms, piece by piece.
///
/// A file is a sequence of values: one object; a list; an envelope around a list; objects one after another. Each
/// export is first delimited (``PieceBuffer/extent()``) and then parsed by itself, so that a bad export affects no
/// other. One reader reads many files, one after another.
package final class ExportFileReader {
    /// Opens a source at a file's first byte.
    package typealias Opening = () throws(ReadFailure) -> any ByteSource

    let buffer: PieceBuffer
    let parser: ExportParser
    /// A second pass over the file, ahead of the first.
    let ahead: PieceBuffer
    var isAheadOpen = false
    var file = FileContext()
    var deliver: (DeviceExport) -> Void = { _ in }
    private var again: Opening?
    /// How often the file was reopened.
    private var openings = 0
    /// Values read, and elements of lists.
    private var values = 0
    var elements = 0
    /// Bytes scanned in vain, because a value did not end properly.
    private var wasted = 0
    /// Whether reading has resumed at a later line, after a value that did not end properly.
    var hasRecovered = false
    /// Whether the file's early end was already reported.
    var hasReportedEnd = false
    /// The keys of lists of exports that should be called `devices`, as far as they are named.
    var otherKeys: Set<[UInt8]> = []

    /// A file with more bytes than this scanned in vain is abandoned.
    private static let maxWasted = 1 << 30
    /// A file may be reopened this often, whatever its size.
    private static let freeOpenings = 16
    /// Enough for hundreds of exports, and small enough for a processor's cache.
    static let pieceSize = 128 << 10

    /// - Parameter largeExports: shared by all readers of the process.
    package init(names: Names, largeExports: LargeExports) throws(ReadFailure) {
        buffer = try PieceBuffer(capacity: Self.pieceSize, largeExports: largeExports)
        ahead = try PieceBuffer(capacity: Self.pieceSize, largeExports: largeExports)
        parser = try ExportParser(names: names)
    }

    /// Whether this reader has the turn for large exports, for which others may wait.
    package var hasTurn: Bool { buffer.isLarge || ahead.isLarge }

    /// Reads all exports of a file and calls `deliver` with each.
    ///
    /// - Parameters:
    ///   - source: at the file's first byte; it is read once, to the end.
    ///   - again: opens another such source, to look ahead. Rarely called.
    ///   - deliver: may wait for other readers, unless this one ``hasTurn``.
    /// - Returns: what was in the file, even if reading ended early.
    package func read(
        _ file: FileContext, from source: any ByteSource, again: Opening, deliver: (DeviceExport) -> Void
    ) -> Ledger {
        self.file = file
        (values, elements, wasted, openings) = (0, 0, 0, 0)
        (hasRecovered, hasReportedEnd) = (false, false)
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
        parser.history.pointee.unknownFields.flush(into: &parser.ledger)
        defer { parser.ledger = Ledger() }
        return parser.ledger
    }

    /// Another source at the file's first byte.
    func reopen() throws(ReadFailure) -> any ByteSource {
        openings += 1
        if openings > Self.freeOpenings { try waste(buffer.offset + ahead.offset, at: "line \(buffer.lines + 1)") }
        guard let again else { throw ReadFailure(.unreadable) }
        return try again()
    }

    /// Counts bytes scanned in vain, and abandons the file if there are too many.
    func waste(_ count: Int, at place: String) throws(ReadFailure) {
        wasted += count
        if wasted > Self.maxWasted { throw ReadFailure(.tooDamaged, detail: "from \(place)") }
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

    /// A byte-order mark is skipped; UTF-16 after it is refused by name.
    func skipMark(of buffer: PieceBuffer) throws(ReadFailure) {
        let start = buffer.rest.prefix(4)
        if start.starts(with: [0xEF, 0xBB, 0xBF]) { buffer.skipMark(3) }
        let hasZeros = start.count >= 2 && (start[0] == 0) != (start[1] == 0)
        if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || hasZeros {
            throw ReadFailure(.utf16)
        }
    }

    /// Refuses text that is neither an object nor a list, up to the next line or the next object on this one.
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

/// The position of an export in its file: in a list its index from 0, elsewhere its line from 1.
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
