import Foundation
import TestSupport
import Testing

/// Help that nobody reads to its end, as `freshness help | head -1` does, is no failure.
@Suite struct ClosedPipeTests {
    /// Runs the program with a pipe as its output that nobody has open for reading, and prints its exit code.
    private static let script = """
        import os, subprocess, sys
        reader, writer = os.pipe()
        os.close(reader)
        print(subprocess.run(sys.argv[1:], stdout=writer).returncode)
        """

    @Test(arguments: [
        ["help"], ["--help"], ["-h"], ["help", "report"], ["help", "help"], ["report", "--help"], ["stats", "-h"],
        ["--version"], ["version"],
    ]) func `help and version into a closed pipe succeed`(_ call: [String]) throws {
        let run = try ProgramRun(ofTool: ["python3", "-c", Self.script, BuiltProgram.url.path] + call)
        #expect(run.output == "0\n", "\(run.error)")
    }

    /// Figures are what is asked for: whoever does not get them is told so.
    @Test func `figures into a closed pipe are an error`() throws {
        let root = try Root.real()
        let call = ["stats", "--week", "2026-W17", "--root", root.path]
        let run = try ProgramRun(ofTool: ["python3", "-c", Self.script, BuiltProgram.url.path] + call)
        #expect(run.output == "4\n", "\(run.error)")
    }
}
