import Foundation
import TestSupport
import Testing

/// The tools of valgrind: those that count, and the one that looks for errors.
///
/// Threads run one at a time under it, and the processor that it shows has no AVX-512. simdjson and the C library choose
/// their code by what the processor can do: so it is the same code, that for AVX2, that is counted on most machines.
enum Valgrind: String, CaseIterable {
    case callgrind, dhat

    /// The program as it is installed: an earlier valgrind stumbles over the compiler's debugging information.
    static func program(in folder: TemporaryFolder) throws -> String {
        let program = folder.path + "/freshness"
        let strip = try ProgramRun(ofTool: ["strip", "--strip-debug", "-o", program, BuiltProgram.url.path])
        try #require(strip.exitCode == 0, "\(strip.error)")
        return program
    }

    /// What memcheck has to say of a command: errors, and memory that nothing points to any more.
    static func errors(of command: [String]) throws -> ProgramRun {
        try ProgramRun(
            ofTool: [
                "valgrind", "--quiet", "--error-exitcode=99", "--track-origins=yes", "--leak-check=full",
                "--show-leak-kinds=definite", "--errors-for-leak-kinds=definite",
            ] + command)
    }

    func counts(of command: [String]) throws -> [String: Int] {
        let log = try Tools.trace { file in
            ["valgrind", "--tool=\(rawValue)", "--\(rawValue)-out-file=/dev/null", "--log-file=\(file)"] + command
        }.joined()
        switch self {
        case .callgrind:
            let collected = try #require(log.firstMatch(of: /Collected : (\d+)/), "\(log)")
            return ["instructions": Int(collected.1) ?? 0]
        case .dhat:
            let plain = log.replacing(",", with: "")
            let total = try #require(plain.firstMatch(of: /Total: +(\d+) bytes in (\d+) blocks/), "\(log)")
            return ["bytes allocated": Int(total.1) ?? 0, "allocations": Int(total.2) ?? 0]
        }
    }
}
