import Records
import TestSupport
import Testing

/// The last export of a moment does not depend on the order of reading.
@Suite struct ExportOrderTests {
    private func export(_ at: Int64 = 5, limit: UInt32 = 30, bucket: Int16? = nil) -> Export {
        Export(exportedAt: moment(at), bucket: bucket.map { Bucket(rawValue: $0) }, historyLimit: limit)
    }

    private func last(_ exports: [Export]) -> Export? {
        var history = History()
        for export in exports { history.merge(History(runs: [], exports: [export])) }
        return history.exports.last
    }

    @Test func `a later export is last`() {
        let all = [export(6), export(5, bucket: 5), export(7)]
        #expect(last(all)?.exportedAt == moment(7))
        #expect(last(all.reversed())?.exportedAt == moment(7))
    }

    // Whatever else differs.
    @Test(arguments: [(5, 10), (10, 45), (-3, 5), (50, 32_766)] as [(Int16, Int16)])
    func `of two exports at one moment the smaller bucket is the last`(_ smaller: Int16, _ larger: Int16) {
        for limits in [(UInt32(1), UInt32(2)), (2, 1)] {
            let all = [export(limit: limits.0, bucket: smaller), export(limit: limits.1, bucket: larger)]
            #expect(last(all)?.bucket?.rawValue == smaller)
            #expect(last(all.reversed())?.bucket?.rawValue == smaller)
        }
    }

    @Test func `a known bucket takes precedence over none`() {
        for limits in [(UInt32(1), UInt32(2)), (2, 1)] {
            let all = [export(limit: limits.0, bucket: 50), export(limit: limits.1)]
            #expect(last(all)?.bucket?.rawValue == 50)
            #expect(last(all.reversed())?.bucket?.rawValue == 50)
        }
    }

    /// Exports that differ from the first in one value each.
    private var different: [Export] {
        let first = Export(
            exportedAt: moment(5), platform: PlatformID(rawValue: 1), bucket: Bucket(rawValue: 10),
            lastScheduledAt: moment(3), installedAt: moment(1), historyLimit: 12, runCount: 2, otherEntries: 0,
            span: moment(0)...moment(4))
        var all = [first]
        func add(_ change: (inout Export) -> Void) {
            var other = first
            change(&other)
            all.append(other)
        }
        add { $0.exportedAt = moment(6) }
        add { $0.platform = .none }
        add { $0.bucket = nil }
        add { $0.lastScheduledAt = nil }
        add { $0.lastScheduledAt = moment(2) }
        add { $0.installedAt = nil }
        add { $0.installedAt = moment(2) }
        add { $0.historyLimit = 13 }
        add { $0.runCount = 3 }
        add { $0.otherEntries = -1 }
        add { $0.span = nil }
        add { $0.span = moment(1)...moment(4) }
        add { $0.span = moment(0)...moment(3) }
        return all
    }

    @Test func `two exports are equal only if all their values are`() {
        for (place, one) in different.enumerated() {
            for (otherPlace, other) in different.enumerated() {
                #expect((one == other) == (place == otherPlace))
                #expect((one < other || other < one) == (place != otherPlace))
                #expect(!(one < other && other < one))
            }
        }
        var history = History(runs: [], exports: [])
        for export in different + different { history.merge(History(runs: [], exports: [export])) }
        #expect(history.exports.count == different.count)
    }

    @Test(arguments: UInt64(1)...10)
    func `exports have one order, whatever the order of reading`(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let shuffled = different.shuffled(using: &generator)
        var history = History()
        for export in shuffled { history.merge(History(runs: [], exports: [export])) }
        #expect(history.exports == different.sorted())
    }

    @Test func `the lowest possible bucket code is ordered like any other`() async {
        // -32768 has no positive counterpart in 16 bits.
        await #expect(processExitsWith: .success) {
            let lowest = Export(exportedAt: moment(5), bucket: Bucket(rawValue: .min))
            let other = Export(exportedAt: moment(5), bucket: Bucket(rawValue: 10))
            var history = History(runs: [], exports: [lowest])
            history.merge(History(runs: [], exports: [other]))
            try #require(history.exports.last?.bucket?.rawValue == .min)
        }
    }
}
