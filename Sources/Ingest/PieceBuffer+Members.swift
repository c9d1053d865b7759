/// What becomes of a member's value.
enum MemberStep {
    /// It was read.
    case taken
    /// It is to be skipped.
    case skipped
    /// No more is to be looked at.
    case ended
}

extension PieceBuffer {
    /// Walks through the members of the object at the current place and past its end.
    ///
    /// - Parameter take: is given each member's name as it is written, with the value at the current place.
    /// - Returns: whether the object was one to its end.
    func readMembers(_ take: ([UInt8]) throws(ReadFailure) -> MemberStep) throws(ReadFailure) -> Bool {
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
            switch try take(Array(name.dropFirst().dropLast())) {
            case .taken: break
            case .skipped: guard try skipValue() else { return false }
            case .ended: return false
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
