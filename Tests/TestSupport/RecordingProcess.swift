import Foundation

/// A process of its own that records runs, as an app or its extension does, and that may be killed.
package final class RecordingProcess {
    private let process = Process()
    private let calls = Pipe()
    private let answers = Pipe()
    private var unread: [UInt8] = []

    static var url: URL { BuiltProgram.besideTests("RecordingProcess") }

    package init() throws {
        process.executableURL = Self.url
        process.standardInput = calls
        process.standardOutput = answers
        try process.run()
    }

    deinit { kill() }

    /// Asks for one call, and gives the answer: `ok`, a number, a text, or `error` and why.
    @discardableResult package func answer(to call: RecorderCall) throws -> String {
        try calls.fileHandleForWriting.write(contentsOf: JSONEncoder().encode(call) + Data("\n".utf8))
        return line()
    }

    /// The next line of its output; empty where it has ended.
    private func line() -> String {
        while true {
            if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeFirst(end + 1) }
                return String(decoding: unread[..<end], as: UTF8.self)
            }
            let more = answers.fileHandleForReading.availableData
            if more.isEmpty { return "" }
            unread += more
        }
    }

    /// Ends it in the middle of what it does, as the system does, and waits until it is gone.
    package func kill() {
        if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
    }
}
