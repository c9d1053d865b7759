package import Records

extension History {
    /// How many distinct runs the counted exports told.
    ///
    /// The first of them tells as many as it says; of each later one only what the first did not tell is looked for, so
    /// that a history which begins after the first one's oldest runs is enough (``reachesTold(by:from:)``).
    package func toldRuns(by isCounted: (ContentID) -> Bool) -> Int {
        guard let firstIndex = exports.firstIndex(where: { isCounted($0.content) }) else { return 0 }
        let first = exports[firstIndex]
        // The latest export first: it told most of them.
        let others = exports[(firstIndex + 1)...].filter { isCounted($0.content) && $0.span != nil }.reversed()
        guard let earliest = others.compactMap(\.span?.lowerBound).min() else { return Int(first.toldRuns) }
        var told = Int(first.toldRuns)
        for run in runs[runs.firstIndex(from: RunKey(at: earliest, task: .none))...] where !first.told(run.key) {
            if others.contains(where: { $0.told(run.key) }) { told += 1 }
        }
        return told
    }

    /// Whether ``toldRuns(by:)`` is exact for a history of which runs before `start` are missing.
    package func reachesTold(by isCounted: (ContentID) -> Bool, from start: Instant) -> Bool {
        guard let firstIndex = exports.firstIndex(where: { isCounted($0.content) }) else { return true }
        let first = exports[firstIndex]
        for other in exports[(firstIndex + 1)...] {
            guard let span = other.span, span.lowerBound < start, isCounted(other.content) else { continue }
            guard let firstSpan = first.span, firstSpan.lowerBound <= span.lowerBound, firstSpan.upperBound >= start,
                first.untold.allSatisfy({ $0.at >= start })
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
