import Foundation
import Records
import Stats
import Testing

/// An unfinished week, and the same part of the week before in local time.
@Suite struct PartialWindowTests {
    struct Row: CustomTestStringConvertible {
        var zone: String
        var week: (Int, Int)
        var cutOff: Instant
        var start: Instant
        var baselineStart: Instant
        var baselineEnd: Instant
        var lastDay: String
        var days: Int
        var testDescription: String { "\(zone) up to \(lastDay)" }

        init(
            _ zone: String, _ week: (Int, Int), cutOff: (String, String), start: (String, String),
            baseline: ((String, String), (String, String)), lastDay: String, days: Int
        ) {
            self.zone = zone
            self.week = week
            self.cutOff = local(cutOff.0, cutOff.1)
            self.start = local(start.0, start.1)
            baselineStart = local(baseline.0.0, baseline.0.1)
            baselineEnd = local(baseline.1.0, baseline.1.1)
            self.lastDay = lastDay
            self.days = days
        }
    }

    /// Offsets by a calendar: `TZ=Europe/Amsterdam date -d '2026-03-30 12:00' +%z`.
    static let rows = [
        Row(
            "UTC", (2026, 39), cutOff: ("2026-09-24T00:00:00", "Z"), start: ("2026-09-21T00:00:00", "Z"),
            baseline: (("2026-09-14T00:00:00", "Z"), ("2026-09-17T00:00:00", "Z")), lastDay: "2026-09-23", days: 3),
        // One millisecond into Thursday: the window includes that day, and three days are over.
        Row(
            "UTC", (2026, 39), cutOff: ("2026-09-24T00:00:00.001", "Z"), start: ("2026-09-21T00:00:00", "Z"),
            baseline: (("2026-09-14T00:00:00", "Z"), ("2026-09-17T00:00:00.001", "Z")), lastDay: "2026-09-24",
            days: 3),
        // One millisecond of the week, and all of it but one.
        Row(
            "UTC", (2026, 39), cutOff: ("2026-09-21T00:00:00.001", "Z"), start: ("2026-09-21T00:00:00", "Z"),
            baseline: (("2026-09-14T00:00:00", "Z"), ("2026-09-14T00:00:00.001", "Z")), lastDay: "2026-09-21",
            days: 0),
        Row(
            "UTC", (2026, 39), cutOff: ("2026-09-27T23:59:59.999", "Z"), start: ("2026-09-21T00:00:00", "Z"),
            baseline: (("2026-09-14T00:00:00", "Z"), ("2026-09-20T23:59:59.999", "Z")), lastDay: "2026-09-27",
            days: 6),
        // The baseline is in the year before: 2027-W01 begins on 2027-01-04.
        Row(
            "UTC", (2027, 1), cutOff: ("2027-01-06T12:34:56.789", "Z"), start: ("2027-01-04T00:00:00", "Z"),
            baseline: (("2026-12-28T00:00:00", "Z"), ("2026-12-30T12:34:56.789", "Z")), lastDay: "2027-01-06",
            days: 2),
        // The clocks went forward on Sunday 2026-03-29: the same local time is an hour less before.
        Row(
            "Europe/Amsterdam", (2026, 14), cutOff: ("2026-04-01T12:00:00", "+02:00"),
            start: ("2026-03-30T00:00:00", "+02:00"),
            baseline: (("2026-03-23T00:00:00", "+01:00"), ("2026-03-25T12:00:00", "+01:00")), lastDay: "2026-04-01",
            days: 2),
        // The clock change is in this week's part, not in the week before's.
        Row(
            "Europe/Amsterdam", (2026, 13), cutOff: ("2026-03-29T12:00:00", "+02:00"),
            start: ("2026-03-23T00:00:00", "+01:00"),
            baseline: (("2026-03-16T00:00:00", "+01:00"), ("2026-03-22T12:00:00", "+01:00")), lastDay: "2026-03-29",
            days: 6),
        // The other way round.
        Row(
            "Europe/Amsterdam", (2026, 14), cutOff: ("2026-04-05T12:00:00", "+02:00"),
            start: ("2026-03-30T00:00:00", "+02:00"),
            baseline: (("2026-03-23T00:00:00", "+01:00"), ("2026-03-29T12:00:00", "+02:00")), lastDay: "2026-04-05",
            days: 6),
        Row(
            "America/New_York", (2026, 45), cutOff: ("2026-11-03T09:30:00", "-05:00"),
            start: ("2026-11-02T00:00:00", "-05:00"),
            baseline: (("2026-10-26T00:00:00", "-04:00"), ("2026-10-27T09:30:00", "-04:00")), lastDay: "2026-11-03",
            days: 1),
        Row(
            "Pacific/Auckland", (2026, 40), cutOff: ("2026-10-02T18:00:00", "+13:00"),
            start: ("2026-09-28T00:00:00", "+13:00"),
            baseline: (("2026-09-21T00:00:00", "+12:00"), ("2026-09-25T18:00:00", "+12:00")), lastDay: "2026-10-02",
            days: 4),
        // Monday 2021-03-22 begins at 01:00.
        Row(
            "Asia/Tehran", (2021, 13), cutOff: ("2021-03-30T12:00:00", "+04:30"),
            start: ("2021-03-29T00:00:00", "+04:30"),
            baseline: (("2021-03-22T01:00:00", "+04:30"), ("2021-03-23T12:00:00", "+04:30")), lastDay: "2021-03-30",
            days: 1),
        Row(
            "Asia/Tehran", (2021, 12), cutOff: ("2021-03-22T01:00:00.001", "+04:30"),
            start: ("2021-03-22T01:00:00", "+04:30"),
            baseline: (("2021-03-15T00:00:00", "+03:30"), ("2021-03-15T01:00:00.001", "+03:30")),
            lastDay: "2021-03-22", days: 0),
    ]

    @Test(arguments: rows)
    func `a window ends at its cut-off`(_ row: Row) {
        let window = Window(week(row.week.0, row.week.1), upTo: row.cutOff, in: zone(row.zone))
        #expect(window.start == row.start)
        #expect(window.end == row.cutOff)
        #expect(!window.isComplete)
        #expect(!window.contains(row.cutOff))
        #expect(window.contains(row.cutOff.advanced(by: -1)))
    }

    @Test(arguments: rows)
    func `the baseline is the same range of the week before`(_ row: Row) {
        let baseline = Window(week(row.week.0, row.week.1), upTo: row.cutOff, in: zone(row.zone)).baseline
        #expect(baseline.week == week(row.week.0, row.week.1).previous)
        #expect(baseline.start == row.baselineStart)
        #expect(baseline.end == row.baselineEnd)
        #expect(!baseline.isComplete)
    }

    @Test(arguments: rows)
    func `a report is dated by the last day in its window`(_ row: Row) {
        let window = Window(week(row.week.0, row.week.1), upTo: row.cutOff, in: zone(row.zone))
        #expect(window.lastDay == row.lastDay)
    }

    @Test(arguments: rows)
    func `a day counts once it is over in local time, and all seven only with the week`(_ row: Row) {
        #expect(Window(week(row.week.0, row.week.1), upTo: row.cutOff, in: zone(row.zone)).wholeDays == row.days)
        #expect(Window(week(row.week.0, row.week.1), in: zone(row.zone)).wholeDays == 7)
    }

    @Test func `a cut-off after the week changes nothing`() {
        let window = Window(week(2026, 39), upTo: utc("2026-10-05T00:00:00"), in: .gmt)
        #expect(window == week39)
        #expect(window.isComplete)
        #expect(Window(week(2026, 39), upTo: utc("2026-09-28T00:00:00"), in: .gmt) == week39)
        #expect(window.lastDay == "2026-09-27")
    }

    @Test(
        arguments: [
            // The last day of a whole week is its Sunday, in every zone.
            ("UTC", (2026, 39), "2026-09-27"), ("Europe/Amsterdam", (2026, 13), "2026-03-29"),
            ("Europe/Amsterdam", (2026, 43), "2026-10-25"), ("Pacific/Auckland", (2026, 39), "2026-09-27"),
            ("Asia/Tehran", (2021, 11), "2021-03-21"), ("Asia/Tehran", (2020, 38), "2020-09-20"),
            ("Pacific/Kiritimati", (2026, 53), "2027-01-03"), ("Pacific/Pago_Pago", (2026, 53), "2027-01-03"),
        ] as [(String, (Int, Int), String)])
    func `a whole week is dated by its Sunday`(_ name: String, _ number: (Int, Int), _ sunday: String) {
        #expect(Window(week(number.0, number.1), in: zone(name)).lastDay == sunday)
    }

    @Test func `a cut-off in an hour that the week before skipped keeps the baseline within that week`() {
        // Monday 2021-03-22 had no 00:30 in Tehran, and Sunday 2026-03-29 no 02:30 in Amsterdam.
        let tehran = Window(
            week(2021, 13), upTo: local("2021-03-29T00:30:00", "+04:30"),
            in: zone("Asia/Tehran")
        ).baseline
        #expect(tehran.end >= tehran.start)
        #expect(tehran.end <= local("2021-03-22T01:30:00", "+04:30"))
        let amsterdam = Window(
            week(2026, 14), upTo: local("2026-04-05T02:30:00", "+02:00"),
            in: zone("Europe/Amsterdam")
        ).baseline
        #expect(amsterdam.end >= local("2026-03-29T01:30:00", "+01:00"))
        #expect(amsterdam.end <= local("2026-03-29T03:30:00", "+02:00"))
    }
}
