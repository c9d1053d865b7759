import Foundation
import TestSupport
import Testing

/// Random fleets over six weeks of whose data the truth is known: `Tests/Reference/data_fleets.py` makes them, and
/// `data_verdict.py` beside it reads the definitions without this program.
///
/// Many more of them, with the numbers that come out:
///
///     python3 Tests/Reference/data_fleets.py --fleets 50 --seed 1 --program .build/release/freshness
@Suite struct DataVerdictTests {
    /// A fleet, and what is known of it.
    private struct Fleet: Decodable {
        struct Week: Decodable {
            var data: String
            var partial: [Reason]
        }
        struct Reason: Decodable {
            var reason: String
            var value: Double?
            var limit: Double
        }

        var root: String
        /// The week of whose data something is missing, or the one after it.
        var judged: String
        var weeks: [String: Week]
    }

    @Test(
        arguments: [
            "removed", "absent", "no-zone", "texts", "object", "clones", "idle-clones", "new-ids", "other-ids",
        ], [1])
    func `if a fifth or more of a fleet is affected its data are partial`(_ kind: String, _ seed: Int) throws {
        let folder = try TemporaryFolder()
        for fleet in try Self.fleets(kind, seed, in: folder) {
            let said = try expectSame(fleet)
            #expect(said[fleet.judged] == "partial", "\(kind), \(fleet.judged): \(fleet.weeks)")
        }
    }

    @Test(arguments: ["none", "settled"], [1, 3]) func `the data of an undisturbed fleet are whole in every week`(
        _ kind: String, _ seed: Int
    ) throws {
        let folder = try TemporaryFolder()
        for fleet in try Self.fleets(kind, seed, in: folder) {
            let said = try expectSame(fleet)
            #expect(said.count == 6 && said.values.allSatisfy { $0 == "whole" }, "\(fleet.weeks)")
        }
    }

    private static func fleets(_ kind: String, _ seed: Int, in folder: TemporaryFolder) throws -> [Fleet] {
        let lines = try Reference.run([
            "data_fleets.py", "--kind", kind, "--fleets", "1", "--seed", "\(seed)", "--most", "40", "--jobs", "1",
            "--keep", folder.path,
        ]).split(separator: "\n")
        let fleets = try lines.map { try JSONDecoder().decode(Fleet.self, from: Data($0.utf8)) }
        try #require(!fleets.isEmpty)
        return fleets
    }

    /// Sees that the program says of each week what the definitions say. Returns its verdicts.
    private func expectSame(_ fleet: Fleet) throws -> [String: String] {
        var verdicts: [String: String] = [:]
        for (week, expected) in fleet.weeks {
            let run = try BuiltProgram.run([
                "stats", "--format", "json", "--week", week, "--now", "2026-10-05T00:00:00Z", "--root", fleet.root,
            ])
            let stats = try Object(parsing: run.output)
            verdicts[week] = stats.string("verdicts.data")
            #expect(verdicts[week] == expected.data, "\(week): \(run.error)")
            let reasons = try #require(stats["partial"] as? [[String: Any]], "\(week): \(run.error)")
            #expect(reasons.map { $0["reason"] as? String } == expected.partial.map(\.reason), "\(week)")
            for (told, reason) in zip(reasons, expected.partial) {
                for (name, number) in [("value", reason.value), ("limit", reason.limit)] {
                    let shown = (told[name] as? NSNumber)?.doubleValue
                    let isSame = shown == number || abs((shown ?? .nan) - (number ?? .nan)) < 1e-9
                    #expect(isSame, "\(week), \(reason.reason): \(name) is \(String(describing: shown))")
                }
            }
        }
        return verdicts
    }
}
