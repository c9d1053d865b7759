package import Records

/// Gathers all that an assessment of one week says, device by device; what was gathered of different devices adds up.
package struct FleetTally: Sendable {
    private let stretches: Stretches
    private let rules: ReadingRules
    private let objectives: Objectives

    private var current = BreakdownTally()
    private var baseline = BreakdownTally()
    /// Of the earlier weeks, the latest first.
    private var weeks: [FiguresTally]
    private var days: [FiguresTally]
    private var exposure = ExposureTally()
    private var exposureBefore = ExposureTally()
    private var delays = Durations()
    /// The most that the staleness of silent devices can be.
    private var silent = Durations()
    private var causes: [Group: [Cause: Int]] = [:]
    private var tooNew = 0
    private var truncated = 0

    package init(_ stretches: Stretches, _ rules: ReadingRules, _ objectives: Objectives) {
        self.stretches = stretches
        self.rules = rules
        self.objectives = objectives
        weeks = Array(repeating: FiguresTally(), count: stretches.earlierWeeks.count)
        days = Array(repeating: FiguresTally(), count: stretches.days.count)
    }

    /// Takes in one device.
    package mutating func add(_ history: History) {
        if let reading = history.reading(in: stretches.window, rules) { add(reading, of: history) }
        let before = history.reading(in: stretches.baseline, rules)
        if let before, !before.isTooNew {
            baseline.add(before)
            history.addTime(up: before.exportedAt, from: stretches.baseline.start, rules, to: &exposureBefore)
        }
        for (place, week) in stretches.earlierWeeks.enumerated() {
            let reading = week == stretches.baseline ? before : history.reading(in: week.range, rules)
            if let reading, !reading.isTooNew { weeks[place].add(reading) }
        }
        if let most = history.silence(stretches, rules) { silent.append(most.stored) }
    }

    private mutating func add(_ reading: Reading, of history: History) {
        truncated += history.truncatedExports(in: stretches.window.range)
        for (place, day) in stretches.days.enumerated() {
            if let reading = history.reading(in: day, rules), !reading.isTooNew { days[place].add(reading) }
        }
        guard !reading.isTooNew else {
            tooNew += 1
            current.note(reading)
            return
        }
        current.add(reading)
        if !reading.staleness.isUnder(objectives.p90) {
            causes[Group(reading), default: [:]][reading.cause, default: 0] += 1
        }
        history.addTime(up: reading.exportedAt, from: stretches.window.start, rules, to: &exposure)
        history.addDelays(up: reading.exportedAt, from: stretches.window.start, rules, to: &delays)
    }

    /// Puts in order what was gathered: on the core that gathered it, while the others do the same.
    package mutating func sort() {
        current.sort()
        baseline.sort()
        for place in weeks.indices { weeks[place].sort() }
        for place in days.indices { days[place].sort() }
        exposure.sort()
        exposureBefore.sort()
        delays.sort()
        silent.sort()
    }

    /// Adds what another one gathered of other devices.
    package mutating func add(_ other: FleetTally) {
        current.add(other.current)
        baseline.add(other.baseline)
        for place in weeks.indices { weeks[place].add(other.weeks[place]) }
        for place in days.indices { days[place].add(other.days[place]) }
        exposure.add(other.exposure)
        exposureBefore.add(other.exposureBefore)
        delays.append(contentsOf: other.delays)
        silent.append(contentsOf: other.silent)
        for (group, counts) in other.causes { causes[group, default: [:]].merge(counts, uniquingKeysWith: +) }
        tooNew += other.tooNew
        truncated += other.truncated
    }

    /// What was gathered says this.
    ///
    /// - Parameter platforms: the name of each platform at its number.
    package func assessment(_ scope: Scope, _ input: Input, platforms: [String]) -> Assessment {
        let now = current.breakdown(objectives, platforms: platforms)
        let before = baseline.breakdown(objectives, platforms: platforms)
        var input = input
        input.dataThrough = current.lastExport
        return Assessment(
            scope: scope, objectives: objectives, window: stretches.window, current: now,
            baselineWindow: stretches.baseline, baseline: before.all.devices > 0 ? before : nil, input: input,
            evidence: evidence(now.all, platforms))
    }

    private func evidence(_ now: Figures, _ platforms: [String]) -> Evidence {
        var evidence = Evidence()
        evidence.exposure = exposure.exposure(objectives)
        evidence.exposureBefore = exposureBefore.exposure(objectives)
        let sorted = SortedDurations(delays)
        if let p50 = sorted.value(percent: 50), let p90 = sorted.value(percent: 90) {
            evidence.scheduleDelay = ScheduleDelay(runs: sorted.count, p50: p50, p90: p90)
        }
        evidence.days = zip(stretches.days, days).map { DayFigures(day: $0, figures: $1.figures(objectives)) }
        evidence.weeks = zip(stretches.earlierWeeks, weeks).map {
            WeekFigures(week: $0.week, figures: $1.figures(objectives))
        }.reversed()
        evidence.weeks.append(WeekFigures(week: stretches.window.week, figures: now))
        evidence.silence = Silence(devices: silent.count, p90: current.p90Bounds(with: silent))
        evidence.tooNew = tooNew
        evidence.truncated = truncated
        evidence.stale = staleDevices(platforms)
        evidence.mix = current.mix(over: baseline, platforms: platforms)
        return evidence
    }

    private func staleDevices(_ platforms: [String]) -> StaleDevices {
        var rows: [Cause: [(label: BucketLabel, devices: Int)]] = [:]
        for (group, counts) in causes {
            for (cause, devices) in counts { rows[cause, default: []].append((group.label(platforms), devices)) }
        }
        return StaleDevices(
            rows: rows.map { StaleDevices.Row(cause: $0, buckets: $1.sorted { $0.label < $1.label }) }
                .sorted { $0.cause.place < $1.cause.place })
    }
}

extension History {
    /// The device's time from the start of a window, or its first known moment where that is later, to its reading.
    fileprivate func addTime(
        up moment: Instant, from start: Instant, _ rules: ReadingRules, to tally: inout ExposureTally
    ) {
        let firstRun = runs.first { rules.counts($0) }?.at
        var first = min(firstRun ?? moment, exports.first?.exportedAt ?? moment, moment)
        for place in 0..<exports.firstIndex(from: moment.advanced(by: 1)) where first > start {
            if let installedAt = exports[place].installedAt { first = min(first, installedAt) }
        }
        let range = max(start, first)..<moment
        guard !range.isEmpty else { return }
        let end = runs.firstIndex(from: endOfCounted(at: moment))
        var begin = runs.firstIndex(from: RunKey(at: range.lowerBound.advanced(by: 1), task: .none))
        while begin > 0 {
            begin -= 1
            if runs[begin].outcome.isSuccess == true, rules.counts(runs[begin]) { break }
        }
        tally.begin(at: range.lowerBound)
        if end > 0, runs[end - 1].at > moment {
            // A clock ran ahead: its runs count earlier than they say, and perhaps before others.
            var successes: [Instant] = []
            for run in runs[begin..<end] where run.outcome.isSuccess == true && rules.counts(run) {
                if let at = time(of: run, at: moment) { successes.append(at) }
            }
            for success in successes.sorted() { tally.succeed(at: success) }
        } else {
            for place in begin..<end where runs[place].outcome.isSuccess == true && rules.counts(runs[place]) {
                tally.succeed(at: runs[place].at)
            }
        }
        tally.end(at: range.upperBound)
    }

    /// How much later than asked for the runs of a stretch ran.
    fileprivate func addDelays(
        up moment: Instant, from start: Instant, _ rules: ReadingRules, to delays: inout Durations
    ) {
        for run in runs[runs.firstIndex(from: RunKey(at: start, task: .none))...] {
            if run.at > moment.advanced(by: Export.clockTolerance) { break }
            guard let scheduled = run.scheduledAt, rules.counts(run), let at = time(of: run, at: moment), at >= start
            else { continue }
            delays.append(run.at - scheduled)
        }
    }

    /// The most that a silent device's staleness can be at the cut-off; nil for a device that is not silent.
    fileprivate func silence(_ stretches: Stretches, _ rules: ReadingRules) -> Staleness? {
        let cutOff = stretches.window.end
        let end = exports.firstIndex(from: cutOff)
        guard end > 0, stretches.silent.contains(exports[end - 1].exportedAt) else { return nil }
        var last: Instant?
        for run in runs[..<runs.firstIndex(from: endOfCounted(at: cutOff))].reversed()
        where run.outcome.isSuccess == true && rules.counts(run) {
            // What a later export tells of a device that came back was not known then, and leaves an old report alone.
            guard let at = time(of: run, at: cutOff), exports[..<end].contains(where: { $0.told(run.key) }) else {
                continue
            }
            last = max(last ?? at, at)
            if run.at <= cutOff { break }
        }
        return last.map { .known(milliseconds: cutOff - $0) } ?? .never
    }

    /// Moments of a stretch whose exports are all full and begin after the device's export before.
    fileprivate func truncatedExports(in stretch: Range<Instant>) -> Int {
        var count = 0
        var place = exports.firstIndex(from: stretch.lowerBound)
        while place < exports.count, exports[place].exportedAt < stretch.upperBound {
            let moment = exports[place].exportedAt
            let before = place > 0 ? exports[place - 1].exportedAt : nil
            var isTruncated = before != nil
            while place < exports.count, exports[place].exportedAt == moment {
                let begins = exports[place].span?.lowerBound
                if !exports[place].isFull || begins ?? .earliest <= before ?? moment { isTruncated = false }
                place += 1
            }
            if isTruncated { count += 1 }
        }
        return count
    }
}
