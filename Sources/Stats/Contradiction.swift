import Records

extension History {
    /// Whether an export in the range lacks runs that it must have had: one id is on two phones, the history was
    /// edited, or times were written in another precision (the definitions, section 7).
    ///
    /// An export that lists runs must list all that are later than its median run. It contradicts the others if more
    /// such runs had been exported by its own time than it lists or refused itself.
    func isContradicted(in range: Range<Instant>) -> Bool {
        var exportedRuns: ExportedRuns?
        var index = exports.firstIndex(from: range.lowerBound)
        guard index < exports.count else { return false }
        var end = endOfCounted(at: exports[index].exportedAt)
        while index < exports.count, exports[index].exportedAt < range.upperBound {
            let moment = exports[index].exportedAt
            let last = moment.advanced(by: Export.clockTolerance)
            while end < runs.count, runs[end].at <= last { end += 1 }
            let most = Int(exports[index].runsAfterMiddle)
            // Usually the runs' own times rule this out. Only otherwise each run is examined, since it may have been
            // exported later.
            if let middle = exports[index].middle, mayExceed(most, behind: middle, upTo: end, exportedBy: moment) {
                if exportedRuns == nil { exportedRuns = ExportedRuns(runs) }
                let start = runs.firstIndex(from: middle.advanced(by: 1))
                if let count = exportedRuns?.count(from: start, exportedBy: moment), count > most { return true }
            }
            index += 1
        }
        return false
    }

    /// Whether more than `most` runs can have been exported by a moment, judging by their own times.
    ///
    /// - Parameter end: no run from this index on can have been exported by then.
    private func mayExceed(_ most: Int, behind middle: Instant, upTo end: Int, exportedBy moment: Instant) -> Bool {
        var end = end
        // A run later than its export is rare; most runs that are later were also exported later. If there are many,
        // this cannot tell.
        var steps = 0
        while steps < 64, end > 0, runs[end - 1].at > moment, runs[end - 1].firstExported > moment {
            end -= 1
            steps += 1
        }
        return end > most && runs[end - 1 - most].at > middle
    }

    /// The earliest median run of the exports in a range; nil if none lists a run.
    func firstMiddle(in range: Range<Instant>) -> Instant? {
        var first: Instant?
        var index = exports.firstIndex(from: range.lowerBound)
        while index < exports.count, exports[index].exportedAt < range.upperBound {
            if let middle = exports[index].middle { first = min(first ?? middle, middle) }
            index += 1
        }
        return first
    }
}

/// Counts the runs after an index that were exported by a moment, for ascending moments: a Fenwick tree (1994), so that
/// a device with many exports costs little more than its runs.
private struct ExportedRuns {
    private let byExport: [(exported: Instant, index: Int)]
    private var next = 0
    /// At each index, from 1, the sum of as many elements up to it as its lowest bit says.
    private var sums: [Int]

    init(_ runs: [Run]) {
        byExport = runs.indices.map { (runs[$0].firstExported, $0) }.sorted { $0.exported < $1.exported }
        sums = Array(repeating: 0, count: runs.count + 1)
    }

    mutating func count(from start: Int, exportedBy moment: Instant) -> Int {
        while next < byExport.count, byExport[next].exported <= moment {
            var index = byExport[next].index + 1
            while index < sums.count {
                sums[index] += 1
                index += index & -index
            }
            next += 1
        }
        var before = 0
        var index = start
        while index > 0 {
            before += sums[index]
            index -= index & -index
        }
        return next - before
    }
}
