import Foundation
import Records
import Stats
import Testing

/// ISO 8601 weeks, by a calendar.
@Suite struct WeekTests {
    struct Year: CustomTestStringConvertible {
        var year: Int
        var weeks: Int
        var firstMonday: String
        var newYear: (Int, Int)
        var newYearsEve: (Int, Int)
        var testDescription: String { "\(year)" }

        init(_ year: Int, weeks: Int, firstMonday: String, newYear: (Int, Int), newYearsEve: (Int, Int)) {
            self.year = year
            self.weeks = weeks
            self.firstMonday = firstMonday
            self.newYear = newYear
            self.newYearsEve = newYearsEve
        }
    }

    /// By Python: `date(y, 12, 28).isocalendar()[1]`, `date.fromisocalendar(y, 1, 1)`,
    /// `date(y, 1, 1).isocalendar()[:2]` and `date(y, 12, 31).isocalendar()[:2]`.
    static let years = [
        Year(2014, weeks: 52, firstMonday: "2013-12-30", newYear: (2014, 1), newYearsEve: (2015, 1)),
        Year(2015, weeks: 53, firstMonday: "2014-12-29", newYear: (2015, 1), newYearsEve: (2015, 53)),
        Year(2016, weeks: 52, firstMonday: "2016-01-04", newYear: (2015, 53), newYearsEve: (2016, 52)),
        Year(2017, weeks: 52, firstMonday: "2017-01-02", newYear: (2016, 52), newYearsEve: (2017, 52)),
        Year(2018, weeks: 52, firstMonday: "2018-01-01", newYear: (2018, 1), newYearsEve: (2019, 1)),
        Year(2019, weeks: 52, firstMonday: "2018-12-31", newYear: (2019, 1), newYearsEve: (2020, 1)),
        Year(2020, weeks: 53, firstMonday: "2019-12-30", newYear: (2020, 1), newYearsEve: (2020, 53)),
        Year(2021, weeks: 52, firstMonday: "2021-01-04", newYear: (2020, 53), newYearsEve: (2021, 52)),
        Year(2022, weeks: 52, firstMonday: "2022-01-03", newYear: (2021, 52), newYearsEve: (2022, 52)),
        Year(2023, weeks: 52, firstMonday: "2023-01-02", newYear: (2022, 52), newYearsEve: (2023, 52)),
        Year(2024, weeks: 52, firstMonday: "2024-01-01", newYear: (2024, 1), newYearsEve: (2025, 1)),
        Year(2025, weeks: 52, firstMonday: "2024-12-30", newYear: (2025, 1), newYearsEve: (2026, 1)),
        Year(2026, weeks: 53, firstMonday: "2025-12-29", newYear: (2026, 1), newYearsEve: (2026, 53)),
        Year(2027, weeks: 52, firstMonday: "2027-01-04", newYear: (2026, 53), newYearsEve: (2027, 52)),
        Year(2028, weeks: 52, firstMonday: "2028-01-03", newYear: (2027, 52), newYearsEve: (2028, 52)),
        Year(2029, weeks: 52, firstMonday: "2029-01-01", newYear: (2029, 1), newYearsEve: (2030, 1)),
        Year(2030, weeks: 52, firstMonday: "2029-12-31", newYear: (2030, 1), newYearsEve: (2031, 1)),
        Year(2031, weeks: 52, firstMonday: "2030-12-30", newYear: (2031, 1), newYearsEve: (2032, 1)),
        Year(2032, weeks: 53, firstMonday: "2031-12-29", newYear: (2032, 1), newYearsEve: (2032, 53)),
        Year(2033, weeks: 52, firstMonday: "2033-01-03", newYear: (2032, 53), newYearsEve: (2033, 52)),
        Year(2034, weeks: 52, firstMonday: "2034-01-02", newYear: (2033, 52), newYearsEve: (2034, 52)),
        Year(2035, weeks: 52, firstMonday: "2035-01-01", newYear: (2035, 1), newYearsEve: (2036, 1)),
        Year(2036, weeks: 52, firstMonday: "2035-12-31", newYear: (2036, 1), newYearsEve: (2037, 1)),
        Year(2037, weeks: 53, firstMonday: "2036-12-29", newYear: (2037, 1), newYearsEve: (2037, 53)),
        Year(2038, weeks: 52, firstMonday: "2038-01-04", newYear: (2037, 53), newYearsEve: (2038, 52)),
        Year(2039, weeks: 52, firstMonday: "2039-01-03", newYear: (2038, 52), newYearsEve: (2039, 52)),
        Year(2040, weeks: 52, firstMonday: "2040-01-02", newYear: (2039, 52), newYearsEve: (2041, 1)),
        Year(2041, weeks: 52, firstMonday: "2040-12-31", newYear: (2041, 1), newYearsEve: (2042, 1)),
    ]

    @Test(arguments: years)
    func `years begin and end in the calendar's weeks`(_ row: Year) throws {
        let newYear = Week(containing: utc("\(row.year)-01-01T00:00:00").date, in: .gmt)
        let newYearsEve = Week(containing: utc("\(row.year)-12-31T23:59:59.999").date, in: .gmt)
        #expect((newYear.year, newYear.number) == row.newYear)
        #expect((newYearsEve.year, newYearsEve.number) == row.newYearsEve)
    }

    @Test(arguments: years)
    func `a year has exactly the calendar's weeks`(_ row: Year) {
        let numbers = (-1...60).filter { Week(year: row.year, number: $0) != nil }
        #expect(numbers == Array(1...row.weeks))
    }

    @Test(arguments: years)
    func `weeks follow each other without a gap`(_ row: Year) throws {
        var start = utc("\(row.firstMonday)T00:00:00")
        for number in 1...row.weeks {
            let window = Window(week(row.year, number), in: .gmt)
            #expect(window.start == start)
            #expect(window.end - window.start == 7 * day)
            #expect(Week(containing: window.start.date, in: .gmt) == window.week)
            #expect(Week(containing: window.end.advanced(by: -1).date, in: .gmt) == window.week)
            start = window.end
        }
    }

    @Test(arguments: zip(years.dropFirst(), years))
    func `the week before week 1 is the last one of the year before`(_ row: Year, _ before: Year) {
        let previous = week(row.year, 1).previous
        #expect((previous.year, previous.number) == (before.year, before.weeks))
        #expect(week(row.year, 2).previous == week(row.year, 1))
        #expect(week(row.year, row.weeks).previous == week(row.year, row.weeks - 1))
    }

    @Test func `2025-W53 does not exist and 2026-W53 does`() {
        #expect(Week(year: 2025, number: 53) == nil)
        #expect(Week(year: 2026, number: 53) != nil)
        #expect(week(2027, 1).previous.description == "2026-W53")
        #expect(Week(year: 2026, number: 0) == nil)
        #expect(Week(year: 2026, number: 54) == nil)
        #expect(Week(year: -2026, number: 1) == nil)
        #expect(Week(year: .max, number: .max) == nil)
    }

    @Test func `a week is written with four digits and two`() {
        #expect(week(2026, 1).description == "2026-W01")
        #expect(week(2026, 39).description == "2026-W39")
    }

    @Test(arguments: [
        // 2026-12-31 is a Thursday; 2027-01-04 a Monday. The same moment is in two weeks in two time zones.
        ("2027-01-03T23:30:00Z", "UTC", "2026-W53"), ("2027-01-03T23:30:00Z", "Europe/Amsterdam", "2027-W01"),
        ("2027-01-04T04:59:59Z", "America/New_York", "2026-W53"),
        ("2027-01-04T05:00:00Z", "America/New_York", "2027-W01"),
        // Kiritimati is 14 h east, Pago Pago 11 h west.
        ("2027-01-03T10:00:00Z", "Pacific/Kiritimati", "2027-W01"),
        ("2027-01-03T09:59:59Z", "Pacific/Kiritimati", "2026-W53"),
        ("2027-01-04T10:59:59Z", "Pacific/Pago_Pago", "2026-W53"),
        ("2027-01-04T11:00:00Z", "Pacific/Pago_Pago", "2027-W01"),
    ])
    func `the week of a moment is in local time`(_ moment: String, _ name: String, _ expected: String)
        throws
    {
        let date = try Date(moment, strategy: .iso8601)
        #expect(Week(containing: date, in: zone(name)).description == expected)
    }
}
