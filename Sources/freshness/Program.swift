import CPlatform
import Foundation
import Report

/// The program: from its arguments to its exit code.
@main
enum Program {
    static func main() {
        freshness_keep_large_arrays_apart()
        // A reader that has gone away is noticed by the write that fails, not by being killed in the middle of one.
        signal(SIGPIPE, SIG_IGN)
        // So is a limit on the size of files.
        signal(SIGXFSZ, SIG_IGN)
        // A stream that is closed would be the number of the next file that is opened, and that file be written into.
        for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) == -1 {
            _ = open("/dev/null", O_RDONLY)
        }
        exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
    }

    static func run(_ arguments: [String]) -> ExitCode {
        do throws(Problem) {
            let code = try call(arguments)
            if Output.isBroken { throw Problem.cannotRun("standard output cannot be written", "check where it goes") }
            return code
        } catch {
            Output.error("freshness: \(oneLine(error.sentence))\n")
            return error.code
        }
    }

    private static func call(_ arguments: [String]) throws(Problem) -> ExitCode {
        guard let first = arguments.first else {
            throw .usage("no command is given", "write one of \(Command.all.map(\.name).joined(separator: ", "))")
        }
        let rest = Array(arguments.dropFirst())
        switch first {
        case "--version", "version":
            Output.result("freshness \(Help.version)\n")
            // Whoever closes the pipe has read enough.
            Output.forgive()
        case "--help", "-h", "help":
            guard rest.count <= 1 else { throw .usage("help takes at most one command", "see `freshness help`") }
            Output.result(try Help.text(of: rest.first { $0 != "help" }) + "\n")
            Output.forgive()
        default:
            let command = try Command.named(first)
            let options = try Options(rest, of: command)
            if options.wantsHelp {
                Output.result(command.help + "\n")
                Output.forgive()
            } else {
                do throws(Problem) {
                    return try command.run(options)
                } catch {
                    throw error.inPlaces(of: options)
                }
            }
        }
        return .done
    }
}
