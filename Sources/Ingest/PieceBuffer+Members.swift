/// What was done with a member's value.
enum MemberStep {
    /// It was read.
    case taken
    /// Skip it.
    case skipped
    /// Stop here.
    case ended
}

extension PieceBuffer {
    /// Iterates over the members of the object at the current position, to its end.
    ///
    /// - Parameter take: called with each member's name as written, at the position of its value.
    /// - Returns: whether the object is complete.
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
