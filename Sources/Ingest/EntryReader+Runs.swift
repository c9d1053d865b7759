import Records

extension EntryReader {
    /// Refuses runs later than the export. Runs that are only a little later keep their own time, which identifies
    /// them; Stats counts them at the export's time.
    mutating func compare(with exportedAt: Instant) {
        if areInOrder, runs.last.map({ $0.at <= exportedAt }) ?? true { return }
        var kept = 0
        for place in runs.indices {
            let run = runs[place]
            if run.at > exportedAt {
                let index = indices[place] < 0 ? nil : indices[place]
                guard run.at - exportedAt <= Export.clockTolerance else {
                    refuse(.runAfterExport, at: run.at, index: index)
                    continue
                }
                pending.add(.clockAhead, index: index)
            }
            runs[kept] = run
            kept += 1
        }
        runs.removeLast(runs.count - kept)
    }

    /// The runs sorted by key, without duplicates, and the number of duplicates. If two entries of a run differ, the
    /// one with precedence is kept and marked as a conflict.
    mutating func distinctRuns() -> (runs: [Run], repeated: Int) {
        if areInOrder { return (Array(runs[...]), 0) }
        runs.sort { $0.key < $1.key }
        var last = 0
        for place in runs.indices.dropFirst() {
            let run = runs[place]
            if runs[last].key != run.key {
                last += 1
                runs[last] = run
            } else if !runs[last].hasSameValues(as: run) {
                if run.takesPrecedence(over: runs[last]) { runs[last] = run }
                runs[last].hasConflict = true
            }
        }
        let distinct = runs.isEmpty ? 0 : last + 1
        return (Array(runs[..<distinct]), runs.count - distinct)
    }
}
