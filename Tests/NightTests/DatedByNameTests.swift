import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// Exports without their own time are dated by their file's name.
@Suite struct DatedByNameTests {
    @Test func `equal files dated by different names are two contents`() throws {
        let site = try Site()
        for name in ["2026-09-23.json", "2026-09-24.json"] { try site.put(undated("a"), as: name) }
        let outcome = try site.takeIn()
        #expect(outcome.read.count == 2 && outcome.recognised == 0 && outcome.newRuns == 1)
        #expect(try site.store().history(of: 1).exports.count == 2)
        #expect(try site.assess().input.files == 2)
        // Another name with one of the dates is a copy.
        try site.put(undated("a"), as: "copy_20260924.json")
        #expect(try site.takeIn().recognised == 1)
        // The day ends in the thresholds' time zone.
        let moments = try site.store().history(of: 1).exports.map(\.exportedAt.milliseconds)
        #expect(moments == [3, 4].map { Int64((monday + $0 * day) * 1_000 - 1) })
    }

    @Test func `equal files with their own export times are one content, whatever their names`() throws {
        let site = try Site()
        for name in ["2026-09-23.json", "2026-09-24.json", "x.json"] { try site.put(export("a", at: 1), as: name) }
        let outcome = try site.takeIn()
        #expect(outcome.read.count == 1 && outcome.recognised == 2)
    }

    @Test(arguments: ["", export("b", at: 2)])
    func `a file renamed to include a date is read again with it`(_ others: String) throws {
        let site = try Site()
        try site.put(others + undated("a"), as: "fleet.json")
        try site.takeIn()
        let refused = try site.store().unusedFiles().map(\.name)
        #expect(refused == (others.isEmpty ? [Array("fleet.json")] : []))
        try site.remove("fleet.json")
        try site.put(others + undated("a"), as: "fleet-2026-09-24.json")
        #expect(try site.takeIn().read.count == 1)
        #expect(try site.store().unusedFiles().isEmpty)
        let input = try site.assess().input
        #expect(input.exports == (others.isEmpty ? 1 : 2))
        #expect(input.exportsInNoFile == 0)
        #expect(input.remarks.contains { $0.remark.kind == .datedByName && $0.count == 1 })
        // And without the date again.
        try site.remove("fleet-2026-09-24.json")
        try site.put(others + undated("a"), as: "fleet.json")
        #expect(try site.takeIn().recognised == 1)
        #expect(try site.assess().input.exportsInNoFile == 1)
    }

    @Test(arguments: ["Europe/Amsterdam", "UTC"])
    func `a changed time zone is refused if names dated exports`(_ zone: String) throws {
        let site = try Site(zone: "Asia/Tehran")
        let other = try Site(zone: zone).thresholds
        try site.put(export("a", at: 1), as: "2026-09-23.json")
        try site.takeIn()
        _ = try Night(writing: site.storePath, other, timeout: 0)
        try site.put(undated("a"), as: "2026-09-24.json")
        try site.takeIn()
        #expect(throws: NightFailure.zoneMoved(from: "Asia/Tehran", to: zone)) {
            try Night(writing: site.storePath, other, timeout: 0)
        }
        #expect(throws: NightFailure.zoneMoved(from: "Asia/Tehran", to: zone)) {
            try Night(reading: site.storePath, other, timeout: 0)
        }
    }
}
