/// The numbers of names that were met, of tasks or of platforms: a fleet has a few of each, told millions of times, and
/// those who share the numbers take a lock.
struct MetNames<Number> {
    private let numberOf: @Sendable ([UInt8]) -> Number
    private var met: [(name: [UInt8], number: Number)] = []

    /// More names than this are asked for anew.
    private static var most: Int { 32 }

    init(_ numberOf: @escaping @Sendable ([UInt8]) -> Number) {
        self.numberOf = numberOf
    }

    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Number {
        if let known = met.first(where: { name.elementsEqual($0.name) }) { return known.number }
        let name = Array(name)
        let number = numberOf(name)
        if met.count < Self.most { met.append((name, number)) }
        return number
    }
}
