import Foundation
import TestSupport
import Testing

/// Random fleets, and what `knowledge.py` says of how much is known of them: intervals, noise, silence, causes, mix, days,
/// weeks and device-time.
@Suite struct KnowledgeTests {
    @Test(arguments: 200...215) func `a random fleet's evidence equals the reference's`(_ seed: Int) throws {
        let root = try TemporaryFolder()
        let metrics = root.path + "/metrics"
        let call = try Object(parsing: Reference.run(["shapes.py", metrics, "--seed", "\(seed)"]))
        var options = ["--week", try #require(call.string("week"))]
        for (name, key) in [("--as-of", "asOf"), ("--app", "app"), ("--task", "task")] {
            if let value = call.string(key) { options += [name, value] }
        }
        let expected = try Object(parsing: Reference.run(["knowledge.py", metrics] + options))
        let run = try BuiltProgram.run(
            ["stats", "--format", "json", "--root", root.path, "--now", "2027-06-01T00:00:00Z"] + options)
        let actual = try Object(parsing: run.output)

        for key in [
            "silent", "tooNew", "truncated", "stale", "days", "exposure", "baselineExposure", "scheduleDelay",
            "weeksMissed",
        ] {
            expectSame(actual[key], expected[key], key)
        }
        // The program says it in each row, and so of a cause for each outcome.
        let best = rows(expected["withoutCause"], by: "cause")
        let causes = actual["stale.causes"] as? [[String: Any]] ?? []
        #expect(Set(causes.compactMap { $0["cause"] as? String }) == Set(best.keys))
        for cause in causes { expectBest(cause, best[cause["cause"] as? String ?? ""]) }
        expectBest(actual["stale.withoutAny"] as? [String: Any], expected["withoutEveryCause"] as? [String: Any])
        // A change without a number has no interval; the rest of it is compared elsewhere.
        if expected["change"] != nil { expectSame(actual["change"], expected["change"], "change") }
        if expected["change"] == nil { #expect(actual.bool("change.withinNoise") == nil) }
        for week in ["current", "baseline"] where actual.int("\(week).all.devices") ?? 0 > 0 {
            expectIntervals(actual["\(week).all"], expected["intervals.\(week).all"], week)
            let (ours, theirs) = (
                rows(actual["\(week).buckets"], by: "bucket"), rows(expected["intervals.\(week).buckets"], by: "bucket")
            )
            #expect(Set(ours.keys) == Set(theirs.keys), "\(week)")
            for (name, bucket) in ours { expectIntervals(bucket, theirs[name], "\(week) \(name)") }
        }
        let (weeks, expectedWeeks) = (rows(actual["weeks"], by: "week"), rows(expected["weeks"], by: "week"))
        #expect(weeks.count == 8 && Set(weeks.keys) == Set(expectedWeeks.keys))
        for (name, week) in weeks {
            guard let other = expectedWeeks[name] else { continue }
            for key in ["devices", "p50Hours", "p50Never", "p90Hours", "p90Never"] {
                expectSame(week[key], other[key], "\(name) \(key)")
            }
            expectSame(week["p50Budget"], other["budgetP50"], "\(name) p50Budget")
            expectSame(week["p90Budget"], other["budgetP90"], "\(name) p90Budget")
        }
    }

    private func expectBest(_ actual: [String: Any]?, _ expected: [String: Any]?) {
        for key in ["p50", "p90"] {
            expectSame(actual?[key + "WithoutHours"], expected?[key + "Hours"], "\(key) without")
            expectSame(actual?[key + "WithoutNever"], expected?[key + "Never"], "\(key) without, never")
        }
    }

    private func expectIntervals(_ figures: Any?, _ intervals: Any?, _ place: String) {
        let (figures, intervals) = (figures as? [String: Any] ?? [:], intervals as? [String: Any] ?? [:])
        expectSame(figures["p50Interval"], intervals["p50"], place + " p50")
        expectSame(figures["p90Interval"], intervals["p90"], place + " p90")
    }

    private func rows(_ list: Any?, by key: String) -> [String: [String: Any]] {
        let rows = (list as? [[String: Any]] ?? []).compactMap { row in (row[key] as? String).map { ($0, row) } }
        return Dictionary(rows) { first, _ in first }
    }

    /// Everything that the reference says, number by number; the program may say more.
    private func expectSame(_ actual: Any?, _ expected: Any?, _ place: String) {
        switch (actual, expected) {
        case (let actual as [String: Any], let expected as [String: Any]):
            for (key, value) in expected { expectSame(actual[key], value, "\(place).\(key)") }
        case (let actual as [[String: Any]], let expected as [[String: Any]]):
            #expect(actual.count == expected.count, "\(place)")
            // Lists whose rows have a name of their own are compared by it, whatever their order.
            let sorted = [actual, expected].map { $0.sorted { name(of: $0) < name(of: $1) } }
            for (index, (ours, theirs)) in zip(sorted[0], sorted[1]).enumerated() {
                expectSame(ours, theirs, "\(place)[\(index)]")
            }
        case (let actual as [String], let expected as [String]):
            #expect(actual.sorted() == expected.sorted(), "\(place)")
        case (let actual as NSNumber, let expected as NSNumber):
            #expect(abs(actual.doubleValue - expected.doubleValue) < 6e-7, "\(place)")
        case (let actual as String, let expected as String):
            #expect(actual == expected, "\(place)")
        default:
            let isNothing = (actual == nil || actual is NSNull) && (expected == nil || expected is NSNull)
            #expect(isNothing, "\(place): \(String(describing: actual)) and \(String(describing: expected))")
        }
    }

    private func name(of row: [String: Any]) -> String {
        ["bucket", "cause", "outcome", "date"].map { row[$0] as? String ?? "" }.joined(separator: "|")
    }
}
