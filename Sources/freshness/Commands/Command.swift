/// A command of the program. The folder this stands in is the list of them.
struct Command: Sendable {
    var name: String
    /// What it does, in one line of the program's help.
    var summary: String
    var help: String
    var options: Set<String>
    var run: @Sendable (Options) throws(Problem) -> ExitCode

    static let all: [Command] = [report, stats, ingest]
}
