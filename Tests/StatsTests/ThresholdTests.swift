import Testing

@testable import Stats

/// Which thresholds differ from those of an earlier week's report.
@Suite struct ThresholdTests {
    private static let before = EarlierThresholds(
        week: "2026-W38", p50: 24 * hour, p90: 72 * hour, broken: 168 * hour, p90Regression: 12 * hour, sha256: "other")

    struct Change: Sendable {
        var moved: MovedThreshold
        var make: @Sendable (inout Objectives) -> Void

        init(
            _ name: MovedThreshold.Name, _ from: MovedThreshold.Value, _ to: MovedThreshold.Value,
            _ make: @escaping @Sendable (inout Objectives) -> Void
        ) {
            moved = MovedThreshold(name: name, from: from, to: to)
            self.make = make
        }
    }

    static let changes = [
        Change(.p50, .length(24 * hour), .length(12 * hour)) { $0.p50 = 12 * hour },
        Change(.p90, .length(72 * hour), .length(72 * hour + 1)) { $0.p90 = 72 * hour + 1 },
        Change(.broken, .length(168 * hour), .length(1)) { $0.broken = 1 },
        Change(.regression, .length(12 * hour), .length(24 * hour)) { $0.p90Regression = 24 * hour },
        Change(.dataAge, .length(36 * hour), .length(36 * hour - 1)) { $0.data.age = 36 * hour - 1 },
        Change(.coverageDrop, .points(10_000), .points(9_999)) { $0.data.coverageDrop = 9_999 },
        Change(.refused, .percentage(10_000), .percentage(100_000)) { $0.data.refused = 100_000 },
        Change(.contradicted, .percentage(5_000), .percentage(0)) { $0.data.contradicted = 0 },
        Change(.timeZone, .zone("UTC"), .zone("Europe/Amsterdam")) { $0.timeZone = "Europe/Amsterdam" },
    ]

    @Test func `equal thresholds have not changed even if the file has`() {
        #expect(objectives.moved(since: Self.before).isEmpty)
        var elsewhere = objectives
        elsewhere.sha256 = "new"
        #expect(elsewhere.moved(since: Self.before).isEmpty)
    }

    @Test(arguments: changes.indices)
    func `a changed threshold is listed with both values`(_ place: Int) {
        var now = objectives
        Self.changes[place].make(&now)
        #expect(now.moved(since: Self.before) == [Self.changes[place].moved])
    }

    @Test func `all changed thresholds are listed`() {
        var now = objectives
        for change in Self.changes { change.make(&now) }
        #expect(now.moved(since: Self.before) == Self.changes.map(\.moved))
    }

    @Test func `without an earlier report no threshold has changed`() {
        var assessed = assessment(of: [])
        #expect(assessed.movedThresholds.isEmpty)
        assessed.objectives.p90 = hour
        assessed.earlierThresholds = Self.before
        #expect(assessed.movedThresholds.map(\.name) == [.p90])
    }
}
