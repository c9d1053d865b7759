import TestSupport
import Testing

/// Weeks and days begin by the clocks of the zone that the thresholds name, and not by those of Greenwich.
@Suite struct DefaultWeekTests {
    struct Moment: CustomTestStringConvertible {
        var zone: String
        var now: String
        /// What the clocks there show.
        var testDescription: String
        /// The week that yesterday lies in, the one before the current one, and the current one.
        var week: String
        var last: String
        var current: String
    }

    static let moments = [
        Moment(
            zone: "Europe/Amsterdam", now: "2026-09-27T22:30:00Z", testDescription: "Amsterdam, Monday 00:30",
            week: "2026-W39", last: "2026-W39", current: "2026-W40"),
        Moment(
            zone: "Europe/Amsterdam", now: "2026-09-27T21:30:00Z", testDescription: "Amsterdam, Sunday 23:30",
            week: "2026-W39", last: "2026-W38", current: "2026-W39"),
        Moment(
            zone: "Europe/Amsterdam", now: "2026-09-28T21:30:00Z", testDescription: "Amsterdam, Monday 23:30",
            week: "2026-W39", last: "2026-W39", current: "2026-W40"),
        Moment(
            zone: "Europe/Amsterdam", now: "2026-09-28T22:30:00Z", testDescription: "Amsterdam, Tuesday 00:30",
            week: "2026-W40", last: "2026-W39", current: "2026-W40"),
        Moment(
            zone: "America/Los_Angeles", now: "2026-09-28T06:30:00Z", testDescription: "Los Angeles, Sunday 23:30",
            week: "2026-W39", last: "2026-W38", current: "2026-W39"),
        Moment(
            zone: "America/Los_Angeles", now: "2026-09-29T06:30:00Z", testDescription: "Los Angeles, Monday 23:30",
            week: "2026-W39", last: "2026-W39", current: "2026-W40"),
        Moment(
            zone: "Pacific/Kiritimati", now: "2026-09-27T10:30:00Z", testDescription: "Kiritimati, Monday 00:30",
            week: "2026-W39", last: "2026-W39", current: "2026-W40"),
        Moment(
            zone: "Pacific/Kiritimati", now: "2026-09-28T10:30:00Z", testDescription: "Kiritimati, Tuesday 00:30",
            week: "2026-W40", last: "2026-W39", current: "2026-W40"),
        // The Sunday before has 23 hours, in October 25.
        Moment(
            zone: "Europe/Amsterdam", now: "2026-03-29T22:30:00Z", testDescription: "Amsterdam in spring, Monday 00:30",
            week: "2026-W13", last: "2026-W13", current: "2026-W14"),
        Moment(
            zone: "Europe/Amsterdam", now: "2026-10-25T23:30:00Z", testDescription: "Amsterdam in autumn, Monday 00:30",
            week: "2026-W43", last: "2026-W43", current: "2026-W44"),
        // Week 53 of 2026 ends on 2027-01-03.
        Moment(
            zone: "Asia/Tokyo", now: "2027-01-03T15:30:00Z", testDescription: "Tokyo, the year's first Monday 00:30",
            week: "2026-W53", last: "2026-W53", current: "2027-W01"),
        Moment(
            zone: "Asia/Tokyo", now: "2027-01-04T15:30:00Z", testDescription: "Tokyo, the year's first Tuesday 00:30",
            week: "2027-W01", last: "2026-W53", current: "2027-W01"),
    ]

    @Test(arguments: moments) func `the default week is chosen in local time`(_ row: Moment) throws {
        let root = try Root(zone: row.zone)
        let week = { (more: [String]) in
            let call = ["stats", "--format", "json", "--now", row.now, "--root", root.path] + more
            return try Object(parsing: try BuiltProgram.run(call).output)
        }
        #expect(try week([]).string("week") == row.week)
        #expect(try week(["--week", "last"]).string("week") == row.last)
        #expect(try week(["--week", "current"]).string("week") == row.current)
        // The current week is not over, the one before it is.
        #expect(try week([]).bool("window.complete") == (row.week != row.current))
        #expect(try week(["--week", "last"]).bool("window.complete") == true)
        #expect(try week(["--week", "current"]).bool("window.complete") == false)
    }

    @Test func `where exports ended weeks ago, the week is that of yesterday and no old one that was met`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + 2 * day, ranAt: monday + 2 * day - hour))
        // Wednesday of 2026-W42: the last week with exports is three weeks back.
        let run = try root.run("report", "--check", "--now", "2026-10-14T04:30:00Z")
        #expect(run.exitCode == 3, "\(run)")
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_2026-10-14.md"])
        #expect(run.output.contains("2026-W42") && !run.output.contains("2026-W39"), "\(run)")
        // Of the week that ended last the report comes first, once.
        let (first, second) = (try Root(), "2026-09-30T04:30:00Z")
        try first.export(export(exportedAt: monday + 2 * day, ranAt: monday + 2 * day - hour))
        #expect(try first.run("report", "--now", second).output.contains("2026-W39: met"))
        #expect(try first.run("report", "--now", second).output.contains("2026-W40"))
    }

    @Test func `the report on a Monday after midnight is of the whole week before, dated by its Sunday`() throws {
        let root = try Root(zone: "Europe/Amsterdam")
        // A quarter to midnight on Sunday there.
        try root.export(export(exportedAt: monday + 7 * day - 9_000, ranAt: monday + 7 * day - 9_000 - 6 * hour))
        let run = try root.run("report", "--now", "2026-09-27T22:30:00Z")
        #expect(run.exitCode == 0, "\(run.error)")
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_2026-09-27.md"])
        #expect(try root.report("2026-09-27").hasPrefix("# Background freshness 2026-W39\n"))
    }
}
