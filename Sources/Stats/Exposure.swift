import Records

/// Staleness over all of the devices' hours instead of over devices: what a user meets at a random moment.
package struct Exposure: Equatable, Sendable {
    /// The least whole millisecond that staleness does not exceed for at least this share of the time.
    package var p50: Staleness
    package var p90: Staleness
    /// The shares of the time, in milliseconds, with staleness over `p50Hours`, `p90Hours` and `brokenHours`.
    package var overP50: Share
    package var overP90: Share
    package var overBroken: Share

    package init(p50: Staleness, p90: Staleness, overP50: Share, overP90: Share, overBroken: Share) {
        self.p50 = p50
        self.p90 = p90
        self.overP50 = overP50
        self.overP90 = overP90
        self.overBroken = overBroken
    }
}

/// One device's staleness over time, in milliseconds. Staleness rises with time and falls to 0 at a success, so it is a
/// series of intervals: the first starts at the initial staleness, the others at 0. Only their ends are kept.
package struct DeviceTime: Equatable, Sendable {
    /// The staleness at the start of first intervals.
    package private(set) var starts: [Int64] = []
    /// The staleness at the end of intervals.
    package private(set) var ends: [Int64] = []
    /// The time before the device's first success.
    package private(set) var never: Int64 = 0
    package private(set) var total: Int64 = 0

    /// The last success so far, and the start of the time not added yet.
    private var since: Instant?
    private var from = Instant.earliest

    package init() {}

    /// Removes everything but keeps the capacity for the next device.
    mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        (never, total) = (0, 0)
    }

    /// Begins. Then come the successes, in order, starting with the last one before this moment.
    mutating func begin(at start: Instant) { from = start }

    mutating func succeed(at success: Instant) {
        if success > from { close(at: success) }
        since = success
    }

    /// Ends, at or after the last success.
    mutating func end(at end: Instant) {
        close(at: end)
        // Reset, so that equal values compare equal.
        (since, from) = (nil, .earliest)
    }

    /// Ends an interval of staleness.
    private mutating func close(at end: Instant) {
        total += end - from
        if let since {
            if from > since { starts.append(from - since) }
            ends.append(end - since)
        } else {
            never += end - from
        }
        from = end
    }
}

/// Adds up devices' time.
struct ExposureTally: Sendable {
    private var starts = Durations()
    private var ends = Durations()
    private var never: Int64 = 0
    private var total: Int64 = 0

    mutating func add(_ time: DeviceTime) {
        for start in time.starts { starts.append(start) }
        for end in time.ends { ends.append(end) }
        never += time.never
        total += time.total
    }

    mutating func add(_ other: ExposureTally) {
        starts.append(contentsOf: other.starts)
        ends.append(contentsOf: other.ends)
        never += other.never
        total += other.total
    }

    /// Sorts what was added.
    mutating func sort() {
        starts.sort()
        ends.sort()
    }

    /// Nil if there is no time at all.
    func exposure(_ objectives: Objectives) -> Exposure? {
        guard total > 0 else { return nil }
        let time = ExposureTime(
            starts: SortedDurations(starts), ends: SortedDurations(ends), never: never, total: total)
        return Exposure(
            p50: time.quantile(percent: 50), p90: time.quantile(percent: 90), overP50: time.share(over: objectives.p50),
            overP90: time.share(over: objectives.p90), overBroken: time.share(over: objectives.broken))
    }
}

/// All devices' time, sorted.
private struct ExposureTime {
    var starts: SortedDurations
    var ends: SortedDurations
    var never: Int64
    var total: Int64

    /// For how long, over all devices, staleness was at most this.
    func time(upTo staleness: Int64) -> Int64 {
        ends.total(cappedAt: staleness) - starts.total(cappedAt: staleness)
    }

    func share(over limit: Int64) -> Share {
        Share(Int(total - time(upTo: limit)), of: Int(total))
    }

    func quantile(percent: Int64) -> Staleness {
        // In 128 bits: a hundred times a million devices' week in milliseconds.
        let wanted = Int128(percent) * Int128(total)
        guard 100 * Int128(total - never) >= wanted else { return .never }
        return .known(
            milliseconds: BinarySearch.least(from: 0, through: Self.longest) { 100 * Int128(time(upTo: $0)) >= wanted })
    }

    /// The longest possible staleness.
    private static let longest = Instant.latest - Instant.earliest
}
