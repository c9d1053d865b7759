import Records
import TestSupport
import Testing

@testable import Stats

/// Whether one device's exports contradict each other, by hand and against a literal implementation of the definition.
@Suite struct ContradictionTests {
    private func exported(_ runs: [Int64], at moment: Int64, refused: [Instant] = []) -> DeviceExport {
        DeviceExport(
            device: DeviceKey(app: [], id: []), export: Export(exportedAt: monday.advanced(by: moment * hour)),
            runs: runs.map { Run(at: monday.advanced(by: $0 * hour), outcome: .success) }, refused: refused)
    }

    private func isContradicted(_ exports: [DeviceExport]) -> Bool {
        merged(exports.map { History($0) }).isContradicted(in: week39.range)
    }

    @Test func `a history that only grows contradicts nothing, however few entries it keeps`() {
        let exports = (1...6).map { day in
            let runs = (0..<Int64(day) * 24).filter { $0 % 8 == 0 }
            return exported(Array(runs.suffix(5)), at: Int64(day) * 24)
        }
        #expect(!isContradicted(exports))
    }

    @Test func `an export that lacks a run after its median contradicts the one that lists it`() {
        let whole = exported([8, 16, 24, 32], at: 40)
        // The median of 8, 16, 32 is 16; 24 is later and missing.
        #expect(isContradicted([whole, exported([8, 16, 32], at: 41)]))
        // The median of 24, 32, 44 is 32: earlier runs may have been dropped.
        #expect(!isContradicted([whole, exported([24, 32, 44], at: 45)]))
        // What was exported only later was not known then.
        #expect(!isContradicted([exported([8, 16, 32], at: 39), whole]))
        // An export at the same moment was known.
        #expect(isContradicted([whole, exported([8, 16, 32], at: 40)]))
    }

    @Test func `a refused entry makes up for a missing run if it is later or its time cannot be read`() {
        let whole = exported([8, 16, 24, 32], at: 40)
        func refused(_ moments: [Instant]) -> Bool {
            isContradicted([whole, exported([8, 16, 32], at: 41, refused: moments)])
        }
        #expect(!refused([.latest]))
        #expect(!refused([monday.advanced(by: 17 * hour)]))
        #expect(refused([monday.advanced(by: 16 * hour)]))
        #expect(refused([monday]))
    }

    @Test func `runs exported in whole seconds and again in milliseconds contradict`() {
        let seconds = exported([8, 16, 24], at: 25)
        let exact = DeviceExport(
            device: DeviceKey(app: [], id: []), export: Export(exportedAt: monday.advanced(by: 26 * hour)),
            runs: [8, 16, 24].map { Run(at: monday.advanced(by: $0 * hour + 123), outcome: .success) })
        #expect(isContradicted([seconds, exact]))
    }

    @Test func `an export without runs, or outside the window, contradicts nothing`() {
        let whole = exported([-64, -56, -48, -40], at: -39)
        #expect(!isContradicted([whole, exported([], at: 10)]))
        #expect(!isContradicted([whole, exported([-64, -56, -40], at: -38)]))
    }

    /// The definition, literally: examines every run for every export.
    private func isContradictedPlainly(_ exports: [DeviceExport], in window: Range<Instant>) -> Bool {
        exports.contains { export in
            let moment = export.export.exportedAt
            let exported = export.runs.map(\.key).sorted()
            guard window.contains(moment), !exported.isEmpty else { return false }
            let middle = exported[(exported.count + 1) / 2 - 1].at
            let known = Set(
                exports.filter { $0.export.exportedAt <= moment }.flatMap { $0.runs.map(\.key) }.filter {
                    $0.at > middle
                })
            return known.count > exported.count { $0.at > middle }
        }
    }

    @Test(arguments: UInt64(1)...300)
    func `random histories match the definition`(_ seed: UInt64) {
        let device = RandomDevice(
            seed: seed, from: monday.advanced(by: -7 * day), hours: 14 * 24, untidy: seed % 3 != 0,
            ahead: seed % 2 == 0,
            tied: seed % 5 == 0)
        let window = week39.range
        #expect(device.history.isContradicted(in: window) == isContradictedPlainly(device.deviceExports, in: window))
    }

    @Test func `both answers occur`() {
        let answers = (UInt64(1)...300).map { seed in
            let device = RandomDevice(
                seed: seed, from: monday.advanced(by: -7 * day), hours: 14 * 24, untidy: seed % 3 != 0,
                ahead: seed % 2 == 0, tied: seed % 5 == 0)
            return isContradictedPlainly(device.deviceExports, in: week39.range)
        }
        #expect(answers.count { $0 } > 40 && answers.count { !$0 } > 40)
    }

    /// Runs exported later than the exports examined: each must be counted by its export.
    @Test func `many exports and runs do not take quadratic time`() {
        let count = Int64(4_000)
        var exports = (0..<count).map { exported([0, 1], at: 2 + $0 % 100) }
        for index in exports.indices {
            let moment = monday.advanced(by: 2 * hour + Int64(index))
            exports[index] = DeviceExport(
                device: DeviceKey(app: [], id: []), export: Export(exportedAt: moment),
                runs: exports[index].runs.prefix(1).map(\.self))
        }
        let late = DeviceExport(
            device: DeviceKey(app: [], id: []), export: Export(exportedAt: monday.advanced(by: 100 * hour)),
            runs: [Run(at: monday, outcome: .success)]
                + (1...count).map { Run(at: monday.advanced(by: $0), outcome: .success) })
        // Examining 4,000 exports × 4,000 runs one by one would take minutes in this build.
        #expect(!isContradicted(exports + [late]))
    }
}
