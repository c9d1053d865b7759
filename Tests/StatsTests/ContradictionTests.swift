import Records
import TestSupport
import Testing

@testable import Stats

/// Whether one device's exports contradict each other, by hand and against the definition taken word for word.
@Suite struct ContradictionTests {
    private func told(_ runs: [Int64], at moment: Int64, refused: [Instant] = []) -> DeviceExport {
        DeviceExport(
            device: DeviceKey(app: [], id: []), export: Export(exportedAt: monday.advanced(by: moment * hour)),
            runs: runs.map { Run(at: monday.advanced(by: $0 * hour), outcome: .success) }, refused: refused)
    }

    private func isContradicted(_ exports: [DeviceExport]) -> Bool {
        merged(exports.map { History($0) }).isContradicted(in: week39.range)
    }

    @Test func `a history that only goes on contradicts nothing, however few entries it keeps`() {
        let exports = (1...6).map { day in
            let runs = (0..<Int64(day) * 24).filter { $0 % 8 == 0 }
            return told(Array(runs.suffix(5)), at: Int64(day) * 24)
        }
        #expect(!isContradicted(exports))
    }

    @Test func `an export that lacks a run behind its middle contradicts the one that told it`() {
        let whole = told([8, 16, 24, 32], at: 40)
        // Of 8, 16, 32 the middle is 16; 24 is later and is lacking.
        #expect(isContradicted([whole, told([8, 16, 32], at: 41)]))
        // Of 24, 32, 44 the middle is 32: what is older may have fallen out.
        #expect(!isContradicted([whole, told([24, 32, 44], at: 45)]))
        // What was told only later was not known then.
        #expect(!isContradicted([told([8, 16, 32], at: 39), whole]))
        // Told at the same moment it was.
        #expect(isContradicted([whole, told([8, 16, 32], at: 40)]))
    }

    @Test func `a refused entry makes up for a run, where its time is later or cannot be read`() {
        let whole = told([8, 16, 24, 32], at: 40)
        func refused(_ moments: [Instant]) -> Bool {
            isContradicted([whole, told([8, 16, 32], at: 41, refused: moments)])
        }
        #expect(!refused([.latest]))
        #expect(!refused([monday.advanced(by: 17 * hour)]))
        #expect(refused([monday.advanced(by: 16 * hour)]))
        #expect(refused([monday]))
    }

    @Test func `runs told in whole seconds and again in milliseconds contradict`() {
        let seconds = told([8, 16, 24], at: 25)
        let exact = DeviceExport(
            device: DeviceKey(app: [], id: []), export: Export(exportedAt: monday.advanced(by: 26 * hour)),
            runs: [8, 16, 24].map { Run(at: monday.advanced(by: $0 * hour + 123), outcome: .success) })
        #expect(isContradicted([seconds, exact]))
    }

    @Test func `an export without a run, or outside the window, contradicts nothing`() {
        let whole = told([-64, -56, -48, -40], at: -39)
        #expect(!isContradicted([whole, told([], at: 10)]))
        #expect(!isContradicted([whole, told([-64, -56, -40], at: -38)]))
    }

    /// The definition, word for word, with every run looked at for every export.
    private func isContradictedPlainly(_ exports: [DeviceExport], in window: Range<Instant>) -> Bool {
        exports.contains { export in
            let moment = export.export.exportedAt
            let told = export.runs.map(\.key).sorted()
            guard window.contains(moment), !told.isEmpty else { return false }
            let middle = told[(told.count + 1) / 2 - 1].at
            let known = Set(
                exports.filter { $0.export.exportedAt <= moment }.flatMap { $0.runs.map(\.key) }.filter {
                    $0.at > middle
                })
            return known.count > told.count { $0.at > middle }
        }
    }

    @Test(arguments: UInt64(1)...300)
    func `of random histories it says what the definition says`(_ seed: UInt64) {
        let device = RandomDevice(
            seed: seed, from: monday.advanced(by: -7 * day), hours: 14 * 24, untidy: seed % 3 != 0,
            ahead: seed % 2 == 0,
            tied: seed % 5 == 0)
        let window = week39.range
        #expect(device.history.isContradicted(in: window) == isContradictedPlainly(device.tellings, in: window))
    }

    @Test func `both answers come up`() {
        let answers = (UInt64(1)...300).map { seed in
            let device = RandomDevice(
                seed: seed, from: monday.advanced(by: -7 * day), hours: 14 * 24, untidy: seed % 3 != 0,
                ahead: seed % 2 == 0, tied: seed % 5 == 0)
            return isContradictedPlainly(device.tellings, in: week39.range)
        }
        #expect(answers.count { $0 } > 40 && answers.count { !$0 } > 40)
    }

    /// Runs that were told later than the exports that are looked at: each has to be counted by its telling.
    @Test func `many exports that lack many runs told later are no matter of their product`() {
        let count = Int64(4_000)
        var exports = (0..<count).map { told([0, 1], at: 2 + $0 % 100) }
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
        // 4,000 exports × 4,000 runs looked at one by one would take minutes in this build.
        #expect(!isContradicted(exports + [late]))
    }
}
