import Foundation
import TestSupport
import Testing

/// Input that is made to take a night, a disk or the memory.
@Suite struct LargeInputTests {
    /// Runs the program under python3, which tells the most memory that it took, in megabytes.
    private func run(_ arguments: [String]) throws -> (run: ProgramRun, megabytes: Int) {
        let script = """
            import resource, subprocess, sys
            code = subprocess.call(sys.argv[1:], env={})
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print("most memory:", most // (1024 if sys.platform == "linux" else 1048576))
            sys.exit(code)
            """
        let run = try BuiltProgram.run(through: ["python3", "-c", script], arguments)
        let most = try #require(run.output.firstMatch(of: /most memory: (\d+)/), "\(run.error)")
        return (run, Int(most.1) ?? .max)
    }

    /// `FRESHNESS_FILES=100000` has all of them; it takes minutes to make them and to take them away again.
    private static let files = ProcessInfo.processInfo.environment["FRESHNESS_FILES"].flatMap { Int($0) } ?? 5_000

    @Test func `many small files are each counted, in bounded memory`() throws {
        let root = try Root()
        let folder = root.folder.path + "/metrics/bg_runs/"
        for number in 0..<Self.files {
            let text = export(device: "\(number)", exportedAt: monday + day + number % 1_000, ranAt: monday)
            try #require(FileManager.default.createFile(atPath: folder + "\(number).json", contents: Data(text.utf8)))
        }
        let (run, megabytes) = try run(["report", "--week", "2026-W39", "--root", root.folder.path])
        #expect(run.exitCode == 0, "\(run.error)")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("input.files") == Self.files && stats.int("current.all.devices") == Self.files)
        // Measured: 24 MB for 5,000 files, and 2 KB for each.
        #expect(megabytes < 100 + Self.files / 250, "\(megabytes) MB")
    }

    @Test func `10 GB of zeros in a gzip file are refused, and everything else is counted`() throws {
        let root = try Root.real()
        let expected = try root.stats("2026-W17")
        let script = """
            import gzip, sys
            member = gzip.compress(bytes(10 << 20), 9)
            open(sys.argv[1], 'wb').write(member * 1024)
            """
        let bomb = root.folder.path + "/metrics/bg_runs/zeros.json.gz"
        let made = try ProgramRun(ofTool: ["python3", "-c", script, bomb])
        try #require(made.exitCode == 0, "\(made.error)")
        let (run, megabytes) = try run(["report", "--week", "2026-W17", "--root", root.folder.path])
        #expect(run.exitCode == 0, "\(run.error)")
        #expect(megabytes < 100, "\(megabytes) MB")
        #expect(
            try root.report("2026-04-26").contains(
                "`zeros.json.gz`: gzip file that unpacks to more than 200 times its size"))
        let stats = try root.stats("2026-W17")
        for key in ["current.all.devices", "current.all.p50Hours", "current.all.p90Hours", "input.runs", "input.files"]
        {
            #expect(stats.double(key) == expected.double(key), "\(key)")
        }
        // It is not unpacked again in the next night.
        #expect(try root.run("ingest").output.hasPrefix("0 files read, 22 unchanged"))
    }
}
