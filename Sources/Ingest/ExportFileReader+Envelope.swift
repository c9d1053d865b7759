import CSimdjson
import Records

extension ExportFileReader {
    /// How far into an object its `devices` are looked for.
    private static let envelopeHead = 64 << 10

    /// The kind of an object in a file, as far as its beginning shows.
    enum ObjectKind {
        case export, envelope
        /// No `device` so far, but something that may be a list of exports.
        case unknown
    }

    /// The kind of the object at the current position: an envelope has `devices`, a list, and no `device` before it.
    func kindOfObject() throws(ReadFailure) -> ObjectKind {
        try buffer.ensure(Self.envelopeHead)
        var kind = ObjectKind.export
        return try buffer.withoutMoving(upTo: Self.envelopeHead) { () throws(ReadFailure) in
            _ = try buffer.readMembers { (name) throws(ReadFailure) in
                let first = try buffer.peek()
                switch EnvelopeField(name, parser) {
                case .device:
                    kind = .export
                    return .ended
                case .devices where first == UInt8(ascii: "["):
                    kind = .envelope
                    return .ended
                case .history: return .skipped
                default:
                    if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { kind = .unknown }
                    return .skipped
                }
            }
            return kind
        }
    }

    /// Reads the devices of the envelope at the current position, to its end.
    func readEnvelope() throws(ReadFailure) {
        let line = buffer.lines + 1
        hasReportedEnd = false
        let ahead = try lookAhead(lookThrough)
        parser.envelopeMoment = ahead.exportedAt.flatMap { instant(writtenAs: $0, line) }
        parser.isEnvelopeCut = ahead.isCut && ahead.exportedAt == nil
        defer { (parser.envelopeMoment, parser.isEnvelopeCut) = (nil, false) }
        var lists = 0
        let isWhole = try buffer.readMembers { (name) throws(ReadFailure) in
            switch EnvelopeField(name, parser) {
            case .devices where try buffer.peek() == UInt8(ascii: "["):
                lists += 1
                // If the key is repeated, the last one counts.
                if lists < ahead.lists { return .skipped }
                try readList()
                return .taken
            case .exportedAt: return .skipped
            default:
                name.withUnsafeBufferPointer { parser.history.pointee.unknownFields.noteOutside($0) }
                return .skipped
            }
        }
        if !isWhole {
            if try buffer.peek() == nil {
                refuseEnd(at: "the envelope of line \(line)")
            } else {
                refuse(.notJSON, at: "the envelope of line \(line)")
            }
            // If a line ended before its envelope did, the next line has already been read.
            if try buffer.peek() != UInt8(ascii: "{") || buffer.latestIndentation != 0 {
                _ = try buffer.skipToLine(indentedBy: 0)
            }
        }
    }

    /// What must be known of an envelope before its devices are read.
    private struct Ahead {
        /// Its time as written; it may come after the devices.
        var exportedAt: [UInt8]?
        /// The number of its lists of devices.
        var lists = 0
        var isCut = false
    }

    /// Looks ahead at the object at the current position: a small one in memory, a large one in a second pass over the
    /// file.
    ///
    /// The second pass continues from envelope to envelope. It restarts only if damage made an envelope look longer
    /// than it is, so that many envelopes cost two passes over the file instead of one each.
    func lookAhead<Value>(
        _ look: (PieceBuffer) throws(ReadFailure) -> Value
    ) throws(ReadFailure) -> Value {
        var state = fj_scan_state()
        let head = buffer.rest.prefix(Self.envelopeHead)
        if fj_scan(buffer.rest.baseAddress, head.count, &state) == FJ_SCAN_COMPLETE {
            return try buffer.withoutMoving(upTo: Self.envelopeHead) { () throws(ReadFailure) in
                try look(buffer)
            }
        }
        if !isAheadOpen || ahead.offset > buffer.offset {
            try ahead.open(reopen())
            try skipMark(of: ahead)
            isAheadOpen = true
        }
        try ahead.skip(buffer.offset - ahead.offset)
        return try look(ahead)
    }

    private func lookThrough(_ buffer: PieceBuffer) throws(ReadFailure) -> Ahead {
        var ahead = Ahead()
        let isWhole = try buffer.readMembers { (name) throws(ReadFailure) in
            let first = try buffer.peek()
            switch EnvelopeField(name, parser) {
            case .exportedAt where first == UInt8(ascii: "{") || first == UInt8(ascii: "["):
                guard try buffer.skipValue() else { return .ended }
                // The content does not matter: it is not a time.
                ahead.exportedAt = Array("{}".utf8)
                return .taken
            case .exportedAt:
                guard let text = try buffer.scalar(), try buffer.peek() != nil else { return .ended }
                ahead.exportedAt = text
                return .taken
            case .devices where first == UInt8(ascii: "["):
                ahead.lists += 1
                return .skipped
            default: return .skipped
            }
        }
        // Of a truncated envelope, the list that is there is read.
        if !isWhole { (ahead.lists, ahead.isCut) = (1, true) }
        return ahead
    }

    private func instant(writtenAs text: [UInt8], _ line: Int) -> Instant? {
        switch parser.time(writtenAs: text) {
        case .moment(let instant, let form):
            if form != .seconds { parser.ledger.note(Remark(.timeForm, form.code)) }
            return instant
        case .unknown: return nil
        case .unreadable(let refusal):
            // Exports that needed this time are refused for lack of one.
            let remark = Remark(.ignoredValue, refusal, of: Remark.exportedAt)
            parser.ledger.note(remark, at: "the envelope of line \(line)")
            return nil
        }
    }
}

/// The members of an envelope that are used, or that tell it from an export.
enum EnvelopeField {
    case device, devices, exportedAt, history, ofRun, other

    /// - Parameter name: as written, with escapes.
    init(_ name: [UInt8], _ parser: ExportParser) {
        let text = parser.text(writtenAs: name) ?? []
        if text.elementsEqual("device".utf8) {
            self = .device
        } else if text.elementsEqual("devices".utf8) {
            self = .devices
        } else if text.elementsEqual("exportedAt".utf8) {
            self = .exportedAt
        } else if text.elementsEqual("history".utf8) {
            self = .history
        } else {
            let isOfRun = ["at", "success", "outcome"].contains { text.elementsEqual($0.utf8) }
            self = isOfRun ? .ofRun : .other
        }
    }
}
