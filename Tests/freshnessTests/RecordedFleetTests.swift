import Foundation
import TestSupport
import Testing

/// From `RunRecorder` in the app to the figures of `freshness stats`: what a simulated fleet recorded, with processes that
/// were killed and clocks that were set, gives the figures that the simulation knows to be true.
@Suite struct RecordedFleetTests {
    @Test(arguments: UInt64(1)...3) func `a recorded fleet gives its true figures`(_ seed: UInt64) throws {
        let fleet = try RecordedFleet(devices: 36, seed: seed)
        let root = try Root()
        for day in 0..<RecordedFleet.days {
            let lines = fleet.devices.flatMap(\.exports).filter { $0.day == day }.map(\.line)
            try root.export(lines.joined(separator: "\n"), to: "day-\(day).ndjson")
        }
        let stats = try root.stats("2026-W39")
        let week: Int64 = 7 * 86_400_000
        let starts = [("baseline", RecordedFleet.start), ("current", RecordedFleet.start + week)]
        for (name, start) in starts {
            let readings = fleet.devices.compactMap { fleet.reading($0, from: start, to: start + week) }
            try #require(readings.count > 30)
            expect(Object(stats["\(name).all"] as? [String: Any] ?? [:]), RecordedFleet.Figures(readings), name)
            let buckets = stats.buckets(name)
            let expected = Dictionary(grouping: readings, by: \.bucket)
            #expect(Set(buckets.keys) == Set(expected.keys))
            for (bucket, figures) in buckets {
                expect(figures, RecordedFleet.Figures(expected[bucket] ?? []), "\(name) \(bucket)")
            }
            guard name == "current" else { continue }
            #expect(causes(stats) == causes(readings))
            let delays = readings.flatMap(\.delays).sorted()
            #expect(stats.int("scheduleDelay.runs") == delays.count && delays.count > 100)
            #expect(milliseconds(stats, "scheduleDelay.p50Hours") == nearestRank(delays, 50))
            #expect(milliseconds(stats, "scheduleDelay.p90Hours") == nearestRank(delays, 90))
        }
        #expect(stats.int("input.runs") == fleet.devices.reduce(0) { $0 + fleet.known($1).count })
        #expect(stats.int("input.conflicts") == fleet.conflicts)
        let refused = (stats["input.refused"] as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
        #expect(refused == fleet.refused)
        #expect((stats["input.setAside"] as? [Any])?.isEmpty == true)
        #expect((stats["input.unknownFields"] as? [Any])?.isEmpty == true)
        // Or the fleet has led too quiet a life.
        let runs = fleet.devices.flatMap(\.runs)
        #expect(fleet.kills > 10 && fleet.conflicts > 5 && fleet.refused > 5)
        #expect(runs.count { $0.outcome == "killed" } > 50 && runs.count { $0.outcome == "success" } > 300)
    }

    private func expect(_ actual: Object, _ expected: RecordedFleet.Figures, _ place: String) {
        #expect(actual.int("devices") == expected.devices, "\(place)")
        #expect(milliseconds(actual, "p50Hours") == expected.p50, "\(place)")
        #expect(milliseconds(actual, "p90Hours") == expected.p90, "\(place)")
        #expect(share(actual, "runRate", of: expected.devices) == expected.ranInDay, "\(place)")
        #expect(share(actual, "successRate", of: expected.known) == expected.successes, "\(place)")
        #expect(actual.int("brokenDevices") == expected.broken, "\(place)")
    }

    private func milliseconds(_ object: Object, _ path: String) -> Int64? {
        object.double(path).map { Int64(($0 * 3_600_000).rounded()) }
    }

    private func share(_ object: Object, _ path: String, of whole: Int) -> Int {
        Int(((object.double(path) ?? 0) * Double(whole)).rounded())
    }

    /// How many stale devices have each cause, with the latest run's outcome where they ran.
    private func causes(_ readings: [RecordedFleet.Reading]) -> [String: Int] {
        let stale = readings.filter { ($0.staleness ?? .max) >= 72 * 3_600_000 }
        return Dictionary(grouping: stale, by: \.cause).mapValues(\.count)
    }

    private func causes(_ stats: Object) -> [String: Int] {
        var counts: [String: Int] = [:]
        for row in stats["stale.causes"] as? [[String: Any]] ?? [] {
            let outcome = (row["outcome"] as? String).map { ": \($0)" } ?? ""
            counts["\(row["cause"] as? String ?? "")\(outcome)"] = row["devices"] as? Int
        }
        return counts
    }
}
