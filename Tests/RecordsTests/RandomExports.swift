import Records
import TestSupport

/// Random exports of one device: ranges of its runs up to the export, as recorders keep them, some with gaps, some
/// empty; several at the same moment, some equal, some by clocks that ran ahead, several tasks in one millisecond, and
/// every seventh run with other values. Some devices are three phones that share an id.
enum RandomExports {
    /// - Parameter decided: only values between which the definitions decide, down to low power.
    static func make(seed: UInt64, decided: Bool = false) -> [DeviceExport] {
        var generator = SeededGenerator(seed)
        let phones = (0..<(generator.chance(30) ? 3 : 1)).map { _ in phone(decided, &generator) }
        var all: [DeviceExport] = []
        for _ in 0..<Int.random(in: 2...8, using: &generator) {
            if generator.chance(15), let again = all.randomElement(using: &generator) {
                all.append(again)
            } else {
                let phone = phones.randomElement(using: &generator) ?? []
                all.append(export(of: phone, decided, &generator))
            }
        }
        return all
    }

    /// The runs of one phone.
    private static func phone(_ decided: Bool, _ generator: inout SeededGenerator) -> [Run] {
        var truth: [Run] = []
        for offset in Int64(0)..<14 {
            for task in UInt32(0)..<3 where generator.chance(45) {
                truth.append(value(offset, task, decided, &generator))
            }
        }
        return truth
    }

    private static func export(
        of phone: [Run], _ decided: Bool, _ generator: inout SeededGenerator
    ) -> DeviceExport {
        let exported = Int64.random(in: 3...16, using: &generator)
        let ahead = generator.chance(30) ? Int64.random(in: 1...5, using: &generator) : 0
        var runs = phone.filter { $0.at <= moment(exported + ahead) }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: runs = []
        case 1...5: runs = Array(runs.suffix(Int.random(in: 1...12, using: &generator)))
        default: runs = runs.filter { _ in generator.chance(60) }
        }
        for index in runs.indices where generator.chance(14) {
            let exported = runs[index]
            runs[index] = value(exported.at - moment(0), exported.task.rawValue, decided, &generator)
            // An export may list a run twice with different values.
            runs[index].hasConflict = generator.chance(30)
        }
        let buckets: [Bucket?] = [nil, Bucket(rawValue: 10), Bucket(rawValue: 40)]
        return DeviceExport(
            device: DeviceKey(app: [], id: [1]),
            export: Export(
                exportedAt: moment(exported),
                platform: PlatformID(rawValue: UInt32.random(in: 0...2, using: &generator)),
                bucket: buckets.randomElement(using: &generator) ?? nil,
                lastScheduledAt: generator.chance(50) ? moment(exported - 2) : nil,
                installedAt: generator.chance(50) ? moment(0) : nil, historyLimit: generator.chance(50) ? 12 : 30,
                otherEntries: Int16.random(in: -1...1, using: &generator)),
            runs: runs)
    }

    private static func value(
        _ offset: Int64, _ task: UInt32, _ decided: Bool, _ generator: inout SeededGenerator
    ) -> Run {
        let outcomes: [Outcome] = decided ? [.success, .unknown, .failed] : Outcome.allCases
        let buckets: [Int16?] = decided ? [10, 40] : [nil, 10, 40]
        let power: [Bool?] = decided ? [true, false] : [nil, true, false]
        return run(
            offset, task: task, outcomes.randomElement(using: &generator) ?? .unknown,
            bucket: buckets.randomElement(using: &generator) ?? nil,
            lowPower: power.randomElement(using: &generator) ?? nil,
            scheduled: !decided && generator.chance(30) ? offset - 1 : nil)
    }
}
