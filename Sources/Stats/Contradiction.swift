import Records

extension History {
    /// Whether an export of a stretch lacks runs that must have been in it: one id lives on two phones, or a history was
    /// edited, or is written in another precision (the definitions, section 7).
    ///
    /// An export that tells some runs tells all that are later than the one in the middle of them. It contradicts what is
    /// known where more such runs had been told by its own moment than it tells itself, those counted that it had refused.
    func isContradicted(in stretch: Range<Instant>) -> Bool {
        var told: ToldRuns?
        var index = exports.firstIndex(from: stretch.lowerBound)
        guard index < exports.count else { return false }
        var end = endOfCounted(at: exports[index].exportedAt)
        while index < exports.count, exports[index].exportedAt < stretch.upperBound {
            let moment = exports[index].exportedAt
            let last = moment.advanced(by: Export.clockTolerance)
            while end < runs.count, runs[end].at <= last { end += 1 }
            let most = Int(exports[index].behindMiddle)
            // Nearly always there are no more of them, by when they ran; only then each has to be looked at, since it may
            // have been told later.
            if let middle = exports[index].middle, mayExceed(most, behind: middle, upTo: end, toldBy: moment) {
                if told == nil { told = ToldRuns(runs) }
                let start = runs.firstIndex(from: middle.advanced(by: 1))
                if let count = told?.count(from: start, toldBy: moment), count > most { return true }
            }
            index += 1
        }
        return false
    }

    /// Whether more runs than that can have been told by a moment, by when they ran.
    ///
    /// - Parameter end: no run from this index on can have been told by then.
    private func mayExceed(_ most: Int, behind middle: Instant, upTo end: Int, toldBy moment: Instant) -> Bool {
        var end = end
        // A run later than its export is rare; most that are later were told later. Of many one cannot tell here.
        var steps = 0
        while steps < 64, end > 0, runs[end - 1].at > moment, runs[end - 1].firstTold > moment {
            end -= 1
            steps += 1
        }
        return end > most && runs[end - 1 - most].at > middle
    }

    /// The first of the middles of the exports of a stretch; nil where none told a run.
    func firstMiddle(in stretch: Range<Instant>) -> Instant? {
        var first: Instant?
        var index = exports.firstIndex(from: stretch.lowerBound)
        while index < exports.count, exports[index].exportedAt < stretch.upperBound {
            if let middle = exports[index].middle { first = min(first ?? middle, middle) }
            index += 1
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
