import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// A store that forgot a device equals one that never knew it, to the last count.
@Suite struct ForgettingTests {
    private static let words =
        ",\"platform\":\"Android\",\"version\":\"1.0\",\"arm\":\"push\",\"bucket\":40,\"lastScheduledAt\":1789900000"

    private func gone(_ period: Int) -> String {
        // 28 days apart, so that each is in another period.
        export("gone", at: 24 + period * 28 * 24, runs: [1 + period * 28 * 24, 2], Self.words)
    }

    private func others() -> String {
        export("other", at: 25, runs: [3], Self.words) + export("gone.", at: 26, runs: [3])
    }

    private func store(of site: Site) throws -> ([PeriodSums], [StoredDevice], Int) {
        let store = try site.store()
        let everything = Instant.earliest...Instant.latest
        let read = try store.historySource.reader().forEachHistory(
            of: 1..<100, from: everything.lowerBound, through: everything.upperBound, isEnough: { _ in true },
            { _, _ in })
        let contents = try store.contents(within: [.earliest..<Instant.latest])
        let exports = try store.counted(contents, within: [.earliest..<Instant.latest]).exportsInNoFile
        return ([read], try store.devices(beginningWith: [], app: nil, atMost: 10), exports)
    }

    /// In its own night, which is over when this returns.
    private func forget(_ id: String, in site: Site) throws -> Forgotten {
        let night = try site.night()
        let found = try night.store.devices(beginningWith: [UInt8](id), app: nil, atMost: 2)
        return try night.forget(#require(found.first))
    }

    @Test func `forgetting leaves what would be there without the device`() throws {
        let (site, without) = (try Site(), try Site())
        // The others first, so that both stores number them alike.
        for other in [site, without] {
            try other.put(others(), as: "a.ndjson")
            try other.takeIn()
        }
        try site.put(others() + gone(0) + gone(1), as: "b.ndjson")
        try site.put(gone(0) + gone(-3), as: "c.ndjson")
        try site.takeIn()
        try site.remove("c.ndjson")
        try site.takeIn()
        #expect(try store(of: site).2 == 1)

        let forgotten = try forget("gone", in: site)
        // Runs at 1 and 2 h, and at 1 h of both other periods.
        #expect(forgotten.runs == 4 && forgotten.exports == 3 && forgotten.files == ["b.ndjson"])
        #expect(
            forgotten.span == Instant(
                milliseconds: Int64(monday + (1 - 84 * 24) * hour) * 1_000)...Instant(
                    milliseconds: Int64(monday + (24 + 28 * 24) * hour) * 1_000))
        #expect(try site.store().faults() == [])
        #expect(try store(of: site) == store(of: without))
        #expect(try site.assess().current == without.assess().current)
        #expect(try site.assess().input.exportsInNoFile == 0)
    }

    @Test func `a device that was never in the files is in none of them`() throws {
        let site = try Site()
        try site.put(others(), as: "a.ndjson")
        try site.takeIn()
        let night = try site.night()
        var nobody = try #require(try night.store.devices(beginningWith: [], app: nil, atMost: 1).first)
        (nobody.number, nobody.id) = (99, [UInt8]("nobody"))
        let forgotten = try night.forget(nobody)
        #expect(forgotten.runs == 0 && forgotten.exports == 0 && forgotten.span == nil && forgotten.files.isEmpty)
        #expect(try night.store.faults() == [])
        #expect(try night.store.devices(beginningWith: [], app: nil, atMost: 10).count == 2)
    }
}
