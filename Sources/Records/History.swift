/// All that is known of one device: its runs, and the exports that list them.
///
/// A history is a join: merging is commutative, associative and idempotent. So files may be read in any order, twice,
/// on several threads, or on several nights.
package struct History: Equatable, Sendable {
    /// Each run once, sorted by key.
    package var runs: [Run]
    /// Each export once, sorted.
    package var exports: [Export]

    package init() {
        runs = []
        exports = []
    }

    /// A history from storage; both arrays must be sorted, without duplicates.
    package init(runs: [Run], exports: [Export]) {
        self.runs = runs
        self.exports = exports
    }

    /// The history of a single export.
    package init(_ export: DeviceExport) {
        self.init(runs: export.runs, exports: [export.export])
    }

    /// Merges another history of the same device into this one.
    ///
    /// - Returns: whether this changed anything.
    @discardableResult
    package mutating func merge(_ other: History) -> Bool {
        let hasNewRuns = runs.join(other.runs, isBefore: { $0.key < $1.key }, join: { $0.join($1) })
        let hasNewExports = exports.join(other.exports, isBefore: { $0 < $1 }, join: { _, _ in false })
        return hasNewRuns || hasNewExports
    }

    /// Removes everything but keeps the capacity for the next device.
    package mutating func removeAll() {
        runs.removeAll(keepingCapacity: true)
        exports.removeAll(keepingCapacity: true)
    }

    /// Puts an earlier history before this one; they must not overlap.
    package mutating func prepend(_ earlier: History) {
        runs.insert(contentsOf: earlier.runs, at: 0)
        exports.insert(contentsOf: earlier.exports, at: 0)
    }

    /// The union of several histories of one device.
    ///
    /// Merges them pairwise, so that each run is moved about log n times instead of n times, however the histories
    /// overlap.
    ///
    /// - Parameter histories: emptied by this call.
    package static func union(_ histories: inout [History]) -> History {
        // Sorted by export time, each history mostly continues the one before it, and little is moved.
        histories.sort { ($0.exports.first?.exportedAt ?? .earliest) < ($1.exports.first?.exportedAt ?? .earliest) }
        var step = 1
        while step < histories.count {
            for index in stride(from: 0, to: histories.count - step, by: 2 * step) {
                histories[index].merge(histories[index + step])
                histories[index + step] = History()
            }
            step *= 2
        }
        return histories.first ?? History()
    }
}

extension [Run] {
    /// The index of the first run with a key of at least `key`; the runs are sorted by key.
    package func firstIndex(from key: RunKey) -> Int {
        firstIndex(afterAll: { $0.key < key })
    }

    /// The index of the first run at or after `moment`.
    package func firstIndex(from moment: Instant) -> Int {
        firstIndex(afterAll: { $0.at < moment })
    }
}

extension Array {
    /// The index after all elements for which `isBefore` holds, by binary search; those come before all others.
    func firstIndex(afterAll isBefore: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Merges another sorted array into this sorted one; `join` combines two elements with the same key.
    ///
    /// In the common case the other array repeats the end of this one and continues it: then nothing is moved.
    ///
    /// - Parameter join: returns whether it changed its first element.
    /// - Returns: whether an element was changed or added.
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
