import Foundation
import TestSupport
import Testing

/// Standard streams that are closed, full or read by nobody.
@Suite struct StreamTests {
    /// Runs the program behind a shell's redirections.
    private func run(_ arguments: [String], _ redirection: String, _ root: Root) throws -> Int32 {
        try BuiltProgram.run(inShell: "\"$0\" \"$@\" \(redirection)", arguments + ["--root", root.folder.path]).exitCode
    }

    /// The lock is the first file that is opened, and would be the one that a closed stream's text went into.
    private func holdsOnlyProcess(_ root: Root) throws -> Bool {
        let text = try root.folder.text(of: ".freshness/lock")
        return text.hasSuffix("\n") && Int(text.dropLast()) != nil
    }

    @Test(arguments: [">&-", ">&- 2>&-", "<&- >&- 2>&-", ">/dev/full"])
    func `figures that cannot be printed give exit code 4, and nothing else is written to`(
        _ redirection: String
    ) throws {
        let root = try Root.real()
        #expect(try run(["stats", "--week", "2026-W17"], redirection, root) == 4)
        #expect(try run(["ingest"], redirection, root) == 4)
        #expect(try holdsOnlyProcess(root))
    }

    @Test(arguments: [">&-", ">/dev/full", "| true"])
    func `a report is written even if nobody reads its path`(_ redirection: String) throws {
        let root = try Root.real()
        #expect(try run(["report", "--week", "2026-W17"], redirection, root) == 0)
        #expect(try root.report("2026-04-26").hasPrefix("# ⚠"))
        #expect(try holdsOnlyProcess(root))
    }

    @Test func `a message is one line, whatever is in a path`() throws {
        let run = try BuiltProgram.run(["ingest", "--root", "/nowhere/a\nb\u{1B}[31m"])
        #expect(run.exitCode == 2)
        #expect(run.error.filter { $0 == "\n" }.count == 1 && !run.error.contains("\u{1B}"))
    }

    #if os(Linux)
    @Test func `on a terminal it shows progress and leaves a clean line`() throws {
        let root = try Root.real()
        // script(1) gives its child a terminal and passes on what is written there.
        let streams = try TemporaryFolder()
        try streams.write("", to: "terminal")
        let handle = try FileHandle(forWritingTo: streams.url.appendingPathComponent("terminal"))
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "script", "-qec", "\(BuiltProgram.url.path) report --week 2026-W17 --root \(root.folder.path)", "/dev/null",
        ]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = handle
        try process.run()
        process.waitUntilExit()
        try handle.close()
        let seen = try streams.text(of: "terminal")
        #expect(seen.contains("reading 21 files: "))
        let cleared = try #require(seen.range(of: "\r\u{1B}[K", options: .backwards))
        #expect(seen[cleared.upperBound...].hasPrefix(root.folder.path))
    }
    #endif
}
