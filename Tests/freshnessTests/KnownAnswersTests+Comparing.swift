import Foundation
import TestSupport
import Testing

extension KnownAnswersTests {
    /// `scripts/make_fleet.py OUT --devices 1000 --days 14 --seed 7`.
    static func madeFleet() throws -> Root {
        let root = try Root()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [
            "python3", Repository.path + "/scripts/make_fleet.py", root.folder.path + "/metrics/bg_runs",
            "--devices", "1000", "--days", "14", "--seed", "7",
        ]
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "python3 is needed to make the fleet")
        return root
    }

    /// Staleness over device-time: hours, and shares of the time over 24, 72 and 168 h.
    struct DeviceTime {
        var p50: Double
        var p90: Double
        var overP50: Double
        var overP90: Double
        var overBroken: Double
    }

    func expect(
        _ stats: Object, _ path: String, _ time: DeviceTime, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for (name, value) in [
            ("p50Hours", time.p50), ("p90Hours", time.p90), ("overP50", time.overP50), ("overP90", time.overP90),
            ("overBroken", time.overBroken),
        ] {
            #expect(isClose(stats.double("\(path).\(name)"), value), "\(path).\(name)", sourceLocation: sourceLocation)
        }
    }

    func expect(
        _ stats: Object, _ path: String, lower: Double, upper: Double,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(isClose(stats.double("\(path).lowerHours"), lower), "\(path)", sourceLocation: sourceLocation)
        #expect(isClose(stats.double("\(path).upperHours"), upper), "\(path)", sourceLocation: sourceLocation)
    }

    func expect(
        _ stats: Object, day: String, _ row: Row, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let days = stats["days"] as? [[String: Any]] ?? []
        let figures = Object(days.first { $0["date"] as? String == day } ?? [:])
        #expect(figures.int("devices") == row.devices, "\(row.group)", sourceLocation: sourceLocation)
        #expect(isClose(figures.double("p50Hours"), row.p50), "\(row.group) p50", sourceLocation: sourceLocation)
        #expect(isClose(figures.double("p90Hours"), row.p90), "\(row.group) p90", sourceLocation: sourceLocation)
        #expect(isClose(figures.double("runRate"), row.runRate), "\(row.group)", sourceLocation: sourceLocation)
    }

    /// How many devices are stale for each cause, whatever the outcome of their latest run.
    func causes(_ stats: Object) -> [String: Int] {
        var causes: [String: Int] = [:]
        for row in stats["stale.causes"] as? [[String: Any]] ?? [] {
            causes[row["cause"] as? String ?? "", default: 0] += row["devices"] as? Int ?? 0
        }
        return causes
    }

    func expect(_ stats: Object, _ path: String, _ row: Row, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(stats.int("\(path).devices") == row.devices, "\(row.group)", sourceLocation: sourceLocation)
        #expect(isClose(stats.double("\(path).p50Hours"), row.p50), "\(row.group) p50", sourceLocation: sourceLocation)
        #expect(isClose(stats.double("\(path).p90Hours"), row.p90), "\(row.group) p90", sourceLocation: sourceLocation)
        #expect(stats.bool("\(path).p50Never") == (row.p50 == nil), "\(row.group)", sourceLocation: sourceLocation)
        #expect(stats.bool("\(path).p90Never") == (row.p90 == nil), "\(row.group)", sourceLocation: sourceLocation)
        #expect(isClose(stats.double("\(path).runRate"), row.runRate), "\(row.group)", sourceLocation: sourceLocation)
        #expect(
            isClose(stats.double("\(path).brokenShare"), row.brokenShare), "\(row.group)",
            sourceLocation: sourceLocation)
    }

    func isClose(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 1e-5
    }
}
