import Foundation
import Records
import Store
import TestSupport

let hour = Milliseconds.hour
let day = Milliseconds.day

/// 2026-09-21 00:00 UTC: `date -u -d 2026-09-21 +%s`.
let monday = Instant(milliseconds: 1_789_948_800_000)

/// The schema version under test.
let schemaVersion: Int64 = 5

func device(_ id: String, app: String = "app") -> DeviceKey {
    DeviceKey(app: Array(app.utf8), id: Array(id.utf8))
}

/// One export of a device.
func deviceExport(_ device: DeviceKey, at exported: Instant, _ runs: [Run] = [], bucket: Int16? = nil) -> DeviceExport {
    let export = Export(exportedAt: exported, bucket: bucket.map { Bucket(rawValue: $0) })
    return DeviceExport(device: device, export: export, runs: runs.sorted { $0.key < $1.key })
}

/// A run in one export.
func run(_ at: Instant, exported: Instant, _ outcome: Outcome = .unknown) -> Run {
    Run(at: at, outcome: outcome, exported: exported...exported)
}

func gather(_ deviceExports: [DeviceExport]) -> GatheredHistories {
    var gathered = GatheredHistories()
    for exported in deviceExports { gathered.add(exported) }
    return gathered
}

/// Each device's history after these exports, merged in memory one by one.
func known(_ deviceExports: [DeviceExport]) -> [DeviceKey: History] {
    deviceExports.reduce(into: [:]) { $0[$1.device, default: History()].merge(History($1)) }
}

extension Store {
    /// Merges in its own transaction, as a night does.
    ///
    /// - Returns: how many runs are new.
    @discardableResult
    func write(_ deviceExports: [DeviceExport]) throws -> Int {
        try transaction { try merge(gather(deviceExports)).newRuns }
    }

    func number(ofApp app: [UInt8]) throws -> UInt32? { try names(.app).knownNumber(of: app) }

    /// All histories by device number, over all valid times.
    func allHistories() throws -> [Int64: History] {
        var all: [Int64: History] = [:]
        for (device, history) in try histories(from: .earliest, through: .latest) {
            if all.updateValue(history, forKey: device) != nil { throw ReadTwice(device: device) }
        }
        return all
    }

    /// The histories in the order of reading, with their sums checked as the commands do.
    func histories(
        from first: Instant, through last: Instant, isEnough: (History) -> Bool = { _ in true }
    ) throws -> [(Int64, History)] {
        var all: [(Int64, History)] = []
        let read = try historySource.reader().forEachHistory(
            of: deviceNumbers(), from: first, through: last, isEnough: isEnough, { all.append(($0, $1)) })
        try check(read, from: first, through: last)
        return all
    }

    /// The histories of devices that each have their own app, by the app's name.
    func histories(ofApps apps: some Sequence<[UInt8]>) throws -> [[UInt8]: History] {
        let all = try allHistories()
        var named: [[UInt8]: History] = [:]
        for app in apps {
            guard let number = try number(ofApp: app) else { continue }
            for device in try devices(of: [number]) { named[app] = all[device] }
        }
        return named
    }
}

/// Whether the store reports damage.
func isDamaged(_ error: any Error) -> Bool {
    guard case StoreFailure.damaged = error else { return false }
    return true
}

/// A device was read more than once.
struct ReadTwice: Error {
    var device: Int64
}

extension TemporaryFolder {
    var storePath: String { url.appendingPathComponent("runs.sqlite").path }

    func store() throws -> Store { try Store(StoreFile(storePath)) }
}

/// Random exports of several devices over a year and at the earliest and latest valid times; each device has its own
/// app. Some exports omit runs, some have other values, some are at the same time.
enum RandomFleet {
    static func make(seed: UInt64, devices: Int = 6) -> [DeviceExport] {
        var generator = SeededGenerator(seed)
        return (0..<devices).flatMap { number in
            deviceExports(of: device("id", app: "app \(number)"), number == 0, &generator)
        }
    }

    private static func deviceExports(
        of device: DeviceKey, _ isExtreme: Bool, _ generator: inout SeededGenerator
    ) -> [DeviceExport] {
        var truth: [Run] = []
        for hours in Int64(0)..<400 where generator.chance(12) {
            for task in UInt32(0)..<3 where generator.chance(50) {
                truth.append(run(monday.advanced(by: hours * 22 * hour), task, &generator))
            }
        }
        if isExtreme {
            truth.insert(run(.earliest, 0, &generator), at: 0)
            truth.append(run(.latest, .max, &generator))
        }
        return (0..<Int.random(in: 1...7, using: &generator)).map { number in
            var exported = monday.advanced(by: Int64.random(in: 1...40, using: &generator) * 10 * day)
            if isExtreme, number == 0 { exported = .latest }
            var runs = truth.filter { $0.at <= exported }
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: runs = []
            case 1: runs = runs.filter { _ in generator.chance(60) }
            case 2: break
            default: runs = Array(runs.suffix(20))
            }
            for index in runs.indices where generator.chance(8) {
                runs[index] = run(runs[index].at, runs[index].task.rawValue, &generator)
            }
            return DeviceExport(device: device, export: export(exported, &generator), runs: runs)
        }
    }

    private static let buckets: [Int16] = [-32_767, -1, 0, 10, 45, 32_766]

    private static func run(_ at: Instant, _ task: UInt32, _ generator: inout SeededGenerator) -> Run {
        Run(
            at: at, task: TaskID(rawValue: task), outcome: Outcome.allCases.randomElement(using: &generator) ?? .retry,
            scheduledAt: [nil, .earliest, .latest, monday].randomElement(using: &generator) ?? nil,
            bucket: generator.chance(30) ? nil : buckets.randomElement(using: &generator).map { Bucket(rawValue: $0) },
            lowPower: [nil, true, false].randomElement(using: &generator) ?? nil)
    }

    private static func export(_ at: Instant, _ generator: inout SeededGenerator) -> Export {
        Export(
            exportedAt: at, platform: PlatformID(rawValue: UInt32.random(in: 0...3, using: &generator)),
            bucket: generator.chance(30) ? nil : buckets.randomElement(using: &generator).map { Bucket(rawValue: $0) },
            lastScheduledAt: [nil, .earliest, .latest].randomElement(using: &generator) ?? nil,
            installedAt: [nil, .earliest, monday].randomElement(using: &generator) ?? nil,
            historyLimit: [0, 30, .max].randomElement(using: &generator) ?? 30,
            otherEntries: [.min, -1, 0, .max].randomElement(using: &generator) ?? 0)
    }
}
