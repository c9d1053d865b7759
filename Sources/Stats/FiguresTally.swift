import Records

/// Adds up readings to figures.
struct FiguresTally: Sendable {
    private(set) var stalenesses = Durations()
    private var ranInDay = 0
    private var successes = 0
    private var knownOutcomes = 0
    private var unknownOutcomes = 0

    mutating func add(_ reading: Reading) {
        stalenesses.append(reading.staleness.stored)
        if reading.ranInDay { ranInDay += 1 }
        successes += reading.successes
        knownOutcomes += reading.knownOutcomes
        unknownOutcomes += reading.unknownOutcomes
    }

    mutating func add(_ other: FiguresTally) {
        stalenesses.append(contentsOf: other.stalenesses)
        ranInDay += other.ranInDay
        successes += other.successes
        knownOutcomes += other.knownOutcomes
        unknownOutcomes += other.unknownOutcomes
    }

    /// Sorts what was added.
    mutating func sort() { stalenesses.sort() }

    var p90: Staleness? { SortedDurations(stalenesses).value(percent: 90).map(Staleness.init(stored:)) }

    func figures(_ objectives: Objectives) -> Figures {
        let stalenesses = SortedDurations(stalenesses)
        let devices = stalenesses.count
        let known = stalenesses.count(under: Durations.never)
        return Figures(
            devices: devices, p50: stalenesses.value(percent: 50).map(Staleness.init(stored:)),
            p90: stalenesses.value(percent: 90).map(Staleness.init(stored:)), ranInDay: ranInDay,
            successes: successes, knownOutcomes: knownOutcomes,
            broken: devices - stalenesses.count(upTo: objectives.broken),
            p50Interval: stalenesses.interval(percent: 50), p90Interval: stalenesses.interval(percent: 90),
            underP50: stalenesses.count(under: objectives.p50), underP90: stalenesses.count(under: objectives.p90),
            never: devices - known, unknownOutcomes: unknownOutcomes)
    }
}

/// Adds up readings to figures, in total and for each bucket, in one pass.
struct BreakdownTally: Sendable {
    private var buckets: [BucketLabel: FiguresTally] = [:]
    /// The last export among the readings, including those too new.
    private(set) var lastExport: Instant?

    init() {}

    mutating func add(_ reading: Reading) {
        buckets[reading.label, default: FiguresTally()].add(reading)
        note(reading)
    }

    /// Takes only the export time of a reading.
    mutating func note(_ reading: Reading) {
        lastExport = max(lastExport ?? reading.exportedAt, reading.exportedAt)
    }

    /// Adds the tally of other devices.
    mutating func add(_ other: BreakdownTally) {
        for (label, tally) in other.buckets { buckets[label, default: FiguresTally()].add(tally) }
        if let last = other.lastExport { lastExport = max(lastExport ?? last, last) }
    }

    /// Sorts what was added.
    mutating func sort() {
        for label in buckets.keys { buckets[label]?.sort() }
    }

    /// The tally of all buckets.
    var all: FiguresTally {
        buckets.values.reduce(into: FiguresTally()) { $0.add($1) }
    }

    func breakdown(_ objectives: Objectives) -> Breakdown {
        let rows = buckets.map { BucketFigures(label: $0, figures: $1.figures(objectives)) }
        return Breakdown(all: all.figures(objectives), buckets: rows.sorted { $0.label < $1.label })
    }

    /// p90's change from the week before, in two parts; nil unless both weeks have readings.
    func mix(over before: BreakdownTally) -> Mix? {
        let pairs = before.buckets.map { label, tally in
            Mix.Bucket(
                now: SortedDurations(buckets[label]?.stalenesses ?? Durations()),
                devicesBefore: tally.stalenesses.count)
        }
        guard let p90 = all.p90, let p90Before = before.all.p90 else { return nil }
        let weighted = Mix.weighted(percent: 90, pairs)
        return Mix(
            weighted: weighted, behaviour: weighted.map { StalenessChange(from: p90Before, to: $0) },
            mix: weighted.map { StalenessChange(from: $0, to: p90) },
            without: before.buckets.keys.filter { buckets[$0] == nil }.sorted())
    }

    /// The bounds of p90 if silent devices had been heard from.
    ///
    /// - Parameter silent: the upper bound of each one's staleness; the lower bound is 0.
    func p90Bounds(with silent: Durations) -> Interval {
        var most = all.stalenesses
        let least = SortedDurations(most)
        most.append(contentsOf: silent)
        // For the lower bound, the silent devices rank before all others, with 0.
        let rank = Quantile.rank(percent: 90, of: least.count + silent.count)
        let lower = rank > silent.count ? least.value(atRank: rank - silent.count) : 0
        return Interval(
            lower: lower.map(Staleness.init(stored:)),
            upper: SortedDurations(most).value(percent: 90).map(Staleness.init(stored:)))
    }
}
