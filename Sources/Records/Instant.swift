/// A moment, in whole milliseconds since 1970-01-01 00:00 UTC.
///
/// All times are stored and compared as integers, never as floating point.
package struct Instant: Hashable, Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The earliest valid time in an export: 2015-01-01 00:00 UTC.
    package static let earliest = Instant(milliseconds: 1_420_070_400_000)
    /// The end of the valid times in an export: 2040-01-01 00:00 UTC.
    package static let latest = Instant(milliseconds: 2_208_988_800_000)

    package static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

    // Explicit, because other modules would look up the protocol's default at run time.
    package static func > (a: Instant, b: Instant) -> Bool { a.milliseconds > b.milliseconds }
    package static func <= (a: Instant, b: Instant) -> Bool { a.milliseconds <= b.milliseconds }
    package static func >= (a: Instant, b: Instant) -> Bool { a.milliseconds >= b.milliseconds }

    package static func later(of a: Instant?, _ b: Instant) -> Instant {
        if let a, a > b { a } else { b }
    }

    /// The milliseconds from `b` to `a`. Both lie between ``earliest`` and ``latest``, so this cannot overflow.
    package static func - (a: Instant, b: Instant) -> Int64 { a.milliseconds - b.milliseconds }

    package func advanced(by milliseconds: Int64) -> Instant {
        Instant(milliseconds: self.milliseconds + milliseconds)
    }
}

/// Durations in milliseconds.
package enum Milliseconds {
    package static let second: Int64 = 1_000
    package static let minute: Int64 = 60_000
    package static let hour: Int64 = 3_600_000
    package static let day: Int64 = 86_400_000
}
