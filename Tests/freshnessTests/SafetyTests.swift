import Foundation
import TestSupport
import Testing

/// It cannot harm: what the process may do at all, and what comes of thresholds, store and reports when something goes
/// wrong. See SECURITY.md.
@Suite struct SafetyTests {
    @Test(.enabled(if: Inside.works, Inside.absence))
    func `the kernel refuses writes outside of the state and the reports`() throws {
        let root = try Root.real()
        let verbose = try root.run("ingest", "--verbose")
        try #require(verbose.exitCode == 0)
        let elsewhere = try TemporaryFolder()
        try elsewhere.write("mine", to: "file")
        let run = try root.run(
            "report", "--week", "2026-W17",
            environment: [
                "LD_PRELOAD": try Inside.library, "TRY_THRESHOLDS": root.folder.path + "/metrics/slo.json",
                "TRY_ELSEWHERE": elsewhere.path + "/file",
            ])
        #expect(run.exitCode == 0)
        let answers = run.error.split(separator: "\n").map(String.init)
        // EACCES is 13.
        if verbose.error.contains("it can open no socket and start no program (seccomp)") {
            for thing in ["fork", "run", "connect", "send"] { #expect(answers.contains("\(thing) 13"), "\(run.error)") }
        } else {
            #expect(verbose.error.contains("this kernel has no seccomp"))
        }
        let version = verbose.error.components(separatedBy: "(Landlock ").last.flatMap { Int($0.prefix { $0 != ")" }) }
        guard let version else {
            // It says so where the kernel has none, and goes on.
            #expect(verbose.error.contains("this kernel has no Landlock"))
            return
        }
        #expect(verbose.error.contains("this process can write only in \(root.folder.path)/.freshness "))
        // Truncation and TCP are refused from the third and the fourth version of the interface on.
        #expect(answers.filter { $0 == "write 13" }.count == 2, "\(run.error)")
        #expect(answers.filter { $0 == "unlink 13" }.count == 2)
        #expect(answers.contains("run 13"))
        if version >= 3 { #expect(answers.filter { $0 == "truncate 13" }.count == 2) }
        if version >= 4 { #expect(answers.contains("connect 13")) }
        #expect(try root.folder.text(of: "metrics/slo.json") == Root.thresholds())
        #expect(try elsewhere.text(of: "file") == "mine")
    }

    @Test(.enabled(if: Inside.works, Inside.absence))
    func `a change of the thresholds during a run ends it, and nothing is written`() throws {
        let root = try Root.real()
        let held = try Inside.Held(in: "flock", of: root)
        let run = try root.run("report", "--week", "2026-W17", environment: held.environment) { _ in
            try held.wait()
            let moved = Root.thresholds().replacingOccurrences(of: "\"p90Hours\": 72", with: "\"p90Hours\": 300")
            try root.folder.write(moved, to: "metrics/slo.json")
            try held.letOn()
        }
        #expect(run.exitCode == 2)
        #expect(run.error.contains("slo.json changed during this run; run the command again"))
        // The folder was made for this call, and goes with it.
        #expect(try !root.folder.names(in: "").contains("reports"))
    }

    @Test func `a call that waited in vain says for which process`() throws {
        let root = try Root.real()
        #expect(try root.run("ingest").exitCode == 0)
        let lock = root.folder.path + "/.freshness/lock"
        let descriptor = open(lock, O_RDWR)
        defer { close(descriptor) }
        #expect(flock(descriptor, LOCK_EX) == 0)
        try root.folder.write("4711\n", to: ".freshness/lock")
        let run = try root.run("ingest", "--wait", "0")
        #expect(run.exitCode == 4)
        #expect(run.error.contains("another run (process 4711) has held \(lock) for more than 0 s"))
        #expect(try root.run("ingest", "--wait", "soon").exitCode == 2)
    }

    // MARK: verify

    @Test func `a report is verified, and an edited one is not`() throws {
        let root = try Root.real()
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)
        let path = root.folder.path + "/reports/bg_freshness_2026-04-26.md"
        let whole = try root.run("verify", path)
        #expect(whole.exitCode == 0 && whole.output.hasSuffix(" matches the stored data and slo.json\n"))
        let report = try root.report("2026-04-26")
        try root.folder.write(
            report.replacingOccurrences(of: "168.8 h", with: "18.8 h"), to: "reports/bg_freshness_2026-04-26.md")
        let edited = try root.run("verify", path)
        #expect(edited.exitCode == 1)
        #expect(edited.output.contains("does not match the stored data and slo.json. First difference, line 3:\n"))
        let shown = edited.output.split(separator: "\n").dropFirst().map(String.init)
        try #require(shown.count == 2 && shown[0].hasPrefix("  in the report:  **"))
        // Both begin in the same column, and differ in the figure alone.
        #expect(
            shown[1]
                == "  expected:       " + shown[0].dropFirst(18).replacingOccurrences(of: "18.8 h", with: "168.8 h"))
        try root.folder.write(report + "\n", to: "reports/bg_freshness_2026-04-26.md")
        #expect(try root.run("verify", path).output.contains("expected:       (the end of the report)"))
    }

    @Test func `lines of a table are shown as they are, and of long ones what they differ in`() throws {
        let root = try Root.real()
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)
        let path = root.folder.path + "/reports/bg_freshness_2026-04-26.md"
        let report = try root.report("2026-04-26")
        let row = try #require(report.split(separator: "\n").first { $0.hasPrefix("| devices") && $0.contains("   ") })
        try root.folder.write(
            report.replacingOccurrences(of: row, with: row + "  "), to: "reports/bg_freshness_2026-04-26.md")
        let spaces = try root.run("verify", path).output
        #expect(spaces.contains("in the report:  \(row) \\u{20}\n"), "\(spaces)")
        #expect(spaces.contains("expected:       \(row)\n"), "\(spaces)")
        // The line for programs is longer than what is shown of a line.
        try root.folder.write(
            report.replacingOccurrences(of: "\"laterThanClock\": 0", with: "\"laterThanClock\": 0.5"),
            to: "reports/bg_freshness_2026-04-26.md")
        #expect(try root.run("verify", path).exitCode == 2)
        try root.folder.write(
            report.replacingOccurrences(of: "\"laterThanClock\": 0}", with: "\"laterThanClock\":  0}"),
            to: "reports/bg_freshness_2026-04-26.md")
        let late = try root.run("verify", path).output
        #expect(late.contains("in the report:  …") && late.contains("expected:       …"), "\(late)")
        #expect(
            late.contains("\"laterThanClock\":  0} -->\n") && late.contains("\"laterThanClock\": 0} -->\n"), "\(late)")
    }

    @Test func `a report is not verified by other thresholds or other data`() throws {
        let root = try Root.real { $0 < "2026-04-27" }
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)
        let path = root.folder.path + "/reports/bg_freshness_2026-04-26.md"
        try root.folder.write(
            Root.thresholds().replacingOccurrences(of: "\"p90Hours\": 72", with: "\"p90Hours\": 300"),
            to: "metrics/slo.json")
        #expect(try root.run("verify", path).exitCode == 1)
        try root.folder.write(Root.thresholds(), to: "metrics/slo.json")
        #expect(try root.run("verify", path).exitCode == 0)
    }

    @Test(arguments: ["2026-04-22T10:00:00Z", "2026-04-22T10:30:15Z", "2026-04-22T10:30:15.250Z"])
    func `a report of a week that was not over is verified up to its own cut-off`(_ cutOff: String) throws {
        let root = try Root.real()
        #expect(try root.run("report", "--week", "2026-W17", "--as-of", cutOff).exitCode == 0)
        #expect(try root.run("verify", root.folder.path + "/reports/bg_freshness_2026-04-22.md").exitCode == 0)
    }

    @Test func `a file that is not a report is refused, and without a store nothing is verified`() throws {
        let root = try Root.real()
        let none = try root.run("verify", root.folder.path + "/metrics/slo.json")
        #expect(none.exitCode == 4 && none.error.contains("there is no store"))
        #expect(try root.run("ingest").exitCode == 0)
        let other = try root.run("verify", root.folder.path + "/metrics/slo.json")
        #expect(other.exitCode == 2 && other.error.contains("is not a report of this program"))
        #expect(try root.run("verify", root.folder.path + "/nowhere.md").exitCode == 2)
    }

    // MARK: A damaged store

    @Test func `an undamaged store passes the check, and a damaged one is reported and replaced`() throws {
        let root = try Root.real()
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)
        let report = try root.report("2026-04-26")
        #expect(try root.run("check").exitCode == 0)
        // Bytes of the second half are nulled: pages and their pointers are gone, the header stands.
        let url = root.folder.url.appendingPathComponent(".freshness/runs.sqlite")
        var bytes = try Data(contentsOf: url)
        bytes.resetBytes(in: bytes.count / 2..<bytes.count)
        try bytes.write(to: url)
        let check = try root.run("check")
        #expect(check.exitCode == 4 && check.error.contains("freshness rebuild"))
        let rebuild = try root.run("rebuild", "--yes")
        #expect(rebuild.exitCode == 0)
        #expect(rebuild.output.hasPrefix("21 files read"))
        #expect(try root.run("check").exitCode == 0)
        try FileManager.default.removeItem(atPath: root.folder.path + "/reports")
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)
        #expect(try root.report("2026-04-26") == report)
    }

    @Test func `what would be lost is counted`() throws {
        let root = try Root.real()
        #expect(try root.run("ingest").exitCode == 0)
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/2026-04-13.json")
        let asked = try root.run("rebuild")
        // Each of the real fleet's files holds 42 exports.
        #expect(asked.exitCode == 2 && asked.error.contains("42 exports") && asked.error.contains("1 file"))
        #expect(asked.error.contains("--yes"))
        let run = try root.run("rebuild", "--yes")
        #expect(run.exitCode == 0 && run.error == "freshness: 42 exports are lost: only the old store had them\n")
        try root.folder.write("not a database", to: ".freshness/runs.sqlite")
        #expect(try root.run("rebuild").exitCode == 2)
        let unreadable = try root.run("rebuild", "--yes")
        #expect(unreadable.exitCode == 0 && unreadable.error.contains("the old store could not be read"))
        #expect(try root.folder.text(of: ".freshness/runs.sqlite.damaged") == "not a database")
    }

    @Test func `rebuild changes neither another program's database nor a store without its exports`() throws {
        let root = try Root.real()
        #expect(try root.run("ingest").exitCode == 0)
        let names = try root.folder.names(in: "metrics/bg_runs")
        for name in names { try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/bg_runs/" + name) }
        let run = try root.run("rebuild")
        #expect(run.exitCode == 4 && run.error.contains("there is no export to rebuild the store from"))
        #expect(try root.run("report", "--week", "2026-W17").exitCode == 0)

        let other = try Root.real()
        try other.folder.write("", to: ".freshness/runs.sqlite")
        let sql =
            "import sqlite3,sys;c=sqlite3.connect(sys.argv[1]);c.execute('create table customers(name)');c.commit()"
        let made = try ProgramRun(ofTool: ["python3", "-c", sql, other.folder.path + "/.freshness/runs.sqlite"])
        try #require(made.exitCode == 0)
        let refused = try other.run("rebuild")
        #expect(refused.exitCode == 4 && refused.error.contains("a database of another program"))
    }

    @Test func `the exports of a file that can no longer be read stay`() throws {
        let root = try Root.real { $0 < "2026-04-27" }
        let before = try root.stats("2026-W17")
        // Root may read whatever its permissions say; a folder in its place is no file for anybody.
        let path = root.folder.path + "/metrics/bg_runs/2026-04-26.json"
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let after = try root.stats("2026-W17")
        for key in ["current.all.devices", "current.all.p50Hours", "current.all.p90Hours"] {
            #expect(after.double(key) == before.double(key), "\(key)")
        }
        #expect((after["input.unusableFiles"] as? [Any])?.count == 1)
        // What stood in it may be in it again.
        #expect(after.int("input.exportsInNoFile") == 0)
    }

    @Test(arguments: [".", "metrics/..", "/"])
    func `nothing is written beside the thresholds' folder`(_ folder: String) throws {
        let root = try Root.real()
        let state = folder == "/" ? "/" : root.folder.path + "/" + folder
        let run = try root.run("ingest", "--state", state)
        #expect(run.exitCode == 2 && run.error.contains("contains the folder of the thresholds"))
    }

    @Test func `a store that was emptied is not called sound`() throws {
        let root = try Root.real { $0 < "2026-04-27" }
        #expect(try root.run("ingest").exitCode == 0)
        #expect(try root.run("check").exitCode == 0)
        for log in ["", "-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: root.folder.path + "/.freshness/runs.sqlite" + log)
        }
        try root.folder.write("", to: ".freshness/runs.sqlite")
        // Of its silence a backup would make a copy, over the one that is good.
        let emptied = try root.run("check")
        #expect(emptied.exitCode == 3 && emptied.output.isEmpty)
        #expect(emptied.error.hasSuffix("/.freshness/runs.sqlite is empty: no file was read into it yet\n"))
    }
}
