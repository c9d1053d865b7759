import Records

extension History {
    /// Whether an export of a stretch lacks runs that must have been in it: one id lives on two phones, or a history was
    /// edited, or is written in another precision (the definitions, section 7).
    ///
    /// An export that tells some runs tells all that are later than the one in the middle of them. It contradicts what is
    /// known where more such runs had been told by its own moment than it tells itself, those counted that it had refused.
    func isContradicted(in stretch: Range<Instant>) -> Bool {
        var told: ToldRuns?
        for index in exports.firstIndex(from: stretch.lowerBound)..<exports.firstIndex(from: stretch.upperBound) {
            guard let middle = exports[index].middle else { continue }
            let moment = exports[index].exportedAt
            let start = runs.firstIndex(from: middle.advanced(by: 1))
            let most = Int(exports[index].behindMiddle)
            guard mayExceed(most, from: start, toldBy: moment) else { continue }
            // Only then it is worth to look at each run: it may have been told later.
            var counter = told ?? ToldRuns(runs)
            if counter.count(from: start, toldBy: moment) > most { return true }
            told = counter
        }
        return false
    }

    /// Whether more runs than that can have been told by a moment, by when they ran.
    private func mayExceed(_ most: Int, from start: Int, toldBy moment: Instant) -> Bool {
        let end = endOfCounted(at: moment)
        var count = end - start
        // A run later than its export is rare; most that are later were told later.
        var last = end
        while count > most, last > start, runs[last - 1].at > moment {
            last -= 1
            if runs[last].firstTold > moment { count -= 1 }
        }
        return count > most
    }

    /// The first of the middles of the exports of a stretch; nil where none told a run.
    func firstMiddle(in stretch: Range<Instant>) -> Instant? {
        var first: Instant?
        for index in exports.firstIndex(from: stretch.lowerBound)..<exports.firstIndex(from: stretch.upperBound) {
            if let middle = exports[index].middle { first = min(first ?? middle, middle) }
        }
        return first
    }
}

/// Counts the runs behind a place that were told by a moment, for moments in ascending order: a tree of sums (Fenwick,
/// 1994), so that a device of many exports costs little more than its runs.
private struct ToldRuns {
    private let byTelling: [(told: Instant, index: Int)]
    private var next = 0
    /// At each place, from 1, the sum of as many places up to it as its lowest bit says.
    private var sums: [Int]

    init(_ runs: [Run]) {
        byTelling = runs.indices.map { (runs[$0].firstTold, $0) }.sorted { $0.told < $1.told }
        sums = Array(repeating: 0, count: runs.count + 1)
    }

    mutating func count(from start: Int, toldBy moment: Instant) -> Int {
        while next < byTelling.count, byTelling[next].told <= moment {
            var place = byTelling[next].index + 1
            while place < sums.count {
                sums[place] += 1
                place += place & -place
            }
            next += 1
        }
        var before = 0
        var place = start
        while place > 0 {
            before += sums[place]
            place -= place & -place
        }
        return next - before
    }
}
