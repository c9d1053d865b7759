package import Foundation

/// What a run of a program left behind.
package struct ProgramRun: Sendable {
    package var exitCode: Int32
    package var output: String
    package var error: String
}

/// Starts the program that was built, as its user would.
package enum BuiltProgram {
    /// The program: the one that `FRESHNESS_PROGRAM` names, which `make test` sets to the release binary, else the one
    /// that was built together with the tests.
    package static var url: URL {
        if let path = ProcessInfo.processInfo.environment["FRESHNESS_PROGRAM"] { return URL(fileURLWithPath: path) }
        return URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("freshness")
    }

    /// Runs the program and waits for its end. The environment is empty, as under cron, but for what is given.
    package static func run(
        _ arguments: [String], in folder: String = "/", environment: [String: String] = [:]
    ) throws -> ProgramRun {
        let process = Process()
        process.executableURL = url
        process.arguments = arguments
        process.environment = environment
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        // Into files: a pipe that nobody empties in time would stop the program for ever.
        let streams = try TemporaryFolder()
        let output = try open("output", in: streams)
        let error = try open("error", in: streams)
        process.standardOutput = output
        process.standardError = error
        try process.run()
        process.waitUntilExit()
        try output.close()
        try error.close()
        return ProgramRun(
            exitCode: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: try streams.text(of: "output"), error: try streams.text(of: "error"))
    }

    private static func open(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
        try folder.write("", to: name)
        return try FileHandle(forWritingTo: folder.url.appendingPathComponent(name))
    }
}
