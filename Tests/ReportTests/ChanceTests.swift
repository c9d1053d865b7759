import Stats
import Testing

@testable import Report

/// Whether a change may be chance: in the opening and in both tables.
@Suite struct ChanceTests {
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
            sentence: "10.0 h better: no regression. \(few) (95 % interval: −15.0 h to 0.0 h).", mark: "~ −10.0 h"),
        // √(5.9² + 8²) = 9.940 h: it stays below 0.
        Change(
            now: 50, interval: Interval(.h(47), .h(55.9)), before: Interval(.h(52), .h(64)),
            sentence: "10.0 h better: no regression. \(more) (95 % interval: −15.0 h to −0.1 h).", mark: "−10.0 h"),
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
            mark: "⚠ ~ +15.0 h"),
        Change(
            now: 75, interval: Interval(.h(72), .h(78)), before: Interval(.h(56), .h(64)),
            sentence: "15.0 h worse, \(regression). \(more) (95 % interval: +10.0 h to +20.0 h).", mark: "⚠ +15.0 h"),
        // An open side does not stand in the way of what the other one says.
        Change(
            now: 75, interval: Interval(.h(72), nil), before: Interval(.h(56), .h(64)),
            sentence: "15.0 h worse, \(regression). \(more) (95 % interval: at least +10.0 h).", mark: "⚠ +15.0 h"),
        Change(
            now: 50, interval: Interval(.h(47), .h(53)), before: Interval(.h(56), nil),
            sentence: "10.0 h better: no regression. \(more) (95 % interval: at most −5.0 h).", mark: "−10.0 h"),
        // Where it may be chance, one side alone would only be read as a figure.
        Change(
            now: 50, interval: Interval(.h(47), nil), before: Interval(.h(56), .h(64)),
            sentence: "10.0 h better: no regression. \(few).", mark: "~ −10.0 h"),
        // Where a limit is never, that side is open too.
        Change(
            now: 50, interval: Interval(.h(47), .never), before: Interval(.h(56), .h(64)),
            sentence: "10.0 h better: no regression. \(few).", mark: "~ −10.0 h"),
        Change(
            now: 50, interval: Interval(.h(47), nil), before: Interval(.h(56), nil),
            sentence: "10.0 h better: no regression. \(few).", mark: "~ −10.0 h"),
    ]
    private static let few = "There are too few devices to tell this change from chance"
    private static let more = "That is more than chance explains"
    private static let within = "within the 12 h by which it may get worse: no regression"
    private static let regression =
        "more than the 12 h by which it may get worse: a regression, marked ⚠ in the heading"

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

    private static let legend = "~ before a change: it may be chance, there are too few devices to tell."

    private static let warning = "⚠: p90 staleness got worse by more than the 12 h allowed."

    private func legends(_ sentences: [String?]) -> [String] {
        sentences.compactMap(\.self).filter { $0.hasPrefix("~") || $0.hasPrefix("⚠") }
    }

    @Test(arguments: changes)
    func `what may be chance is marked in both tables`(_ change: Change) {
        let (now, before) = figures(change)
        let assessment = Sample.assessment(
            now, before: before, buckets: [Sample.standby(10, now)], bucketsBefore: [Sample.standby(10, before)])
        let wording = Wording(assessment: assessment, markup: .plain)
        #expect(wording.objectivesTable.rows[2][4] == change.mark)
        // In a bucket's row a warning that may be chance would teach people to overlook warnings.
        #expect(wording.bucketTable.rows[0][5] == change.mark.replacing("⚠ ~", with: "~"))
        let mayBeChance = change.mark.contains("~")
        #expect(
            legends(wording.besideObjectives)
                == (change.mark.contains("⚠") ? [Self.warning] : []) + (mayBeChance ? [Self.legend] : []))
        // What the first table has explained is not explained again.
        #expect(
            legends(wording.besideBuckets)
                == (change.mark.hasPrefix("⚠ +")
                    ? ["⚠ before a change: worse by more than the 12 h allowed, and not by chance."] : []))
    }

    @Test func `p50's change carries the mark as well`() {
        // Of 60 h in the week before: −10 h, and −10 − 5 to −10 + 10, or √(5.9² + 8²) = 9.940.
        for (upper, shown) in [(56.0, "~ −10.0 h"), (55.9, "−10.0 h")] {
            let now = Sample.figures(100, p50: .h(50), p50Interval: Interval(.h(47), .h(upper)))
            let before = Sample.figures(100, p50: .h(60), p50Interval: Interval(.h(52), .h(64)))
            let wording = Wording(assessment: Sample.assessment(now, before: before), markup: .plain)
            #expect(wording.objectivesTable.rows[1][4] == shown)
            #expect(wording.objectivesTable.rows[2][4] == "0.0 h")
            #expect(legends(wording.besideObjectives).count == (shown.hasPrefix("~") ? 1 : 0))
            let sure =
                "A change of p50 or p90 staleness without ~ is more than chance explains; the other changes are not tested."
            #expect(wording.besideObjectives.contains(sure) == !shown.hasPrefix("~"))
        }
    }

    @Test func `a change without a number has no interval and no mark`() {
        let sure = Interval(.h(40), .h(60))
        for (now, before) in [(Staleness.never, Staleness.h(50)), (.h(50), .never), (.never, .never)] {
            let assessment = Sample.assessment(
                Sample.figures(p90: now, p90Interval: sure), before: Sample.figures(p90: before, p90Interval: sure))
            let wording = Wording(assessment: assessment, markup: .plain)
            #expect(!wording.besideVerdict[0].contains("chance") && !wording.besideVerdict[0].contains("95 %"))
            #expect(!wording.objectivesTable.rows[2][4].contains("~"))
        }
    }

    @Test func `the mark is explained under the first table that has one`() {
        let sure = Interval(.h(49), .h(51))
        let now = Sample.figures(100, p90: .h(50), p90Interval: sure)
        let assessment = Sample.assessment(
            now, before: Sample.figures(100, p90: .h(60), p90Interval: Interval(.h(59), .h(61))),
            buckets: [Sample.standby(10, now)], bucketsBefore: [Sample.standby(10, Sample.figures(10, p90: .h(60)))])
        let wording = Wording(assessment: assessment, markup: .plain)
        #expect(legends(wording.besideObjectives) == [])
        #expect(legends(wording.besideBuckets) == [Self.legend])
    }

    @Test func `no change at all needs no word on chance`() {
        let same = Sample.figures(p90: .h(50), p90Interval: Interval(.h(40), .h(60)))
        let wording = Wording(assessment: Sample.assessment(same, before: same), markup: .plain)
        #expect(wording.besideVerdict[0] == "p90 is the same as in 2026-W38, 50.0 h.")
        #expect(wording.objectivesTable.rows[2][4] == "0.0 h")
        #expect(legends(wording.besideObjectives) == [])
    }

    @Test func `of partial data no change is said to be more than chance`() {
        let sure = Sample.figures(100, p90: .h(50), p90Interval: Interval(.h(47), .h(53)))
        let before = Sample.figures(100, p90: .h(60), p90Interval: Interval(.h(58), .h(62)))
        var assessment = Sample.assessment(sure, before: before)
        assessment.input.dataThrough = Sample.thursday
        let notReliable = "With partial data this comparison is not reliable."
        func change(_ now: Staleness) -> String? {
            assessment.current.all.p90 = now
            return Wording(assessment: assessment, markup: .plain).besideVerdict.first
        }
        #expect(change(.h(50)) == "p90 is 10.0 h better than in 2026-W38 (60.0 h): no regression. \(notReliable)")
        #expect(change(.h(60)) == "p90 is the same as in 2026-W38, 60.0 h. \(notReliable)")
        #expect(change(.never)?.hasSuffix("marked ⚠ in the heading. \(notReliable)") == true)
        assessment.baseline?.all.p90 = .never
        #expect(change(.never) == "In 2026-W38 p90 was never as well: no change. \(notReliable)")
        #expect(change(.h(50)) == "In 2026-W38 p90 was never; any number is better. \(notReliable)")
    }
}
