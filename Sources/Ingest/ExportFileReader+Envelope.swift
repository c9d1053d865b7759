import CSimdjson
import Records

extension ExportFileReader {
    /// How far into an object its `devices` are looked for.
    private static let envelopeHead = 64 << 10

    /// Whether the object at the current place is an envelope: it has `devices`, a list, and no `device` before it.
    func isEnvelope() throws(ReadFailure) -> Bool {
        try buffer.ensure(Self.envelopeHead)
        var keys = KeyWalk(buffer.rest)
        while let (name, isList) = keys.next() {
            if name.elementsEqual("device".utf8) { return false }
            if name.elementsEqual("devices".utf8), isList { return true }
        }
        return false
    }

    /// Reads the devices of the envelope at the current place and past its end.
    func readEnvelope() throws(ReadFailure) {
        let line = buffer.lines + 1
        parser.envelopeMoment = try envelopeMoment(at: line)
        defer { parser.envelopeMoment = nil }
        let isWhole = try buffer.readMembers { (name) throws(ReadFailure) in
            guard name.elementsEqual("devices".utf8), try buffer.peek() == UInt8(ascii: "[") else {
                if !name.elementsEqual("exportedAt".utf8) { parser.ledger.note(Self.unknown(name)) }
                return false
            }
            try readList()
            return true
        }
        if !isWhole {
            refuse(try buffer.peek() == nil ? .cut : .notJSON, at: "the envelope of line \(line)")
            _ = try buffer.skipToLine(indentedBy: 0)
        }
    }

    private static func unknown(_ name: [UInt8]) -> Remark {
        Remark(.unknownField, String(decoding: name.prefix(64), as: UTF8.self))
    }

    /// The time that the envelope gives its devices. It may stand behind them, so it is looked for first, in a second
    /// reading of the file where need be.
    private func envelopeMoment(at line: Int) throws(ReadFailure) -> Instant? {
        guard let reopen else { return nil }
        let ahead = PieceBuffer(capacity: Self.pieceSize)
        try ahead.open(reopen())
        try skipMark(of: ahead)
        try ahead.skip(buffer.offset)
        var text: [UInt8]?
        _ = try ahead.readMembers { (name) throws(ReadFailure) in
            guard name.elementsEqual("exportedAt".utf8), let first = try ahead.peek(), first != UInt8(ascii: "{"),
                first != UInt8(ascii: "[")
            else { return false }
            text = try ahead.scalar()
            return true
        }
        guard let text else { return nil }
        switch parser.time(writtenAs: text) {
        case .moment(let instant, let form):
            if form != .seconds { parser.ledger.note(Remark(.timeForm, form.name)) }
            return instant
        case .unknown: return nil
        case .unreadable(let refusal):
            // An export that needed it is refused for the want of it.
            parser.ledger.note(Remark(.setAside, "exportedAt: \(refusal.rawValue)"), at: "the envelope of line \(line)")
            return nil
        }
    }
}

/// The names of an object's members, as far as the text goes.
private struct KeyWalk {
    private let text: UnsafeBufferPointer<UInt8>
    private var place = 1

    init(_ text: UnsafeBufferPointer<UInt8>) {
        self.text = text
    }

    /// The next name, and whether its value is a list.
    mutating func next() -> (name: Slice<UnsafeBufferPointer<UInt8>>, isList: Bool)? {
        skip { $0 <= 0x20 || $0 == UInt8(ascii: ",") }
        guard let name = string() else { return nil }
        skip { $0 <= 0x20 || $0 == UInt8(ascii: ":") }
        guard place < text.count else { return nil }
        let first = text[place]
        skipValue(first)
        return (name, first == UInt8(ascii: "["))
    }

    private mutating func skip(while condition: (UInt8) -> Bool) {
        while place < text.count, condition(text[place]) { place += 1 }
    }

    private mutating func string() -> Slice<UnsafeBufferPointer<UInt8>>? {
        guard place < text.count, text[place] == UInt8(ascii: "\"") else { return nil }
        let start = place + 1
        place = start
        while place < text.count, text[place] != UInt8(ascii: "\"") {
            place += text[place] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard place < text.count else { return nil }
        place += 1
        return text[start..<(place - 1)]
    }

    private mutating func skipValue(_ first: UInt8) {
        switch first {
        case UInt8(ascii: "\""):
            if string() == nil { place = text.count }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            var state = fj_scan_state()
            let rest = UnsafeBufferPointer(rebasing: text[place...])
            let isWhole = fj_scan(rest.baseAddress, rest.count, &state) == FJ_SCAN_COMPLETE
            place = isWhole ? place + state.position : text.count
        default:
            skip { $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "}") }
        }
    }
}
