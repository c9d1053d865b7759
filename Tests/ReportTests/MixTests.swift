import Stats
import Testing

@testable import Report

/// What of p90's change comes from within the buckets and what from devices that changed bucket; and how late runs come.
@Suite struct MixTests {
    private let two = [Sample.standby(10, Sample.figures()), Sample.standby(40, Sample.figures())]

    private func sentences(_ assessment: Assessment, _ markup: Markup = .plain) -> [String] {
        Wording(assessment: assessment, markup: markup).besideBuckets.compactMap(\.self)
            .filter { $0.contains("p90's change") }
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
    func `a change has two parts, with their signs`(_ weighted: Double, _ within: String, _ moved: String) {
        let rest =
            moved == "0.0 h"
            ? "p90's change of +10.0 h comes from changes within the buckets, and not from devices that changed bucket, came or went."
            : "Of p90's change of +10.0 h, \(within) comes from changes within the buckets and \(moved) from devices "
                + "that changed bucket, came or went: had each bucket kept its share of the devices, p90 would be "
                + "\(Sample.objectives().text(.h(weighted)))."
        #expect(sentences(assessment(.h(weighted))) == [rest])
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

    @Test func `that buckets are left out is said, and they are named under what is missing`() {
        let without = [Sample.label("android", 5), BucketLabel(platform: "a. b", kind: .lowPower)]
        var assessment = assessment(.h(48), without: without)
        assessment.baseline?.buckets += without.map { BucketFigures(label: $0, figures: Sample.figures(2)) }
        #expect(
            sentences(assessment)[0].hasSuffix("p90 would be 48.0 h. Buckets with no device now are left out of this."))
        let missing = Block.list(Wording(assessment: assessment, markup: .plain).missing).lines(.plain)
        #expect(
            missing.map { $0.drop { $0 == " " } }.joined(separator: " ").contains(
                "android/exempted (2 devices), \"a. b/low_power\" (2 devices)."))
    }

    @Test(
        arguments: [
            (
                ScheduleDelay(runs: 7_660, p50: .hours(7.49), p90: .hours(8.71)),
                "7.5 h at p50 and 8.7 h at p90, over the 7,660 runs of the week that record both times."
            ),
            (
                ScheduleDelay(runs: 1, p50: 0, p90: 0),
                "0.0 h at p50 and 0.0 h at p90, over the 1 run of the week that records both times."
            ),
            // A minute early and a second late: neither reads as just in time.
            (
                ScheduleDelay(runs: 2, p50: -60_000, p90: 1_000),
                "−0.02 h at p50 and 0.0003 h at p90, over the 2 runs of the week that record both times."
            ),
        ] as [(ScheduleDelay, String)])
    func `the delay from schedule to run keeps its sign`(_ delay: ScheduleDelay, _ text: String) {
        func said(_ assessment: Assessment) -> [String] {
            Wording(assessment: assessment, markup: .plain).besideObjectives.compactMap(\.self)
                .filter { $0.contains("scheduled") }
        }
        #expect(
            said(Sample.ordinary { $0.evidence.scheduleDelay = delay })
                == ["From being scheduled to running took " + text])
        #expect(said(Sample.ordinary { _ in }) == [])
    }
}
