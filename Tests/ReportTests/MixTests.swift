import Stats
import Testing

@testable import Report

/// What of p90's change is behaviour and what is mix, and how late runs come; both stand under the first table.
@Suite struct MixTests {
    private let two = [Sample.standby(10, Sample.figures()), Sample.standby(40, Sample.figures())]

    private func sentences(_ assessment: Assessment, _ markup: Markup = .plain) -> [String] {
        Wording(assessment: assessment, markup: markup).besideObjectives.compactMap(\.self)
            .filter { !$0.contains("too few") && !$0.hasPrefix("~") }
    }

    /// p90 went from 40 h to 50 h; at the earlier mix it would be `weighted`.
    private func assessment(_ weighted: Staleness?, without: [BucketLabel] = []) -> Assessment {
        var assessment = Sample.assessment(
            Sample.figures(p90: .h(50)), before: Sample.figures(p90: .h(40)), buckets: two, bucketsBefore: two)
        assessment.evidence.mix = weighted.map {
            Mix(
                weighted: $0, behaviour: StalenessChange(from: .h(40), to: $0),
                mix: StalenessChange(from: $0, to: .h(50)), without: without)
        }
        return assessment
    }

    @Test(arguments: [
        (48, "+8.0 h", "+2.0 h"), (50, "+10.0 h", "0.0 h"), (40, "0.0 h", "+10.0 h"),
        // The same buckets got faster, and more devices are in slow ones; and the other way round.
        (35, "−5.0 h", "+15.0 h"), (55.5, "+15.5 h", "−5.5 h"),
    ])
    func `a change is behaviour and mix, with their signs`(_ weighted: Double, _ behaviour: String, _ mix: String) {
        #expect(
            sentences(assessment(.h(weighted))) == [
                "Of p90's +10.0 h, \(behaviour) is behaviour (the same buckets changed) and \(mix) is mix "
                    + "(devices moved between buckets)."
            ])
    }

    @Test func `without a number in each part there is no such sentence`() {
        #expect(sentences(assessment(nil)) == [])
        #expect(sentences(assessment(.never)) == [])
        // Every bucket of the week before is gone.
        var gone = assessment(nil)
        gone.evidence.mix = Mix(weighted: nil, behaviour: nil, mix: nil, without: two.map(\.label))
        #expect(sentences(gone) == [])
    }

    @Test func `no change has no parts`() {
        var same = assessment(.h(45))
        same.current.all.p90 = .h(40)
        #expect(sentences(same) == [])
        same.current.all.p90 = .never
        #expect(sentences(same) == [])
        same.baseline = nil
        #expect(sentences(same) == [])
    }

    @Test func `one bucket in both weeks cannot change its mix`() {
        var one = assessment(.h(48))
        one.current.buckets = [two[0]]
        #expect(sentences(one).count == 1)
        one.baseline?.buckets = [two[0]]
        #expect(sentences(one) == [])
    }

    @Test func `of buckets that are left out the sentence says where they are named`() {
        let without = [Sample.label("android", 5), BucketLabel(platform: "a. b", kind: .lowPower)]
        var assessment = assessment(.h(48), without: without)
        assessment.baseline?.buckets += without.map { BucketFigures(label: $0, figures: Sample.figures(2)) }
        #expect(
            sentences(assessment)[0].hasSuffix(
                "(devices moved between buckets). Buckets with no reading now are left out, and named below."))
        let missing = Block.list(Wording(assessment: assessment, markup: .plain).missing).lines(.plain)
        #expect(
            missing.joined(separator: " ").contains("android/exempted (2 devices), \"a. b/low_power\" (2 devices)."))
    }

    @Test(
        arguments: [
            (
                ScheduleDelay(runs: 7_660, p50: .hours(7.49), p90: .hours(8.71)),
                "p50 7.5 h, p90 8.7 h, over 7,660 runs."
            ),
            (ScheduleDelay(runs: 1, p50: 0, p90: 0), "p50 0.0 h, p90 0.0 h, over 1 run."),
            // A minute early and a second late: neither reads as just in time.
            (ScheduleDelay(runs: 2, p50: -60_000, p90: 1_000), "p50 −0.02 h, p90 0.0003 h, over 2 runs."),
        ] as [(ScheduleDelay, String)])
    func `the delay from schedule to run keeps its sign`(_ delay: ScheduleDelay, _ text: String) {
        #expect(sentences(Sample.ordinary { $0.evidence.scheduleDelay = delay }) == ["From schedule to run: " + text])
        #expect(sentences(Sample.ordinary { _ in }) == [])
    }
}
