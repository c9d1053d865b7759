import Stats
import Testing

/// Which thresholds are others than those of an earlier week's report.
@Suite struct ThresholdTests {
    private static let before = EarlierThresholds(
        week: "2026-W38", p50: 24 * hour, p90: 72 * hour, broken: 168 * hour, p90Regression: 12 * hour, sha256: "other")

    static let changes: [(name: String, from: Int64, to: Int64, change: @Sendable (inout Objectives) -> Void)] = [
        ("p50", 24 * hour, 12 * hour, { $0.p50 = 12 * hour }),
        ("p90", 72 * hour, 72 * hour + 1, { $0.p90 = 72 * hour + 1 }),
        ("broken", 168 * hour, 1, { $0.broken = 1 }),
        ("regression", 12 * hour, 24 * hour, { $0.p90Regression = 24 * hour }),
    ]

    @Test func `the same thresholds have not moved, whatever else changed in the file`() {
        #expect(objectives.moved(since: Self.before).isEmpty)
        var elsewhere = objectives
        elsewhere.timeZone = "Europe/Amsterdam"
        elsewhere.sha256 = "new"
        #expect(elsewhere.moved(since: Self.before).isEmpty)
    }

    @Test(arguments: changes.indices)
    func `a threshold that is another now is named, with what it was and is`(_ place: Int) {
        var now = objectives
        Self.changes[place].change(&now)
        let moved = now.moved(since: Self.before)
        #expect(moved.map(\.name) == [Self.changes[place].name])
        #expect(moved.first?.from == Self.changes[place].from)
        #expect(moved.first?.to == Self.changes[place].to)
    }

    @Test func `all that moved are named`() {
        var now = objectives
        for row in Self.changes { row.change(&now) }
        #expect(now.moved(since: Self.before).map(\.name) == Self.changes.map(\.name))
    }

    @Test(arguments: [(nil, nil), ("UTC", nil), ("Europe/Amsterdam", "Europe/Amsterdam")] as [(String?, String?)])
    func `another zone is named, and one that is not known is not guessed`(_ before: String?, _ named: String?) {
        var assessed = assessment(of: [])
        #expect(assessed.zoneBefore == nil)
        assessed.earlierThresholds = Self.before
        assessed.earlierThresholds?.timeZone = before
        #expect(assessed.zoneBefore == named)
    }

    @Test func `without an earlier report nothing has moved`() {
        var assessed = assessment(of: [])
        #expect(assessed.movedThresholds.isEmpty)
        assessed.objectives.p90 = hour
        assessed.earlierThresholds = Self.before
        #expect(assessed.movedThresholds.map(\.name) == ["p90"])
    }
}
