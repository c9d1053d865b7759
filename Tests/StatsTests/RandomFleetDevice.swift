import Records
import TestSupport

/// The exports of a device whose runs are at whole hours around a moment, with every property that evidence depends on:
/// silent, back again, new, full, forgetful, never successful, never scheduled, conflicting, with a clock five minutes
/// ahead. No two exports share a time, nor two runs.
func randomDevice(_ generator: inout SeededGenerator, around end: Instant) -> [DeviceExport] {
    func chance(_ percent: Int) -> Bool { generator.chance(percent) }
    func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &generator) }
    func any<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }

    // The hours before `end` between which it exports; below 0 is after it.
    let first = number(1...(chance(30) ? 3_000 : 1_400))
    let last = chance(30) ? number(0...min(700, first)) : -number(0...(chance(30) ? 400 : 48))
    let successRate = any([0, 5, 50, 90])
    var runs: [Run] = []
    for _ in 0..<number(0...(first / 10)) {
        let at = end.advanced(by: -number(last...first) * hour)
        let run = Run(
            at: at, task: TaskID(rawValue: chance(20) ? 1 : 0),
            outcome: chance(successRate) ? .success : any(Outcome.allCases),
            scheduledAt: chance(60) ? at.advanced(by: number(-9...2) * hour) : nil,
            bucket: any([nil, Bucket(rawValue: 10), Bucket(rawValue: 40)]), lowPower: any([nil, true, false, false]))
        if !runs.contains(where: { $0.at == run.at }) { runs.append(run) }
    }
    runs.sort { $0.key < $1.key }

    let limit = number(1...8)
    let isForgetful = chance(30)
    let platform = any([android, android, android, ios, ios, noPlatform])
    let moments = Set((0..<number(1...9)).map { _ in end.advanced(by: -number(last...first) * hour) }).sorted()
    let installed = chance(40) ? any(moments).advanced(by: -number(-5...40) * hour) : nil
    return moments.map { moment in
        // Five minutes early, but with a run of the full hour.
        let exported = chance(25) ? moment.advanced(by: -5 * Milliseconds.minute) : moment
        var kept = runs.filter { $0.at <= moment }
        if isForgetful { kept = chance(30) ? [] : kept.filter { _ in generator.chance(50) } }
        kept = Array(kept.suffix(Int(limit)))
        for index in kept.indices where chance(8) { kept[index].outcome = any(Outcome.allCases) }
        return DeviceExport(
            device: DeviceKey(app: [], id: []),
            export: Export(
                exportedAt: exported, platform: platform,
                bucket: any([nil, Bucket(rawValue: 10), Bucket(rawValue: 20), Bucket(rawValue: 45)]),
                lastScheduledAt: chance(60) ? exported.advanced(by: -number(0...(chance(50) ? 80 : 900)) * hour) : nil,
                installedAt: chance(70) ? installed : nil, historyLimit: UInt32(limit),
                otherEntries: chance(10) ? Int16(number(1...2)) : 0),
            runs: kept)
    }
}
