import CXXHash

/// The numbers of names that were met, of tasks or of platforms, say: a fleet has a few of each, told millions of times, and
/// those who share the numbers take a lock.
struct NameCache<Number> {
    private let numberOf: @Sendable ([UInt8]) -> Number
    private var met: [(name: [UInt8], number: Number)] = []
    /// Where in `met` a name is, by its hash.
    private var places: [UInt64: Int] = [:]

    /// More names than this are asked for anew.
    private static var most: Int { 256 }

    init(_ numberOf: @escaping @Sendable ([UInt8]) -> Number) {
        self.numberOf = numberOf
    }

    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Number {
        let hash = XXH3_64bits(name.baseAddress, name.count)
        // Two names of one hash: the second one is asked for anew each time.
        if let place = places[hash], name.elementsEqual(met[place].name) { return met[place].number }
        let name = Array(name)
        let number = numberOf(name)
        if met.count < Self.most, places[hash] == nil {
            places[hash] = met.count
            met.append((name, number))
        }
        return number
    }
}
