package import Records

extension History {
    /// How many distinct runs the counted exports told.
    ///
    /// The first of them tells as many as it says; of each later one only what the first did not tell is looked for, so
    /// that a history which begins after the first one's oldest runs is enough (``reachesTold(by:from:)``).
    package func toldRuns(by isCounted: (ContentID) -> Bool) -> Int {
        // By their places: a copy of an export for each look at it would be what takes the time.
        guard let first = exports.indices.first(where: { isCounted(exports[$0].content) }) else { return 0 }
        var count = Int(exports[first].toldRuns)
        var earliest: Instant?
        for place in exports.indices[(first + 1)...] {
            guard let span = exports[place].span, isCounted(exports[place].content) else { continue }
            earliest = min(earliest ?? span.lowerBound, span.lowerBound)
        }
        guard let earliest else { return count }
        for index in runs.indices[runs.firstIndex(from: RunKey(at: earliest, task: .none))...] {
            let run = runs[index].key
            if told(run, byExportAt: first) { continue }
            // The latest export first: it told most of them.
            var place = exports.count - 1
            while place > first, !(told(run, byExportAt: place) && isCounted(exports[place].content)) { place -= 1 }
            if place > first { count += 1 }
        }
        return count
    }

    /// Whether ``toldRuns(by:)`` is exact for a history of which runs before `start` are missing.
    package func reachesTold(by isCounted: (ContentID) -> Bool, from start: Instant) -> Bool {
        guard let first = exports.indices.first(where: { isCounted(exports[$0].content) }) else { return true }
        for place in exports.indices[(first + 1)...] {
            guard let span = exports[place].span, span.lowerBound < start, isCounted(exports[place].content) else {
                continue
            }
            guard let firstSpan = exports[first].span, firstSpan.lowerBound <= span.lowerBound,
                firstSpan.upperBound >= start, exports[first].untold.allSatisfy({ $0.at >= start })
            else { return false }
        }
        return true
    }

    /// How many of the runs that were told in more than one way the counted exports told.
    package func toldConflicts(_ conflicts: [RunKey], by isCounted: (ContentID) -> Bool) -> Int {
        let counted = exports.filter { isCounted($0.content) }
        return conflicts.count { key in counted.contains { $0.told(key) } }
    }

    /// What is left without the exports of some contents: runs that only they told are not known.
    package func ignoring(_ contents: ContentSet) -> History {
        guard !contents.isEmpty, exports.contains(where: { contents.contains($0.content) }) else { return self }
        let kept = exports.filter { !contents.contains($0.content) }
        return History(runs: runs.filter { run in kept.contains { $0.told(run.key) } }, exports: kept)
    }
}
