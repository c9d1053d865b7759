import Foundation
import Records
import Testing

@testable import Stats

/// Readings of random devices, compared with the definitions implemented literally.
@Suite struct RandomReadingTests {
    static let seeds = UInt64(1)...120

    private func device(_ seed: UInt64) -> RandomDevice {
        // 35 days from 2026-08-24, so that weeks 38 and 39 are the last two.
        RandomDevice(seed: seed, from: monday.advanced(by: -28 * day), hours: 35 * 24, untidy: true, ahead: true)
    }

    private func check(_ seed: UInt64, task: UInt32?) -> Int {
        let device = device(seed)
        let (history, plain) = (device.history, PlainDevice(device.deviceExports))
        let rules = readingRules(task: task)
        let thursday = Window(week(2026, 39), upTo: monday.advanced(by: 3 * day), in: .gmt)
        var compared = 0
        for window in [week39, week39.baseline, thursday, thursday.baseline] {
            let expected = plain.reading(in: window.range, task: task)
            // Several latest runs are not tested here.
            if let expected, expected.isTied { continue }
            #expect(history.reading(in: window, rules) == expected?.reading(tooNewPeriod: 0))
            if expected == nil { continue }
            compared += 1
        }
        return compared
    }

    @Test func `readings match the definitions`() {
        #expect(Self.seeds.map { check($0, task: nil) }.reduce(0, +) > 100)
    }

    @Test func `readings of a task match the definitions`() {
        #expect(Self.seeds.map { check($0, task: 1) }.reduce(0, +) > 100)
    }

    @Test(arguments: seeds)
    func `a history that reaches far enough gives the same reading as the whole`(_ seed: UInt64) {
        let history = device(seed).history
        let ranges = TimeRanges(week39)
        for days in stride(from: Int64(0), through: 28, by: 1) {
            let start = ranges.start.advanced(by: -days * day)
            let cut = History(
                runs: Array(history.runs.drop { $0.at < start }),
                exports: Array(history.exports.drop { $0.exportedAt < start }))
            guard cut.reaches(ranges, rules) else { continue }
            #expect(contribution(cut, ranges) == contribution(history, ranges))
        }
    }

    @Test func `a history without a success, or with a later one, does not reach far enough`() {
        let ranges = TimeRanges(week39)
        let failed = deviceExport(at: wednesday, [run(wednesday.advanced(by: -hour), .failed)])
        #expect(!failed.reaches(ranges, rules))
        // A success inside the first week does not determine the staleness before it.
        #expect(!deviceExport(at: wednesday, [run(wednesday)]).reaches(ranges, rules))
        let earlier = deviceExport(at: monday.advanced(by: -10 * day), [run(monday.advanced(by: -15 * day))])
        let before = merged([earlier, deviceExport(at: wednesday, [run(monday)])])
        #expect(before.reaches(ranges, rules))
        #expect(!before.reaches(ranges, readingRules(task: 1)))
        let afterwards = merged([
            deviceExport(at: monday, []), deviceExport(at: wednesday, [run(monday.advanced(by: 1))]),
        ])
        #expect(!afterwards.reaches(ranges, rules))
        // A device without a reading needs nothing.
        #expect(deviceExport(at: week39.end, []).reaches(ranges, rules))
    }

    @Test func `a full export without the one before it does not reach far enough`() {
        let ranges = TimeRanges(week39)
        let later = exporting(at: wednesday.advanced(by: hour), [run(monday)])
        #expect(!merged([exporting(at: wednesday, [run(monday)], limit: 1), later]).reaches(ranges, rules))
        #expect(merged([exporting(at: wednesday, [run(monday)], limit: 2), later]).reaches(ranges, rules))
    }

    @Test func `what may be the only export ever, in this week or the one before, does not reach far enough`() {
        let ranges = TimeRanges(week39)
        for moment in [wednesday, wednesday.advanced(by: -7 * day)] {
            let once = exporting(at: moment, [run(monday.advanced(by: -7 * day))])
            #expect(!once.reaches(ranges, rules))
            let again = exporting(at: moment.advanced(by: hour), [run(monday.advanced(by: -7 * day))])
            #expect(merged([once, again]).reaches(ranges, rules))
        }
    }

    @Test func `an export whose median run is not reached may lack runs that it must list`() {
        let ranges = TimeRanges(week39)
        let exported = [-40, -30, -20].map { run(monday.advanced(by: $0 * day)) }
        let exports = [deviceExport(at: wednesday, exported), deviceExport(at: wednesday.advanced(by: hour), exported)]
        var history = merged(exports)
        #expect(history.reaches(ranges, rules))
        // The median is 30 days back.
        history.runs.removeFirst(2)
        #expect(!history.reaches(ranges, rules))
    }
}
