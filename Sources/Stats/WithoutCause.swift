/// p50 and p90 of a week if the devices that are stale for a cause were at 0 h: the best that fixing it could achieve.
package struct BestFigures: Equatable, Sendable {
    package var p50: Staleness
    package var p90: Staleness

    package init(p50: Staleness, p90: Staleness) {
        self.p50 = p50
        self.p90 = p90
    }
}

/// The staleness of the stale devices, by the kind of cause.
struct StaleTally: Sendable {
    private var kinds: [Cause.Kind: Durations] = [:]

    mutating func add(_ reading: Reading) {
        kinds[reading.cause.kind, default: Durations()].append(reading.staleness.stored)
    }

    mutating func add(_ other: StaleTally) {
        for (kind, durations) in other.kinds { kinds[kind, default: Durations()].append(contentsOf: durations) }
    }

    /// Sorts what was added.
    mutating func sort() {
        for kind in kinds.keys { kinds[kind]?.sort() }
    }

    /// The figures without each kind of cause present.
    ///
    /// - Parameter all: the staleness of all readings.
    func withoutEach(of all: SortedDurations) -> [Cause.Kind: BestFigures] {
        kinds.reduce(into: [:]) { best, entry in best[entry.key] = without([entry.key], of: all) }
    }

    /// The figures without any stale device; nil if there is none.
    func withoutAny(of all: SortedDurations) -> BestFigures? { without(Set(kinds.keys), of: all) }

    private func without(_ mended: Set<Cause.Kind>, of all: SortedDurations) -> BestFigures? {
        var rest = Durations()
        var count = 0
        for (kind, durations) in kinds {
            if mended.contains(kind) { count += durations.count } else { rest.append(contentsOf: durations) }
        }
        let stale = SortedDurations(rest)
        // The order is: those at 0 h, those that are not stale, the stale that are left.
        let fresh = all.count - stale.count - count
        guard count > 0, fresh >= 0 else { return nil }
        func value(percent: Int) -> Staleness? {
            let rank = Quantile.rank(percent: percent, of: all.count) - count
            if rank <= 0 { return .known(milliseconds: 0) }
            let stored = rank <= fresh ? all.value(atRank: rank) : stale.value(atRank: rank - fresh)
            return stored.map(Staleness.init(stored:))
        }
        guard let p50 = value(percent: 50), let p90 = value(percent: 90) else { return nil }
        return BestFigures(p50: p50, p90: p90)
    }
}
