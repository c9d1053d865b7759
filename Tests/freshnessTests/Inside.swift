import Foundation
import TestSupport
import Testing

/// The library that acts from inside the program: see `Fixtures/inside.c`.
enum Inside {
    #if os(Linux)
    private static let isLinux = true
    #else
    private static let isLinux = false
    #endif

    static let works = isLinux && Sanitizer.running == nil

    static let absence: Comment = """
        the library that acts inside the program is loaded as Linux does it, and a sanitizer wants to be the first
        """

    /// The library, built once.
    static var library: String {
        get throws { try built.get() }
    }

    private static let folder = Result { try TemporaryFolder() }
    private static let built = Result {
        let library = try folder.get().path + "/inside.so"
        let source = Repository.path + "/Tests/freshnessTests/Fixtures/inside.c"
        let build = try ProgramRun(
            ofTool: ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"])
        try #require(build.exitCode == 0, "\(build.error)")
        atexit { try? FileManager.default.removeItem(atPath: (try? Inside.folder.get().path) ?? "") }
        return library
    }

    /// The environment for a run that the library acts in.
    static func environment(_ more: [String: String]) throws -> [String: String] {
        more.merging(["LD_PRELOAD": try library]) { own, _ in own }
    }

    /// A run that is held up at a call, with the files by which it says so and is let on.
    struct Held {
        let environment: [String: String]
        private let ready: String
        private let go: String

        init(in call: String, of root: Root) throws {
            // Only beneath the state may the program write.
            ready = root.folder.path + "/.freshness/ready"
            go = root.folder.path + "/go"
            environment = try Inside.environment(["HOLD_IN": call, "TELL_READY": ready, "WAIT_FOR": go])
        }

        /// Waits until the run has come to the call.
        func wait() throws {
            for _ in 0..<1_200 where access(ready, F_OK) != 0 { usleep(25_000) }
            try #require(access(ready, F_OK) == 0)
            try FileManager.default.removeItem(atPath: ready)
        }

        func letOn() throws { try Data().write(to: URL(fileURLWithPath: go)) }
    }
}

/// The sanitizer that the tests and the program beside them were built with: `make sanitize` names it.
enum Sanitizer {
    static let running = ProcessInfo.processInfo.environment["FRESHNESS_SANITIZER"]
}
