import Records

/// Lists of exports under a key other than `devices`: an envelope that other programs may understand, but not this one.
extension ExportFileReader {
    /// Refuses the object at the current position and moves past it if it is such an envelope; else returns false.
    func refuseOtherLists() throws(ReadFailure) -> Bool {
        let lists = try lookAhead(otherLists)
        guard !lists.isEmpty else { return false }
        let line = buffer.lines + 1
        for list in lists {
            parser.ledger.noteRefusal(
                .wrongListKey, of: named(list.key), at: "line \(line)", exports: list.elements)
        }
        if try !buffer.skipValue() { refuseEnd(at: "line \(line)") }
        return true
    }

    /// A list in an object, or in an object within that.
    private struct OtherList {
        var key: [UInt8]
        var elements = 0
        /// Whether its first element is an object, and whether that has a device, or the time of a run.
        var holdsObjects = false
        var hasDevice = false
        var hasTime = false
    }

    /// The lists of exports in the object at the buffer's position: those whose first element has a device, else the
    /// object's only list of objects. None if the object has a device or a list of devices itself, or does not end.
    private func otherLists(in buffer: PieceBuffer) throws(ReadFailure) -> [OtherList] {
        var ofExports: [OtherList] = []
        var ofObjects: [OtherList] = []
        var isExport = false
        let isWhole = try buffer.readMembers { (name) throws(ReadFailure) in
            let first = try buffer.peek()
            switch EnvelopeField(name, parser) {
            case .device: return .ended
            case .devices where first == UInt8(ascii: "["): return .ended
            case .history, .ofRun:
                isExport = true
                return .skipped
            default: break
            }
            if first == UInt8(ascii: "[") {
                guard let list = try list(under: name, in: buffer) else { return .ended }
                if list.hasDevice { ofExports.append(list) } else if list.holdsObjects { ofObjects.append(list) }
                return .taken
            }
            guard first == UInt8(ascii: "{") else { return .skipped }
            guard try listsWithin(name, in: buffer, &ofExports) else { return .ended }
            return .taken
        }
        if !isWhole { return [] }
        if !ofExports.isEmpty { return ofExports }
        // A list of runs is an export that lacks its device, or one device's runs under its id.
        return ofObjects.count == 1 && !isExport && !ofObjects[0].hasTime ? ofObjects : []
    }

    /// Collects the lists in an object that is a member; false if it does not end.
    private func listsWithin(
        _ outer: [UInt8], in buffer: PieceBuffer, _ found: inout [OtherList]
    ) throws(ReadFailure) -> Bool {
        try buffer.readMembers { (name) throws(ReadFailure) in
            guard try buffer.peek() == UInt8(ascii: "["), EnvelopeField(name, parser) != .history else {
                return .skipped
            }
            guard let list = try list(under: outer + [UInt8(ascii: ".")] + name, in: buffer) else { return .ended }
            if list.hasDevice { found.append(list) }
            return .taken
        }
    }

    /// Moves past the list at the buffer's position; nil if it does not end.
    private func list(under key: [UInt8], in buffer: PieceBuffer) throws(ReadFailure) -> OtherList? {
        var list = OtherList(key: key)
        buffer.advance(1)
        try buffer.skipSpace()
        if try buffer.peek() == UInt8(ascii: "]") {
            buffer.advance(1)
            return list
        }
        while true {
            try buffer.skipSpace()
            if list.elements == 0, try buffer.peek() == UInt8(ascii: "{") {
                list.holdsObjects = true
                let isWhole = try buffer.readMembers { (name) throws(ReadFailure) in
                    switch EnvelopeField(name, parser) {
                    case .device: list.hasDevice = true
                    case .ofRun: list.hasTime = true
                    default: break
                    }
                    return .skipped
                }
                guard isWhole else { return nil }
            } else {
                guard try buffer.skipValue() else { return nil }
            }
            list.elements += 1
            try buffer.skipSpace()
            switch try buffer.peek() {
            case UInt8(ascii: ","): buffer.advance(1)
            case UInt8(ascii: "]"):
                buffer.advance(1)
                return list
            default: return nil
            }
        }
    }

    /// The key to show when its list is refused: only if it is plain, and only for the first few keys, since each is
    /// counted separately. Empty for any other.
    private func named(_ key: [UInt8]) -> String {
        let isPlain = key.count <= 64 && key.allSatisfy(Self.isPlain)
        guard isPlain, otherKeys.contains(key) || otherKeys.count < Self.maxOtherKeys else { return "" }
        otherKeys.insert(key)
        return String(decoding: key, as: UTF8.self)
    }

    private static let maxOtherKeys = 8

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch lowered(byte) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "_-.".utf8.contains(byte)
        }
    }
}
