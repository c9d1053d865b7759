import Foundation
import TestSupport
import Testing

/// Tools that watch a program from outside: `strace` and `valgrind`, which `make test` installs.
enum Tools {
    #if os(Linux)
    /// Where they are missing on Linux, tests fail rather than hold nothing.
    static let areHere = true
    #else
    static let areHere = false
    #endif

    static let absence: Comment = "strace and valgrind are tools of Linux"

    /// Starts a tool that leaves files named `trace`, followed by anything, in a folder, and gives what stands in them.
    static func trace(_ command: (_ file: String) -> [String]) throws -> [String] {
        let folder = try TemporaryFolder()
        let run = try ProgramRun(ofTool: command(folder.path + "/trace"))
        let files = try folder.names(in: "").map { try folder.text(of: $0) }
        try #require(
            run.exitCode == 0,
            """
            \(command("FILE").joined(separator: " ")) ended with \(run.exitCode).
            Where a tool is missing: scripts/install-libraries binutils strace valgrind
            \(run.error)\(files.joined())
            """)
        return files
    }
}
