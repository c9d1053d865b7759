package import Records

/// Gathers readings into figures, of all and of each bucket, in one pass.
package struct BreakdownTally: Sendable {
    private var buckets: [Group: FiguresTally] = [:]
    /// The last export among the readings.
    package private(set) var lastExport: Instant?

    private struct Group: Hashable {
        var platform: PlatformID
        var kind: BucketLabel.Kind
    }

    package init() {}

    package mutating func add(_ reading: Reading) {
        buckets[Group(platform: reading.platform, kind: reading.kind), default: FiguresTally()].add(reading)
        lastExport = max(lastExport ?? reading.exportedAt, reading.exportedAt)
    }

    /// Adds what another one gathered of other devices.
    package mutating func add(_ other: BreakdownTally) {
        for (group, tally) in other.buckets { buckets[group, default: FiguresTally()].add(tally) }
        if let last = other.lastExport { lastExport = max(lastExport ?? last, last) }
    }

    /// - Parameter platforms: the name of each platform at its number.
    package func breakdown(_ objectives: Objectives, platforms: [String]) -> Breakdown {
        var all = FiguresTally()
        var rows: [BucketFigures] = []
        for (group, tally) in buckets {
            let number = Int(group.platform.rawValue)
            let name = group.platform != .none && platforms.indices.contains(number) ? platforms[number] : "unknown"
            rows.append(
                BucketFigures(
                    label: BucketLabel(platform: name, kind: group.kind), figures: tally.figures(objectives)))
            all.add(tally)
        }
        rows.sort { $0.label < $1.label }
        return Breakdown(all: all.figures(objectives), buckets: rows)
    }
}

private struct FiguresTally {
    /// In milliseconds, `never` as the largest number there is: a fleet has many, and this takes half of what the
    /// values themselves would.
    private var stalenesses: [Int64] = []
    private var ranInDay = 0
    private var successes = 0
    private var knownOutcomes = 0

    private static let never = Int64.max

    mutating func add(_ reading: Reading) {
        stalenesses.append(reading.staleness.milliseconds ?? Self.never)
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
            devices: sorted.count, p50: Quantile.value(percent: 50, of: sorted).map(Self.staleness),
            p90: Quantile.value(percent: 90, of: sorted).map(Self.staleness), ranInDay: ranInDay,
            successes: successes, knownOutcomes: knownOutcomes,
            broken: sorted.count { Self.staleness($0).isOver(objectives.broken) })
    }

    private static func staleness(_ milliseconds: Int64) -> Staleness {
        milliseconds == never ? .never : .known(milliseconds: milliseconds)
    }
}
