import Records

/// Staleness over device-time instead of over devices: what a glance at a random moment meets.
package struct Exposure: Equatable, Sendable {
    /// The least whole millisecond that staleness is at most, for at least so much of the time.
    package var p50: Staleness
    package var p90: Staleness
    /// Shares of the time, in milliseconds, over `p50Hours`, `p90Hours` and `brokenHours`.
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

/// One device's time. Staleness climbs with time and falls to 0 at a success, so it is some stretches of staleness: the
/// first from what it was at the start, the others from 0. Only their ends are kept. All lengths are in milliseconds.
package struct DeviceTime: Equatable, Sendable {
    /// Where a first stretch begins.
    package private(set) var starts: [Int64] = []
    /// Where stretches end.
    package private(set) var ends: [Int64] = []
    /// Time before the device's first success.
    package private(set) var never: Int64 = 0
    package private(set) var total: Int64 = 0

    /// The last success so far, and from where on time is not gathered yet.
    private var since: Instant?
    private var from = Instant.earliest

    package init() {}

    /// Forgets everything, and keeps the room for the next device.
    mutating func removeAll() {
        starts.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        (never, total) = (0, 0)
    }

    /// Begins. The successes come next, in order, the last one before this moment first.
    mutating func begin(at start: Instant) { from = start }

    mutating func succeed(at success: Instant) {
        if success > from { close(at: success) }
        since = success
    }

    /// Ends, at the last of the successes or later.
    mutating func end(at end: Instant) {
        close(at: end)
        // What was for the gathering alone tells no two devices apart.
        (since, from) = (nil, .earliest)
    }

    /// Ends a stretch of staleness.
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

/// Gathers devices' time.
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

    /// Puts in order what was gathered.
    mutating func sort() {
        starts.sort()
        ends.sort()
    }

    /// Nil where there is no time at all.
    func exposure(_ objectives: Objectives) -> Exposure? {
        guard total > 0 else { return nil }
        let time = ExposureTime(
            starts: SortedDurations(starts), ends: SortedDurations(ends), never: never, total: total)
        return Exposure(
            p50: time.quantile(percent: 50), p90: time.quantile(percent: 90), overP50: time.share(over: objectives.p50),
            overP90: time.share(over: objectives.p90), overBroken: time.share(over: objectives.broken))
    }
}

/// All devices' time, in order.
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
        // In 128 bits: a million devices' week in milliseconds, a hundred times.
        let wanted = Int128(percent) * Int128(total)
        guard 100 * Int128(total - never) >= wanted else { return .never }
        return .known(
            milliseconds: Halving.least(from: 0, through: Self.longest) { 100 * Int128(time(upTo: $0)) >= wanted })
    }

    /// Longer than any staleness: all the time that an export may speak of.
    private static let longest = Instant.latest - Instant.earliest
}
