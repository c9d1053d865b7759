import Foundation
import Records
import Testing

@testable import Stats

/// Readings of random devices beside the definitions, written down run by run.
@Suite struct RandomReadingTests {
    static let seeds = UInt64(1)...120

    private func device(_ seed: UInt64) -> RandomDevice {
        // 35 days from 2026-08-24, so that weeks 38 and 39 are its last two.
        RandomDevice(seed: seed, from: monday.advanced(by: -28 * day), hours: 35 * 24, untidy: true, ahead: true)
    }

    private func check(_ seed: UInt64, task: UInt32?) -> Int {
        let device = device(seed)
        let (history, plain) = (device.history, PlainDevice(device.tellings))
        let rules = readingRules(task: task)
        let thursday = Window(week(2026, 39), upTo: monday.advanced(by: 3 * day), in: .gmt)
        var compared = 0
        for window in [week39, week39.baseline, thursday, thursday.baseline] {
            let expected = plain.reading(in: window.range, task: task)
            // Of several latest runs these tests have nothing to say.
            if let expected, expected.isTied { continue }
            #expect(history.reading(in: window, rules) == expected?.reading(newFor: 0))
            if expected == nil { continue }
            compared += 1
        }
        return compared
    }

    @Test func `readings are what the definitions say`() {
        #expect(Self.seeds.map { check($0, task: nil) }.reduce(0, +) > 100)
    }

    @Test func `readings of a task are too`() {
        #expect(Self.seeds.map { check($0, task: 1) }.reduce(0, +) > 100)
    }

    @Test(arguments: seeds)
    func `a history that reaches far enough gives all that the whole gives`(_ seed: UInt64) {
        let history = device(seed).history
        let stretches = Stretches(week39)
        for days in stride(from: Int64(0), through: 28, by: 1) {
            let start = stretches.start.advanced(by: -days * day)
            let cut = History(
                runs: Array(history.runs.drop { $0.at < start }),
                exports: Array(history.exports.drop { $0.exportedAt < start }))
            guard cut.reaches(stretches, rules) else { continue }
            #expect(contribution(cut, stretches) == contribution(history, stretches))
        }
    }

    @Test func `a history does not reach a success that is not there or comes later`() {
        let stretches = Stretches(week39)
        let failed = telling(at: wednesday, [run(wednesday.advanced(by: -hour), .failed)])
        #expect(!failed.reaches(stretches, rules))
        // A success inside the first week says nothing of what staleness was before it.
        #expect(!telling(at: wednesday, [run(wednesday)]).reaches(stretches, rules))
        let earlier = telling(at: monday.advanced(by: -10 * day), [run(monday.advanced(by: -15 * day))])
        let before = merged([earlier, telling(at: wednesday, [run(monday)])])
        #expect(before.reaches(stretches, rules))
        #expect(!before.reaches(stretches, readingRules(task: 1)))
        let afterwards = merged([
            telling(at: monday, []), telling(at: wednesday, [run(monday.advanced(by: 1))]),
        ])
        #expect(!afterwards.reaches(stretches, rules))
        // A device without a reading needs nothing.
        #expect(telling(at: week39.end, []).reaches(stretches, rules))
    }

    @Test func `a full export does not reach without the export before it`() {
        let stretches = Stretches(week39)
        let later = exporting(at: wednesday.advanced(by: hour), [run(monday)])
        #expect(!merged([exporting(at: wednesday, [run(monday)], limit: 1), later]).reaches(stretches, rules))
        #expect(merged([exporting(at: wednesday, [run(monday)], limit: 2), later]).reaches(stretches, rules))
    }

    @Test func `what may be the only export ever, of this week or of the one before, does not reach`() {
        let stretches = Stretches(week39)
        for moment in [wednesday, wednesday.advanced(by: -7 * day)] {
            let once = exporting(at: moment, [run(monday.advanced(by: -7 * day))])
            #expect(!once.reaches(stretches, rules))
            let again = exporting(at: moment.advanced(by: hour), [run(monday.advanced(by: -7 * day))])
            #expect(merged([once, again]).reaches(stretches, rules))
        }
    }

    @Test func `an export whose middle is not reached may lack runs that it must have told`() {
        let stretches = Stretches(week39)
        let told = [-40, -30, -20].map { run(monday.advanced(by: $0 * day)) }
        let exports = [telling(at: wednesday, told), telling(at: wednesday.advanced(by: hour), told)]
        var history = merged(exports)
        #expect(history.reaches(stretches, rules))
        // The middle one is 30 days back.
        history.runs.removeFirst(2)
        #expect(!history.reaches(stretches, rules))
    }
}
