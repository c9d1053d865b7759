import Records
import Store
import TestSupport
import Testing

/// What is written to a store is read back.
@Suite struct RoundTripTests {
    @Test(arguments: UInt64(1)...15)
    func `random histories are read back unchanged, also after the store was closed`(_ seed: UInt64) throws {
        let folder = try TemporaryFolder()
        let deviceExports = RandomFleet.make(seed: seed)
        let expected = Dictionary(uniqueKeysWithValues: known(deviceExports).map { ($0.key.app, $0.value) })
        var store = try folder.store()
        let runs = expected.values.reduce(0) { $0 + $1.runs.count }
        #expect(try store.write(deviceExports) == runs)
        #expect(try store.histories(ofApps: expected.keys) == expected)
        store = try folder.store()
        #expect(try store.histories(ofApps: expected.keys) == expected)
        // Also each device alone.
        for (app, history) in expected {
            let device = try #require(try store.devices(beginningWith: [], app: app, atMost: 2).first)
            #expect(try store.history(of: device.number) == history)
        }
    }

    @Test func `the random histories hold what these tests are about`() {
        let all = (UInt64(1)...15).flatMap { known(RandomFleet.make(seed: $0)).values }
        #expect(all.contains { $0.runs.contains(where: \.hasConflict) })
        #expect(all.contains { $0.runs.contains { $0.firstExported < $0.lastExported } })
        #expect(all.contains { $0.runs.first?.at == .earliest })
        #expect(all.contains { $0.runs.last?.at == .latest })
        #expect(all.contains { $0.runs.contains { $0.bucket?.rawValue == -32_767 } })
        #expect(all.contains { $0.exports.contains { $0.otherEntries == .min } })
        #expect(all.contains { $0.exports.contains { $0.span == nil } })
    }

    @Test(arguments: Outcome.allCases)
    func `a run keeps every value, and the unknown stay unknown`(_ outcome: Outcome) throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let runs = [
            Run(at: monday, outcome: outcome),
            Run(
                at: monday.advanced(by: 1), task: TaskID(rawValue: .max), outcome: outcome, scheduledAt: .earliest,
                bucket: Bucket(rawValue: .min), lowPower: true),
            Run(
                at: monday.advanced(by: 2), task: TaskID(rawValue: 1), outcome: outcome, scheduledAt: .latest,
                bucket: Bucket(rawValue: 32_766), lowPower: false),
        ]
        let exported = deviceExport(device("a"), at: monday.advanced(by: hour), runs)
        try store.write([exported])
        let stored = try #require(try store.allHistories().values.first)
        #expect(stored.runs == exported.runs)
        #expect(stored.runs.map(\.task.rawValue) == [0, .max, 1])
        #expect(stored.runs.map(\.scheduledAt) == [nil, .earliest, .latest])
        #expect(stored.runs.map { $0.bucket?.rawValue } == [nil, .min, 32_766])
        #expect(stored.runs.map(\.lowPower) == [nil, true, false])
        #expect(stored.runs.map(\.outcome) == [outcome, outcome, outcome])
    }

    @Test func `a run keeps its first and last export times and its conflict`() throws {
        let folder = try TemporaryFolder()
        let rounds: [(Instant, Outcome)] = [(.latest, .failed), (monday, .success), (.earliest, .success)]
        for (moment, outcome) in rounds {
            try folder.store().write([deviceExport(device("a"), at: moment, [Run(at: monday, outcome: outcome)])])
        }
        let run = try #require(try folder.store().allHistories().values.first?.runs.first)
        #expect(run.firstExported == .earliest)
        #expect(run.lastExported == .latest)
        #expect(run.outcome == .failed)
        #expect(run.hasConflict)
        #expect(run.countsAt == .earliest)
    }

    @Test func `an export keeps every value, including the smallest and largest`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let exports = [
            Export(exportedAt: .earliest),
            Export(
                exportedAt: monday, platform: PlatformID(rawValue: .max), bucket: Bucket(rawValue: .min),
                lastScheduledAt: .earliest, installedAt: .latest, historyLimit: .max, otherEntries: .min),
            Export(
                exportedAt: .latest, platform: PlatformID(rawValue: 1), bucket: Bucket(rawValue: 32_766),
                lastScheduledAt: .latest, installedAt: .earliest, historyLimit: 0, otherEntries: .max),
        ]
        var deviceExports = exports.map { DeviceExport(device: device("a"), export: $0, runs: []) }
        deviceExports[1].export.runCount = .max
        deviceExports[1].export.span = .earliest ... .latest
        (deviceExports[1].export.middle, deviceExports[1].export.runsAfterMiddle) = (.earliest, .max)
        (deviceExports[1].export.version, deviceExports[1].export.arm) = (VersionID(rawValue: .max), ArmID(rawValue: 1))
        deviceExports[2].export.span = .latest ... .latest
        deviceExports[2].export.middle = .latest
        (deviceExports[2].export.version, deviceExports[2].export.arm) = (VersionID(rawValue: 1), ArmID(rawValue: .max))
        try store.write(deviceExports)
        #expect(try folder.store().allHistories().values.map(\.exports) == [deviceExports.map(\.export)])
    }

    @Test func `a device with exports but no runs is kept`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(try store.write([deviceExport(device("a"), at: monday)]) == 0)
        let stored = try #require(try store.allHistories().values.first)
        #expect(stored.runs.isEmpty)
        #expect(stored.exports.map(\.exportedAt) == [monday])
        #expect(stored.exports[0].span == nil)
    }

    @Test func `an empty store has no histories`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(try store.allHistories().isEmpty)
        #expect(try store.history(of: 1) == History())
        #expect(try store.contents(within: [.earliest ..< .latest]).isEmpty)
        #expect(try store.files().isEmpty)
        #expect(try store.unusedFiles().isEmpty)
        #expect(try !store.hasUsableFile())
        #expect(try store.number(ofApp: Array("app".utf8)) == nil)
        #expect(try store.deviceNumbers().isEmpty)
        #expect(try store.faults() == [])
        #expect(try store.write([]) == 0)
    }
}
