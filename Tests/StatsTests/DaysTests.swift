import Records
import TestSupport
import Testing

@testable import Stats

/// The figures of each day of the window, over each device's last export of that day.
@Suite struct DaysTests {
    private func days(_ window: Window) -> [Range<Instant>] { evidence(of: [], in: window).days.map(\.day) }

    @Test func `a whole week has seven days of 24 h`() {
        let days = days(week39)
        #expect(days.first?.lowerBound == monday)
        #expect(days.map { $0.upperBound - $0.lowerBound } == Array(repeating: 24 * hour, count: 7))
        #expect(zip(days, days.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    struct Clocks: CustomTestStringConvertible {
        var zone: String
        var week: (Int, Int)
        /// The start of its Monday, by a calendar.
        var start: Instant
        var hours: [Double]
        var testDescription: String { "\(zone) \(week.0)-W\(week.1)" }

        init(_ zone: String, _ week: (Int, Int), _ start: Instant, _ hours: [Double]) {
            self.zone = zone
            self.week = week
            self.start = start
            self.hours = hours
        }
    }

    static let clocks = [
        // Forward on Sunday 2026-03-29, back on Sunday 2026-10-25.
        Clocks(
            "Europe/Amsterdam", (2026, 13), local("2026-03-23T00:00:00", "+01:00"), [24, 24, 24, 24, 24, 24, 23]),
        Clocks(
            "Europe/Amsterdam", (2026, 43), local("2026-10-19T00:00:00", "+02:00"), [24, 24, 24, 24, 24, 24, 25]),
        Clocks(
            "Australia/Lord_Howe", (2026, 40), local("2026-09-28T00:00:00", "+10:30"), [24, 24, 24, 24, 24, 24, 23.5]),
        // Monday 2021-03-22 began at 01:00.
        Clocks("Asia/Tehran", (2021, 12), local("2021-03-22T01:00:00", "+04:30"), [23, 24, 24, 24, 24, 24, 24]),
        // The clocks went back at midnight, so Sunday's last hour came twice.
        Clocks("Asia/Tehran", (2020, 38), local("2020-09-14T00:00:00", "+04:30"), [24, 24, 24, 24, 24, 24, 25]),
        // Midnight of Friday 2026-04-24 was skipped.
        Clocks("Africa/Cairo", (2026, 17), local("2026-04-20T00:00:00", "+02:00"), [24, 24, 24, 24, 23, 24, 24]),
    ]

    @Test(arguments: clocks)
    func `a week with a clock change has seven days`(_ row: Clocks) {
        let window = Window(week(row.week.0, row.week.1), in: zone(row.zone))
        let days = days(window)
        #expect(days.map { Double($0.upperBound - $0.lowerBound) / Double(hour) } == row.hours)
        #expect(days.first?.lowerBound == row.start)
        #expect(days.last?.upperBound == window.end)
        #expect(zip(days, days.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }

    @Test func `a reading belongs to the day in its time zone`() {
        // 23:30 and 00:30 around the night of Saturday 2026-10-24; then 02:30 for the second time, and Sunday's end.
        let window = Window(week(2026, 43), in: zone("Europe/Amsterdam"))
        let moments = [
            local("2026-10-24T23:30:00", "+02:00"), local("2026-10-25T00:30:00", "+02:00"),
            local("2026-10-25T02:30:00", "+01:00"), local("2026-10-25T23:59:59.999", "+01:00"),
        ]
        let found = evidence(of: moments.map { device(hours(1), at: $0) }, in: window)
        #expect(found.days.map(\.figures.devices) == [0, 0, 0, 0, 0, 1, 3])
    }

    @Test func `the last day of a week that is not over ends with it`() {
        let days = days(thisWeek(upTo: wednesday))
        #expect(days.map { $0.upperBound - $0.lowerBound } == [24 * hour, 24 * hour, 12 * hour])
        #expect(days.last?.upperBound == wednesday)
        let atMidnight = self.days(thisWeek(upTo: monday.advanced(by: 2 * day)))
        #expect(atMidnight.count == 2)
        let justAfter = self.days(thisWeek(upTo: monday.advanced(by: 2 * day + 1)))
        #expect(justAfter.map { $0.upperBound - $0.lowerBound } == [24 * hour, 24 * hour, 1])
        #expect(self.days(thisWeek(upTo: monday)).isEmpty)
    }

    @Test func `each day uses each device's last export`() {
        // One success on Sunday at noon, and exports on Monday at 01:00 and 23:00 and on Wednesday.
        let success = run(monday.advanced(by: -12 * hour))
        let often = merged([
            exporting(at: monday.advanced(by: hour), [success]),
            exporting(at: monday.advanced(by: 23 * hour), [success]),
            exporting(at: wednesday, [success]),
        ])
        let once = device(hours(2), at: monday.advanced(by: 5 * hour))
        let days = evidence(of: [often, once]).days.map(\.figures)
        #expect(days.map(\.devices) == [2, 0, 1, 0, 0, 0, 0])
        // Monday: 35 h and 2 h, ranks 1 and 2 of 2. Wednesday: 72 h, which is not under 72 h.
        #expect(days[0].p50 == hours(2))
        #expect(days[0].p90 == hours(35))
        #expect(days[0].ranInDay == 1)
        #expect((days[0].underP50, days[0].underP90) == (1, 2))
        #expect(days[2].p50 == hours(72))
        #expect(days[2].ranInDay == 0)
        #expect(days[2].underP90 == 0)
    }

    @Test func `a day without a reading has no figures instead of zeros`() {
        let days = evidence(of: [device(hours(1))]).days.map(\.figures)
        #expect(days[2].p50 == hours(1))
        for place in [0, 1, 3, 4, 5, 6] {
            #expect(days[place].devices == 0)
            #expect(days[place].p50 == nil)
            #expect(days[place].p90 == nil)
            #expect(days[place].runRate.value == nil)
            #expect(days[place].successRate.value == nil)
            #expect(days[place].p90Interval == Interval())
        }
    }

    @Test func `a day does not use later exports`() {
        // Never refreshed on Monday; on Tuesday, 10 h before Wednesday's export.
        let device = merged([
            exporting(at: monday.advanced(by: hour)),
            exporting(at: wednesday, [run(wednesday.advanced(by: -10 * hour))]),
        ])
        let days = evidence(of: [device]).days.map(\.figures)
        #expect(days.map(\.p50) == [.never, nil, hours(10), nil, nil, nil, nil])
        #expect(days[0].never == 1)
    }

    @Test(arguments: UInt64(1)...20)
    func `a window of one day has that day`(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let cutOff = monday.advanced(by: generator.chance(50) ? day : Int64.random(in: 1...day, using: &generator))
        let window = thisWeek(upTo: cutOff)
        let devices = (0..<40).map { number in
            RandomDevice(
                seed: 1_000 * seed + number, from: monday.advanced(by: -4 * day), hours: 6 * 24, untidy: false
            ).history
        }
        let found = assessment(of: devices, in: window)
        #expect(found.evidence.days == [DayFigures(day: monday..<cutOff, figures: found.current.all)])
        #expect(found.current.all.devices > 0)
    }
}
