import Foundation
import TestSupport
import Testing

/// Whatever surrounds a nightly run, the report has the same bytes, or there is a clear refusal.
@Suite struct CronTests {
    private static let week = ["report", "--week", "2026-W17"]
    private static let day = "2026-04-26"

    /// The report as the tests' own environment gives it.
    private static let expected = Result {
        let root = try Root.real()
        let environment = ProcessInfo.processInfo.environment
        try #require(
            try BuiltProgram.run(week + ["--root", root.folder.path], environment: environment).exitCode == 0)
        return try root.report(day)
    }

    private func expectTheReport(in root: Root, _ what: Comment) throws {
        #expect(try root.report(Self.day) == Self.expected.get(), what)
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_\(Self.day).md"], what)
    }

    // MARK: Environment

    static let environments: [[String: String]] = [
        [:], ["HOME": "/nowhere"], ["PATH": "", "HOME": "", "TZ": "", "LANG": ""], ["LANG": "C"], ["LC_ALL": "POSIX"],
        ["LC_ALL": "tr_TR.UTF-8"], ["LC_ALL": "de_DE.UTF-8"], ["LC_ALL": "de_DE@euro"], ["LC_ALL": "ar_EG.UTF-8"],
        ["LANG": "th_TH", "LC_TIME": "fa_IR", "LC_NUMERIC": "de_CH"], ["LC_ALL": "no such locale"],
        ["TZ": "UTC"], ["TZ": "America/Los_Angeles"], ["TZ": "Pacific/Kiritimati"], ["TZ": "Europe/Berlin"],
        ["TZ": ":/nowhere"], ["TZ": "XYZ-13:59:59"], ["TZDIR": "/nowhere", "TZ": "Asia/Tokyo"],
        ["COLUMNS": "1", "TERM": "dumb", "NO_COLOR": "1"], ["TMPDIR": "/nowhere", "SQLITE_TMPDIR": "/nowhere"],
    ]

    @Test(arguments: environments)
    func `the environment does not change the report`(_ environment: [String: String]) throws {
        let root = try Root.real()
        let run = try root.run("report", "--week", "2026-W17", environment: environment)
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
        try expectTheReport(in: root, "\(environment)")
    }

    private static let canMakeLocales = FileManager.default.fileExists(atPath: "/usr/share/i18n/locales/tr_TR")

    /// Locales that are made for the test, as there may be none but C on the machine.
    @Test(
        .enabled(if: canMakeLocales, "the sources of locales are in Debian's package `locales`"),
        arguments: ["tr_TR", "de_DE", "ar_EG", "fa_IR"])
    func `no installed locale changes the report`(_ name: String) throws {
        let folder = try TemporaryFolder()
        let made = try ProgramRun(ofTool: ["localedef", "-i", name, "-f", "UTF-8", "\(folder.path)/\(name).UTF-8"])
        try #require(made.exitCode <= 1, "\(made.error)")
        let root = try Root.real()
        let environment = ["LOCPATH": folder.path, "LC_ALL": "\(name).UTF-8"]
        #expect(try root.run("report", "--week", "2026-W17", environment: environment).exitCode == 0)
        try expectTheReport(in: root, "\(name)")
    }

    // MARK: The shell around it

    static let shells = [
        "exec \"$0\" \"$@\" <&-", "exec \"$0\" \"$@\" >&-", "exec \"$0\" \"$@\" 2>&-",
        "exec \"$0\" \"$@\" <&- >&- 2>&-",
        "exec \"$0\" \"$@\" >/dev/full", "exec \"$0\" \"$@\" 2>/dev/full", "exec \"$0\" \"$@\" >/dev/full 2>&1",
        "\"$0\" \"$@\" 2>&1 | true", "umask 077; exec \"$0\" \"$@\"", "umask 0; exec \"$0\" \"$@\"",
        "trap '' PIPE HUP; exec \"$0\" \"$@\"", "ulimit -n 64; exec \"$0\" \"$@\"",
        "ulimit -c 0; ulimit -s 512; exec \"$0\" \"$@\"",
        "exec nice -n 19 \"$0\" \"$@\"",
    ]

    @Test(arguments: shells)
    func `the calling shell does not change the report`(_ shell: String) throws {
        let root = try Root.real()
        let run = try BuiltProgram.run(
            inShell: shell, Self.week + ["--root", root.folder.path], environment: ["PATH": "/usr/bin:/bin"])
        #expect(run.exitCode == 0, "\(run.error)")
        try expectTheReport(in: root, "\(shell)")
        if shell.contains("077") {
            for file in ["reports/bg_freshness_\(Self.day).md", ".freshness/runs.sqlite"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: root.folder.path + "/" + file)
                #expect(attributes[.posixPermissions] as? Int == 0o600, "\(file)")
            }
        }
    }

    @Test func `the current folder may have been deleted`() throws {
        let root = try Root.real()
        let run = try BuiltProgram.run(
            inShell: "mkdir \"$R/gone\" && cd \"$R/gone\" && rmdir \"$R/gone\" && exec \"$0\" \"$@\"",
            Self.week + ["--root", root.folder.path], environment: ["PATH": "/usr/bin:/bin", "R": root.folder.path])
        #expect(run.exitCode == 0, "\(run.error)")
        try expectTheReport(in: root, "no current folder")
    }

    // MARK: The clock

    /// 1970, a second before 2015, 2040, 2106: what a clock says that lost its battery or its mind.
    static let clocks = [0, 86_401, 1_420_070_399, 2_208_988_800, 4_294_967_296]

    @Test(.enabled(if: Inside.works, Inside.absence), arguments: clocks)
    func `an impossible clock is reported, and nothing is done`(_ seconds: Int) throws {
        let root = try Root.real()
        let environment = try Inside.environment(["CLOCK_SAYS": "\(seconds)"])
        for command in ["report", "stats"] {
            for week in [[], ["--week", "2026-W17"]] {
                let run = try BuiltProgram.run(
                    [command, "--root", root.folder.path] + week, environment: environment)
                #expect(run.exitCode == 4 && run.output.isEmpty)
                #expect(
                    run.error
                        == "freshness: the clock of this machine is not between 2015 and 2040; set it, or give the current time with --now\n"
                )
            }
        }
        #expect(try root.folder.names(in: "") == ["metrics"])
    }

    @Test(.enabled(if: Inside.works, Inside.absence), arguments: clocks)
    func `an impossible clock does not matter if the time is given`(_ seconds: Int) throws {
        let root = try Root.real()
        let run = try root.run(
            "report", "--now", "2026-04-27T04:30:00Z",
            environment: try Inside.environment(["CLOCK_SAYS": "\(seconds)"]))
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
        try expectTheReport(in: root, "a clock at \(seconds)")
    }

    @Test(.enabled(if: Inside.works, Inside.absence))
    func `the clock chooses the week as --now does`() throws {
        let root = try Root.real()
        // Monday 2026-04-27 04:30 UTC: date -ud '2026-04-27 04:30' +%s.
        let run = try root.run("report", environment: try Inside.environment(["CLOCK_SAYS": "1777264200"]))
        #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
        try expectTheReport(in: root, "by the clock")
    }
}
