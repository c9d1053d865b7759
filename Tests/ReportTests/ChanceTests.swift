import Stats
import Testing

@testable import Report

/// Whether a change may be chance: in the opening, in both tables, and in the line of verdicts.
@Suite struct NoiseTests {
    struct Change: CustomTestStringConvertible {
        var now: Double
        var interval: Interval
        /// p90 of the week before is 60 h.
        var before: Interval
        var sentence: String
        var mark: String
        var testDescription: String { sentence }
    }

    /// Widths are sides of right triangles: 3 and 4 h make 5 h, 6 and 8 h make 10 h.
    static let changes = [
        // −10 − 5, −10 + 10: it reaches 0 just so.
        Change(
            now: 50, interval: Interval(.h(47), .h(56)), before: Interval(.h(52), .h(64)),
            sentence: "10.0 h better. \(few) (95 % interval: −15.0 h to 0.0 h).", mark: "~ −10.0 h"),
        // √(5.9² + 8²) = 9.940 h: it stays below 0.
        Change(
            now: 50, interval: Interval(.h(47), .h(55.9)), before: Interval(.h(52), .h(64)),
            sentence: "10.0 h better. \(more) (95 % interval: −15.0 h to −0.1 h).", mark: "−10.0 h"),
        Change(
            now: 66, interval: Interval(.h(60), .h(69)), before: Interval(.h(56), .h(68)),
            sentence: "6.0 h worse, \(within). \(few) (95 % interval: −4.0 h to +11.0 h).", mark: "~ +6.0 h"),
        Change(
            now: 71, interval: Interval(.h(68), .h(74)), before: Interval(.h(56), .h(64)),
            sentence: "11.0 h worse, \(within). \(more) (95 % interval: +6.0 h to +16.0 h).", mark: "+11.0 h"),
        // The rule of 12 h does not ask whether it may be chance.
        Change(
            now: 75, interval: Interval(.h(60), .h(78)), before: Interval(.h(56), .h(80)),
            sentence: "15.0 h worse, \(regression). \(few) (95 % interval: −10.0 h to +20.0 h).",
            mark: "⚠~ +15.0 h"),
        Change(
            now: 75, interval: Interval(.h(72), .h(78)), before: Interval(.h(56), .h(64)),
            sentence: "15.0 h worse, \(regression). \(more) (95 % interval: +10.0 h to +20.0 h).", mark: "⚠ +15.0 h"),
        // An open side does not stand in the way of what the other one says.
        Change(
            now: 75, interval: Interval(.h(72), nil), before: Interval(.h(56), .h(64)),
            sentence: "15.0 h worse, \(regression). \(more) (95 % interval: at least +10.0 h).", mark: "⚠ +15.0 h"),
        Change(
            now: 50, interval: Interval(.h(47), .h(53)), before: Interval(.h(56), nil),
            sentence: "10.0 h better. \(more) (95 % interval: at most −5.0 h).", mark: "−10.0 h"),
        // Where it may be chance, one side alone would only be read as a figure.
        Change(
            now: 50, interval: Interval(.h(47), nil), before: Interval(.h(56), .h(64)),
            sentence: "10.0 h better. \(few).", mark: "~ −10.0 h"),
        // Where a limit is never, that side is open too.
        Change(
            now: 50, interval: Interval(.h(47), .never), before: Interval(.h(56), .h(64)),
            sentence: "10.0 h better. \(few).", mark: "~ −10.0 h"),
        Change(
            now: 50, interval: Interval(.h(47), nil), before: Interval(.h(56), nil),
            sentence: "10.0 h better. \(few).", mark: "~ −10.0 h"),
    ]
    private static let few = "There are too few devices to tell this change from chance"
    private static let more = "That is more than chance explains"
    private static let within = "within the 12 h allowed"
    private static let regression = "more than the 12 h allowed: a regression, which puts ⚠ in front of the heading"

    private func figures(_ change: Change) -> (now: Figures, before: Figures) {
        (
            Sample.figures(100, p90: .h(change.now), p90Interval: change.interval),
            Sample.figures(100, p90: .h(60), p90Interval: change.before)
        )
    }

    @Test(arguments: changes)
    func `the change is said with how sure it is`(_ change: Change) {
        let (now, before) = figures(change)
        let wording = Wording(assessment: Sample.assessment(now, before: before), markup: .plain)
        // The week before stands behind "better" or "worse".
        let sentence = change.sentence.replacing(/better|worse/, maxReplacements: 1) {
            "\($0.output) than in 2026-W38 (60.0 h)"
        }
        #expect(wording.besideVerdict[0] == "p90 is " + sentence)
    }

    @Test(arguments: changes)
    func `noise is marked in both tables, and in the line of verdicts`(_ change: Change) {
        let (now, before) = figures(change)
        let assessment = Sample.assessment(
            now, before: before, buckets: [Sample.standby(10, now)], bucketsBefore: [Sample.standby(10, before)])
        let wording = Wording(assessment: assessment, markup: .plain)
        #expect(wording.objectivesTable.rows[2][4] == change.mark)
        #expect(wording.bucketTable.rows[0][4] == change.mark)
        #expect(verdictLine(assessment).contains("(too few devices to tell") == change.mark.contains("~"))
        let legends = [wording.besideObjectives, wording.besideBuckets].map { sentences in
            sentences.compactMap(\.self).filter { $0.hasPrefix("~") }
        }
        let legend = "~ marks a change of p90 that may be noise: its 95 % interval holds 0."
        #expect(legends == (change.mark.contains("~") ? [[legend], []] : [[], []]))
    }

    @Test func `a change without a number has no interval and no mark`() {
        let sure = Interval(.h(40), .h(60))
        for (now, before) in [(Staleness.never, Staleness.h(50)), (.h(50), .never), (.never, .never)] {
            let assessment = Sample.assessment(
                Sample.figures(p90: now, p90Interval: sure), before: Sample.figures(p90: before, p90Interval: sure))
            let wording = Wording(assessment: assessment, markup: .plain)
            #expect(!wording.opening.joined().contains("noise") && !wording.opening.joined().contains("95 %"))
            #expect(!wording.objectivesTable.rows[2][4].contains("~"))
            #expect(!verdictLine(assessment).contains("too few"))
        }
    }

    @Test func `the mark is explained under the first table that has one`() {
        let sure = Interval(.h(49), .h(51))
        let now = Sample.figures(100, p90: .h(50), p90Interval: sure)
        let assessment = Sample.assessment(
            now, before: Sample.figures(100, p90: .h(60), p90Interval: Interval(.h(59), .h(61))),
            buckets: [Sample.standby(10, now)], bucketsBefore: [Sample.standby(10, Sample.figures(1, p90: .h(60)))])
        let wording = Wording(assessment: assessment, markup: .plain)
        #expect(!wording.besideObjectives.contains { $0?.hasPrefix("~") == true })
        #expect(wording.besideBuckets.contains { $0?.hasPrefix("~ marks") == true })
    }

    @Test func `no change at all needs no word on noise in the opening`() {
        let same = Sample.figures(p90: .h(50), p90Interval: Interval(.h(40), .h(60)))
        let wording = Wording(assessment: Sample.assessment(same, before: same), markup: .plain)
        #expect(wording.opening[1] == "It was the same in 2026-W38.")
        #expect(wording.objectivesTable.rows[2][4] == "0.0 h")
        #expect(!wording.besideObjectives.contains { $0?.hasPrefix("~") == true })
    }

    @Test func `a bucket without a week before has neither a change nor a mark`() {
        let now = Sample.figures(2)
        let assessment = Sample.assessment(
            now, before: now, buckets: [Sample.standby(10, now)], bucketsBefore: [Sample.standby(20, now)])
        let wording = Wording(assessment: assessment, markup: .plain)
        #expect(wording.bucketTable.rows[0][4] == "–")
        #expect(wording.objectivesTable.rows[2][4] == "0.0 h")
        #expect(wording.besideBuckets.compactMap(\.self) == [])
    }

    private func besideBuckets(_ buckets: [Figures]) -> [String] {
        let rows = buckets.enumerated().map { Sample.standby([10, 20, 30][$0.offset], $0.element) }
        return Wording(assessment: Sample.assessment(Sample.figures(), before: nil, buckets: rows), markup: .plain)
            .besideBuckets.compactMap(\.self)
    }

    @Test func `buckets too small for an upper limit of p90 are warned of`() {
        let many = Sample.figures(100, p90Interval: Interval(.h(40), .h(60)))
        let few = Sample.figures(35, p90Interval: Interval(.h(40), nil))
        let never = Sample.figures(9, p90: .never, p90Interval: Interval(.never, nil))
        let sentence = ["Of fewer than 36 devices, p90 says little: it may be much worse than shown."]
        #expect(besideBuckets([many, few]) == sentence)
        #expect(besideBuckets([few, few]) == sentence)
        #expect(besideBuckets([many, many]) == [])
        // It cannot be worse than never.
        #expect(besideBuckets([many, never]) == [])
        // One bucket is all devices, of which the table above has said it.
        #expect(besideBuckets([few]) == [])
    }
}
