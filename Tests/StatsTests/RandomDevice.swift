import Records
import TestSupport

/// Random exports of one device, kept separate from its history.
struct RandomDevice {
    var deviceExports: [DeviceExport] = []

    /// - Parameters:
    ///   - untidy: also exports with gaps, which no recorder makes.
    ///   - ahead: exports up to five minutes before a run that they list.
    ///   - tied: several exports at the same time, and more runs in the same millisecond.
    init(seed: UInt64, from first: Instant, hours: Int, untidy: Bool, ahead: Bool = false, tied: Bool = false) {
        var generator = SeededGenerator(seed)
        var truth: [Run] = []
        for step in 0..<hours {
            for task in UInt32(0)..<(tied ? 4 : 2) where generator.chance(9) {
                truth.append(Self.run(at: first.advanced(by: Int64(step) * hour), task, &generator))
            }
            // All tasks at once.
            if tied, generator.chance(2), truth.last?.at != first.advanced(by: Int64(step) * hour) {
                for task in UInt32(0)..<4 {
                    truth.append(Self.run(at: first.advanced(by: Int64(step) * hour), task, &generator))
                }
            }
        }
        for _ in 0..<Int.random(in: 1...7, using: &generator) {
            var exported = first.advanced(by: Int64.random(in: 1..<Int64(hours), using: &generator) * hour)
            if ahead, generator.chance(40) {
                exported = exported.advanced(by: -Int64.random(in: 1...5, using: &generator) * Milliseconds.minute)
            }
            if tied, generator.chance(50), let other = deviceExports.last { exported = other.export.exportedAt }
            if !tied, deviceExports.contains(where: { $0.export.exportedAt == exported }) { continue }
            var runs = truth.filter { $0.at <= exported.advanced(by: ahead ? 5 * Milliseconds.minute : 0) }
            if untidy, generator.chance(40) {
                runs = runs.filter { _ in generator.chance(70) }
            } else {
                runs = Array(runs.suffix(Int.random(in: 0...25, using: &generator)))
            }
            for place in runs.indices where untidy && generator.chance(6) {
                runs[place] = Self.run(at: runs[place].at, runs[place].task.rawValue, &generator)
            }
            let export = Export(
                exportedAt: exported, platform: [noPlatform, ios, android].randomElement(using: &generator)!,
                bucket: [nil, nil, Bucket(rawValue: 30)].randomElement(using: &generator)!,
                lastScheduledAt: tied && generator.chance(50) ? exported.advanced(by: -hour) : nil,
                installedAt: tied && generator.chance(50) ? first : nil, historyLimit: generator.chance(50) ? 9 : 30)
            deviceExports.append(DeviceExport(device: DeviceKey(app: [], id: []), export: export, runs: runs))
        }
    }

    private static func run(at moment: Instant, _ task: UInt32, _ generator: inout SeededGenerator) -> Run {
        Run(
            at: moment, task: TaskID(rawValue: task), outcome: Outcome.allCases.randomElement(using: &generator)!,
            scheduledAt: generator.chance(50)
                ? moment.advanced(by: -Int64.random(in: -2...9, using: &generator) * hour) : nil,
            bucket: [nil, Bucket(rawValue: 10), Bucket(rawValue: 40)].randomElement(using: &generator)!,
            lowPower: [nil, true, false].randomElement(using: &generator)!)
    }

    var history: History { merged(deviceExports.map { History($0) }) }
}
