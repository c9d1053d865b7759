package import Records

/// All that is to be said of one device.
package struct DeviceView: Sendable {
    package var id: String
    package var app: String
    /// As of its last export before the cut-off; nil where there is none.
    package var reading: Reading?
    /// In the order in which they count, up to the reading, each at the time at which it does.
    package var runs: [Run]
    /// The name of each run's task at its number.
    package var tasks: [String]
    /// What its last export says of the schedule.
    package var lastScheduledAt: Instant?
    /// How many exports told of it up to the reading.
    package var exports: Int
    /// Whether there are exports that the cut-off leaves out.
    package var isCutOff: Bool
    /// Whether an export of the four weeks up to the reading contradicts what others told.
    package var isContradicted = false

    /// - Parameter cutOff: exports from here on are not looked at; nil for all there are.
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
