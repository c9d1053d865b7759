import Foundation
import TestSupport
import Testing

/// The programs of `Tests/Reference`, written from the definitions alone by somebody who had not seen this program.
enum Reference {
    /// Runs one of them, by its name and its arguments, and gives what it prints.
    static func run(_ arguments: [String]) throws -> String {
        let output = try TemporaryFolder()
        try output.write("", to: "output")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["python3", Repository.path + "/Tests/Reference/" + arguments[0]] + arguments.dropFirst()
        let handle = try FileHandle(forWritingTo: output.url.appendingPathComponent("output"))
        process.standardOutput = handle
        try process.run()
        process.waitUntilExit()
        try handle.close()
        try #require(process.terminationStatus == 0, "python3 is needed for the reference")
        return try output.text(of: "output")
    }
}
