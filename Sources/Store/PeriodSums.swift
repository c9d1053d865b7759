import Records

/// The number of histories in each period, and the sum of their hashes: as read, as changed, or as recorded. They show
/// a row that is missing, is there twice, or is from another night.
package struct PeriodSums: Equatable, Sendable {
    private var sums: [Int64: Sum] = [:]

    private struct Sum: Equatable, Sendable {
        var rows: Int64 = 0
        /// Modulo 2^64.
        var hashes: Int64 = 0
    }

    package init() {}

    /// Counts a new row, or one that replaces another.
    mutating func note(_ hash: Int64, replacing old: Int64? = nil, in period: Period) {
        sums[period.number, default: Sum()].rows &+= old == nil ? 1 : 0
        sums[period.number, default: Sum()].hashes &+= hash &- (old ?? 0)
    }

    /// Counts a removed row.
    mutating func remove(_ hash: Int64, in period: Period) {
        sums[period.number, default: Sum()].rows &-= 1
        sums[period.number, default: Sum()].hashes &-= hash
    }

    package mutating func add(_ other: PeriodSums) {
        for (period, sum) in other.sums {
            sums[period, default: Sum()].rows &+= sum.rows
            sums[period, default: Sum()].hashes &+= sum.hashes
        }
    }

    /// The recorded sums of some periods.
    init(in periods: ClosedRange<Period>, of database: Database) throws(StoreError) {
        let rows = try database.prepare(
            "SELECT period, rows, hashes FROM sums WHERE period BETWEEN ? AND ? AND rows <> 0")
        try rows.bind(.integer(max(0, periods.lowerBound.number)), .integer(periods.upperBound.number))
        while try rows.step() {
            sums[rows.integer(0)] = Sum(rows: rows.integer(1), hashes: rows.integer(2))
        }
    }

    /// Adds these changes to the recorded sums.
    func record(in database: Database) throws(StoreError) {
        let find = try database.prepare("SELECT rows, hashes FROM sums WHERE period = ?")
        let save = try database.prepare("INSERT OR REPLACE INTO sums VALUES (?, ?, ?)")
        for (period, change) in sums where change != Sum() {
            try find.bind(.integer(period))
            let known = try find.step() ? Sum(rows: find.integer(0), hashes: find.integer(1)) : Sum()
            find.reset()
            // Computed here in wrapping integers: SQLite's `sum` would overflow to floating point.
            try save.bind(
                .integer(period), .integer(known.rows &+ change.rows), .integer(known.hashes &+ change.hashes))
            try save.run()
        }
    }
}
