import Foundation
import TestSupport
import Testing

/// What a call is told in a folder in which something is not set up yet.
@Suite struct SetUpTests {
    private let folder: TemporaryFolder
    private var root: String { folder.path + "/my root" }

    init() throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
    }

    private func report() throws -> ProgramRun {
        try BuiltProgram.run(["report", "--week", "2026-W39", "--root", root])
    }

    /// Runs what stands between backticks in a message, as its reader would.
    private func runCommands(of message: String) throws {
        let parts = message.split(separator: "`", omittingEmptySubsequences: false)
        for index in parts.indices where index % 2 == 1 {
            let run = try ProgramRun(ofTool: ["sh", "-c", String(parts[index])])
            try #require(run.exitCode == 0, "\(parts[index]): \(run.error)")
        }
    }

    @Test func `a root without metrics names the commands that set it up, and they do`() throws {
        let run = try report()
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.error.hasPrefix("freshness: \(root) has no folder metrics; "), "\(run)")
        #expect(run.error.filter { $0 == "\n" }.count == 1)
        #expect(try folder.names(in: "my root").isEmpty)
        try runCommands(of: run.error)
        let empty = try report()
        #expect(
            empty.exitCode == 3
                && empty.output.hasSuffix("no data. The folder of exports is empty. No data is not good news\n"))
    }

    @Test func `missing thresholds are named with what to put there`() throws {
        try FileManager.default.createDirectory(atPath: root + "/metrics/bg_runs", withIntermediateDirectories: true)
        let run = try report()
        #expect(run.exitCode == 2)
        #expect(
            run.error.hasPrefix("freshness: there is no \(root)/metrics/slo.json, which must hold the thresholds; "))
        try runCommands(of: run.error)
        #expect(try report().exitCode == 3)
    }

    @Test func `a missing folder of exports is named with the command that makes it`() throws {
        try folder.write(Root.thresholds(), to: "my root/metrics/slo.json")
        let run = try report()
        #expect(run.exitCode == 4 && run.error.contains("\(root)/metrics/bg_runs cannot be read"), "\(run)")
        #expect(try folder.names(in: "my root") == ["metrics"])
        try runCommands(of: run.error)
        #expect(try report().exitCode == 3)
        let ingest = try BuiltProgram.run(["ingest", "--root", root])
        #expect(
            ingest.exitCode == 3 && ingest.error.contains("/metrics/bg_runs is empty; put exports there"), "\(ingest)")
    }

    @Test func `advice carries the places of the call, as words of a shell`() throws {
        try folder.write(Root.thresholds(), to: "my root/metrics/slo.json")
        let run = try BuiltProgram.run(["device", "--root", root, "--state", "it's", "--", "x"], in: folder.path)
        #expect(run.exitCode == 4)
        let check = try BuiltProgram.run(["check", "--root", root, "--state", "it's"], in: folder.path)
        #expect(
            check.error.hasSuffix("; read the exports first: freshness ingest --root '\(root)' --state 'it'\\''s'\n"))
    }
}
