import CSimdjson
import Records

/// The numbers of tasks, by their names. An app has one task or a few, so the last one met is looked at first.
struct TaskNumbers {
    private let numberOf: @Sendable ([UInt8]) -> TaskID
    private var latest: (name: [UInt8], number: TaskID) = ([], .none)

    private static let longestName = 1_024

    init(_ numberOf: @escaping @Sendable ([UInt8]) -> TaskID) {
        self.numberOf = numberOf
    }

    mutating func number(of token: fj_token) throws(Refusal) -> TaskID {
        if token.isNothing { return .none }
        guard token.is(FJ_TEXT) else { throw .taskKind }
        if token.length > Self.longestName { throw .taskLength }
        if !token.bytes.elementsEqual(latest.name) {
            let name = Array(token.bytes)
            latest = (name, numberOf(name))
        }
        return latest.number
    }
}
