import Records
import TestSupport
import Testing

/// Exports of several devices, until they are taken.
@Suite struct GatheredHistoriesTests {
    @Test func `devices are in the order in which they came, each once`() {
        var gathered = GatheredHistories()
        for device in [UInt8(7), 3, 7, 9, 3] { gathered.add(deviceExport(at: 5, device: device, run(0))) }
        #expect(gathered.count == 3)
        #expect((0..<3).map { gathered.key(at: $0).id } == [[7], [3], [9]])
    }

    @Test func `the same id in two apps is two devices, and so are ids that only look the same`() {
        var gathered = GatheredHistories()
        // "é" as one code point and as two.
        for (app, id) in [([], "é"), ([], "e\u{301}"), ([1], "é")] as [([UInt8], String)] {
            var exported = deviceExport(at: 5)
            exported.device = DeviceKey(app: app, id: Array(id.utf8))
            gathered.add(exported)
        }
        #expect(gathered.count == 3)
    }

    @Test func `an empty gathering has no devices`() {
        let gathered = GatheredHistories()
        #expect(gathered.count == 0)
        #expect(gathered.weight == 0)
    }

    @Test func `the weight grows with each export and run, including repeated ones`() {
        var gathered = GatheredHistories()
        var weights: [Int] = []
        for exported in [
            deviceExport(at: 5), deviceExport(at: 5), deviceExport(at: 5, run(0), run(1)),
            deviceExport(at: 6, run(0), run(1)),
        ] {
            let before = gathered.weight
            gathered.add(exported)
            weights.append(gathered.weight - before)
        }
        #expect(weights[0] > 0)
        #expect(weights[1] == weights[0])
        #expect(weights[2] == weights[0] + 2 * MemoryLayout<Run>.stride)
        #expect(weights[3] == weights[2])
    }

    @Test(arguments: UInt64(600)...640)
    func `a device's history is all that was read of it`(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        // Three devices' exports, in order.
        let all = (0..<3).flatMap { device in
            RandomExports.make(seed: 10 * seed + UInt64(device)).map { exported in
                var exported = exported
                exported.device.id = [UInt8(device)]
                return exported
            }
        }.shuffled(using: &generator)
        var gathered = GatheredHistories()
        for exported in all { gathered.add(exported) }
        for place in 0..<gathered.count {
            let key = gathered.key(at: place)
            let deviceExports = all.filter { $0.device == key }
            let history = gathered.takeHistory(at: place)
            #expect(Reference(deviceExports: deviceExports).faults(in: history) == [])
            #expect(history == History(merging: deviceExports))
            let kept = gathered.takeHistory(at: place)
            #expect(kept == History())
        }
    }
}
