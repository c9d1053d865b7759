import Records

/// A period of 28 days. Histories are stored by period, so that a report reads only the last few.
struct Period: Hashable, Comparable {
    var number: Int64

    static let length = 28 * Milliseconds.day
    /// Monday 2014-12-29 00:00 UTC, before every valid time.
    private static let origin = Instant(milliseconds: 1_419_811_200_000)

    init(number: Int64) {
        self.number = number
    }

    init(containing moment: Instant) {
        number = (moment - Self.origin) / Self.length
    }

    var start: Instant { Self.origin.advanced(by: number * Self.length) }
    var next: Period { Period(number: number + 1) }
    var previous: Period? { number > 0 ? Period(number: number - 1) : nil }

    static func < (a: Period, b: Period) -> Bool { a.number < b.number }

    /// The row id of a device's history in this period. All devices of a period come before the next period.
    func rowID(of device: Int64) -> Int64 { number << 32 + device }

    /// The period and the device of a row id.
    static func split(_ rowID: Int64) -> (period: Period, device: Int64) {
        (Period(number: rowID >> 32), rowID & 0xFFFF_FFFF)
    }
}
