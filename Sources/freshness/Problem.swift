/// Why the program cannot do what it was asked for: one sentence that tells the user what to do, and the exit code.
struct Problem: Error, Equatable {
    var code: ExitCode
    var sentence: String

    /// The call or the thresholds are wrong.
    static func usage(_ fault: String, _ advice: String) -> Problem {
        Problem(code: .usage, sentence: "\(fault); \(advice)")
    }

    /// A file, the database or the disk is in the way.
    static func cannotRun(_ fault: String, _ advice: String) -> Problem {
        Problem(code: .cannotRun, sentence: "\(fault); \(advice)")
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
    /// No reading in the week, or nothing usable in the folder; with `--check`, also: the data are partial. No data is not
    /// good news.
    case noData = 3
    /// Could not run: files, database, disk. Nothing was written.
    case cannotRun = 4
}
