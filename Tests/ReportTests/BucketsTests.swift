import Records
import Stats
import Testing

@testable import Report

/// The table of buckets: what a bucket is, which changes are shown, and which of them are a warning.
@Suite struct BucketsTests {
    private func wording(
        _ now: [Figures], before: [Figures]?, upTo cutOff: Instant? = nil, markup: Markup = .plain
    ) -> Wording {
        func rows(_ figures: [Figures]) -> [BucketFigures] {
            figures.enumerated().map { Sample.standby([10, 20, 30, 40][$0.offset], $0.element) }
        }
        let assessment = Sample.assessment(
            Sample.figures(), before: before.map { _ in Sample.figures() }, upTo: cutOff, buckets: rows(now),
            bucketsBefore: rows(before ?? []))
        return Wording(assessment: assessment, markup: markup)
    }

    private func figures(_ devices: Int, _ p90: Staleness, _ interval: Interval = Interval(.h(49), .h(51))) -> Figures {
        Sample.figures(devices, p90: p90, p90Interval: interval)
    }

    private func notes(_ wording: Wording) -> [String] { wording.besideBuckets.compactMap(\.self) }

    private func changes(_ wording: Wording) -> [String] { wording.bucketTable.rows.map { $0[5] } }

    @Test func `a change of fewer than ten devices, in one of the weeks, is not shown`() {
        let ten = figures(10, .h(50))
        let nine = figures(9, .h(50))
        let wording = wording([ten, nine, ten, nine], before: [ten, ten, nine, nine])
        #expect(changes(wording) == ["0.0 h", "n < 10", "n < 10", "n < 10"])
        #expect(notes(wording).contains("n < 10: fewer than 10 devices in one of the weeks, so no change is shown."))
        #expect(!notes(self.wording([ten], before: [ten])).joined().contains("oo few"))
    }

    @Test func `a bucket that is new has no change, which is not too few`() {
        let wording = wording([figures(10, .h(50)), figures(1, .h(50))], before: [figures(10, .h(50))])
        #expect(changes(wording) == ["0.0 h", "–"])
        #expect(wording.bucketTable.rows.map { $0[2] } == ["10", "0"])
        #expect(!notes(wording).joined().contains("oo few"))
    }

    @Test func `without a week before its devices are not 0`() {
        let wording = wording([figures(10, .h(50))], before: nil)
        #expect(wording.bucketTable.rows[0][2] == "–" && changes(wording) == ["–"])
    }

    @Test func `a warning is given only beyond what is allowed and beyond chance`() {
        // Of 50 h: each interval reaches 1 h to both sides, so that a change is sure to √2 h.
        func sure(_ hours: Double) -> Figures { figures(100, .h(hours), Interval(.h(hours - 1), .h(hours + 1))) }
        let before = figures(100, .h(50))
        // 13 h worse, 12 h worse, 13 h worse with 13 h to the lower side, 20 h better.
        let chance = figures(100, .h(63), Interval(.h(50), .h(64)))
        let wording = wording([sure(63), sure(62), chance, sure(30)], before: Array(repeating: before, count: 4))
        #expect(changes(wording) == ["⚠ +13.0 h", "+12.0 h", "~ +13.0 h", "−20.0 h"])
        let notes = notes(wording)
        #expect(notes.contains("⚠ before a change: worse by more than the 12 h allowed, and not by chance."))
        #expect(notes.contains("~ before a change: it may be chance, there are too few devices to tell."))
        // A bucket's warning is not the heading's.
        #expect(markdown(wording.assessment).hasPrefix("# Background freshness"))
    }

    @Test func `to never is worse than any number, and not tested`() {
        let wording = wording(
            [figures(10, .never), figures(10, .never), figures(10, .h(50))],
            before: [figures(10, .h(50)), figures(10, .never), figures(10, .never)])
        #expect(changes(wording) == ["⚠ to never", "no change", "from never"])
        #expect(
            notes(wording).contains(
                "⚠ before a change: worse by more than the 12 h allowed, and not by chance. A change to never is not "
                    + "tested for chance."))
    }

    @Test func `what a row does not show is not explained`() {
        // May be chance, and is of too few devices to be shown.
        let wording = wording([figures(9, .h(70), Interval())], before: [figures(9, .h(50))])
        #expect(changes(wording) == ["n < 10"])
        #expect(!notes(wording).contains { $0.hasPrefix("~") || $0.hasPrefix("⚠") })
    }

    @Test func `buckets too small for an upper limit of p90 are warned of`() {
        func warning(_ buckets: [Figures]) -> [String] {
            notes(wording(buckets, before: nil)).filter { $0.contains("36") }
        }
        let many = Sample.figures(100, p90Interval: Interval(.h(40), .h(60)))
        let few = Sample.figures(35, p90Interval: Interval(.h(40), nil))
        let never = Sample.figures(9, p90: .never, p90Interval: Interval(.never, nil))
        let sentence = [
            "p90 of fewer than 36 devices has no upper limit: it may be much worse than shown."
        ]
        #expect(warning([many, few]) == sentence)
        #expect(warning([few, few]) == sentence)
        #expect(warning([many, many]) == [])
        // It cannot be worse than never.
        #expect(warning([many, never]) == [])
        // One bucket is all devices, of which the verdict has said it.
        #expect(warning([few]) == [])
    }

    private let android =
        "On Android, it is the system's standby bucket: the less an app is used, the lower its bucket and the less "
        + "often it may run; `never` is for apps that were never opened."
    private let ios = "On iOS, it is `low_power` if low power mode was on at the last run, else `normal`."
    private let none = "`none`: the exports name neither a bucket nor low power mode."

    @Test func `only the kinds of buckets that there are are explained`() {
        func said(_ kinds: BucketLabel.Kind...) -> String? {
            let buckets = kinds.map { Sample.bucket("p", $0, Sample.figures(p90Interval: Interval(.h(1), .h(2)))) }
            let assessment = Sample.assessment(Sample.figures(), before: nil, buckets: buckets)
            return Wording(assessment: assessment, markup: .markdown).besideBuckets.compactMap(\.self).first
                .map { $0.replacing("*Bucket*: the platform, and what limits background runs there. ", with: "") }
        }
        #expect(said(.standby(Bucket(rawValue: 50))) == android)
        #expect(said(.normal) == ios)
        #expect(said(.lowPower, .none) == "\(ios) \(none)")
        #expect(said(.none) == none)
        #expect(said(.standby(Bucket(rawValue: 10)), .normal, .none) == "\(android) \(ios) \(none)")
        #expect(said() == "*Bucket*: the platform, and what limits background runs there.")
    }

    @Test func `devices of a part of the week before are not said to be the week's`() {
        let ten = figures(10, .h(50))
        func title(_ wording: Wording) -> String { wording.bucketTable.columns[2].title }
        #expect(title(wording([ten], before: [ten])) == "devices in 2026-W38")
        let part = wording([ten], before: [ten], upTo: Sample.thursday)
        #expect(title(part) == "devices before")
        #expect(notes(part).contains("Devices before: in the same part of 2026-W38."))
        #expect(!notes(wording([ten], before: [ten])).joined().contains("Devices before"))
        #expect(!notes(wording([ten], before: nil, upTo: Sample.thursday)).joined().contains("Devices before"))
    }
}
