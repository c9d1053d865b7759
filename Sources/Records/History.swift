/// All that is known of one device: the runs, and the exports that told them.
///
/// Histories merge, and merging them in any order and grouping gives the same history: that is why the order in which
/// files are read changes nothing. Where exports tell a run differently, the telling that was exported later stands.
package struct History: Equatable, Sendable {
    /// Each run once, in the order of their keys.
    package private(set) var runs: [Run]
    /// In the order of ``Export/precedes(_:_:)``.
    package private(set) var exports: [Export]
    /// Runs that were told in more than one way, in the order in which that was noticed.
    package private(set) var conflicts: [RunKey]

    package init() {
        runs = []
        exports = []
        conflicts = []
    }

    /// A history out of storage. `runs` must be in the order of their keys, and `exports` in theirs.
    package init(runs: [Run], exports: [Export]) {
        self.runs = runs
        self.exports = exports
        conflicts = []
    }

    /// The history that one export tells.
    ///
    /// - Parameters:
    ///   - told: each run once, in the order of their keys.
    ///   - contradictions: those that the export itself tells in more than one way.
    package init(_ export: Export, telling told: [Run], contradictions: [RunKey] = []) {
        var export = export
        export.toldRuns = UInt32(clamping: told.count)
        export.span = told.first.flatMap { first in told.last.map { first.at...$0.at } }
        self.init(runs: told, exports: [export])
        conflicts = contradictions
    }

    package mutating func removeAll() {
        self = History()
    }

    /// Adds what one export tells. Returns how many runs that adds.
    @discardableResult
    package mutating func add(_ told: DeviceExport) -> Int {
        let before = runs.count
        merge(History(told.export, telling: told.runs, contradictions: told.contradictions))
        return runs.count - before
    }

    /// Takes in all that another history of the same device knows.
    package mutating func merge(_ other: History) {
        guard other.conflicts.isEmpty, continues(other.runs) else { return mergeAnyhow(other) }
        // The everyday case: the other one repeats the end of this one and goes on from there.
        if let known = runs.last?.key {
            runs.append(contentsOf: other.runs[other.runs.firstIndex(after: known)...])
        } else {
            runs = other.runs
        }
        insert(other.exports)
    }

    /// Whether `told` repeats the end of `runs` to the letter and then only goes on, later than all of it.
    private func continues(_ told: [Run]) -> Bool {
        guard let first = told.first, let last = runs.last else { return true }
        let start = runs.firstIndex(from: first.key)
        // Another task's run of the same millisecond stands before it, and was not told.
        if start > 0, runs[start - 1].at == first.at { return false }
        let repeated = runs.count - start
        guard repeated <= told.count else { return false }
        for offset in 0..<repeated where runs[start + offset] != told[offset] { return false }
        return repeated == told.count || told[repeated].at > last.at
    }

    private mutating func mergeAnyhow(_ other: History) {
        var merged: [Run] = []
        merged.reserveCapacity(runs.count + other.runs.count)
        // What an export left out lies within its span. Spans may reach back further than the runs that are at hand.
        let (myStretch, theirStretch) = (toldStretch, other.toldStretch)
        var onlyMine: [RunKey] = []
        var onlyTheirs: [RunKey] = []
        var mine = 0
        var theirs = 0
        while mine < runs.count || theirs < other.runs.count {
            if theirs == other.runs.count || (mine < runs.count && runs[mine].key < other.runs[theirs].key) {
                let run = runs[mine]
                merged.append(run)
                if let theirStretch, theirStretch.contains(run.at) { onlyMine.append(run.key) }
                mine += 1
            } else if mine == runs.count || other.runs[theirs].key < runs[mine].key {
                let run = other.runs[theirs]
                merged.append(run)
                if let myStretch, myStretch.contains(run.at) { onlyTheirs.append(run.key) }
                theirs += 1
            } else {
                merged.append(standing(runs[mine], other.runs[theirs], in: other))
                mine += 1
                theirs += 1
            }
        }
        runs = merged
        var added = other.exports
        if !onlyTheirs.isEmpty {
            for index in exports.indices { exports[index].leaveOut(onlyTheirs) }
        }
        if !onlyMine.isEmpty {
            for index in added.indices { added[index].leaveOut(onlyMine) }
        }
        insert(added)
        for key in other.conflicts where !conflicts.contains(key) { conflicts.append(key) }
    }

    /// From the first run that an export told to the last; nil where none told any.
    private var toldStretch: ClosedRange<Instant>? {
        guard let first = exports.lazy.compactMap(\.span?.lowerBound).min(),
            let last = exports.lazy.compactMap(\.span?.upperBound).max()
        else { return nil }
        return first...last
    }

    /// Of two tellings of one run the one that stands: the one exported later, else by its value.
    private mutating func standing(_ mine: Run, _ theirs: Run, in other: History) -> Run {
        if mine.tells(sameAs: theirs) { return mine }
        if !conflicts.contains(mine.key) { conflicts.append(mine.key) }
        let myMoment = lastTelling(of: mine.key)
        let theirMoment = other.lastTelling(of: mine.key)
        if let myMoment, let theirMoment, myMoment != theirMoment {
            return myMoment > theirMoment ? mine : theirs
        }
        return mine.stands(over: theirs) ? mine : theirs
    }

    /// When the last export that told the run was made.
    private func lastTelling(of run: RunKey) -> Instant? {
        exports.last { $0.told(run) }?.exportedAt
    }

    /// Puts exports where they belong; one that is there already, to the letter, is the same one read again.
    private mutating func insert(_ added: [Export]) {
        for export in added {
            var place = exports.count
            while place > 0, Export.precedes(export, exports[place - 1]) { place -= 1 }
            let equals = exports[..<place].reversed().prefix { !Export.precedes($0, export) }
            if !equals.contains(export) { exports.insert(export, at: place) }
        }
    }

    /// Whether the export at a place told a run.
    ///
    /// Field by field: to ask ``Export/told(_:)`` of an element copies all of it first, and this is asked for each run.
    package func told(_ run: RunKey, byExportAt place: Int) -> Bool {
        guard let span = exports[place].span, span.lowerBound <= run.at, run.at <= span.upperBound else { return false }
        return exports[place].untold.isEmpty || !exports[place].untold.contains(run)
    }

    /// Puts an earlier stretch before this one.
    package mutating func prepend(_ earlier: History) {
        if runs.isEmpty, exports.isEmpty, conflicts.isEmpty {
            // Nothing is copied for the many devices of which one stretch is at hand.
            self = earlier
            return
        }
        runs.insert(contentsOf: earlier.runs, at: 0)
        exports.insert(contentsOf: earlier.exports, at: 0)
    }
}

extension Export {
    /// Notes which of `others` lie within what this export tells: it left them out.
    fileprivate mutating func leaveOut(_ others: [RunKey]) {
        guard let span, let first = others.first, let last = others.last else { return }
        guard first.at <= span.upperBound, last.at >= span.lowerBound else { return }
        untold.append(contentsOf: others.filter { span.contains($0.at) })
        untold.sort()
    }
}

extension [Run] {
    /// The index of the first run whose key is after `key`; the runs are in the order of their keys.
    func firstIndex(after key: RunKey) -> Int {
        let index = firstIndex(from: key)
        return index < count && self[index].key == key ? index + 1 : index
    }

    /// The index of the first run whose key is not before `key`; the runs are in the order of their keys.
    package func firstIndex(from key: RunKey) -> Int {
        firstIndex(afterAll: { $0.key < key })
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
}
