import Foundation
import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// Which week a report takes first: the one that ended last, where it has exports and no report of all of it was written.
@Suite struct ReportedWeeksTests {
    /// 2026-W39 begins at ``monday``.
    private func week(_ number: Int) throws -> Week { try #require(Week(year: 2026, number: number)) }

    private func moment(_ hours: Int) -> Instant { Instant(milliseconds: Int64(monday + hours * hour) * 1_000) }

    private func window(_ number: Int, upTo hours: Int? = nil) throws -> Window {
        Window(try week(number), upTo: hours.map(moment), in: .gmt)
    }

    /// A night with exports at these hours after the start of 2026-W39, in one file each or all in one.
    private func night(_ hours: [Int], inOneFile: Bool = false) throws -> (Site, Night) {
        let site = try Site()
        for hour in hours {
            let text = inOneFile ? hours.map { export("d\($0)", at: $0) }.joined() : export("d", at: hour)
            try site.put(text, as: inOneFile ? "all.ndjson" : "\(hour).json")
        }
        try site.takeIn()
        return (site, try site.night())
    }

    private static let weekHours = 7 * 24

    @Test(arguments: [false, true])
    func `it is the one that ended last, whichever file its exports are in, and not an older one`(
        _ inOneFile: Bool
    ) throws {
        // W37, W38 and the week after W39, of which nothing is over in the middle of it.
        let (_, night) = try night([-200, -1, 7 * 24 + 5], inOneFile: inOneFile)
        #expect(try night.unreportedWeek(at: moment(0), Scope()) == week(38))
        #expect(try night.unreportedWeek(at: moment(Self.weekHours - 1), Scope()) == week(38))
        // From W40 on the last one is W39, which has no export; W38 and W37 were never reported either, and are too old.
        #expect(try night.unreportedWeek(at: moment(Self.weekHours), Scope()) == nil)
        try night.remember(reportOf: window(38), Scope())
        #expect(try night.unreportedWeek(at: moment(0), Scope()) == nil)
        // The first moment at which it is over.
        #expect(try night.unreportedWeek(at: moment(2 * Self.weekHours), Scope()) == week(40))
        #expect(try night.unreportedWeek(at: moment(2 * Self.weekHours - 1), Scope()) == nil)
    }

    @Test func `a report of a part of a week does not count, and each filter counts separately`() throws {
        let (_, night) = try night([10])
        let now = moment(Self.weekHours)
        try night.remember(reportOf: window(39, upTo: Self.weekHours - 1), Scope())
        #expect(try night.unreportedWeek(at: now, Scope()) == week(39))
        try night.remember(reportOf: window(39), Scope(app: "a"))
        #expect(try night.unreportedWeek(at: now, Scope(app: "a")) == nil)
        #expect(try night.unreportedWeek(at: now, Scope(task: "a")) == week(39))
        #expect(try night.unreportedWeek(at: now, Scope(app: "a", task: "a")) == week(39))
        #expect(try night.unreportedWeek(at: now, Scope()) == week(39))
    }

    @Test func `a week without exports is not recorded, and is reported first once it has some`() throws {
        let (site, night) = try night([-30])
        try night.remember(reportOf: window(38), Scope())
        let now = moment(Self.weekHours + 1)
        try night.remember(reportOf: window(39), Scope())
        #expect(try night.unreportedWeek(at: now, Scope()) == nil)
        try site.put(export("late", at: 20), as: "late.json")
        _ = try night.takeIn(site.listing())
        #expect(try night.unreportedWeek(at: now, Scope()) == week(39))
    }

    @Test func `without exports there is no unreported week`() throws {
        let (_, night) = try night([])
        #expect(try night.unreportedWeek(at: moment(0), Scope()) == nil)
    }

    @Test func `a rebuild keeps the reported weeks`() throws {
        let (site, night) = try night([10])
        try night.remember(reportOf: window(39), Scope(app: "a"))
        try night.remember(reportOf: window(39), Scope())
        let before = Set(try night.store.reportedWeeks())
        #expect(
            before == [
                WholeReport(app: nil, task: nil, week: "2026-W39"),
                WholeReport(app: "a", task: nil, week: "2026-W39"),
            ])
        let other = try Site()
        try FileManager.default.copyItem(atPath: site.storePath, toPath: other.storePath)
        _ = try Rebuild.run(
            other.storePath, from: other.listing(like: site), other.thresholds, timeout: 0, allowsLoss: false,
            progress: { _ in })
        #expect(Set(try other.store().reportedWeeks()) == before)
    }
}

extension Site {
    /// Another site's files.
    fileprivate func listing(like other: Site) throws -> ExportListing { try other.listing() }
}
