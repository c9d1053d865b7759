import CXXHash

/// Caches the numbers of names, as of tasks or platforms: a fleet has few, used millions of times, and the shared
/// numbers are behind a lock.
struct NameCache<Number> {
    private let numberOf: @Sendable ([UInt8]) -> Number
    private var met: [(name: [UInt8], number: Number)] = []
    /// The index in `met` of each name, by hash.
    private var places: [UInt64: Int] = [:]

    /// Further names are looked up each time.
    private static var most: Int { 256 }

    init(_ numberOf: @escaping @Sendable ([UInt8]) -> Number) {
        self.numberOf = numberOf
    }

    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Number {
        let hash = XXH3_64bits(name.baseAddress, name.count)
        // If two names have the same hash, the second is looked up each time.
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
