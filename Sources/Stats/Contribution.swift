package import Records

/// What one device gives to a week: plain values, with names in them and not a store's numbers. Contributions add up to a
/// ``Partial``, whatever machine they come from.
///
/// One serves for many devices, one after the other; its room is used again.
package struct Contribution: Equatable, Sendable {
    /// What its last export in the window says, and in the baseline window; nil where it made none there.
    package private(set) var reading: Reading?
    package private(set) var readingBefore: Reading?
    /// The same for each day of the window, and for each of the earlier weeks, the latest first.
    package private(set) var days: [Reading?] = []
    package private(set) var weeks: [Reading?] = []
    /// Its time up to the two readings.
    package private(set) var time = DeviceTime()
    package private(set) var timeBefore = DeviceTime()
    /// How much later than asked for the runs of the window ran, in milliseconds, in ascending order.
    package private(set) var delays: [Int64] = []
    /// The most that its staleness can be at the cut-off; nil for a device that is not silent.
    package private(set) var silence: Staleness?
    /// Whether exports of it were refused in the week's files: set by whoever knows the files, of a silent device always,
    /// of others where many were refused.
    package var isRefused = false
    /// Exports of the window that may have lost runs.
    package private(set) var truncated = 0
    /// In which stretches of seven days before the cut-off it exported: the bit of each, the latest first.
    package private(set) var heard: UInt8 = 0
    /// Whether it exported once in the window and never before; the same of the baseline window.
    package private(set) var isSeenOnce = false
    package private(set) var wasSeenOnce = false
    /// Whether exports of the window contradict what others told.
    package private(set) var isContradicted = false
    /// Whose it is, where that has to be said: of a device that is contradicted.
    package var device: DeviceKey?
    /// What its id has in common with others of its app that differ from it in case alone; nil where there are none.
    package var spelling: Int64?
    package private(set) var counts = Counts()

    /// Room for what is gathered; empty but in between.
    private var successes: [Instant] = []

    package init() {}

    /// Takes in one device in place of the one before.
    ///
    /// - Parameter isInScope: whether the figures are of this device too; what was read is counted of all.
    package mutating func take(
        _ history: History, isInScope: Bool = true, _ stretches: Stretches, _ rules: ReadingRules
    ) {
        removeAll()
        counts = history.counts(stretches)
        guard isInScope else { return }
        reading = history.reading(in: stretches.window, rules)
        readingBefore = history.reading(in: stretches.baseline, rules)
        for week in stretches.earlierWeeks {
            weeks.append(week == stretches.baseline ? readingBefore : history.reading(in: week, rules))
        }
        silence = history.silence(stretches, rules)
        heard = history.heard(stretches)
        isSeenOnce = history.isSeenOnce(in: stretches.window.range)
        wasSeenOnce = history.isSeenOnce(in: stretches.baseline.range)
        if let readingBefore {
            history.addTime(
                upTo: readingBefore.exportedAt, from: stretches.baseline.start, rules, &successes, to: &timeBefore)
        }
        guard let reading else { return }
        for day in stretches.days { days.append(history.reading(in: day, rules)) }
        truncated = history.truncatedExports(in: stretches.window.range)
        isContradicted = history.isContradicted(in: stretches.window.range)
        history.addTime(upTo: reading.exportedAt, from: stretches.window.start, rules, &successes, to: &time)
        history.addDelays(upTo: reading.exportedAt, from: stretches.window.start, rules, to: &delays)
    }

    private mutating func removeAll() {
        (reading, readingBefore, silence) = (nil, nil, nil)
        days.removeAll(keepingCapacity: true)
        weeks.removeAll(keepingCapacity: true)
        delays.removeAll(keepingCapacity: true)
        time.removeAll()
        timeBefore.removeAll()
        (truncated, counts) = (0, Counts())
        (heard, isSeenOnce, wasSeenOnce, isContradicted) = (0, false, false, false)
        (device, spelling, isRefused) = (nil, nil, false)
    }
}

/// What was read of the two weeks that a report speaks of.
package struct Counts: Equatable, Sendable {
    /// Exports made in the window or the baseline window.
    package var exports = 0
    /// Runs that count in one of the two and were told before the cut-off.
    package var runs = 0
    /// Those among them that were told in more than one way.
    package var conflicts = 0

    package init(exports: Int = 0, runs: Int = 0, conflicts: Int = 0) {
        self.exports = exports
        self.runs = runs
        self.conflicts = conflicts
    }

    mutating func add(_ other: Counts) {
        exports += other.exports
        runs += other.runs
        conflicts += other.conflicts
    }
}

extension History {
    fileprivate func counts(_ stretches: Stretches) -> Counts {
        var counts = Counts()
        let cutOff = stretches.window.end
        for stretch in [stretches.baseline.range, stretches.window.range] {
            counts.exports +=
                exports.firstIndex(from: stretch.upperBound) - exports.firstIndex(from: stretch.lowerBound)
            for index in runs.firstIndex(from: stretch.lowerBound)..<endOfCounted(at: stretch.upperBound)
            where stretch.contains(runs[index].countsAt) && runs[index].firstTold < cutOff {
                counts.runs += 1
                if runs[index].isContested { counts.conflicts += 1 }
            }
        }
        return counts
    }

    /// The device's time from the start of a window, or its first known moment where that is later, to its reading.
    ///
    /// - Parameter successes: room for them, empty before and after.
    fileprivate func addTime(
        upTo moment: Instant, from start: Instant, _ rules: ReadingRules, _ successes: inout [Instant],
        to time: inout DeviceTime
    ) {
        let firstRun = runs.first { rules.counts($0) }?.countsAt
        var first = min(firstRun ?? moment, exports.first?.exportedAt ?? moment, moment)
        for index in 0..<exports.firstIndex(from: moment.advanced(by: 1)) where first > start {
            if let installedAt = exports[index].installedAt { first = min(first, installedAt) }
        }
        let begin = max(start, first)
        guard begin < moment else { return }
        let middle = runs.firstIndex(from: begin.advanced(by: 1))
        var before: Instant?
        var areInOrder = true
        for index in middle..<endOfCounted(at: moment)
        where runs[index].outcome.isSuccess == true && rules.counts(runs[index]) {
            let at = runs[index].countsAt
            if at <= begin {
                before = .later(of: before, at)
            } else if at <= moment {
                if let last = successes.last, last > at { areInOrder = false }
                successes.append(at)
            }
        }
        before = lastSuccess(before: middle, atLeast: before) { rules.counts($0) }
        // Where a clock ran ahead, its runs count earlier than they say, and perhaps before others.
        if !areInOrder { successes.sort() }
        time.begin(at: begin)
        if let before { time.succeed(at: before) }
        for success in successes { time.succeed(at: success) }
        successes.removeAll(keepingCapacity: true)
        time.end(at: moment)
    }

    /// The latest success among the runs before an index and another one.
    private func lastSuccess(
        before end: Int, atLeast other: Instant? = nil, where counts: (Run) -> Bool
    ) -> Instant? {
        var last = other
        for run in runs[..<end].reversed() {
            if let last, run.at <= last { break }
            if run.outcome.isSuccess == true, counts(run) { last = .later(of: last, run.countsAt) }
        }
        return last
    }

    /// How much later than asked for the runs of a stretch ran.
    fileprivate func addDelays(
        upTo moment: Instant, from start: Instant, _ rules: ReadingRules, to delays: inout [Int64]
    ) {
        for run in runs[runs.firstIndex(from: start)..<endOfCounted(at: moment)] {
            guard let scheduled = run.scheduledAt, rules.counts(run), run.countsAt <= moment, run.countsAt >= start
            else { continue }
            delays.append(run.at - scheduled)
        }
        // And not in the order of the runs, in which tasks of one millisecond stand by their numbers.
        delays.sort()
    }

    /// The most that a silent device's staleness can be at the cut-off; nil for a device that is not silent.
    fileprivate func silence(_ stretches: Stretches, _ rules: ReadingRules) -> Staleness? {
        let cutOff = stretches.window.end
        let end = exports.firstIndex(from: cutOff)
        guard end > 0, stretches.silent.contains(exports[end - 1].exportedAt) else { return nil }
        // What a later export tells of a device that came back was not known then, and leaves an old report alone.
        let last = lastSuccess(before: endOfCounted(at: cutOff)) { $0.firstTold < cutOff && rules.counts($0) }
        return last.map { .known(milliseconds: cutOff - $0) } ?? .never
    }

    /// Whether the oldest run of an export counts later than a moment.
    private func beginsBehind(_ moment: Instant, _ export: Export) -> Bool {
        guard let first = export.span?.lowerBound, first > moment else { return false }
        // A run of a clock that was ahead may have been told by then, and counts at that time.
        let ahead = runs[runs.firstIndex(from: first)...].prefix { $0.at <= moment.advanced(by: Export.clockTolerance) }
        return !ahead.contains { $0.countsAt <= moment && $0.lastTold >= export.exportedAt }
    }

    /// Moments of a stretch whose exports are all full and begin after the device's export before.
    fileprivate func truncatedExports(in stretch: Range<Instant>) -> Int {
        var count = 0
        var index = exports.firstIndex(from: stretch.lowerBound)
        while index < exports.count, exports[index].exportedAt < stretch.upperBound {
            let moment = exports[index].exportedAt
            let before = index > 0 ? exports[index - 1].exportedAt : nil
            var isTruncated = before != nil
            while index < exports.count, exports[index].exportedAt == moment {
                if !exports[index].isFull || !beginsBehind(before ?? moment, exports[index]) { isTruncated = false }
                index += 1
            }
            if isTruncated { count += 1 }
        }
        return count
    }
}
