import Foundation
import TestSupport
import Testing

/// Exports later than the clock: one of the two clocks is wrong.
@Suite struct LaterThanClockTests {
    private static let sentence =
        "2 exports are dated more than a day after now: either those devices' clocks or this machine's is wrong"

    @Test func `ingest, the report and the JSON say how many there are, and the report can be verified later`() throws {
        let root = try Root()
        try root.export(
            export(device: "a", exportedAt: monday + hour, ranAt: monday)
                + export(device: "b", exportedAt: monday + 5 * day, ranAt: monday)
                + export(device: "c", exportedAt: monday + 50 * day, ranAt: monday))
        let now = ["--now", "2026-09-22T12:00:00Z"]
        let ingest = try BuiltProgram.run(["ingest", "--root", root.path] + now)
        #expect(ingest.exitCode == 0 && ingest.error == "freshness: \(Self.sentence)\n", "\(ingest)")
        let report = try BuiltProgram.run(["report", "--week", "current", "--root", root.path] + now)
        #expect(report.exitCode == 0, "\(report)")
        #expect(try root.report("2026-09-22").contains("\n- \(Self.sentence).\n"))
        #expect(try root.stats("2026-W39", "--now", now[1]).int("input.laterThanClock") == 2)
        // By the machine's clock, which is another.
        #expect(try root.run("verify", root.path + "/reports/bg_freshness_2026-09-22.md").exitCode == 0)
        // What is said of a week that is over does not move with the clock.
        let over = ["--week", "2026-W38", "--root", root.path]
        _ = try BuiltProgram.run(["report"] + over + now)
        let early = try root.report("2026-09-20")
        _ = try BuiltProgram.run(["report"] + over + ["--now", "2026-12-01T00:00:00Z"])
        #expect(try root.report("2026-09-20") == early && !early.contains("more than a day after now"))
        #expect(try root.stats("2026-W38", "--now", now[1]).int("input.laterThanClock") == 2)
        // By now the clocks agree.
        #expect(try root.stats("2026-W39", "--now", "2026-12-01T00:00:00Z").int("input.laterThanClock") == 0)
        let later = try BuiltProgram.run(["ingest", "--root", root.path, "--now", "2026-12-01T00:00:00Z"])
        #expect(later.error.isEmpty, "\(later)")
    }
}
