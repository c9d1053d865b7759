import Records
import TestSupport

/// A moment in the small world of these tests, which is a few milliseconds long so that much falls together.
func moment(_ offset: Int64) -> Instant { Instant(milliseconds: 1_789_948_800_000 + offset) }

func run(
    _ offset: Int64, task: UInt32 = 0, _ outcome: Outcome = .success, bucket: Int16? = nil, lowPower: Bool? = nil,
    scheduled: Int64? = nil
) -> Run {
    Run(
        at: moment(offset), task: TaskID(rawValue: task), outcome: outcome, scheduledAt: scheduled.map(moment),
        bucket: bucket.map { Bucket(rawValue: $0) }, lowPower: lowPower)
}

func key(_ offset: Int64, task: UInt32 = 0) -> RunKey { RunKey(at: moment(offset), task: TaskID(rawValue: task)) }

func telling(content: UInt32, at exported: Int64, _ runs: Run...) -> DeviceExport {
    DeviceExport(
        device: DeviceKey(app: [], id: [1]),
        export: Export(exportedAt: moment(exported), content: ContentID(rawValue: content)),
        runs: runs.sorted { $0.key < $1.key })
}

extension History {
    init(_ told: DeviceExport) {
        self.init(told.export, telling: told.runs, contradictions: told.contradictions)
    }

    /// Everything merged, one after the other.
    init(merging all: [DeviceExport]) {
        self.init()
        for told in all { merge(History(told)) }
    }

    init(adding all: [DeviceExport]) {
        self.init()
        for told in all { add(told) }
    }

    /// All that it knows, line by line, for a comparison that shows what differs.
    var lines: String {
        let runs = runs.map { "run \($0)" }
        let exports = exports.map { export in
            let untold = export.untold.map { "\($0.at - moment(0))/\($0.task.rawValue)" }
            var bare = export
            bare.untold = []
            return "content \(export.content.rawValue), left out \(untold): \(bare)"
        }
        let conflicts = conflicts.sorted().map { "conflict \($0.at - moment(0))/\($0.task.rawValue)" }
        return (runs + exports + conflicts).joined(separator: "\n")
    }

    /// Whether both know the same; the order in which conflicts were noticed is not part of that.
    func knowsTheSame(as other: History) -> Bool {
        runs == other.runs && exports == other.exports && conflicts.count == other.conflicts.count
            && Set(conflicts) == Set(other.conflicts)
    }
}

/// Random exports of one device: some stretches of its runs up to the export, as recorders keep them, some with gaps,
/// some empty; several in one moment, several tasks in one millisecond, and every seventh run told differently.
enum RandomTellings {
    /// - Parameter decided: only values between which the definitions decide, down to low power.
    static func make(seed: UInt64, decided: Bool = false) -> [DeviceExport] {
        var generator = SeededGenerator(seed)
        var truth: [Run] = []
        for offset in Int64(0)..<14 {
            for task in UInt32(0)..<3 where generator.chance(45) {
                truth.append(value(offset, task, decided, &generator))
            }
        }
        return (1...Int.random(in: 2...7, using: &generator)).map { number in
            let exported = Int64.random(in: 3...16, using: &generator)
            var runs = truth.filter { $0.at <= moment(exported) }
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: runs = []
            case 1...5: runs = Array(runs.suffix(Int.random(in: 1...12, using: &generator)))
            default: runs = runs.filter { _ in generator.chance(60) }
            }
            for index in runs.indices where generator.chance(14) {
                let told = runs[index]
                runs[index] = value(told.at - moment(0), told.task.rawValue, decided, &generator)
            }
            let buckets: [Bucket?] = [nil, Bucket(rawValue: 10), Bucket(rawValue: 40)]
            return DeviceExport(
                device: DeviceKey(app: [], id: [1]),
                export: Export(
                    exportedAt: moment(exported), content: ContentID(rawValue: UInt32(number)),
                    platform: PlatformID(rawValue: UInt32.random(in: 0...2, using: &generator)),
                    bucket: buckets.randomElement(using: &generator) ?? nil,
                    lastScheduledAt: generator.chance(50) ? moment(exported - 2) : nil,
                    installedAt: generator.chance(50) ? moment(0) : nil, historyLimit: 12),
                runs: runs)
        }
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
