import Report

/// A command of the program. The folder this stands in is the list of them.
struct Command: Sendable {
    var name: String
    /// What it does, in one line of the program's help.
    var summary: String
    var help: String
    var options: Set<String>
    /// What its one argument is called; nil for a command that takes none.
    var argument: String?
    var run: @Sendable (Options) throws(Problem) -> ExitCode

    static let all: [Command] = [report, stats, ingest, device, verify, check, rebuild, forget]

    /// The command that a call names.
    static func named(_ name: String) throws(Problem) -> Command {
        if let command = all.first(where: { $0.name == name }) { return command }
        throw .usage(
            "`\(visible(name))` is no command",
            Nearest.advice(
                for: name, among: all.map(\.name) + ["help", "--help", "--version"], all: "the commands are"))
    }
}
