package import Records

/// A report on a whole week, with its filter.
package struct WholeReport: Hashable, Sendable {
    /// Empty if the report covers all apps.
    package var app: String
    package var task: String
    /// `2026-W39`.
    package var week: String

    package init(app: String?, task: String?, week: String) {
        self.app = app ?? ""
        self.task = task ?? ""
        self.week = week
    }
}

extension Store {
    package func has(_ week: WholeReport) throws(StoreError) -> Bool {
        let rows = try database.prepare("SELECT 1 FROM reported_weeks WHERE app = ? AND task = ? AND week = ?")
        try rows.bind(.text(week.app), .text(week.task), .text(week.week))
        return try rows.step()
    }

    /// Records that a week was reported. Call it within a transaction.
    package func add(_ week: WholeReport) throws(StoreError) {
        let insert = try database.prepare("INSERT OR IGNORE INTO reported_weeks VALUES (?, ?, ?)")
        try insert.bind(.text(week.app), .text(week.task), .text(week.week))
        try insert.run()
    }

    package func reportedWeeks() throws(StoreError) -> [WholeReport] {
        let rows = try database.prepare("SELECT app, task, week FROM reported_weeks")
        var weeks: [WholeReport] = []
        while try rows.step() {
            weeks.append(WholeReport(app: rows.text(0), task: rows.text(1), week: rows.text(2)))
        }
        return weeks
    }

    /// The time of the last export before `end`; nil if there is none.
    package func latestExport(before end: Instant) throws -> Instant? {
        guard end > .earliest else { return nil }
        let ended = try database.prepare("SELECT max(last_moment) FROM contents WHERE last_moment < ?")
        try ended.bind(.integer(end.milliseconds))
        var latest = try ended.step() ? ended.optionalInteger(0).map { Instant(milliseconds: $0) } : nil
        // Contents with exports on both sides of `end`.
        let others = try database.prepare("SELECT id FROM contents WHERE last_moment >= ?1 AND first_moment < ?1")
        try others.bind(.integer(end.milliseconds))
        while try others.step() {
            try forEachMark(of: ContentID(number: others.integer(0)), within: [.earliest..<end]) {
                latest = max(latest ?? $0.moment, $0.moment)
            }
        }
        return latest
    }
}
