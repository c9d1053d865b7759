import Records
import TestSupport
import Testing

/// Merging has a fast path for an export that repeats the end of what is known and continues it. It follows the
/// definitions there and in all similar cases.
@Suite struct NextExportTests {
    private func check(_ all: [DeviceExport], sourceLocation: SourceLocation = #_sourceLocation) {
        let faults = Reference(deviceExports: all).faults(in: History(merging: all))
        #expect(faults == [], sourceLocation: sourceLocation)
    }

    @Test func `the next day's export repeats the end and continues`() {
        let all = [
            deviceExport(at: 5, run(0), run(1), run(2)), deviceExport(at: 6, run(1), run(2), run(5)),
            deviceExport(at: 9, run(2), run(5), run(8)),
        ]
        check(all)
        var history = History()
        #expect(all.map { history.merge(History($0)) } == [true, true, true])
        #expect(
            history.runs == [
                run(0).exported(5), run(1).exported(5...6), run(2).exported(5...9), run(5).exported(6...9),
                run(8).exported(9),
            ])
        #expect(history.exports.map(\.runCount) == [3, 3, 3])
        #expect(history.exports.map(\.span) == [moment(0)...moment(2), moment(1)...moment(5), moment(2)...moment(8)])
        #expect(history.conflicts.isEmpty)
    }

    @Test func `an export that starts after everything known leaves a gap`() {
        check([deviceExport(at: 5, run(0), run(1)), deviceExport(at: 9, run(7), run(8))])
    }

    @Test func `an export that reaches further back than what is known`() {
        check([deviceExport(at: 5, run(3), run(4)), deviceExport(at: 9, run(0), run(3), run(4), run(8))])
        check([deviceExport(at: 5, run(3), run(4)), deviceExport(at: 6, run(0), run(1))])
    }

    @Test func `an export that begins with a later task of the same millisecond`() {
        // Both tasks ran at 1; the second export begins with task 2 of that millisecond and does not list task 1.
        let all = [
            deviceExport(at: 5, run(1, task: 1), run(1, task: 2)),
            deviceExport(at: 9, run(1, task: 2), run(8, task: 1)),
        ]
        check(all)
        #expect(
            History(merging: all).runs == [
                run(1, task: 1).exported(5), run(1, task: 2).exported(5...9), run(8, task: 1).exported(9),
            ])
    }

    @Test func `another task in the last known millisecond is another run`() {
        let all = [
            deviceExport(at: 5, run(0), run(1, task: 1)), deviceExport(at: 9, run(0), run(1, task: 1), run(1, task: 2)),
        ]
        check(all)
        #expect(History(merging: all).runs.last == run(1, task: 2).exported(9))
    }

    @Test func `an export that repeats the end differently is a conflict`() {
        let all = [deviceExport(at: 5, run(0), run(1)), deviceExport(at: 9, run(1, .failed), run(8))]
        check(all)
        #expect(History(merging: all).conflicts == [key(1)])
    }

    @Test func `an export that leaves out the last known run`() {
        check([
            deviceExport(at: 5, run(0), run(1), run(2)), deviceExport(at: 6, run(0), run(1)),
            deviceExport(at: 9, run(1), run(8)),
        ])
    }

    @Test func `an export without runs is kept as an export`() {
        let all = [deviceExport(at: 5), deviceExport(at: 6, run(0)), deviceExport(at: 7)]
        check(all)
        #expect(History(merging: all).exports.count == 3)
    }

    @Test func `the same export read twice is one`() {
        let exported = deviceExport(at: 5, run(0), run(2))
        let between = deviceExport(at: 6, run(1))
        var history = History(merging: [exported, between])
        let before = history
        let isChanged = history.merge(History(exported))
        #expect(!isChanged)
        #expect(history == before)
    }

    @Test func `a device that recorded nothing new adds only its export`() {
        var history = History(deviceExport(at: 5, run(0), run(1)))
        let isChanged = history.merge(History(deviceExport(at: 9, run(0), run(1))))
        #expect(isChanged)
        #expect(history.runs == [run(0).exported(5...9), run(1).exported(5...9)])
        #expect(history.exports.count == 2)
    }

    @Test func `removing all leaves an empty history`() {
        var history = History(merging: [deviceExport(at: 5, run(0, .failed)), deviceExport(at: 5, run(0))])
        history.removeAll()
        #expect(history == History())
    }

    @Test(arguments: UInt64(400)...480)
    func `merging one by one, in any order, follows the definitions`(_ seed: UInt64) {
        var all = RandomExports.make(seed: seed)
        check(all)
        check(all.reversed())
        all.sort { $0.export.exportedAt < $1.export.exportedAt }
        check(all)
    }

    @Test(arguments: UInt64(400)...420)
    func `merging reports a new export, run, time of export or value`(_ seed: UInt64) {
        var history = History()
        var seen: [DeviceExport] = []
        for exported in RandomExports.make(seed: seed) {
            let isNews = history.merge(History(exported))
            let before = Reference(deviceExports: seen)
            seen.append(exported)
            #expect(isNews == !before.faults(in: History(merging: seen)).isEmpty)
        }
    }
}
