package import Records

/// What one device contributes to a week: plain values, with names instead of a store's numbers. Contributions add up
/// to a ``Partial``, on whatever machine they were computed.
///
/// One value is reused for many devices, one after the other.
package struct Contribution: Equatable, Sendable {
    /// The readings of its last export in the window and in the baseline window; nil without an export there.
    package private(set) var reading: Reading?
    package private(set) var readingBefore: Reading?
    /// The same for each day of the window, and for each of the earlier weeks, the latest first.
    package private(set) var days: [Reading?] = []
    package private(set) var weeks: [Reading?] = []
    /// Its staleness over time up to the two readings.
    package private(set) var time = DeviceTime()
    package private(set) var timeBefore = DeviceTime()
    /// The schedule delays of the window's runs, in milliseconds, ascending.
    package private(set) var delays: [Int64] = []
    /// The upper bound of its staleness at the cut-off; nil for a device that is not silent.
    package private(set) var silence: Staleness?
    /// Whether the week's files contain refused exports of it. The caller sets it for silent devices, and for all devices
    /// if many exports were refused.
    package var isRefused = false
    /// Exports of the window that may have lost runs.
    package private(set) var truncated = 0
    /// The seven-day ranges before the cut-off in which it exported, one bit each, the latest first.
    package private(set) var heard: UInt8 = 0
    /// Whether it exported once in the window and never before; the same of the baseline window.
    package private(set) var isSeenOnce = false
    package private(set) var wasSeenOnce = false
    /// Whether exports in the window contradict others.
    package private(set) var isContradicted = false
    /// The device's key, set only for a device with contradictions, because a report names it.
    package var device: DeviceKey?
    /// A number shared with ids of its app that differ only in case; nil if there are none.
    package var spelling: Int64?
    package private(set) var counts = Counts()

    /// Buffers; empty between devices.
    private var successes: [Instant] = []

    package init() {}

    /// Replaces the previous device by this one.
    ///
    /// - Parameter isInScope: whether the figures include this device; what was read is counted for all.
    package mutating func take(
        _ history: History, isInScope: Bool = true, _ ranges: TimeRanges, _ rules: ReadingRules
    ) {
        removeAll()
        counts = history.counts(ranges)
        guard isInScope else { return }
        reading = history.reading(in: ranges.window, rules)
        readingBefore = history.reading(in: ranges.baseline, rules)
        for week in ranges.earlierWeeks {
            weeks.append(week == ranges.baseline ? readingBefore : history.reading(in: week, rules))
        }
        silence = history.silence(ranges, rules)
        heard = history.heard(ranges)
        isSeenOnce = history.isSeenOnce(in: ranges.window.range)
        wasSeenOnce = history.isSeenOnce(in: ranges.baseline.range)
        if let readingBefore {
            history.addTime(
                upTo: readingBefore.exportedAt, from: ranges.baseline.start, rules, &successes, to: &timeBefore)
        }
        guard let reading else { return }
        for day in ranges.days { days.append(history.reading(in: day, rules)) }
        truncated = history.truncatedExports(in: ranges.window.range)
        isContradicted = history.isContradicted(in: ranges.window.range)
        history.addTime(upTo: reading.exportedAt, from: ranges.window.start, rules, &successes, to: &time)
        history.addDelays(upTo: reading.exportedAt, from: ranges.window.start, rules, to: &delays)
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

/// What was read of the two weeks.
package struct Counts: Equatable, Sendable {
    /// Exports made in the window or the baseline window.
    package var exports = 0
    /// Runs that count in one of the two windows and were exported before the cut-off.
    package var runs = 0
    /// Those of the runs that exports disagree about.
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
    fileprivate func counts(_ ranges: TimeRanges) -> Counts {
        var counts = Counts()
        let cutOff = ranges.window.end
        for range in [ranges.baseline.range, ranges.window.range] {
            counts.exports +=
                exports.firstIndex(from: range.upperBound) - exports.firstIndex(from: range.lowerBound)
            for index in runs.firstIndex(from: range.lowerBound)..<endOfCounted(at: range.upperBound)
            where range.contains(runs[index].countsAt) && runs[index].firstExported < cutOff {
                counts.runs += 1
                if runs[index].hasConflict { counts.conflicts += 1 }
            }
        }
        return counts
    }

    /// Adds the time from the start of a window, or the device's first known moment if later, to its reading.
    ///
    /// - Parameter successes: a buffer, empty before and after.
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
        // If a clock ran ahead, runs count earlier than their own time, and perhaps before other runs.
        if !areInOrder { successes.sort() }
        time.begin(at: begin)
        if let before { time.succeed(at: before) }
        for success in successes { time.succeed(at: success) }
        successes.removeAll(keepingCapacity: true)
        time.end(at: moment)
    }

    /// The latest success with an index in a range.
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

    /// Adds the schedule delays of the runs in a range.
    fileprivate func addDelays(
        upTo moment: Instant, from start: Instant, _ rules: ReadingRules, to delays: inout [Int64]
    ) {
        for run in runs[runs.firstIndex(from: start)..<endOfCounted(at: moment)] {
            guard let scheduled = run.scheduledAt, rules.counts(run), run.countsAt <= moment, run.countsAt >= start
            else { continue }
            delays.append(run.at - scheduled)
        }
        // Sorted by value: the order of runs of the same millisecond depends on the numbers of their tasks.
        delays.sort()
    }

    /// The upper bound of a silent device's staleness at the cut-off; nil for a device that is not silent.
    fileprivate func silence(_ ranges: TimeRanges, _ rules: ReadingRules) -> Staleness? {
        let cutOff = ranges.window.end
        let end = exports.firstIndex(from: cutOff)
        guard end > 0, ranges.silent.contains(exports[end - 1].exportedAt) else { return nil }
        // Successes exported later, by a device that came back, were not known then and must not change an old report.
        let last = lastSuccess(before: endOfCounted(at: cutOff)) { $0.firstExported < cutOff && rules.counts($0) }
        return last.map { .known(milliseconds: cutOff - $0) } ?? .never
    }

    /// Whether the oldest run of an export counts after a moment.
    private func beginsBehind(_ moment: Instant, _ export: Export) -> Bool {
        guard let first = export.span?.lowerBound, first > moment else { return false }
        // A run of a clock that was ahead may have been exported by then, and counts at that time.
        let ahead = runs[runs.firstIndex(from: first)...].prefix { $0.at <= moment.advanced(by: Export.clockTolerance) }
        return !ahead.contains { $0.countsAt <= moment && $0.lastExported >= export.exportedAt }
    }

    /// The number of export times in a range at which every export is full and begins after the device's previous
    /// export.
    fileprivate func truncatedExports(in range: Range<Instant>) -> Int {
        var count = 0
        var index = exports.firstIndex(from: range.lowerBound)
        while index < exports.count, exports[index].exportedAt < range.upperBound {
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
