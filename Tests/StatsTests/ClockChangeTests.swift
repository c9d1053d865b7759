import Foundation
import Records
import Stats
import Testing

/// Whole weeks in local time.
@Suite struct ClockChangeTests {
    struct Row: CustomTestStringConvertible {
        var zone: String
        var week: (Int, Int)
        var start: Int64
        var end: Int64
        var hours: Double
        var why: String
        var testDescription: String { "\(zone) \(week.0)-W\(week.1): \(why)" }

        init(_ zone: String, _ week: (Int, Int), _ start: Int64, _ end: Int64, hours: Double, _ why: String) {
            self.zone = zone
            self.week = week
            self.start = start
            self.end = end
            self.hours = hours
            self.why = why
        }
    }

    /// By Python's zoneinfo: the first minute u, in UTC, for which `u.astimezone(ZoneInfo(zone)).date()` is
    /// `date.fromisocalendar(year, week, 1)`, and the same for the next Monday.
    static let rows = [
        Row("UTC", (2026, 39), 1_789_948_800_000, 1_790_553_600_000, hours: 168, "no change"),
        Row("Europe/Amsterdam", (2026, 12), 1_773_615_600_000, 1_774_220_400_000, hours: 168, "no change"),
        Row("Europe/Amsterdam", (2026, 13), 1_774_220_400_000, 1_774_821_600_000, hours: 167, "spring, Sunday 02:00"),
        Row("Europe/Amsterdam", (2026, 43), 1_792_360_800_000, 1_792_969_200_000, hours: 169, "autumn, Sunday 03:00"),
        Row("America/New_York", (2026, 10), 1_772_427_600_000, 1_773_028_800_000, hours: 167, "spring"),
        Row("America/New_York", (2026, 44), 1_792_987_200_000, 1_793_595_600_000, hours: 169, "autumn"),
        Row("America/St_Johns", (2026, 10), 1_772_422_200_000, 1_773_023_400_000, hours: 167, "half-hour offset"),
        Row(
            "Asia/Tehran", (2021, 11), 1_615_753_800_000, 1_616_358_600_000, hours: 168,
            "ends where midnight is skipped"),
        Row("Asia/Tehran", (2021, 12), 1_616_358_600_000, 1_616_959_800_000, hours: 167, "Monday begins at 01:00"),
        Row("Asia/Tehran", (2020, 38), 1_600_025_400_000, 1_600_633_800_000, hours: 169, "Sunday's last hour twice"),
        Row("Africa/Juba", (2021, 4), 1_611_522_000_000, 1_612_130_400_000, hours: 169, "Sunday's last hour twice"),
        Row("Pacific/Auckland", (2026, 39), 1_789_905_600_000, 1_790_506_800_000, hours: 167, "southern spring"),
        Row("Pacific/Auckland", (2026, 14), 1_774_782_000_000, 1_775_390_400_000, hours: 169, "southern autumn"),
        Row("Australia/Lord_Howe", (2026, 40), 1_790_515_800_000, 1_791_118_800_000, hours: 167.5, "half an hour"),
        Row("Australia/Lord_Howe", (2026, 14), 1_774_789_200_000, 1_775_395_800_000, hours: 168.5, "half an hour"),
        Row("Pacific/Kiritimati", (2026, 1), 1_766_916_000_000, 1_767_520_800_000, hours: 168, "14 h east"),
        Row("Pacific/Pago_Pago", (2026, 53), 1_798_455_600_000, 1_799_060_400_000, hours: 168, "11 h west"),
        Row("Asia/Kathmandu", (2026, 1), 1_766_945_700_000, 1_767_550_500_000, hours: 168, "a quarter-hour offset"),
    ]

    @Test(arguments: rows)
    func `a week lies between two of the zone's Mondays`(_ row: Row) {
        let window = Window(week(row.week.0, row.week.1), in: zone(row.zone))
        #expect(window.start.milliseconds == row.start)
        #expect(window.end.milliseconds == row.end)
        #expect(window.weekEnd == window.end)
        #expect(Double(window.end - window.start) / Double(hour) == row.hours)
        #expect(window.isComplete)
        #expect(window.wholeDays == 7)
    }

    @Test(arguments: rows)
    func `a window contains its start but not its end`(_ row: Row) {
        let window = Window(week(row.week.0, row.week.1), in: zone(row.zone))
        #expect(window.contains(Instant(milliseconds: row.start)))
        #expect(window.contains(Instant(milliseconds: row.end - 1)))
        #expect(!window.contains(Instant(milliseconds: row.start - 1)))
        #expect(!window.contains(Instant(milliseconds: row.end)))
    }

    @Test(arguments: rows)
    func `a whole week's baseline is the whole week before and adjoins it`(_ row: Row) {
        let window = Window(week(row.week.0, row.week.1), in: zone(row.zone))
        let baseline = window.baseline
        #expect(baseline.isComplete)
        #expect(baseline.week == window.week.previous)
        #expect(baseline.end == window.start)
        #expect(baseline.zone == window.zone)
    }

    @Test(arguments: rows)
    func `the moments of a week are in that week`(_ row: Row) {
        for moment in [row.start, row.start + 1, (row.start + row.end) / 2, row.end - 1] {
            let found = Week(containing: Instant(milliseconds: moment).date, in: zone(row.zone))
            #expect((found.year, found.number) == row.week)
        }
        let after = Week(containing: Instant(milliseconds: row.end).date, in: zone(row.zone))
        #expect((after.year, after.number) != row.week)
    }

    @Test(
        arguments: [
            // The day in a file's name ends a millisecond before the next one begins.
            ((2026, 9, 24), "UTC", "2026-09-24T23:59:59.999", "Z"),
            ((2026, 3, 29), "Europe/Amsterdam", "2026-03-29T23:59:59.999", "+02:00"),
            ((2026, 10, 25), "Europe/Amsterdam", "2026-10-25T23:59:59.999", "+01:00"),
            ((2024, 2, 29), "America/New_York", "2024-02-29T23:59:59.999", "-05:00"),
            // The day before Monday 2021-03-22, which begins at 01:00; and the day with two last hours.
            ((2021, 3, 21), "Asia/Tehran", "2021-03-21T23:59:59.999", "+03:30"),
            ((2020, 9, 20), "Asia/Tehran", "2020-09-20T23:59:59.999", "+03:30"),
            ((2026, 12, 31), "Pacific/Kiritimati", "2026-12-31T23:59:59.999", "+14:00"),
        ] as [((Int, Int, Int), String, String, String)])
    func `a day's last millisecond`(_ day: (Int, Int, Int), _ name: String, _ text: String, _ offset: String) {
        let last = Instant.lastOf(year: day.0, month: day.1, day: day.2, in: zone(name))
        #expect(last == local(text, offset))
    }

    @Test(arguments: [(2026, 2, 29), (2026, 2, 30), (2026, 4, 31), (2026, 13, 1), (2026, 0, 1), (2026, 1, 0)])
    func `a day that the calendar does not have has no last millisecond`(_ year: Int, _ month: Int, _ day: Int) {
        #expect(Instant.lastOf(year: year, month: month, day: day, in: .gmt) == nil)
    }
}
