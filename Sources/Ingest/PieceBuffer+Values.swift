import CSimdjson

extension PieceBuffer {
    enum Extent: Equatable {
        /// The value is this many bytes, all of them in ``rest``, with so many line breaks.
        case whole(Int, lines: Int)
        /// The file ends first.
        case cut
        /// A line break inside a string.
        case broken
        case tooLarge
    }

    /// How far the value at the current place goes, which begins with a bracket.
    func extent() throws(ReadFailure) -> Extent {
        var state = fj_scan_state()
        while true {
            let text = rest
            switch fj_scan(text.baseAddress, text.count, &state) {
            case FJ_SCAN_COMPLETE: return .whole(state.position, lines: state.lines)
            case FJ_SCAN_BROKEN: return .broken
            default: break
            }
            if text.count >= Self.largestValue { return .tooLarge }
            if try !more() { return .cut }
        }
    }

    /// Skips the value at the current place, of any kind and size; false where it does not end.
    func skipValue() throws(ReadFailure) -> Bool {
        guard let first = try peek() else { return false }
        if first != UInt8(ascii: "{"), first != UInt8(ascii: "[") { return try scalar() != nil }
        var state = fj_scan_state()
        while true {
            let text = rest
            switch fj_scan(text.baseAddress, text.count, &state) {
            case FJ_SCAN_COMPLETE:
                advance(state.position)
                return true
            case FJ_SCAN_BROKEN: return false
            default:
                advance(text.count)
                state.position = 0
                if try !more() { return false }
            }
        }
    }

    /// Moves past a text, a number or a word and returns it as it is written; nil where it does not end.
    func scalar() throws(ReadFailure) -> [UInt8]? {
        guard try peek() == UInt8(ascii: "\"") else {
            var text: [UInt8] = []
            while let byte = try peek(), !Self.endsWord(byte), text.count < Self.longestScalar {
                text.append(byte)
                advance(1)
            }
            return text
        }
        var text: [UInt8] = []
        var isEscaped = false
        while let byte = try peek(), byte >= 0x20, text.count < Self.longestScalar {
            text.append(byte)
            advance(1)
            if byte == UInt8(ascii: "\""), text.count > 1, !isEscaped { return text }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return nil
    }

    /// The longest scalar of an envelope or between values that is looked at.
    private static let longestScalar = 1 << 20

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "{"),
            UInt8(ascii: "["):
            true
        default: false
        }
    }

    /// Walks through the members of the object at the current place and past its end.
    ///
    /// - Parameter take: is given each member's name, with the value at the current place; what it does not take, by
    ///   returning false, is skipped.
    /// - Returns: whether the object was one to its end.
    func readMembers(_ take: ([UInt8]) throws(ReadFailure) -> Bool) throws(ReadFailure) -> Bool {
        advance(1)
        try skipSpace()
        if try peek() == UInt8(ascii: "}") {
            advance(1)
            return true
        }
        while true {
            try skipSpace()
            guard try peek() == UInt8(ascii: "\""), let name = try scalar() else { return false }
            try skipSpace()
            guard try peek() == UInt8(ascii: ":") else { return false }
            advance(1)
            try skipSpace()
            if try !take(Array(name.dropFirst().dropLast())) {
                guard try skipValue() else { return false }
            }
            try skipSpace()
            switch try peek() {
            case UInt8(ascii: ","): advance(1)
            case UInt8(ascii: "}"):
                advance(1)
                return true
            default: return false
            }
        }
    }
}
