import Foundation
import TestSupport

/// A night of the table in `docs/nights.md`: what happened, and how the program ends.
struct NightRow: Sendable {
    /// For a reader of the table.
    var happened: String
    /// What `report --check` ends with, by the definitions.
    var exitCode: Int32
    /// What must be in its first sentence, or in the one on partial data.
    var says: [String] = []
    /// Brings exports, and runs the nights before.
    var before: @Sendable (Nights) throws -> Void
    var night = "2026-09-28"
    var more: [String] = []

    /// A case of a single step.
    init(_ happened: String, _ name: String, exitCode: Int32, says: [String] = [], night: String = "2026-09-28") {
        self.init(happened, exitCode: exitCode, says: says, night: night) { try $0.bring(name, step: 1) }
    }

    init(
        _ happened: String, exitCode: Int32, says: [String] = [], night: String = "2026-09-28", more: [String] = [],
        _ before: @escaping @Sendable (Nights) throws -> Void
    ) {
        (self.happened, self.exitCode, self.says) = (happened, exitCode, says)
        (self.night, self.more, self.before) = (night, more, before)
    }

    /// Lets it happen. Returns the exit code, and the message, or the first sentence of the report and why its data are
    /// partial where they are.
    func outcome() throws -> (exitCode: Int32, sentence: String) {
        let nights = try Nights("", step: nil)
        try before(nights)
        let root = nights.root.path
        let more = more.map { $0.replacingOccurrences(of: "ROOT", with: root) }
        let run = try BuiltProgram.run(
            ["report", "--check", "--now", Nights.time(night), "--root", root] + more)
        var sentence = run.error.split(separator: "\n").first.map(String.init) ?? ""
        if let path = run.output.split(separator: "\n").first {
            let report = try String(contentsOfFile: String(path), encoding: .utf8)
            let night = Night(run: run, report: report, file: "", verdict: "")
            sentence = [night.opening, night.partial].compactMap(\.self).joined(separator: " ")
        }
        return (run.exitCode, Self.plain(sentence, root))
    }

    /// On one line of a table, and without the folder that is another one each time.
    private static func plain(_ sentence: String, _ root: String) -> String {
        sentence.replacingOccurrences(of: root, with: "ROOT").replacing(/\s+/, with: " ")
            .replacingOccurrences(of: "|", with: "\\|")
    }
}

extension Nights {
    /// Brings the exports of a case of `more_nights.py`, which stands beside the other one.
    func bringMore(_ name: String, step: Int = 1) throws {
        let script = Repository.path + "/Tests/freshnessTests/Fixtures/nights/more_nights.py"
        // Without a folder of compiled modules beside the sources.
        let made = try ProgramRun(ofTool: ["python3", "-B", script, name, root.path, "\(step)"])
        guard made.exitCode == 0 else { throw NotMade(name: name, error: made.error) }
    }

    /// One night after the other.
    func nights(_ days: ClosedRange<Int>) throws {
        for day in days { _ = try night("2026-09-\(day)") }
    }

    struct NotMade: Error {
        var name: String
        var error: String
    }
}
