package import Records

/// Everything shown of one device.
package struct DeviceView: Sendable {
    package var id: String
    package var app: String
    /// The reading of its last export before the cut-off; nil if there is none.
    package var reading: Reading?
    /// Its runs up to the reading, at the times at which they count, in that order.
    package var runs: [Run]
    /// The names of the runs' tasks by number.
    package var tasks: [String]
    /// The latest schedule in its last export.
    package var lastScheduledAt: Instant?
    /// The number of its exports up to the reading.
    package var exports: Int
    /// Whether there are exports after the cut-off.
    package var isCutOff: Bool
    /// Whether an export of the four weeks up to the reading contradicts others.
    package var isContradicted = false

    /// - Parameter cutOff: exports from here on are ignored; nil for no limit.
    package init(
        id: String, app: String, _ history: History, upTo cutOff: Instant?, _ rules: ReadingRules, tasks: [String]
    ) {
        self.id = id
        self.app = app
        self.tasks = tasks
        let end = cutOff ?? Instant.latest.advanced(by: 1)
        let reading = history.reading(in: Instant.earliest..<max(end, .earliest), rules)
        self.reading = reading
        exports = history.exports.firstIndex(from: end)
        isCutOff = exports < history.exports.count
        runs = []
        if let moment = reading?.exportedAt {
            lastScheduledAt = history.lastScheduledAt(at: moment)
            let since = moment.advanced(by: -28 * Milliseconds.day)
            isContradicted = history.isContradicted(in: since..<moment.advanced(by: 1))
            for var run in history.runs where run.countsAt <= moment {
                run.at = run.countsAt
                runs.append(run)
            }
            runs.sort { $0.key < $1.key }
        }
    }
}
