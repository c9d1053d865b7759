/// Why the program cannot do what it was asked for: one sentence that tells the user what to do, and the exit code.
struct Problem: Error, Equatable {
    var code: ExitCode
    /// What is wrong, and where.
    var fault: String
    /// What to do.
    var advice: String
    /// The call of this program that does it, behind the program's name: `ingest --moved`; nil where none does.
    var command: String?

    var sentence: String { "\(fault); \(advice)" + (command.map { ": freshness \($0)" } ?? "") }

    /// The call or the thresholds are wrong.
    static func usage(_ fault: String, _ advice: String, _ command: String? = nil) -> Problem {
        Problem(code: .usage, fault: fault, advice: advice, command: command)
    }

    /// A file, the store or the disk is in the way.
    static func cannotRun(_ fault: String, _ advice: String, _ command: String? = nil) -> Problem {
        Problem(code: .cannotRun, fault: fault, advice: advice, command: command)
    }

    /// The same for a call with these options: the call that helps must work in the same folders.
    func inPlaces(of options: Options) -> Problem {
        var problem = self
        if let command { problem.command = command + options.givenPlaces }
        return problem
    }
}

/// What the program's exit code says.
enum ExitCode: Int32 {
    /// Done; with `--check`, also: every objective is met and p90 did not regress.
    case done = 0
    /// Only with `--check`: an objective is missed, or p90 regressed.
    case missed = 1
    /// The call or `slo.json` is wrong; nothing was done.
    case usage = 2
    /// No data in the week, or nothing usable in the folder; with `--check`, also: the data are partial. No data is not
    /// good news.
    case noData = 3
    /// Could not run: files, store, disk. Nothing was written.
    case cannotRun = 4
}
