import Records
import Testing

@testable import Stats

/// "Exports are those made in the two windows, runs those that count in the two and were exported before the cut-off, conflicts
/// those among these runs." The two are 2026-09-14 to 21 and 2026-09-21 to 28.
@Suite struct CountsTests {
    private let start = monday.advanced(by: -7 * day)
    private let end = monday.advanced(by: 7 * day)

    private func counts(_ exports: [History], in window: Window = week39, task: UInt32? = nil) -> Counts {
        contribution(merged(exports), TimeRanges(window), task: task).counts
    }

    @Test func `exports of the two windows`() {
        let moments = [
            start.advanced(by: -1), start, monday.advanced(by: -1), monday, end.advanced(by: -1), end,
        ]
        #expect(counts(moments.map { exporting(at: $0) }).exports == 4)
        #expect(counts(moments.map { exporting(at: $0) } + moments.map { exporting(at: $0) }).exports == 4)
        // Two different exports count as two, even at the same moment.
        #expect(counts([exporting(at: monday), exporting(at: monday, bucket: 40)]).exports == 2)
        #expect(counts([]) == Counts())
    }

    @Test func `an unfinished week counts up to the cut-off, and the week before up to the same moment`() {
        let before = wednesday.advanced(by: -7 * day)
        let moments = [before.advanced(by: -1), before, monday.advanced(by: -1), wednesday.advanced(by: -1), wednesday]
        // The first and the fourth.
        #expect(counts(moments.map { exporting(at: $0) }, in: thisWeek(upTo: wednesday)).exports == 2)
        // The same for runs; all exported just before the cut-off.
        let exported = exporting(at: wednesday.advanced(by: -1), moments.dropLast().map { run($0) })
        #expect(counts([exported], in: thisWeek(upTo: wednesday)).runs == 2)
    }

    @Test func `runs that count in the two windows`() {
        let exported = exporting(
            at: end.advanced(by: -1),
            [start.advanced(by: -1), start, monday.advanced(by: -1), monday, end.advanced(by: -1)].map { run($0) })
        #expect(counts([exported]).runs == 4)
        // Each once, however often it is exported.
        #expect(counts([exported, exporting(at: wednesday, [run(monday), run(start)])]).runs == 4)
        // Tasks of the same millisecond are separate runs, whichever task the figures are for.
        #expect(counts([exporting(at: wednesday, [run(monday), run(monday, task: 1)])], task: 1).runs == 2)
    }

    @Test func `what was exported at the cut-off or later is not counted`() {
        #expect(counts([exporting(at: end.advanced(by: -1), [run(monday)])]).runs == 1)
        #expect(counts([exporting(at: end, [run(monday)])]) == Counts())
        // But what was exported before the cut-off stays, in the week before too.
        let early = exporting(at: wednesday, [run(monday), run(start)])
        #expect(counts([early, exporting(at: end, [run(monday), run(start), run(wednesday)])]).runs == 2)
    }

    @Test func `a run of the week before that was first exported this week counts`() {
        #expect(counts([exporting(at: wednesday, [run(start)])]) == Counts(exports: 1, runs: 1))
    }

    @Test func `a run by a clock that is ahead counts at its first export`() {
        func ahead(of moment: Instant) -> History {
            exporting(at: moment.advanced(by: -Milliseconds.minute), [run(moment.advanced(by: Milliseconds.minute))])
        }
        // Ahead of the start of both windows, of the border between them, and of the end.
        #expect(counts([ahead(of: start)]) == Counts())
        #expect(counts([ahead(of: monday)]) == Counts(exports: 1, runs: 1))
        #expect(counts([ahead(of: end)]) == Counts(exports: 1, runs: 1))
        // It does not move when it is exported again.
        let again = exporting(at: wednesday, [run(start.advanced(by: Milliseconds.minute))])
        #expect(counts([ahead(of: start), again]) == Counts(exports: 1))
        // In an unfinished week it counts up to the cut-off only, not in the rest of the week before.
        let before = wednesday.advanced(by: -7 * day)
        #expect(counts([ahead(of: before)], in: thisWeek(upTo: wednesday)) == Counts(exports: 1, runs: 1))
        let late = exporting(at: before.advanced(by: day), [run(before.advanced(by: Milliseconds.minute))])
        #expect(counts([late], in: thisWeek(upTo: wednesday)) == Counts())
    }

    @Test func `conflicts are runs exported with different values`() {
        let exported = exporting(at: wednesday, [run(monday), run(start), run(start.advanced(by: -1))])
        let other = exporting(
            at: wednesday.advanced(by: hour), [run(monday, .failed), run(start.advanced(by: -1), .failed)])
        // The run before both windows counts in neither.
        #expect(counts([exported, other]) == Counts(exports: 2, runs: 2, conflicts: 1))
        #expect(counts([exported, exported]) == Counts(exports: 1, runs: 2, conflicts: 0))
        // Exported again after the cut-off it is a conflict all the same: "unless they retell a run".
        let late = exporting(at: end.advanced(by: day), [run(start, .failed), run(wednesday, .failed)])
        #expect(counts([exported, late]) == Counts(exports: 1, runs: 2, conflicts: 1))
    }

    @Test func `counts add up over devices, including devices that are too new, silent or in another app`() {
        let new = exporting(at: wednesday, [run(monday, .failed)], installed: wednesday)
        let silent = exporting(at: start, [run(start)])
        var sum = partial([new, silent, device(hours(1))])
        var other = Contribution()
        other.take(exporting(at: monday, [run(monday)]), isInScope: false, TimeRanges(week39), rules)
        sum.add(other)
        let input = sum.assessment(Scope(), Input()).input
        #expect((input.exports, input.runs, input.conflicts) == (4, 4, 0))
    }
}
