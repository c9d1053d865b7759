import Records
import Stats
import Testing

/// Verdicts use the exact values.
@Suite struct VerdictTests {
    private func week(_ p50: Staleness?, _ p90: Staleness?, buckets: [BucketFigures] = []) -> Breakdown {
        Breakdown(all: group(p50, p90), buckets: buckets)
    }

    private func group(_ p50: Staleness?, _ p90: Staleness?) -> Figures {
        Figures(
            devices: p90 == nil ? 0 : 10, p50: p50, p90: p90, ranInDay: 0, successes: 0, knownOutcomes: 0, broken: 0)
    }

    private func assess(_ now: Breakdown, before: Breakdown?) -> Assessment {
        Assessment(
            scope: Scope(), objectives: objectives, window: week39, current: now, baselineWindow: week39.baseline,
            baseline: before, input: Input())
    }

    @Test(
        arguments: [
            (.known(milliseconds: 72 * hour), false), (.known(milliseconds: 72 * hour - 1), true),
            (.known(milliseconds: 72 * hour + 1), false), (.known(milliseconds: 0), true), (.never, false),
        ] as [(Staleness, Bool)])
    func `exactly 72 h is not under 72 h`(_ p90: Staleness, _ isUnder: Bool) {
        #expect(p90.isUnder(72 * hour) == isUnder)
        #expect(assess(week(.known(milliseconds: 0), p90), before: nil).p90Verdict == (isUnder ? .met : .missed))
    }

    @Test(
        arguments: [
            (.known(milliseconds: 24 * hour), .missed), (.known(milliseconds: 24 * hour - 1), .met), (.never, .missed),
        ] as [(Staleness, Verdict)])
    func `exactly 24 h is not under 24 h`(_ p50: Staleness, _ verdict: Verdict) {
        #expect(assess(week(p50, .never), before: nil).p50Verdict == verdict)
    }

    @Test(
        arguments: [
            (.known(milliseconds: 168 * hour), false), (.known(milliseconds: 168 * hour + 1), true), (.never, true),
            (.known(milliseconds: 0), false),
        ] as [(Staleness, Bool)])
    func `exactly 168 h is not over 7 days`(_ staleness: Staleness, _ isOver: Bool) {
        #expect(staleness.isOver(168 * hour) == isOver)
    }

    @Test func `without a reading there is no verdict`() {
        let nothing = assess(week(nil, nil), before: week(.never, .never))
        #expect(nothing.p50Verdict == nil)
        #expect(nothing.p90Verdict == nil)
        #expect(nothing.isRegression == nil)
        #expect(nothing.p90Change == nil)
        #expect(!nothing.hasReadings)
    }

    struct Change: CustomTestStringConvertible {
        var before: Staleness
        var now: Staleness
        var isRegression: Bool
        var change: StalenessChange
        var testDescription: String { "\(before) to \(now)" }
    }

    static let changes = [
        Change(
            before: .known(milliseconds: 50 * hour), now: .known(milliseconds: 62 * hour), isRegression: false,
            change: .by(milliseconds: 12 * hour)),
        Change(
            before: .known(milliseconds: 50 * hour), now: .known(milliseconds: 62 * hour + 1), isRegression: true,
            change: .by(milliseconds: 12 * hour + 1)),
        Change(
            before: .known(milliseconds: 50 * hour), now: .known(milliseconds: 62 * hour - 1), isRegression: false,
            change: .by(milliseconds: 12 * hour - 1)),
        Change(
            before: .known(milliseconds: 50 * hour), now: .known(milliseconds: 50 * hour), isRegression: false,
            change: .by(milliseconds: 0)),
        Change(
            before: .known(milliseconds: 80 * hour), now: .known(milliseconds: 20 * hour), isRegression: false,
            change: .by(milliseconds: -60 * hour)),
        Change(before: .known(milliseconds: 80 * hour), now: .never, isRegression: true, change: .becameNever),
        Change(before: .never, now: .known(milliseconds: 80 * hour), isRegression: false, change: .wasNever),
        Change(before: .never, now: .never, isRegression: false, change: .stayedNever),
    ]

    @Test(arguments: changes)
    func `p90 regresses if it is worse by more than 12 h`(_ row: Change) {
        #expect(StalenessChange(from: row.before, to: row.now) == row.change)
        #expect(row.change.isWorse(byMoreThan: 12 * hour) == row.isRegression)
        let assessment = assess(week(row.now, row.now), before: week(row.before, row.before))
        #expect(assessment.isRegression == row.isRegression)
        #expect(assessment.p90Change == row.change)
        #expect(assessment.p50Change == row.change)
    }

    @Test func `only a change between two numbers has a size`() {
        #expect(StalenessChange.by(milliseconds: -5).milliseconds == -5)
        #expect(StalenessChange.becameNever.milliseconds == nil)
        #expect(StalenessChange.wasNever.milliseconds == nil)
        #expect(StalenessChange.stayedNever.milliseconds == nil)
    }

    @Test func `without a baseline there is no verdict on change`() {
        let assessment = assess(week(.never, .never), before: nil)
        #expect(assessment.isRegression == nil)
        #expect(assessment.p50Change == nil)
        #expect(assessment.hasReadings)
    }

    @Test func `a worse p50 alone is not a regression`() {
        let now = week(.never, .known(milliseconds: 70 * hour))
        let before = week(.known(milliseconds: 0), .known(milliseconds: 70 * hour))
        #expect(assess(now, before: before).isRegression == false)
    }

    @Test(arguments: changes)
    func `a bucket regresses by the same rule, independently`(_ row: Change) {
        let label = BucketLabel(platform: "android", kind: .standby(Bucket(rawValue: 40)))
        let steady = Staleness.known(milliseconds: 70 * hour)
        let now = BucketFigures(label: label, figures: group(row.now, row.now))
        let before = BucketFigures(label: label, figures: group(row.before, row.before))
        let assessment = assess(week(steady, steady, buckets: [now]), before: week(steady, steady, buckets: [before]))
        #expect(assessment.isRegression(now) == row.isRegression)
        #expect(assessment.p90Change(of: now) == row.change)
        #expect(assessment.isRegression == false)
    }

    @Test func `a bucket without a baseline of its own does not regress`() {
        let now = BucketFigures(label: BucketLabel(platform: "ios", kind: .normal), figures: group(.never, .never))
        let other = BucketFigures(
            label: BucketLabel(platform: "ios", kind: .lowPower),
            figures: group(.known(milliseconds: 0), .known(milliseconds: 0)))
        let assessment = assess(week(.never, .never, buckets: [now]), before: week(.never, .never, buckets: [other]))
        #expect(!assessment.isRegression(now))
        #expect(assessment.p90Change(of: now) == nil)
        #expect(assessment.baseline(of: now.label) == nil)
        #expect(assessment.baseline(of: other.label) == other.figures)
    }
}
