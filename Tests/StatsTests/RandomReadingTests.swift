import Foundation
import Records
import Testing

@testable import Stats

/// Readings of random devices beside the definitions, written down run by run.
@Suite struct RandomReadingTests {
    static let seeds = UInt64(1)...120

    private func device(_ seed: UInt64) -> History {
        // 35 days from 2026-08-24, so that weeks 38 and 39 are its last two.
        RandomDevice(seed: seed, from: monday.advanced(by: -28 * day), hours: 35 * 24, untidy: true).history
    }

    private func expected(_ history: History, in window: Window, task: UInt32?) -> Reading? {
        let inWindow = history.exports.filter { $0.exportedAt >= window.start && $0.exportedAt < window.end }
        guard let moment = inWindow.map(\.exportedAt).max() else { return nil }
        let atMoment = inWindow.filter { $0.exportedAt == moment }
        // Where exports of one moment differ these tests have nothing to say.
        guard atMoment.count == 1 else { return nil }
        let runs = history.runs.filter { $0.at <= moment && (task == nil || $0.task.rawValue == task) }
        let success = runs.filter { $0.outcome == .success }.map(\.at).max()
        let known = runs.filter { $0.at >= window.start && $0.outcome != .unknown }
        let latest = runs.filter { $0.at == runs.last?.at }
        guard latest.count <= 1 else { return nil }
        let kind: BucketLabel.Kind
        if atMoment[0].platform == ios {
            kind = latest.last?.lowPower.map { $0 ? .lowPower : .normal } ?? .none
        } else {
            kind = (atMoment[0].bucket ?? latest.last?.bucket).map { .standby($0) } ?? .none
        }
        return Reading(
            exportedAt: moment, staleness: success.map { .known(milliseconds: moment - $0) } ?? .never,
            ranInDay: runs.contains { $0.at > moment.advanced(by: -24 * hour) }, platform: atMoment[0].platform,
            kind: kind, successes: known.count { $0.outcome == .success }, knownOutcomes: known.count,
            unknownOutcomes: runs.count { $0.at >= window.start && $0.outcome == .unknown },
            // No export here says when a request was submitted.
            cause: latest.last.flatMap { $0.at > success ?? .earliest ? .ranNoSuccess($0.outcome) : nil } ?? .unknown)
    }

    private func check(_ seed: UInt64, task: UInt32?) -> Int {
        let history = device(seed)
        let rules = readingRules(task: task)
        let thursday = Window(week(2026, 39), upTo: monday.advanced(by: 3 * day), in: .gmt)
        var compared = 0
        for window in [week39, week39.baseline, thursday, thursday.baseline] {
            guard let expected = expected(history, in: window, task: task) else { continue }
            #expect(history.reading(in: window, rules) == expected)
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
        let history = device(seed)
        let stretches = Stretches(week39)
        func assessed(_ history: History) -> Assessment {
            var tally = FleetTally(stretches, rules, objectives)
            tally.add(history)
            return tally.assessment(Scope(), Input(), platforms: platforms)
        }
        for days in stride(from: Int64(0), through: 28, by: 1) {
            let start = stretches.start.advanced(by: -days * day)
            let cut = History(
                runs: Array(history.runs.drop { $0.at < start }),
                exports: Array(history.exports.drop { $0.exportedAt < start }))
            guard cut.reaches(stretches, rules) else { continue }
            let (part, whole) = (assessed(cut), assessed(history))
            #expect(part.current == whole.current)
            #expect(part.baseline == whole.baseline)
            #expect(part.evidence == whole.evidence)
        }
    }

    @Test func `a history does not reach a success that is not there or comes later`() {
        let stretches = Stretches(week39)
        let failed = telling(at: wednesday, [run(wednesday.advanced(by: -hour), .failed)])
        #expect(!failed.reaches(stretches, rules))
        // A success inside the first week says nothing of what staleness was before it.
        #expect(!telling(at: wednesday, [run(wednesday)]).reaches(stretches, rules))
        let before = telling(at: wednesday, [run(monday)])
        #expect(before.reaches(stretches, rules))
        #expect(!before.reaches(stretches, readingRules(task: 1)))
        let afterwards = merged([
            telling(at: monday, []), telling(at: wednesday, [run(monday.advanced(by: 1))], content: 2),
        ])
        #expect(!afterwards.reaches(stretches, rules))
        // A device without a reading needs nothing.
        #expect(telling(at: week39.end, []).reaches(stretches, rules))
    }

    @Test func `a full export does not reach without the export before it`() {
        let stretches = Stretches(week39)
        let export = Export(exportedAt: wednesday, content: ContentID(rawValue: 1), historyLimit: 1)
        #expect(!History(export, telling: [run(monday)]).reaches(stretches, rules))
        var roomy = export
        roomy.historyLimit = 2
        #expect(History(roomy, telling: [run(monday)]).reaches(stretches, rules))
    }
}
