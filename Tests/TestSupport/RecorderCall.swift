/// What a recording process is asked to do with `RunRecorder`, as one line of JSON; it answers each with one line.
package struct RecorderCall: Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case recover, markScheduled, submitFailed, begin, finish, skipped, export
        /// Ends as if by the system: at once and without a word.
        case die
    }

    package var kind: Kind
    package var folder = ""
    package var task: String?
    package var capacity = 30
    /// Milliseconds since 1970.
    package var at: Int64 = 0
    package var lowPower: Bool?
    /// Which of the runs that the process began, by its answer.
    package var run = 0
    package var outcome = ""
    package var reason: String?
    package var device = ""

    package init(_ kind: Kind, in folder: String = "", at: Int64 = 0) {
        self.kind = kind
        self.folder = folder
        self.at = at
    }
}
