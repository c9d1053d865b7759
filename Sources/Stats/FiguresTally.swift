package import Records

/// Gathers readings into figures, of all and of each bucket, in one pass.
package struct BreakdownTally: Sendable {
    private var all = FiguresTally()
    private var buckets: [Group: FiguresTally] = [:]
    /// The last export among the readings.
    package private(set) var lastExport: Instant?

    private struct Group: Hashable {
        var platform: PlatformID
        var kind: BucketLabel.Kind
    }

    package init() {}

    package mutating func add(_ reading: Reading) {
        all.add(reading)
        buckets[Group(platform: reading.platform, kind: reading.kind), default: FiguresTally()].add(reading)
        lastExport = max(lastExport ?? reading.exportedAt, reading.exportedAt)
    }

    /// Adds what another one gathered of other devices.
    package mutating func add(_ other: BreakdownTally) {
        all.add(other.all)
        for (group, tally) in other.buckets { buckets[group, default: FiguresTally()].add(tally) }
        if let last = other.lastExport { lastExport = max(lastExport ?? last, last) }
    }

    /// - Parameter platforms: the name of each platform at its number.
    package func breakdown(_ objectives: Objectives, platforms: [String]) -> Breakdown {
        var rows: [BucketFigures] = []
        for (group, tally) in buckets {
            let number = Int(group.platform.rawValue)
            let name = group.platform != .none && platforms.indices.contains(number) ? platforms[number] : "unknown"
            rows.append(
                BucketFigures(
                    label: BucketLabel(platform: name, kind: group.kind), figures: tally.figures(objectives)))
        }
        rows.sort { $0.label < $1.label }
        return Breakdown(all: all.figures(objectives), buckets: rows)
    }
}

private struct FiguresTally {
    private var stalenesses: [Staleness] = []
    private var ranInDay = 0
    private var successes = 0
    private var knownOutcomes = 0

    mutating func add(_ reading: Reading) {
        stalenesses.append(reading.staleness)
        if reading.ranInDay { ranInDay += 1 }
        successes += reading.successes
        knownOutcomes += reading.knownOutcomes
    }

    mutating func add(_ other: FiguresTally) {
        stalenesses.append(contentsOf: other.stalenesses)
        ranInDay += other.ranInDay
        successes += other.successes
        knownOutcomes += other.knownOutcomes
    }

    func figures(_ objectives: Objectives) -> Figures {
        let sorted = stalenesses.sorted()
        return Figures(
            devices: sorted.count, p50: Quantile.value(percent: 50, of: sorted),
            p90: Quantile.value(percent: 90, of: sorted), ranInDay: ranInDay, successes: successes,
            knownOutcomes: knownOutcomes, broken: sorted.count { $0.isOver(objectives.broken) })
    }
}
