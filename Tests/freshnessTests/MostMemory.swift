import Foundation
import TestSupport
import Testing

/// A run of the program, and the most memory that it took.
struct MostMemory {
    var run: ProgramRun
    /// In bytes.
    var bytes: Int

    /// Runs the program under python3, which the system tells of its child.
    init(of arguments: [String]) throws {
        let script = """
            import resource, subprocess, sys
            code = subprocess.call(sys.argv[1:], env={})
            most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
            print("most memory:", most * (1024 if sys.platform == "linux" else 1))
            sys.exit(code)
            """
        run = try BuiltProgram.run(through: ["python3", "-c", script], arguments)
        let most = try #require(run.output.firstMatch(of: /most memory: (\d+)/), "\(run.error)")
        bytes = Int(most.1) ?? .max
    }
}
