import Records

/// How many histories some periods have, and the sum of their hashes: what was read of them, was changed in them, or is
/// known to be in them. A row that got lost, was doubled or is from another night shows in it.
package struct PeriodSums: Equatable, Sendable {
    private var sums: [Int64: Sum] = [:]

    private struct Sum: Equatable, Sendable {
        var rows: Int64 = 0
        /// It wraps around.
        var hashes: Int64 = 0
    }

    package init() {}

    /// Counts a row, or one that takes another's place.
    mutating func note(_ hash: Int64, replacing old: Int64? = nil, in period: Period) {
        sums[period.number, default: Sum()].rows &+= old == nil ? 1 : 0
        sums[period.number, default: Sum()].hashes &+= hash &- (old ?? 0)
    }

    /// Counts a row that is gone.
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

    /// What is known to be in some periods.
    init(in periods: ClosedRange<Period>, of database: Database) throws(StoreError) {
        let rows = try database.prepare(
            "SELECT period, rows, hashes FROM sums WHERE period BETWEEN ? AND ? AND rows <> 0")
        try rows.bind(.integer(max(0, periods.lowerBound.number)), .integer(periods.upperBound.number))
        while try rows.step() {
            sums[rows.integer(0)] = Sum(rows: rows.integer(1), hashes: rows.integer(2))
        }
    }

    /// Adds these changes to what is known.
    func record(in database: Database) throws(StoreError) {
        let find = try database.prepare("SELECT rows, hashes FROM sums WHERE period = ?")
        let save = try database.prepare("INSERT OR REPLACE INTO sums VALUES (?, ?, ?)")
        for (period, change) in sums where change != Sum() {
            try find.bind(.integer(period))
            let known = try find.step() ? Sum(rows: find.integer(0), hashes: find.integer(1)) : Sum()
            find.reset()
            // In whole numbers that wrap around: SQLite's own sum would become a floating-point number.
            try save.bind(
                .integer(period), .integer(known.rows &+ change.rows), .integer(known.hashes &+ change.hashes))
            try save.run()
        }
    }
}
