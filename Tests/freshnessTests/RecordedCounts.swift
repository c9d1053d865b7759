import Foundation
import TestSupport

/// Counts as they were when they were last looked at, in `Fixtures/counts.txt`.
enum RecordedCounts {
    private static let file = URL(fileURLWithPath: Repository.path + "/Tests/freshnessTests/Fixtures/counts.txt")
    /// Tests of several situations run at once, and each may record its own.
    private static let lock = NSLock()

    /// Sentences for the counts that are no longer what they were; none where they are.
    ///
    /// With `FRESHNESS_RECORD=1` in the environment the counts are recorded instead.
    static func differences(of counts: [String: Int], in situation: String) throws -> [String] {
        try lock.withLock {
            var recorded = try read()
            if ProcessInfo.processInfo.environment["FRESHNESS_RECORD"] == "1" {
                recorded["system"] = system
                for (name, count) in counts { recorded["\(situation): \(name)"] = "\(count)" }
                try write(recorded)
                return []
            }
            return counts.sorted { $0.key < $1.key }.compactMap { name, count in
                difference("\(situation): \(name)", count, recorded)
            }
        }
    }

    private static func difference(_ name: String, _ count: Int, _ recorded: [String: String]) -> String? {
        guard let was = recorded[name].flatMap({ Int($0) }) else {
            return "\(name): is \(count), and not recorded yet: FRESHNESS_RECORD=1 make test"
        }
        let isAtHome = recorded["system"] == system
        // Elsewhere the libraries are of other versions, and what is their own cost differs.
        let tolerance = isAtHome ? 0.1 : 0.5
        let change = Double(count) / Double(was) - 1
        guard abs(change) > tolerance else { return nil }
        return """
            \(name): was \(was), is \(count), \(String(format: "%+.1f", 100 * change)) %. \
            \(change > 0 ? "Look for the cause, or, if it is worth it" : "It got better: so that it stays"), \
            record it: FRESHNESS_RECORD=1 make test\
            \(isAtHome ? "" : " (recorded on \(recorded["system"] ?? "nothing known"), and this is \(system))")
            """
    }

    private static func read() throws -> [String: String] {
        var recorded: [String: String] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            guard let end = line.range(of: " = ") else { continue }
            recorded[String(line[..<end.lowerBound])] = String(line[end.upperBound...])
        }
        return recorded
    }

    private static func write(_ recorded: [String: String]) throws {
        let lines = recorded.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
        let heading = "# See CountsTests.swift. To write it anew: FRESHNESS_RECORD=1 make test"
        try Data(([heading] + lines).joined(separator: "\n").appending("\n").utf8).write(to: file)
    }

    /// The distribution and the processor: by them the libraries are of much the same versions, and code of one kind.
    private static let system: String = {
        let release = (try? String(contentsOfFile: "/etc/os-release", encoding: .utf8)) ?? ""
        let values = ["ID", "VERSION_ID"].map { name in
            let line = release.split(separator: "\n").first { $0.hasPrefix(name + "=") }
            return line.map { $0.dropFirst(name.count + 1).filter { $0 != "\"" } } ?? "unknown"
        }
        #if arch(x86_64)
        let processor = "x86_64"
        #elseif arch(arm64)
        let processor = "arm64"
        #else
        let processor = "another processor"
        #endif
        return (values + [processor]).joined(separator: " ")
    }()
}
