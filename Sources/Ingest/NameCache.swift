import CXXHash

/// Caches the numbers of names, as of tasks or platforms: a fleet has few, used millions of times, and the shared
/// numbers are behind a lock.
struct NameCache<Number> {
    private let numberOf: @Sendable ([UInt8]) -> Number
    private var met: [(name: [UInt8], number: Number)] = []
    /// The index in `met` of each name, by hash.
    private var indices: [UInt64: Int] = [:]

    /// Further names are looked up each time.
    private static var capacity: Int { 256 }

    init(_ numberOf: @escaping @Sendable ([UInt8]) -> Number) {
        self.numberOf = numberOf
    }

    mutating func number(of name: UnsafeBufferPointer<UInt8>) -> Number {
        let hash = XXH3_64bits(name.baseAddress, name.count)
        // If two names have the same hash, the second is looked up each time.
        if let index = indices[hash], name.elementsEqual(met[index].name) { return met[index].number }
        let name = Array(name)
        let number = numberOf(name)
        if met.count < Self.capacity, indices[hash] == nil {
            indices[hash] = met.count
            met.append((name, number))
        }
        return number
    }
}
