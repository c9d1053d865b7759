import TestSupport
import Testing

/// Runs that are a little later than the export that tells them: they count at its time, and stay the runs they are.
@Suite struct ClockAheadTests {
    private let exported = monday + 3 * day

    private func device(_ exports: (at: Int, history: String)...) throws -> Root {
        let root = try Root()
        let texts = exports.map {
            "{\"device\":\"d\",\"platform\":\"ios\",\"exportedAt\":\($0.at),\"history\":[\($0.history)]}\n"
        }
        try root.export(texts.joined())
        return root
    }

    @Test func `a run a minute ahead has staleness 0, and ran in the last 24 h`() throws {
        let root = try device((exported, "{\"at\":\(exported + 60),\"success\":true}"))
        let stats = try root.stats("2026-W39")
        #expect(stats.double("current.all.p50Hours") == 0)
        #expect(stats.double("current.all.runRate") == 1)
        #expect(stats.double("current.all.successRate") == 1)
    }

    @Test func `exported again a day later it is the same run`() throws {
        let history = "{\"at\":\(exported - hour),\"success\":true},{\"at\":\(exported + 60),\"success\":false}"
        let stats = try device((exported, history), (exported + day, history)).stats("2026-W39")
        #expect(stats.int("input.runs") == 2)
        #expect(stats.double("current.all.successRate") == 0.5)
        // The last success was an hour before the first export.
        #expect(stats.double("current.all.p50Hours") == 25)
    }

    @Test func `exported differently a day later it is one conflict, and the later value is used`() throws {
        let stats = try device(
            (exported, "{\"at\":\(exported + 30),\"success\":true}"),
            (exported + day, "{\"at\":\(exported + 30),\"success\":false}")
        ).stats("2026-W39")
        #expect(stats.int("input.runs") == 1 && stats.int("input.conflicts") == 1)
        #expect(stats.double("current.all.successRate") == 0)
        #expect(stats.bool("current.all.p50Never") == true)
    }

    @Test func `several runs ahead stay separate, and a success among them counts`() throws {
        let history = (1...3).map { "{\"at\":\(exported + 30 * $0),\"success\":\($0 < 3)}" }.joined(separator: ",")
        let stats = try device((exported, history)).stats("2026-W39")
        #expect(stats.int("input.runs") == 3 && stats.int("input.conflicts") == 0)
        #expect(stats.double("current.all.p50Hours") == 0)
        #expect(abs((stats.double("current.all.successRate") ?? 0) - 2.0 / 3) < 1e-12)
    }

    @Test func `a run that an export does not list does not count before its own time`() throws {
        // Told first by the export of the week after, a minute after the last one of this week.
        let sunday = monday + 7 * day - hour
        let stats = try device(
            (sunday, "{\"at\":\(sunday - 2 * hour),\"success\":true}"),
            (sunday + day, "{\"at\":\(sunday + 60),\"success\":true}")
        ).stats("2026-W39")
        #expect(stats.double("current.all.p50Hours") == 2)
    }

    @Test func `a run ahead across the end of a store's period is found`() throws {
        // The store keeps histories by 28 days from Monday 2014-12-29, and 2026-09-21 is 153 · 28 days later: a period
        // ends on Monday 2026-10-19 00:00, where 2026-W42 does.
        let end = monday + 28 * day
        let root = try device((end - 60, "{\"at\":\(end + 30),\"success\":true}"))
        #expect(try root.stats("2026-W42").double("current.all.p50Hours") == 0)
        try root.export(
            "{\"device\":\"d\",\"platform\":\"ios\",\"exportedAt\":\(end + day),\"history\":[{\"at\":\(end + 30),\"success\":true}]}",
            to: "later.json")
        #expect(try root.stats("2026-W42").double("current.all.p50Hours") == 0)
        // It counts when it was told first, 60 s before the end, and the later export was made 24 h after that.
        #expect(try root.stats("2026-W43").double("current.all.p50Hours") == Double(day + 60) / 3_600)
        #expect(try root.stats("2026-W43").int("input.runs") == 1)
    }
}
