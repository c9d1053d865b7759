import Foundation
import TestSupport
import Testing

/// Disks that are full, folders that cannot be written, limits on the size of a file: one sentence with the path and the
/// reason, the old report as it was, and the right one as soon as it can be written.
@Suite struct FullDiskTests {
    // MARK: A full disk

    /// From no room at all to room for all; what a run needs is between.
    static let pages = [0, 1, 2, 4, 9, 17, 33, 60, 90, 120, 150, 200, 250, 300, 400, 2_000]

    @Test(.enabled(if: Mounted.isAllowed, Mounted.refusal), arguments: [Situation.cold, .nightly])
    func `a disk too small for the store is reported, and with room the next run gives the same report`(
        _ situation: Situation
    ) throws {
        let undisturbed = try Undisturbed(situation)
        var full = 0
        var done = 0
        for pages in Self.pages {
            let disk = try Mounted.disk()
            let root = try Root(like: undisturbed.root, on: disk)
            try disk.fill(leaving: pages)
            let run = try root.run("report", "--week", "2026-W39")
            if run.exitCode == 0 {
                done += 1
                #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report)
            } else {
                full += 1
                // In the system's words, in SQLite's, or, of its map of the log, as what to see to.
                let reasons = ["No space left on device", "disk is full", "check the space on the disk"]
                let reason = reasons.first { run.error.contains($0) } ?? reasons[0]
                try undisturbed.expectRefused(run, in: root, reason, "\(pages) pages left")
            }
            try disk.empty()
            try undisturbed.expectNext(in: root, "after \(pages) pages were left")
        }
        #expect(full >= 5 && done >= 1, "\(full) too small, \(done) large enough")
    }

    @Test(.enabled(if: Mounted.isAllowed, Mounted.refusal), arguments: [0, 1])
    func `a disk too small for only the report is reported, and the old report stays`(_ pages: Int) throws {
        let undisturbed = try Undisturbed(.nightly)
        let disk = try Mounted.disk()
        let reports = try Root(like: undisturbed.root, on: disk)
        try disk.fill(leaving: pages)
        let root = try Root(like: undisturbed.root)
        #expect(try root.run("ingest").exitCode == 0)
        let report = {
            try reports.run("report", "--week", "2026-W39", "--state", root.folder.path + "/.freshness")
        }
        try undisturbed.expectRefused(
            try report(), in: reports, path: reports.path + "/reports/" + Undisturbed.name,
            "No space left on device", "\(pages) pages left")
        try disk.empty()
        #expect(try report().exitCode == 0)
        #expect(try reports.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report)
        #expect(try reports.folder.names(in: "reports") == [Undisturbed.name])
    }

    // MARK: A limit on the size of files

    @Test(
        .enabled(if: Sanitizer.running != "thread", "the thread sanitizer's own memory is under that limit"),
        arguments: [Situation.cold, .nightly])
    func `a limit on the size of files is reported and does not kill the program`(_ situation: Situation) throws {
        let undisturbed = try Undisturbed(situation)
        var limited = 0
        for blocks in [0, 1, 8, 64, 128, 256, 512, 1_024, 1_500, 65_536] {
            let root = try Root(like: undisturbed.root)
            let run = try self.run(Undisturbed.week + ["--root", root.path], blocks: blocks)
            if run.exitCode != 0 {
                limited += 1
                try undisturbed.expectRefused(run, in: root, "ulimit -f", "\(blocks) blocks")
            }
            try undisturbed.expectNext(in: root, "after a limit of \(blocks) blocks")
        }
        #expect(limited >= 4 && limited <= 9)
    }

    /// Runs the program with a limit in blocks of 512 bytes. What it prints is no file, or it would be limited too.
    private func run(_ arguments: [String], blocks: Int) throws -> ProgramRun {
        let script = "{ (ulimit -f \(blocks) && exec \"$0\" \"$@\") 2>&1; echo code $?; } | cat"
        let run = try BuiltProgram.run(inShell: script, arguments, environment: ["PATH": "/usr/bin:/bin"])
        let code = try #require(run.output.firstMatch(of: /code (\d+)\n$/), "\(run.output)")
        return ProgramRun(
            exitCode: Int32(code.1) ?? -1, output: "", error: String(run.output[..<code.range.lowerBound]))
    }

    // MARK: Folders and what is in them

    @Test(.enabled(if: Mounted.isAllowed, Mounted.refusal))
    func `a read-only folder of reports is reported, and the old report stays`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let mounted = try Mounted.readOnly(root.folder.path + "/reports")
        let run = try BuiltProgram.run(
            through: mounted.entrance, Undisturbed.week + ["--root", root.path, "--reports", mounted.path])
        try undisturbed.expectRefused(
            run, in: root, path: mounted.path + "/" + Undisturbed.name, "Read-only file system", "read-only")
        try undisturbed.expectNext(in: root, "writable again")
    }

    @Test(.enabled(if: Mounted.isAllowed, Mounted.refusal))
    func `a read-only state folder is reported`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let mounted = try Mounted.readOnly(root.folder.path + "/.freshness")
        let run = try BuiltProgram.run(
            through: mounted.entrance, Undisturbed.week + ["--root", root.path, "--state", mounted.path])
        try undisturbed.expectRefused(run, in: root, path: mounted.path, "Read-only file system", "read-only")
        try undisturbed.expectNext(in: root, "writable again")
    }

    /// What somebody may have put where the report goes.
    enum Obstacle: String, CaseIterable {
        case folder, link, dangling, pipe

        func make(at path: String, to target: String) throws {
            let files = FileManager.default
            switch self {
            case .folder: try files.createDirectory(atPath: path, withIntermediateDirectories: false)
            case .link: try files.createSymbolicLink(atPath: path, withDestinationPath: target)
            case .dangling: try files.createSymbolicLink(atPath: path, withDestinationPath: target + "-nowhere")
            case .pipe: try #require(mkfifo(path, 0o600) == 0)
            }
        }

        var words: String {
            switch self {
            case .folder: "a folder is there"
            case .link, .dangling: "a link is there"
            case .pipe: "something that is not a file is there"
            }
        }
    }

    @Test(arguments: Obstacle.allCases)
    func `something other than a file at the report's path is reported and not changed`(_ obstacle: Obstacle) throws {
        let undisturbed = try Undisturbed(.cold)
        let root = try Root(like: undisturbed.root)
        try root.folder.write("somebody's", to: "elsewhere")
        try root.folder.write("", to: "reports/.keep")
        let path = root.folder.path + "/reports/" + Undisturbed.name
        try obstacle.make(at: path, to: root.folder.path + "/elsewhere")
        let before = try FileManager.default.attributesOfItem(atPath: path)
        let run = try root.run("report", "--week", "2026-W39")
        #expect(run.exitCode == 4 && run.output.isEmpty)
        #expect(
            run.error
                == "freshness: \(path) cannot be written: \(obstacle.words); move it, or name another folder with --reports\n"
        )
        let after = try FileManager.default.attributesOfItem(atPath: path)
        #expect(after[.systemFileNumber] as? Int == before[.systemFileNumber] as? Int)
        #expect(try root.folder.text(of: "elsewhere") == "somebody's")
        #expect(try root.folder.names(in: "") == [".freshness", "elsewhere", "metrics", "reports"])
        #expect(try root.folder.names(in: "reports") == [".keep", Undisturbed.name])
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.removeItem(atPath: root.folder.path + "/reports/.keep")
        try undisturbed.expectNext(in: root, "out of the way")
    }
}
