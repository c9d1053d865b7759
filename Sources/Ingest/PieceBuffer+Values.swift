import CSimdjson

extension PieceBuffer {
    enum Extent: Equatable {
        /// The size in bytes, all of them in ``rest``, and the number of line breaks.
        case whole(Int, lines: Int)
        /// The file ends first.
        case cut
        /// A line break inside a string.
        case broken
        /// Larger than the limit; its size in bytes if its end is known.
        case tooLarge(Int?)
    }

    /// The extent of the object or list at the current position.
    func extent() throws(ReadFailure) -> Extent {
        var state = fj_scan_state()
        while true {
            let text = rest
            switch fj_scan(text.baseAddress, text.count, &state) {
            case FJ_SCAN_COMPLETE where state.position <= Self.largestValue:
                return .whole(state.position, lines: state.lines)
            case FJ_SCAN_COMPLETE: return .tooLarge(state.position)
            case FJ_SCAN_BROKEN: return .broken
            default: break
            }
            if text.count >= Self.largestValue { return .tooLarge(nil) }
            if try !more() { return .cut }
        }
    }

    /// Skips the value at the current position, of any kind and size; false if it does not end.
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
                shrink()
                endTurn()
                state.position = 0
                if try !more() { return false }
            }
        }
    }

    /// Moves past a scalar and returns it as written; nil if it does not end.
    func scalar() throws(ReadFailure) -> [UInt8]? {
        let isText = try peek() == UInt8(ascii: "\"")
        var text: [UInt8] = []
        var isEscaped = false
        var isAtEnd = false
        var isClosed = !isText
        while !isAtEnd, text.count < Self.longestScalar, try peek() != nil {
            var length = 0
            for byte in rest.prefix(Self.longestScalar - text.count) {
                isAtEnd = isText ? byte < 0x20 : Self.endsWord(byte)
                if isAtEnd { break }
                length += 1
                if isText, byte == UInt8(ascii: "\""), !isEscaped, text.count + length > 1 {
                    (isAtEnd, isClosed) = (true, true)
                    break
                }
                isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
            }
            text.append(contentsOf: rest.prefix(length))
            advance(length)
        }
        return isClosed ? text : nil
    }

    /// The longest scalar read in an envelope or between values.
    private static let longestScalar = 1 << 20

    private static func endsWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: "{"),
            UInt8(ascii: "["):
            true
        default: false
        }
    }
}
