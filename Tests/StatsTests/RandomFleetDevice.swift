import Records
import TestSupport

/// A device whose runs and exports lie at whole hours around a moment, and of which anything may be true that evidence
/// tells apart: silent, back again, new, full, forgetful, never successful, never scheduled. No two exports share a
/// moment, and no two runs.
func randomDevice(_ generator: inout SeededGenerator, around end: Instant) -> History {
    func chance(_ percent: Int) -> Bool { generator.chance(percent) }
    func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }

    // The hours before `end` that it is heard of; below 0 is after it.
    let first = number(1...(chance(30) ? 3_000 : 1_400))
    let last = chance(30) ? number(0...min(700, first)) : -number(0...(chance(30) ? 400 : 48))
    let successRate = [0, 5, 50, 90].randomElement(using: &generator) ?? 50
    var runs: [Run] = []
    for _ in 0..<number(0...(first / 10)) {
        let at = end.advanced(by: -number(last...first) * hour)
        let run = Run(
            at: at, task: TaskID(rawValue: chance(20) ? 1 : 0),
            outcome: chance(successRate) ? .success : Outcome.allCases.randomElement(using: &generator) ?? .failed,
            scheduledAt: chance(60) ? at.advanced(by: number(-9...2) * hour) : nil)
        if !runs.contains(where: { $0.at == run.at }) { runs.append(run) }
    }
    runs.sort { $0.key < $1.key }

    let limit = number(1...8)
    let isForgetful = chance(30)
    let moments = Set((0..<number(1...9)).map { _ in end.advanced(by: -number(last...first) * hour) }).sorted()
    let installed = chance(40) ? moments.randomElement(using: &generator)?.advanced(by: -number(-5...40) * hour) : nil
    return merged(
        moments.enumerated().map { place, moment in
            var told = runs.filter { $0.at <= moment }
            if isForgetful { told = chance(30) ? [] : told.filter { _ in generator.chance(50) } }
            return exporting(
                at: moment, told.suffix(Int(limit)), content: UInt32(place + 1),
                bucket: [10, 20, 40, 45].randomElement(using: &generator),
                scheduled: chance(60) ? moment.advanced(by: -number(0...(chance(50) ? 80 : 900)) * hour) : nil,
                installed: chance(70) ? installed : nil, limit: UInt32(limit),
                otherEntries: chance(10) ? Int16(number(1...2)) : 0)
        })
}
