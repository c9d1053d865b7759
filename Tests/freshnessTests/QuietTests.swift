import TestSupport
import Testing

/// `--quiet`: nothing where all is well, and in one line why where it is not.
@Suite struct QuietTests {
    /// A device whose only run was so many hours before its export, late on the Sunday of 2026-W39.
    private func root(staleFor hours: Int, exportedAt: Int = monday + 7 * day - hour) throws -> Root {
        let root = try Root()
        try root.export(export(exportedAt: exportedAt, ranAt: exportedAt - hours * hour))
        return root
    }

    private func quiet(_ root: Root, _ command: String, _ more: String...) throws -> ProgramRun {
        try BuiltProgram.run([command, "--quiet", "--week", "2026-W39", "--root", root.path] + more)
    }

    @Test func `a report prints nothing where all is well, and its path and the verdict without it`() throws {
        let root = try root(staleFor: 6)
        let quiet = try quiet(root, "report", "--check")
        #expect(quiet.exitCode == 0 && quiet.output.isEmpty && quiet.error.isEmpty, "\(quiet)")
        let run = try root.run("report", "--week", "2026-W39")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && run.error.isEmpty)
        #expect(lines.first == "\(root.path)/reports/bg_freshness_2026-09-27.md")
    }

    @Test(arguments: ["report", "stats"]) func `a check that is met prints nothing`(_ command: String) throws {
        let run = try quiet(try root(staleFor: 6), command, "--check")
        #expect(run.exitCode == 0 && run.output.isEmpty && run.error.isEmpty, "\(run)")
    }

    @Test(arguments: ["report", "stats"]) func `a check that fails says why on standard error`(_ command: String) throws
    {
        let missed = try quiet(try root(staleFor: 90), command, "--check")
        #expect(missed.exitCode == 1 && missed.output.isEmpty, "\(missed)")
        #expect(missed.error.hasPrefix("freshness: 2026-W39: missed. p90 staleness 90.0 h "), "\(missed)")
        #expect(missed.error.filter { $0 == "\n" }.count == 1)
        // The export of the Wednesday is 100 h before the end of the week.
        let partial = try quiet(try root(staleFor: 6, exportedAt: monday + 7 * day - 100 * hour), command, "--check")
        #expect(partial.exitCode == 3 && partial.output.isEmpty, "\(partial)")
        #expect(
            partial.error.hasPrefix("freshness: 2026-W39: met on partial data (the data end early: 100.0 h before "),
            "\(partial)")
        let none = try quiet(try root(staleFor: 6, exportedAt: monday - hour), command)
        #expect(none.exitCode == 3 && none.error.hasPrefix("freshness: 2026-W39: no data. "), "\(none)")
    }

    @Test func `without a check, quiet figures are figures still`() throws {
        let run = try quiet(try root(staleFor: 90), "stats", "--format", "json")
        #expect(run.exitCode == 0 && run.error.isEmpty)
        #expect(try Object(parsing: run.output).double("current.all.p90Hours") == 90)
    }
}
