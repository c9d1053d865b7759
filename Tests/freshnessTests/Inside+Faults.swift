import Foundation
import TestSupport
import Testing

extension Inside {
    /// The environment for a run in which a call fails.
    ///
    /// - Parameters:
    ///   - call: `open`, `read`, `write`, `sync`, `rename`, or `statement` for one of SQLite's.
    ///   - part: of the path of the files on which it fails.
    ///   - place: from which byte on reading fails.
    ///   - first: the number of the first call on such a file that fails.
    static func failing(
        _ call: String, on part: String, with reason: Int32 = EIO, from place: Int = 0, first: Int = 1
    ) throws -> [String: String] {
        try environment([
            "FAIL_CALL": call, "FAIL_PATH": part, "FAIL_WITH": "\(reason)", "FAIL_FROM": "\(place)",
            "FAIL_AT": "\(first)",
        ])
    }

    /// A number that the library tells when a run ends: `changes`, `reads` or `opens`.
    static func told(_ what: String, by run: ProgramRun) throws -> Int {
        let numbers = run.error.matches(of: /(\w+) (\d+)\n/).filter { $0.1 == what }
        return try #require(numbers.last.flatMap { Int($0.2) }, "\(run.error)")
    }
}

extension Process {
    /// Whether it has ended, within the time that a test waits for what may never happen.
    func endsInTime() -> Bool {
        for _ in 0..<800 where isRunning { usleep(25_000) }
        return !isRunning
    }

    /// Waits until it has stopped itself.
    func waitUntilStopped() throws {
        let state = { (try? String(contentsOfFile: "/proc/\(self.processIdentifier)/stat", encoding: .utf8)) ?? "" }
        for _ in 0..<1_200 where isRunning && !state().contains(") T ") { usleep(25_000) }
        try #require(state().contains(") T "), "it did not stop")
    }
}
