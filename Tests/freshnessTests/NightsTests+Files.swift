import Foundation
import TestSupport
import Testing

/// Files that are replaced, overwritten or kept by their dates.
extension NightsTests {
    // MARK: The same size and the same time of modification

    /// The first files were exported on the 22nd at 20:00, the second ones on the 27th at 20:00; in both device i ran last on
    /// the 22nd at 16:00 and 7 · i minutes. p90 of 20 is the 18th, the third from the end: i = 2.
    private static let freshP90 = 4 - 14.0 / 60
    private static let staleP90 = 124 - 14.0 / 60

    @Test func `files replaced by others of the same size and time are read the next night`() throws {
        let nights = try Nights("same_size_and_time")
        let first = try nights.night("2026-09-23")
        #expect(first.exitCode == 0, "\(first.run)")
        try nights.stats("2026-W39", on: "2026-09-23").expect(devices: 20, p90Hours: Self.freshP90)
        try nights.bring("same_size_and_time", step: 2)
        try Self.expectStale(nights)
    }

    @Test func `files overwritten in place with the same size and time are read the next night`() throws {
        let nights = try Nights("same_size_and_time")
        _ = try nights.night("2026-09-23")
        let later = try Nights("same_size_and_time", step: 2)
        let names = try later.root.folder.names(in: "metrics/bg_runs")
        try #require(names.count == 20)
        for name in names {
            let path = "metrics/bg_runs/" + name
            let (before, after) = (try nights.root.folder.bytes(of: path), try later.root.folder.bytes(of: path))
            try #require(before.count == after.count && before != after)
            let file = nights.root.folder.url.appendingPathComponent(path)
            let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
            let handle = try FileHandle(forUpdating: file)
            try handle.write(contentsOf: after)
            try handle.close()
            try FileManager.default.setAttributes(
                [.modificationDate: try #require(attributes[.modificationDate])], ofItemAtPath: file.path)
        }
        try Self.expectStale(nights)
    }

    private static func expectStale(_ nights: Nights) throws {
        let second = try nights.night("2026-09-28")
        #expect(second.exitCode == 1, "\(second.run)")
        let stats = try nights.stats("2026-W39", on: "2026-09-28")
        stats.expect(devices: 20, p90Hours: Self.staleP90)
        #expect(stats.string("verdicts.p90") == "missed")
        #expect(second.opening.contains("123.8 h") && second.opening.contains("issed"), "\(second.opening)")
    }

    // MARK: One file for a device, a file for a device and day, one file for all

    @Test func `files overwritten every night and dated files give the same, to the last figure`() throws {
        var expected: [String: String] = [:]
        for layout in Layout.allCases {
            let nights = try Nights("overwritten", step: nil)
            for night in OverwrittenNight.all {
                try layout.bring(to: nights, step: night.step)
                let what: Comment = "\(layout), \(night.day)"
                let report = try nights.night(night.day)
                #expect(report.exitCode == (night.regresses ? 1 : 0), "\(layout): \(report.run)")
                #expect(report.heading.contains("⚠") == night.regresses, what)
                let stats = try nights.stats(night.week, on: night.day)
                stats.expect(devices: 40, p90Hours: night.p90Hours, what)
                #expect(stats.string("verdicts.p90") == "met", what)
                #expect(stats.bool("verdicts.regression") == (night.week == "2026-W38" ? nil : night.regresses), what)
                let figures = try Self.figures(stats)
                let difference = lineDifference(from: expected[night.day, default: figures], to: figures)
                try #require(difference == nil, what)
                expected[night.day] = figures
            }
            try Self.expectWeekBefore(nights, "\(layout)")
        }
    }

    /// Sees that the week before is known, whose files may have been written over since.
    private static func expectWeekBefore(_ nights: Nights, _ what: Comment) throws {
        let before = try nights.night("2026-09-28", week: "2026-W38")
        #expect(before.exitCode == 0, what)
        #expect(before.file == "2026-09-20.md" && before.heading.contains("2026-W38"), what)
        #expect(before.opening.contains("3.6 h"), what)
        let stats = try nights.stats("2026-W38", on: "2026-09-28")
        stats.expect(devices: 40, p90Hours: 3.6, what)
        #expect(stats.int("input.exports") == 7 * 40, what)
    }

    @Test(arguments: Layout.allCases)
    func `all files that were never read before are used`(_ layout: Layout) throws {
        let nights = try Nights("overwritten", step: nil)
        for night in OverwrittenNight.all { try layout.bring(to: nights, step: night.step) }
        _ = try nights.night("2026-09-28")
        let stats = try nights.stats("2026-W39", on: "2026-09-28")
        // The last export of each device stands in a file in each layout.
        stats.expect(devices: 40, p90Hours: 52)
        #expect(stats.int("input.exports") == (layout == .dated ? 14 * 40 : 40))
        // What was written over before anybody read it, nobody knows.
        #expect(stats.double("baseline.all.p90Hours") == (layout == .dated ? 3.6 : nil))
    }

    @Test func `a report says how much worse it is, and how many of its exports are in no file any more`() throws {
        let nights = try Nights("overwritten", step: nil)
        for night in OverwrittenNight.all {
            try nights.bring("overwritten", step: night.step)
            _ = try nights.root.run("ingest")
        }
        let report = try nights.night("2026-09-28")
        #expect(report.heading.hasPrefix("# ⚠ "))
        #expect(report.report.contains("+48.4 h") && report.verdict.contains("+48.4 h"), "\(report.report)")
        // Of 14 · 40 exports the last night's stand in the files.
        let gone = report.report.split(separator: "\n").contains { $0.contains(/\b520\b/) }
        #expect(gone, "\(report.report)")
    }

    /// All of a week's figures, and not what was read for them, as text to compare.
    private static func figures(_ stats: Object) throws -> String {
        let figures = stats.members.filter { $0.key != "input" }
        try #require(figures.count > 10)
        return String(
            decoding: try JSONSerialization.data(withJSONObject: figures, options: [.sortedKeys, .prettyPrinted]),
            as: UTF8.self)
    }
}

/// How the exports of a fleet of 40 are kept.
enum Layout: String, CaseIterable, Sendable {
    /// A file for a device and day.
    case dated
    /// A file for a device, written over at each upload.
    case overwritten
    /// One file for all, written over every night.
    case oneFile

    /// Brings what is uploaded on a day: 1 is Monday the 14th.
    func bring(to nights: Nights, step: Int) throws {
        switch self {
        case .dated: try nights.bring("overwritten_dated", step: step)
        case .overwritten: try nights.bring("overwritten", step: step)
        case .oneFile:
            let uploaded = try Nights("overwritten", step: step).root.folder
            let texts = try uploaded.names(in: "metrics/bg_runs").map { try uploaded.text(of: "metrics/bg_runs/" + $0) }
            try nights.root.export(texts.joined(), to: "fleet.ndjson")
        }
    }
}

/// A night of the fleet of which eight phones became slow on Monday the 21st.
struct OverwrittenNight {
    var day: String
    var p90Hours: Double

    var week: String { day < "2026-09-22" ? "2026-W38" : "2026-W39" }
    /// The step whose exports are the last before the night.
    var step: Int { Self.all.firstIndex { $0.day == day }.map { $0 + 1 } ?? 0 }
    /// More than 12 h over the 3.6 h that the same stretch of W38 has.
    var regresses: Bool { week == "2026-W39" && p90Hours > 15.6 }

    /// Device i exports at 20:00 and i minutes, and ran last at 16:00 and 7 · i minutes: 4 h before, less 6 · i minutes. p90
    /// of 40 is the 36th: 3.6 h, of i = 4. The slow ones are i = 0 to 7, and the 36th is the fourth of them. They ran last
    /// on the 20th, so it is 24 h more on the 21st and 48 h more on the 22nd; then on the 23rd and on the 25th at 16:00 and
    /// i minutes, 4 h before the export of that day.
    static let all =
        (15...21).map { OverwrittenNight(day: "2026-09-\($0)", p90Hours: 3.6) } + [
            OverwrittenNight(day: "2026-09-22", p90Hours: 27.6), OverwrittenNight(day: "2026-09-23", p90Hours: 51.6),
            OverwrittenNight(day: "2026-09-24", p90Hours: 4), OverwrittenNight(day: "2026-09-25", p90Hours: 28),
            OverwrittenNight(day: "2026-09-26", p90Hours: 4), OverwrittenNight(day: "2026-09-27", p90Hours: 28),
            OverwrittenNight(day: "2026-09-28", p90Hours: 52),
        ]
}
