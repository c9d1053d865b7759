import Records
import TestSupport
import Testing

@testable import Night

/// Exports dated more than a day after now are counted, each once.
@Suite struct LaterThanClockTests {
    private func moment(_ hours: Int, _ milliseconds: Int64 = 0) -> Instant {
        Instant(milliseconds: Int64(monday + hours * hour) * 1_000 + milliseconds)
    }

    @Test func `an export more than a day later counts, once for all files that contain it`() throws {
        let site = try Site()
        try site.put(export("a", at: 24, runs: [1]) + export("b", at: 48) + export("c", at: 48), as: "one.ndjson")
        try site.put(export("b", at: 48) + export("b", at: 49), as: "two.ndjson")
        try site.takeIn()
        let night = try site.night()
        let counts = try [moment(-1), moment(0, -1), moment(0), moment(23), moment(24), moment(25)].map {
            try night.exportsLaterThanClock(at: $0)
        }
        // At first all four are later; the first is exactly a day later at 0 h, which is not more.
        #expect(counts == [4, 4, 3, 3, 1, 0])
        #expect(try night.exportsLaterThanClock(at: .latest) == 0)
        // Exports that are in no file any more count too.
        try site.remove("two.ndjson")
        _ = try night.takeIn(site.listing())
        #expect(try night.exportsLaterThanClock(at: moment(24)) == 1)
    }
}
