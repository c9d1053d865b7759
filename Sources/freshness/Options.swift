import Report
import Stats

/// The options of a call, as they were written.
struct Options {
    /// What stands beside the options.
    var argument: String?
    var week: String?
    var asOf: String?
    var now: String?
    var app: String?
    var task: String?
    var root: String?
    var metrics: String?
    var reports: String?
    var state: String?
    var format: String?
    var isChecking = false
    var isReadOnly = false
    var isQuiet = false
    var isVerbose = false
    var isSure = false
    var isMoved = false
    var wait: String?
    var wantsHelp = false

    /// Options that take a value, and what to write there.
    private static let values:
        [(name: String, field: any WritableKeyPath<Options, String?> & Sendable, advice: String)] = [
            ("--week", \.week, WeekChoice.advice), ("--as-of", \.asOf, WeekChoice.timeAdvice),
            ("--now", \.now, WeekChoice.timeAdvice), ("--app", \.app, "write an app as the exports name it"),
            ("--task", \.task, "write a task as the exports name it"), ("--root", \.root, "write a folder"),
            ("--metrics", \.metrics, "write a folder"), ("--reports", \.reports, "write a folder"),
            ("--state", \.state, "write a folder"), ("--format", \.format, "write text or json"),
            ("--wait", \.wait, "write seconds, from 0 to 86400"),
        ]
    /// Options that stand alone.
    private static let flags: [(name: String, field: any WritableKeyPath<Options, Bool> & Sendable)] = [
        ("--check", \.isChecking), ("--read-only", \.isReadOnly), ("--quiet", \.isQuiet), ("--verbose", \.isVerbose),
        ("--yes", \.isSure), ("--moved", \.isMoved),
        ("--help", \.wantsHelp),
        ("-h", \.wantsHelp),
    ]

    /// Reads the options behind a command's name.
    init(_ arguments: some Sequence<String>, of command: Command) throws(Problem) {
        var rest = Array(arguments)[...]
        var seen: Set<String> = []
        var isBehindDashes = false
        while let argument = rest.popFirst() {
            // By scalars: what begins with a mark makes one character of itself and the sign before it.
            let parts = argument.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { String($0) }
            let name = argument.hasPrefix("--") ? parts[0] : argument
            let hint = "see `freshness help \(command.name)`"
            // Behind `--` nothing is an option: an id may begin with a hyphen.
            let isArgument = !name.hasPrefix("-") || isBehindDashes
            if argument == "--", !isBehindDashes {
                isBehindDashes = true
                continue
            }
            guard !isArgument else {
                guard command.argument != nil, self.argument == nil, !argument.isEmpty else {
                    let none = command.argument == nil ? "no argument" : "one argument, and no"
                    throw .usage("\(command.name) takes \(none) `\(visible(argument))`", hint)
                }
                self.argument = argument
                continue
            }
            guard command.options.contains(name) || name == "--help" || name == "-h" else {
                throw .usage(
                    "\(command.name) has no option `\(visible(name))`",
                    Nearest.advice(for: name, among: command.options.sorted() + ["--help"], all: "its options are"))
            }
            guard seen.insert(name).inserted else { throw .usage("\(name) is given twice", "give it once") }
            if let flag = Self.flags.first(where: { $0.name == name }) {
                guard parts.count == 1 else { throw .usage("\(name) takes no value", hint) }
                self[keyPath: flag.field] = true
            } else if let value = Self.values.first(where: { $0.name == name }) {
                // The next option is no value: where one begins with hyphens it is written --app=--it.
                let next = rest.first.flatMap { $0.hasPrefix("--") ? nil : $0 }
                guard let text = parts.count == 2 ? parts[1] : next, !text.isEmpty else {
                    throw .usage("\(name) needs a value", value.advice)
                }
                if parts.count == 1 { rest.removeFirst() }
                self[keyPath: value.field] = text
            }
        }
    }
}

extension Options {
    /// Which devices and runs the figures are narrowed to.
    var scope: Scope { Scope(app: app, task: task) }

    /// The options that say where things are, as the call gave them, for a call that works in the same places:
    /// ` --root /srv/freshness`; empty where there are none.
    var givenPlaces: String {
        written([("--root", root), ("--metrics", metrics), ("--state", state)])
    }

    /// The same with all that a report of another week needs, so that it is of the same devices and in the same folder.
    var givenForReport: String {
        written([("--app", app), ("--task", task)]) + givenPlaces + written([("--reports", reports)])
    }

    private func written(_ options: [(name: String, value: String?)]) -> String {
        options.map { name, value in
            guard let value else { return "" }
            // A value that begins with hyphens is taken for an option, unless it is joined to its own.
            return " \(name)\(value.hasPrefix("--") ? "=" : " ")\(shellWord(value))"
        }.joined()
    }

    /// How long to wait for another run, in seconds.
    var patience: Int {
        get throws(Problem) {
            guard let wait else { return 60 }
            guard let seconds = Int(wait), (0...86_400).contains(seconds) else {
                throw .usage(
                    "--wait \(visible(wait)) is no number of seconds", "write seconds, from 0 to 86400")
            }
            return seconds
        }
    }

    /// The options that say where things are.
    static let places: Set = ["--root", "--metrics", "--state", "--wait", "--verbose"]
    /// The options that say which week, devices and runs the figures are of.
    static let figures: Set = ["--week", "--as-of", "--now", "--app", "--task"]
}
