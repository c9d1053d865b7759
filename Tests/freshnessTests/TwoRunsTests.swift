import Foundation
import TestSupport
import Testing

/// Two at once on one store: they wait for each other or do not disturb each other.
@Suite struct TwoRunsTests {
    @Test(.enabled(if: Inside.works, Inside.absence))
    func `a second run waits up to its timeout, and says for which process`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        // Held where it gives the report its name: the store is written, the lock is held, no new report is there.
        let held = try Inside.Held(in: "rename", of: root)
        let first = try root.run("report", "--week", "2026-W39", environment: held.environment) { process in
            try held.wait()
            let second = try root.run("report", "--week", "2026-W39", "--wait", "1")
            #expect(second.exitCode == 4 && second.output.isEmpty)
            #expect(second.error.contains("another run (process \(process.processIdentifier)) has held"))
            undisturbed.expectWholeReport(in: root, "it waits in vain")
            let third = try root.run("report", "--week", "2026-W39", "--wait", "300") { _ in
                usleep(200_000)
                try held.letOn()
            }
            #expect(third.exitCode == 0 && third.error.isEmpty, "\(third.error)")
        }
        #expect(first.exitCode == 0 && first.error.isEmpty, "\(first.error)")
        #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report)
        try undisturbed.expectNext(in: root, "after both")
    }

    @Test(arguments: [Situation.cold, .nightly])
    func `two runs started at the same time both succeed, with the same bytes`(_ situation: Situation) throws {
        let undisturbed = try Undisturbed(situation)
        for number in 0..<10 {
            let root = try Root(like: undisturbed.root)
            var second: ProgramRun?
            let first = try root.run("report", "--week", "2026-W39") { _ in
                second = try root.run("report", "--week", "2026-W39")
            }
            for run in [first, second] {
                #expect(run?.exitCode == 0 && run?.error.isEmpty == true, "\(number): \(run?.error ?? "")")
            }
            #expect(first.output == second?.output)
            #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report)
            try undisturbed.expectNext(in: root, "pair \(number)")
        }
    }

    @Test func `a reader of the store does not stop the night, and the report is right`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        try {
            let reader = try Reader(root.folder.path + "/.freshness/runs.sqlite")
            let before = try reader.number("SELECT count(*) FROM contents")
            let run = try root.run("report", "--week", "2026-W39", "--wait", "0")
            #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
            #expect(try root.folder.bytes(of: "reports/" + Undisturbed.name) == undisturbed.report)
            // The reader sees what it saw, or it held nothing.
            #expect(try reader.number("SELECT count(*) FROM contents") == before)
            #expect(
                try Reader(root.folder.path + "/.freshness/runs.sqlite")
                    .number("SELECT count(*) FROM contents") == before + 1)
        }()
        try undisturbed.expectNext(in: root, "the reader has gone")
    }

    // MARK: stats --read-only

    /// What is said beside figures that are only read.
    private static let note = """
        freshness: these figures are from the store as the last run left it, without newer exports

        """

    private func figures(_ root: Root, _ more: String...) throws -> ProgramRun {
        try BuiltProgram.run(["stats", "--week", "2026-W39", "--root", root.folder.path] + more)
    }

    @Test(arguments: ["text", "json"])
    func `figures that are only read are the same`(_ format: String) throws {
        let root = try Situation.nothingNew.root(devices: 100)
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
        let written = try figures(root, "--format", format)
        let read = try figures(root, "--format", format, "--read-only")
        #expect(read.exitCode == 0 && read.error == Self.note, "\(read.error)")
        #expect(read.output == written.output && !read.output.isEmpty)
        #expect(try figures(root, "--format", format, "--read-only", "--quiet").error.isEmpty)
    }

    @Test func `figures are read while another run holds the lock`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let before = try figures(root, "--read-only").output
        let lock = open(root.folder.path + "/.freshness/lock", O_RDWR)
        defer { close(lock) }
        #expect(flock(lock, LOCK_EX) == 0)
        #expect(try figures(root, "--wait", "0").exitCode == 4)
        let read = try figures(root, "--read-only", "--wait", "0")
        #expect(read.exitCode == 0 && read.error == Self.note && read.output == before, "\(read.error)")
    }

    @Test func `figures are not read of a store whose last night is only in its log`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let reader = try Reader(root.folder.path + "/.freshness/runs.sqlite")
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
        let read = try figures(root, "--read-only", "--wait", "0")
        #expect(read.exitCode == 4 && read.output.isEmpty)
        #expect(read.error.contains("runs.sqlite has changes that are not committed: "))
        _ = try reader.number("SELECT 1")
    }

    @Test(.enabled(if: Mounted.isAllowed, Mounted.refusal))
    func `figures are read from a read-only root`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let expected = try figures(root, "--read-only").output
        let mounted = try Mounted.readOnly(root.folder.path)
        let figures = ["stats", "--week", "2026-W39", "--root", mounted.path]
        let read = try BuiltProgram.run(through: mounted.entrance, figures + ["--read-only"])
        #expect(read.exitCode == 0 && read.error == Self.note && read.output == expected, "\(read.error)")
        #expect(try BuiltProgram.run(through: mounted.entrance, figures).exitCode == 4)
    }

    @Test(.enabled(if: Tools.areHere && Sanitizer.running == nil, Tools.absence))
    func `reading figures opens nothing for writing and creates, renames, removes or locks nothing`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let root = try Root(like: undisturbed.root)
        let changes = { (more: [String]) in
            try Tools.trace { file in
                [
                    "strace", "-ff", "-s", "256", "-e",
                    "trace=%file,ftruncate,flock,fcntl,write,pwrite64,fallocate,fsync,fdatasync,mmap", "-o", file,
                    BuiltProgram.url.path, "stats", "--week", "2026-W39", "--root", root.folder.path,
                ] + more
            }.joined().split(separator: "\n").filter { line in
                line.contains(
                    /O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|F_SETLK|F_OFD_SETLK|^(?:f?truncate|flock|mkdir|rename|unlink|rmdir|link|symlink|mknod|fallocate|fsync|fdatasync|pwrite|utime|chmod|chown)|PROT_WRITE.*MAP_SHARED|^write\([^12]/
                )
            }
        }
        #expect(try changes(["--read-only"]) == [])
        // Or it is the trace that is not understood.
        #expect(try changes([]).contains { $0.hasPrefix("flock") })
    }
}
