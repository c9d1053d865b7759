import Foundation
import Records
import Testing

@testable import Stats

/// The last eight weeks, and how many in a row missed p90's objective.
@Suite struct EarlierWeeksTests {
    private func names(_ window: Window) -> [String] { evidence(of: [], in: window).weeks.map(\.week.description) }

    @Test func `the last eight weeks, this one last`() {
        #expect(
            names(week39) == [
                "2026-W32", "2026-W33", "2026-W34", "2026-W35", "2026-W36", "2026-W37", "2026-W38", "2026-W39",
            ])
    }

    @Test func `the weeks across a year with week 53 and one without`() {
        // By Python: date(2026, 12, 31).isocalendar() is 2026-W53; 2025 ends with W52.
        #expect(
            names(Window(week(2027, 2), in: .gmt)) == [
                "2026-W48", "2026-W49", "2026-W50", "2026-W51", "2026-W52", "2026-W53", "2027-W01", "2027-W02",
            ])
        #expect(
            names(Window(week(2026, 2), in: zone("Europe/Amsterdam"))) == [
                "2025-W47", "2025-W48", "2025-W49", "2025-W50", "2025-W51", "2025-W52", "2026-W01", "2026-W02",
            ])
    }

    @Test func `each week has its own readings' figures`() {
        // A device that exports every Wednesday, refreshed 1 to 9 hours before, for nine weeks.
        let often = merged(
            (0...8).map { ago in
                let at = wednesday.advanced(by: -Int64(ago) * 7 * day)
                return exporting(
                    at: at, [run(at.advanced(by: -Int64(ago + 1) * hour))])
            })
        // Another one, six weeks ago.
        let once = device(.never, at: wednesday.advanced(by: -6 * 7 * day))
        let weeks = evidence(of: [often, once]).weeks.map(\.figures)
        #expect(weeks.map(\.devices) == [1, 2, 1, 1, 1, 1, 1, 1])
        #expect(weeks.map(\.p50) == (1...8).reversed().map { hours($0) })
        #expect(weeks[1].p90 == .never)
        #expect(weeks[7].p90 == hours(1))
    }

    @Test func `a week without readings has no figures`() {
        let weeks = evidence(of: [device(hours(1))]).weeks.map(\.figures)
        #expect(weeks.map(\.devices) == [0, 0, 0, 0, 0, 0, 0, 1])
        #expect(weeks[6].p90 == nil)
    }

    @Test func `earlier weeks are whole even if this one is not over`() {
        // Saturday of the week before is after the baseline's end, but within the week.
        let window = thisWeek(upTo: wednesday)
        let saturday = device(hours(3), at: monday.advanced(by: -36 * hour))
        let found = assessment(of: [saturday, device(hours(1), at: monday)], in: window)
        #expect(found.baseline == nil)
        #expect(found.evidence.weeks.map(\.figures.devices) == [0, 0, 0, 0, 0, 0, 1, 1])
        #expect(found.evidence.weeks[6].figures.p90 == hours(3))
        // And this week up to the cut-off.
        #expect(assessment(of: [device(hours(1))], in: window).evidence.weeks[7].figures.devices == 0)
    }

    @Test func `this week and the week before have the same figures as above`() {
        let found = assessment(
            of: (1...20).map { device(hours($0)) }
                + (1...30).map { device(hours($0), at: wednesday.advanced(by: -7 * day)) })
        #expect(found.evidence.weeks[7].figures == found.current.all)
        #expect(found.evidence.weeks[6].figures == found.baseline?.all)
    }

    struct Missed: CustomTestStringConvertible {
        /// p90 of eight weeks, this one last.
        var p90: [Staleness?]
        var count: Int
        var testDescription: String {
            p90.map { $0.map { "\($0.milliseconds.map { "\($0)" } ?? "never")" } ?? "–" }.joined(separator: " ")
        }

        init(_ p90: [Staleness?], _ count: Int) {
            self.p90 = p90
            self.count = count
        }
    }

    private static let met = Staleness.known(milliseconds: 72 * hour - 1)
    private static let missed = Staleness.known(milliseconds: 72 * hour)

    static let rows = [
        Missed([met, met, met, met, met, met, met, met], 0),
        Missed([missed, missed, missed, missed, missed, missed, missed, met], 0),
        Missed([met, met, met, met, met, met, met, missed], 1),
        Missed([missed, missed, missed, missed, met, missed, missed, missed], 3),
        Missed([met, met, met, met, met, met, .never, missed], 2),
        Missed([missed, missed, missed, missed, missed, missed, missed, missed], 8),
        // A week without a reading is neither met nor missed, and ends the row.
        Missed([missed, missed, missed, missed, missed, nil, missed, missed], 2),
        Missed([missed, missed, missed, missed, missed, missed, missed, nil], 0),
    ]

    @Test(arguments: rows)
    func `missed weeks are counted in a row up to this one`(_ row: Missed) {
        let devices = row.p90.enumerated().compactMap { place, p90 in
            p90.map { device($0, at: wednesday.advanced(by: -Int64(7 - place) * 7 * day)) }
        }
        #expect(assessment(of: devices).weeksMissed == row.count)
    }
}
