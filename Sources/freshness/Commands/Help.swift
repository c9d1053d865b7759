/// What `help`, `--help` and a call without a command print.
enum Help {
    static let version = "0.1.0"

    static var program: String {
        let commands = Command.all.map {
            "  \($0.name)\(String(repeating: " ", count: 10 - $0.name.count))\($0.summary)"
        }
        return """
            OVERVIEW: Say how stale the background refresh of an app's devices is, and whether
            that meets the objectives.

            USAGE: freshness COMMAND [OPTIONS]

            COMMANDS:
            \(commands.joined(separator: "\n"))
              help      Print this, or the help of a command.

            OPTIONS:
              --help           Print this, or the help of the command before it.
              --version        Print the version.

            Exports are read from metrics/bg_runs, thresholds from metrics/slo.json; nothing is
            ever written there. Every figure is defined in metrics/README.md.
            """
    }

    /// The options that say where things are, as each command's help shows them.
    static let places = """
          --root DIR       Where metrics/, reports/ and .freshness/ are. (default: the current
                           folder)
          --metrics DIR    Where slo.json and bg_runs/ are. (default: metrics, in --root)
          --state DIR      Where the store is kept. (default: .freshness, in --root)
          --wait SECONDS   How long to wait for another run on the same store. (default: 60)
          --verbose        Say on standard error which rights the process gave up.
        """

    static let now = """
          --now TIME       Take this for the present moment instead of the clock.
        """

    static func text(of name: String?) throws(Problem) -> String {
        guard let name else { return program }
        return try Command.named(name).help
    }
}
