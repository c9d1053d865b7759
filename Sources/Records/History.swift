/// All that is known of one device: the runs, and the exports that told them.
///
/// A history is a join. Merging is commutative, associative and idempotent, so order, repetition and grouping change
/// nothing: files may be read in any order, twice, on several threads, or on several nights.
package struct History: Equatable, Sendable {
    /// Each run once, in the order of their keys.
    package var runs: [Run]
    /// Each export once, in their order.
    package var exports: [Export]

    package init() {
        runs = []
        exports = []
    }

    /// A history out of storage. `runs` must be in the order of their keys, and `exports` in theirs, each once.
    package init(runs: [Run], exports: [Export]) {
        self.runs = runs
        self.exports = exports
    }

    /// The history that one export tells.
    package init(_ told: DeviceExport) {
        self.init(runs: told.runs, exports: [told.export])
    }

    /// Takes in all that another history of the same device knows.
    ///
    /// - Returns: whether that is more than was known.
    @discardableResult
    package mutating func merge(_ other: History) -> Bool {
        let tellsMore = runs.join(other.runs, isBefore: { $0.key < $1.key }, join: { $0.join($1) })
        let hasMore = exports.join(other.exports, isBefore: { $0 < $1 }, join: { _, _ in false })
        return tellsMore || hasMore
    }

    /// Forgets everything, and keeps the room for the next device.
    package mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        exports.removeAll(keepingCapacity: true)
    }

    /// Puts a history before this one that ends before it begins.
    package mutating func prepend(_ earlier: History) {
        runs.insert(contentsOf: earlier.runs, at: 0)
        exports.insert(contentsOf: earlier.exports, at: 0)
    }

    /// The union of some histories of one device.
    ///
    /// Neighbours are merged first, and then what came of them: so each run is moved about log n times and not n times,
    /// however the histories overlap.
    ///
    /// - Parameter told: is used up.
    package static func union(_ told: inout [History]) -> History {
        // In the order of their exports each one mostly goes on from the one before, and little is moved.
        told.sort { ($0.exports.first?.exportedAt ?? .earliest) < ($1.exports.first?.exportedAt ?? .earliest) }
        var step = 1
        while step < told.count {
            for index in stride(from: 0, to: told.count - step, by: 2 * step) {
                told[index].merge(told[index + step])
                told[index + step] = History()
            }
            step *= 2
        }
        return told.first ?? History()
    }
}

extension [Run] {
    /// The index of the first run whose key is not before `key`; the runs are in the order of their keys.
    package func firstIndex(from key: RunKey) -> Int {
        firstIndex(afterAll: { $0.key < key })
    }

    /// The index of the first run that ran at a moment or later.
    package func firstIndex(from moment: Instant) -> Int {
        firstIndex(afterAll: { $0.at < moment })
    }
}

extension Array {
    /// The index behind all elements that come before a place, found by halving; they stand in front of all others.
    func firstIndex(afterAll isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Takes in the elements of another array; both are in order, and of two that are equal in it one is made by `join`.
    ///
    /// The everyday case, in which the other array repeats the end of this one and goes on from there, moves nothing.
    ///
    /// - Parameter join: says whether its first element became another.
    /// - Returns: whether anything did, or came.
    fileprivate mutating func join(
        _ other: [Element], isBefore: (Element, Element) -> Bool, join: (inout Element, Element) -> Bool
    ) -> Bool {
        guard let first = other.first else { return false }
        if isEmpty {
            self = other
            return true
        }
        var isChanged = false
        var mine = firstIndex(afterAll: { isBefore($0, first) })
        var theirs = 0
        while mine < count, theirs < other.count {
            if isBefore(self[mine], other[theirs]) || isBefore(other[theirs], self[mine]) { break }
            if join(&self[mine], other[theirs]) { isChanged = true }
            mine += 1
            theirs += 1
        }
        if theirs == other.count { return isChanged }
        if mine == count {
            append(contentsOf: other[theirs...])
            return true
        }
        var merged: [Element] = []
        merged.reserveCapacity(count + other.count - theirs)
        merged.append(contentsOf: self[..<mine])
        while mine < count, theirs < other.count {
            if isBefore(self[mine], other[theirs]) {
                merged.append(self[mine])
                mine += 1
            } else if isBefore(other[theirs], self[mine]) {
                merged.append(other[theirs])
                theirs += 1
                isChanged = true
            } else {
                if join(&self[mine], other[theirs]) { isChanged = true }
                merged.append(self[mine])
                mine += 1
                theirs += 1
            }
        }
        if theirs < other.count { isChanged = true }
        merged.append(contentsOf: self[mine...])
        merged.append(contentsOf: other[theirs...])
        self = merged
        return isChanged
    }
}
