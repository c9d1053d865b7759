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
            let field = EnvelopeField(name, parser)
            if field == .device { return false }
            if field == .devices, isList { return true }
        }
        return false
    }

    /// Reads the devices of the envelope at the current place and past its end.
    func readEnvelope() throws(ReadFailure) {
        let line = buffer.lines + 1
        hasToldOfEnd = false
        let ahead = try lookAhead(at: line)
        parser.envelopeMoment = ahead.moment
        defer { parser.envelopeMoment = nil }
        var lists = 0
        let isWhole = try buffer.readMembers { (name) throws(ReadFailure) in
            switch EnvelopeField(name, parser) {
            case .devices where try buffer.peek() == UInt8(ascii: "["):
                lists += 1
                // Where the key stands twice, the last one counts.
                if lists < ahead.lists { return false }
                try readList()
                return true
            case .exportedAt: return false
            default:
                parser.ledger.note(Remark(.unknownField, String(decoding: name.prefix(64), as: UTF8.self)))
                return false
            }
        }
        if !isWhole {
            if try buffer.peek() == nil {
                refuseEnd(at: "the envelope of line \(line)")
            } else {
                refuse(.notJSON, at: "the envelope of line \(line)")
            }
            _ = try buffer.skipToLine(indentedBy: 0)
        }
    }

    /// What has to be known of an envelope before its devices are read. Its time may stand behind them, so that is looked
    /// for first, in a second reading of the file.
    private func lookAhead(at line: Int) throws(ReadFailure) -> (moment: Instant?, lists: Int) {
        guard let reopen else { return (nil, 1) }
        let ahead = PieceBuffer(capacity: Self.pieceSize)
        try ahead.open(reopen())
        try skipMark(of: ahead)
        try ahead.skip(buffer.offset)
        var moment: [UInt8]?
        var lists = 0
        let isWhole = try ahead.readMembers { (name) throws(ReadFailure) in
            let first = try ahead.peek()
            switch EnvelopeField(name, parser) {
            case .exportedAt where first == UInt8(ascii: "{") || first == UInt8(ascii: "["):
                // What is in it does not matter: it is no time.
                moment = Array("{}".utf8)
                return false
            case .exportedAt:
                moment = try ahead.scalar()
                return true
            case .devices where first == UInt8(ascii: "["):
                lists += 1
                return false
            default: return false
            }
        }
        // Of an envelope that is cut, the list that is there is read.
        return (moment.flatMap { instant(writtenAs: $0, line) }, isWhole ? lists : 1)
    }

    private func instant(writtenAs text: [UInt8], _ line: Int) -> Instant? {
        switch parser.time(writtenAs: text) {
        case .moment(let instant, let form):
            if form != .seconds { parser.ledger.note(Remark(.timeForm, form.name)) }
            return instant
        case .unknown: return nil
        case .unreadable(let refusal):
            // An export that needed it is refused for the want of it.
            let remark = Remark(.setAside, "exportedAt: \(refusal.rawValue)")
            parser.ledger.note(remark, at: "the envelope of line \(line)")
            return nil
        }
    }
}

/// The members of an envelope that say something.
private enum EnvelopeField {
    case device, devices, exportedAt, other

    /// - Parameter name: as it is written; an escape in it stands for what it stands for.
    init(_ name: some Collection<UInt8>, _ parser: ExportParser) {
        let text = name.contains(UInt8(ascii: "\\")) ? parser.text(writtenAs: Array(name)) ?? [] : Array(name)
        if text.elementsEqual("device".utf8) {
            self = .device
        } else if text.elementsEqual("devices".utf8) {
            self = .devices
        } else {
            self = text.elementsEqual("exportedAt".utf8) ? .exportedAt : .other
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
