/// What `help`, `--help` and a call without a command print.
enum Help {
    static let version = "0.1.0"

    static var program: String {
        let commands = Command.all.map {
            "  \($0.name)\(String(repeating: " ", count: 10 - $0.name.count))\($0.summary)"
        }
        return """
            OVERVIEW: Show how stale the background refresh is on an app's devices, and
            whether it meets the objectives.

            USAGE: freshness COMMAND [OPTIONS]

            COMMANDS:
            \(commands.joined(separator: "\n"))
              help      Print this help, or the help of a command.

            OPTIONS:
              -h, --help       Print this help; after a command, the help of the command.
              --version        Print the version.

            Exports are read from metrics/bg_runs and thresholds from metrics/slo.json.
            Nothing is ever written there. metrics/README.md defines every figure.

            See `freshness help COMMAND` for the options and exit codes of a command.
            """
    }

    /// The options that say where things are, as each command's help shows them.
    static let places = """
          --root DIR       Use the folders metrics, reports and .freshness in DIR.
                           (default: the current folder)
          --metrics DIR    Read slo.json and bg_runs/ from DIR. (default: metrics, in
                           --root)
          --state DIR      Keep the store in DIR. (default: .freshness, in --root)
          --wait SECONDS   Wait up to SECONDS for another freshness process that uses
                           the store. (default: 60)
          --verbose        Print which sandbox is active (Landlock, seccomp).
          -h, --help       Print this help.
        """

    static let now = """
          --now TIME       Use TIME as the current time. (default: the clock)
        """

    static func text(of name: String?) throws(Problem) -> String {
        guard let name else { return program }
        return try Command.named(name).help
    }
}
