package import Foundation

/// What a run of a program left behind.
package struct ProgramRun: Sendable {
    package var exitCode: Int32
    package var output: String
    package var error: String

    package init(exitCode: Int32, output: String, error: String) {
        (self.exitCode, self.output, self.error) = (exitCode, output, error)
    }
}

/// Starts the program that was built, as its user would.
package enum BuiltProgram {
    /// Whether `FRESHNESS_PROGRAM` names the program, as `make test` does with the release binary.
    package static var isNamed: Bool { ProcessInfo.processInfo.environment["FRESHNESS_PROGRAM"] != nil }

    /// The program: the one that `FRESHNESS_PROGRAM` names, which `make test` sets to the release binary, else the one
    /// that was built together with the tests.
    package static var url: URL {
        if let path = ProcessInfo.processInfo.environment["FRESHNESS_PROGRAM"] { return URL(fileURLWithPath: path) }
        return besideTests("freshness")
    }

    /// What was built together with the tests, by its name.
    package static func besideTests(_ name: String) -> URL {
        URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent(name)
    }

    /// Runs the program and waits for its end. The environment is empty, as under cron, but for what is given.
    package static func run(
        _ arguments: [String], in folder: String = "/", environment: [String: String] = [:],
        meanwhile: (Process) throws -> Void = { _ in }
    ) throws -> ProgramRun {
        try ProgramRun(of: url, arguments, in: folder, environment: environment, meanwhile: meanwhile)
    }

    /// Runs the program through a tool that starts it.
    package static func run(through tool: [String], _ arguments: [String]) throws -> ProgramRun {
        try ProgramRun(ofTool: tool + [url.path] + arguments)
    }

    /// Runs the program as a shell does: `"$0" "$@"` is the call, and what is written around it is up to the test.
    package static func run(
        inShell script: String, _ arguments: [String], environment: [String: String] = [:]
    ) throws -> ProgramRun {
        try ProgramRun(
            of: URL(fileURLWithPath: "/bin/sh"), ["-c", script, url.path] + arguments, environment: environment)
    }
}

extension ProgramRun {
    /// Runs a program and waits for its end. Without an environment it has the tests' own.
    ///
    /// - Parameter meanwhile: what is done while it runs.
    package init(
        of program: URL, _ arguments: [String], in folder: String = "/", environment: [String: String]? = nil,
        meanwhile: (Process) throws -> Void = { _ in }
    ) throws {
        let process = Process()
        process.executableURL = program
        process.arguments = arguments
        if let environment { process.environment = environment }
        process.currentDirectoryURL = URL(fileURLWithPath: folder)
        process.standardInput = FileHandle.nullDevice
        // Into files: a pipe that nobody empties in time would stop the program for ever.
        let streams = try TemporaryFolder()
        let output = try Self.open("output", in: streams)
        let error = try Self.open("error", in: streams)
        process.standardOutput = output
        process.standardError = error
        try Self.withSignalsAsUsual { try process.run() }
        try meanwhile(process)
        process.waitUntilExit()
        try output.close()
        try error.close()
        self.init(
            exitCode: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
            output: try streams.text(of: "output"), error: try streams.text(of: "error"))
    }

    /// A program inherits which signals are ignored and blocked. Some that start tests (Python is one) ignore these two,
    /// and the threads that run tests block them: then it would not show whether the program takes care of them itself.
    private static func withSignalsAsUsual(_ body: () throws -> Void) rethrows {
        signal(SIGXFSZ, SIG_DFL)
        signal(SIGPIPE, SIG_DFL)
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGXFSZ, SIGPIPE] { sigaddset(&usual, number) }
        var before = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &usual, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try body()
    }

    /// Runs a program that is found on the `PATH`; the `PATH` is all of its environment.
    package init(ofTool arguments: [String]) throws {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        try self.init(of: URL(fileURLWithPath: "/usr/bin/env"), arguments, environment: ["PATH": path])
    }

    private static func open(_ name: String, in folder: TemporaryFolder) throws -> FileHandle {
        try folder.write("", to: name)
        return try FileHandle(forWritingTo: folder.url.appendingPathComponent(name))
    }
}
