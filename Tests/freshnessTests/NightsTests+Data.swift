import Foundation
import TestSupport
import Testing

/// The verdict on the data: whole, or partial with each reason.
@Suite struct NightsDataTests {
    // MARK: Exports that stop

    @Test func `the night after the data ended early says so, and each one after it`() throws {
        let nights = try Nights("collection_stopped")
        for day in 15...24 { try nights.expectWhole("2026-09-\(day)") }
        // The newest export is of the 22nd, 20:39; the window ends at 04:30, and that of the 28th with the week.
        let missing = [(25, 55.85), (26, 79.85), (27, 103.85), (28, 123.35)]
        for (day, hours) in missing {
            let night = try nights.expectPartial("2026-09-\(day)", [.dataEndEarly: hours])
            #expect(night.report.localizedCaseInsensitiveContains("the data end early"), "\(night.report)")
            #expect(night.report.contains("2026-09-22 20:39"))
        }
        let stats = try nights.stats("2026-W39", on: "2026-09-28")
        stats.expect(devices: 40, p90Hours: 3.6)
        #expect(stats.string("verdicts.p90") == "met" && stats.string("verdicts.p50") == "met")
        // Of the week after nothing is known, which is no good news either.
        for day in ["2026-09-29", "2026-09-30"] {
            let night = try nights.night(day)
            #expect(night.exitCode == 3 && !night.opening.contains(/\bmet\b/), "\(night.run)")
        }
    }

    // MARK: Exports that are refused

    @Test func `half of the exports refused is reported, and a week later that their devices fell silent`() throws {
        let nights = try Nights("half_refused")
        try nights.expectWhole("2026-09-22")
        // 20 of 80, the exports of two days.
        _ = try nights.expectPartial("2026-09-23", [.refused: 25])
        let first = try nights.expectPartial("2026-09-28", [.refused: 100 * 120.0 / 280])
        #expect(first.says(/\b120 of (the )?280\b/), "\(first.report)")
        try nights.stats("2026-W39", on: "2026-09-28").expect(devices: 40, p90Hours: 3.6)

        let second = try nights.expectPartial("2026-10-05", [.refused: 50, .silent: 50])
        #expect(second.says(/\b140 of (the )?280\b/) && second.says(/50\.0 %.*100(\.0)? %/), "\(second.report)")
        #expect(try nights.stats("2026-W40", on: "2026-10-05").int("current.all.devices") == 20)
        #expect(second.row("devices").contains("20") && second.row("devices").contains("40"), "\(second.report)")
    }

    @Test func `an export with no readable entry does not mean that its device never ran`()
        throws
    {
        let nights = try Nights("every_entry_refused")
        let night = try nights.expectPartial("2026-09-28", [.refused: 20, .silent: 20])
        #expect(night.says(/\b56 of (the )?280\b/) && night.says(/80\.0 %.*100(\.0)? %/), "\(night.report)")
        let stats = try nights.stats("2026-W39", on: "2026-09-28")
        stats.expect(devices: 32, p90Hours: 2.9)
        #expect(stats.int("current.all.neverDevices") == 0)
        // Seven exports of six entries each.
        let device = try nights.root.run("device", "n03")
        let told = device.output + device.error
        #expect(told.contains("42") && told.contains("refused") && !told.contains("registered"), "\(told)")
    }

    @Test func `lines that are runs instead of exports are reported, and make no device one that never ran`() throws {
        let nights = try Nights("one_line_a_run")
        let ingest = try nights.root.run("ingest")
        let loudest = (ingest.error + ingest.output).split(separator: "\n").first ?? ""
        for word in ["`at`", "`success`", "`history`"] { #expect(loudest.contains(word), "\(ingest)") }
        let night = try nights.night("2026-09-28")
        #expect(night.exitCode == 3 && !night.opening.contains("never"), "\(night.run)\n\(night.report)")
        #expect(try nights.stats("2026-W39", on: "2026-09-28").int("current.all.neverDevices") ?? 0 == 0)
    }

    // MARK: Ids

    @Test func `one id on two phones is reported, and the reading is still of the union`() throws {
        let nights = try Nights("one_id_on_two_phones")
        let night = try nights.expectPartial("2026-09-28", [.contradicting: 25])
        #expect(night.says(/\b10 devices\b.*`c00`, `c01`, `c02`/), "\(night.report)")
        #expect(!night.report.contains("`c03`"), "three of them are enough")
        try nights.stats("2026-W39", on: "2026-09-28").expect(devices: 40, p90Hours: 8 + 20.0 / 60)
        let clone = try nights.root.run("device", "c03")
        #expect(clone.output.contains("contradict"), "\(clone)")
        #expect(!clone.output.contains(/\bfresh\b/) && !clone.output.contains("not the cause"), "\(clone)")
        let other = try nights.root.run("device", "h03")
        #expect(!other.output.contains("contradict") && other.output.contains(/\bfresh\b/), "\(other)")
    }

    @Test func `ids generated at each run are reported, with the week before's number of devices`() throws {
        let nights = try Nights("new_id_each_time")
        let before = try nights.night("2026-09-21")
        #expect(before.exitCode == 1, "\(before.run)")
        #expect(try nights.stats("2026-W38", on: "2026-09-21").string("verdicts.data") == "whole")
        // 28 phones, 7 days.
        let night = try nights.expectPartial("2026-09-28", [.seenOnce: 100 * 196.0 / 236])
        #expect(night.says(/\b196\b/), "\(night.report)")
        let devices = night.row("devices")
        #expect(devices.contains("236") && devices.contains("40"), "\(night.report)")
        try nights.stats("2026-W39", on: "2026-09-28").expect(devices: 236, p90Hours: 1.7)
    }
}

/// Why the data of a week are partial.
enum PartialReason: String {
    case dataEndEarly = "the data end early"
    case silent = "devices fell silent"
    case refused = "exports were refused"
    case contradicting = "histories contradict each other"
    case seenOnce = "ids are seen once"

    /// The limit that `slo.json` names where it names one, in the unit of the value: hours, percentage points, per cent.
    var limit: Double {
        switch self {
        case .dataEndEarly: 36
        case .silent, .refused: 10
        case .contradicting: 5
        case .seenOnce: 50
        }
    }
}

extension Nights {
    /// Sees that a night's data are whole, all is met, and nothing was said against it.
    func expectWhole(_ day: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let night = try night(day)
        #expect(night.exitCode == 0, "\(day): \(night.run)", sourceLocation: sourceLocation)
        let stats = try stats(night.week, on: day)
        #expect(stats.string("verdicts.data") == "whole", "\(day)", sourceLocation: sourceLocation)
        #expect((stats["partial"] as? [Any])?.isEmpty == true, "\(day)", sourceLocation: sourceLocation)
        #expect(!night.opening.contains("partial"), "\(day): \(night.opening)", sourceLocation: sourceLocation)
        #expect(!night.verdict.contains("partial"), "\(day): \(night.verdict)", sourceLocation: sourceLocation)
    }

    /// Sees that a night's data are partial for these reasons and no others, and that "met" is not said without it.
    ///
    /// - Parameter reasons: with the value that is over the limit, in its unit.
    func expectPartial(
        _ day: String, _ reasons: [PartialReason: Double], exitCode: Int32 = 3,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Night {
        let night = try night(day)
        #expect(night.exitCode == exitCode, "\(day): \(night.run)", sourceLocation: sourceLocation)
        #expect(night.opening.contains("partial"), "\(day): \(night.opening)", sourceLocation: sourceLocation)
        #expect(night.verdict.contains("partial"), "\(day): \(night.verdict)", sourceLocation: sourceLocation)
        let stats = try stats(night.week, on: day)
        #expect(stats.string("verdicts.data") == "partial", "\(day)", sourceLocation: sourceLocation)
        var values: [String: Double] = [:]
        for reason in stats["partial"] as? [[String: Any]] ?? [] {
            let name = reason["reason"] as? String ?? ""
            values[name] = (reason["value"] as? NSNumber)?.doubleValue
            let limit = (reason["limit"] as? NSNumber)?.doubleValue
            #expect(limit == PartialReason(rawValue: name)?.limit, "\(day): \(name)", sourceLocation: sourceLocation)
        }
        #expect(
            Set(values.keys) == Set(reasons.keys.map(\.rawValue)), "\(day): \(values)", sourceLocation: sourceLocation)
        for (reason, value) in reasons {
            let shown = try #require(values[reason.rawValue], "\(day)", sourceLocation: sourceLocation)
            #expect(abs(shown - value) < 1e-6, "\(day): \(reason.rawValue)", sourceLocation: sourceLocation)
        }
        return night
    }
}

extension Night {
    /// The week of the report, by its heading.
    var week: String { heading.firstMatch(of: /\d{4}-W\d{2}/).map { String($0.0) } ?? "" }

    /// Whether the report says something, wherever its lines are broken.
    func says(_ pattern: some RegexComponent) -> Bool {
        let paragraphs = report.replacing(/\n +/, with: " ").split(separator: "\n")
        return paragraphs.contains { $0.firstMatch(of: pattern) != nil }
    }
}
