package import Records

/// What was deleted of a device.
package struct Forgotten: Sendable {
    package var id: String
    package var app: String
    package var runs: Int
    package var exports: Int
    /// From the first run or export to the last; nil if there was none.
    package var span: ClosedRange<Instant>?
    /// The files of the folder that still contain it, in byte order of their names.
    package var files: [String]

    package init(id: String, app: String, _ history: History, files: [String]) {
        self.id = id
        self.app = app
        runs = history.runs.count
        exports = history.exports.count
        let moments = history.runs.map(\.at) + history.exports.map(\.exportedAt)
        span = moments.min().flatMap { first in moments.max().map { first...$0 } }
        self.files = files
    }
}
