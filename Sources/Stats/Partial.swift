/// What some devices contribute to a week: the sum of their contributions. Partials of different devices add up, in any
/// order and grouping, to the whole week.
package struct Partial: Sendable {
    private let ranges: TimeRanges
    private let objectives: Objectives

    private var current = BreakdownTally()
    private var baseline = BreakdownTally()
    /// Of the earlier weeks, the latest first.
    private var weeks: [FiguresTally]
    private var days: [FiguresTally]
    private var exposure = ExposureTally()
    private var exposureBefore = ExposureTally()
    private var delays = Durations()
    /// The upper bounds of the silent devices' staleness.
    private var silent = Durations()
    private var silentRefused = 0
    private var causes: [BucketLabel: [Cause: Int]] = [:]
    private var causesBefore: [Cause.Kind: Int] = [:]
    private var stale = StaleTally()
    private var tooNew = 0
    private var truncated = 0
    private var counts = Counts()
    private var data = DataTally()

    package init(_ ranges: TimeRanges, _ objectives: Objectives) {
        self.ranges = ranges
        self.objectives = objectives
        weeks = Array(repeating: FiguresTally(), count: ranges.earlierWeeks.count)
        days = Array(repeating: FiguresTally(), count: ranges.days.count)
    }

    /// Adds one device's contribution.
    package mutating func add(_ device: Contribution) {
        counts.add(device.counts)
        data.add(device)
        truncated += device.truncated
        if let most = device.silence {
            silent.append(most.stored)
            if device.isRefused { silentRefused += 1 }
        }
        for (index, reading) in device.weeks.enumerated() {
            if let reading, !reading.isTooNew { weeks[index].add(reading) }
        }
        for (index, reading) in device.days.enumerated() {
            if let reading, !reading.isTooNew { days[index].add(reading) }
        }
        if let before = device.readingBefore, !before.isTooNew {
            baseline.add(before)
            exposureBefore.add(device.timeBefore)
            if !before.staleness.isUnder(objectives.p90) { causesBefore[before.cause.kind, default: 0] += 1 }
        }
        guard let reading = device.reading else { return }
        guard !reading.isTooNew else {
            tooNew += 1
            current.note(reading)
            return
        }
        current.add(reading)
        if !reading.staleness.isUnder(objectives.p90) {
            causes[reading.label, default: [:]][reading.cause, default: 0] += 1
            stale.add(reading)
        }
        exposure.add(device.time)
        for delay in device.delays { delays.append(delay) }
    }

    /// Sorts what was added, on the thread that added it, so that the cores share the work.
    package mutating func sort() {
        current.sort()
        baseline.sort()
        for index in weeks.indices { weeks[index].sort() }
        for index in days.indices { days[index].sort() }
        exposure.sort()
        exposureBefore.sort()
        delays.sort()
        silent.sort()
        stale.sort()
    }

    /// Adds the partial of other devices.
    package mutating func add(_ other: Partial) {
        current.add(other.current)
        baseline.add(other.baseline)
        for index in weeks.indices { weeks[index].add(other.weeks[index]) }
        for index in days.indices { days[index].add(other.days[index]) }
        exposure.add(other.exposure)
        exposureBefore.add(other.exposureBefore)
        delays.append(contentsOf: other.delays)
        silent.append(contentsOf: other.silent)
        silentRefused += other.silentRefused
        stale.add(other.stale)
        causesBefore.merge(other.causesBefore, uniquingKeysWith: +)
        for (label, counts) in other.causes { causes[label, default: [:]].merge(counts, uniquingKeysWith: +) }
        tooNew += other.tooNew
        truncated += other.truncated
        counts.add(other.counts)
        data.add(other.data)
    }

    /// The assessment of the week.
    ///
    /// - Parameter input: what is known of the files; this fills in the rest.
    package func assessment(_ scope: Scope, _ input: Input) -> Assessment {
        let now = current.breakdown(objectives)
        let before = baseline.breakdown(objectives)
        var input = input
        (input.exports, input.runs, input.conflicts) = (counts.exports, counts.runs, counts.conflicts)
        input.dataThrough = current.lastExport
        return Assessment(
            scope: scope, objectives: objectives, window: ranges.window, current: now,
            baselineWindow: ranges.baseline, baseline: before.all.devices > 0 ? before : nil, input: input,
            evidence: evidence(now.all))
    }

    private func evidence(_ now: Figures) -> Evidence {
        var evidence = Evidence()
        evidence.exposure = exposure.exposure(objectives)
        evidence.exposureBefore = exposureBefore.exposure(objectives)
        let sorted = SortedDurations(delays)
        if let p50 = sorted.value(percent: 50), let p90 = sorted.value(percent: 90) {
            evidence.scheduleDelay = ScheduleDelay(runs: sorted.count, p50: p50, p90: p90)
        }
        evidence.days = zip(ranges.days, days).map { DayFigures(day: $0, figures: $1.figures(objectives)) }
        evidence.weeks = zip(ranges.earlierWeeks, weeks).map {
            WeekFigures(week: $0.week, figures: $1.figures(objectives))
        }.reversed()
        evidence.weeks.append(WeekFigures(week: ranges.window.week, figures: now))
        evidence.silence = Silence(
            devices: silent.count, refused: silentRefused, p90: current.p90Bounds(with: silent))
        evidence.tooNew = tooNew
        evidence.truncated = truncated
        evidence.stale = staleDevices
        evidence.mix = current.mix(over: baseline)
        evidence.data = data.evidence
        return evidence
    }

    private var staleDevices: StaleDevices {
        var rows: [Cause: [(label: BucketLabel, devices: Int)]] = [:]
        for (label, counts) in causes {
            for (cause, devices) in counts { rows[cause, default: []].append((label, devices)) }
        }
        var devices = StaleDevices(
            rows: rows.map { StaleDevices.Row(cause: $0, buckets: $1.sorted { $0.label < $1.label }) }
                .sorted { $0.cause.rank < $1.cause.rank })
        devices.before = causesBefore
        guard !rows.isEmpty else { return devices }
        let all = SortedDurations(current.all.stalenesses)
        devices.without = stale.withoutEach(of: all)
        devices.withoutAny = stale.withoutAny(of: all)
        return devices
    }
}
