import Records
import TestSupport
import Testing

/// What was read of several devices, until it is handed on.
@Suite struct GatheredHistoriesTests {
    @Test func `devices stand in the order in which they came, each once`() {
        var gathered = GatheredHistories()
        for device in [UInt8(7), 3, 7, 9, 3] { gathered.add(telling(at: 5, device: device, run(0))) }
        #expect(gathered.count == 3)
        #expect((0..<3).map { gathered.key(at: $0).id } == [[7], [3], [9]])
    }

    @Test func `devices of two apps are two, and so are ids whose text looks the same`() {
        var gathered = GatheredHistories()
        // "é" as one code point and as two.
        for (app, id) in [([], "é"), ([], "e\u{301}"), ([1], "é")] as [([UInt8], String)] {
            var told = telling(at: 5)
            told.device = DeviceKey(app: app, id: Array(id.utf8))
            gathered.add(told)
        }
        #expect(gathered.count == 3)
    }

    @Test func `nothing was gathered`() {
        let gathered = GatheredHistories()
        #expect(gathered.count == 0)
        #expect(gathered.weight == 0)
    }

    @Test func `its weight grows with each export and each run, those told again too`() {
        var gathered = GatheredHistories()
        var weights: [Int] = []
        for told in [telling(at: 5), telling(at: 5), telling(at: 5, run(0), run(1)), telling(at: 6, run(0), run(1))] {
            let before = gathered.weight
            gathered.add(told)
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
        // Three devices' exports, as they come.
        let all = (0..<3).flatMap { device in
            RandomTellings.make(seed: 10 * seed + UInt64(device)).map { told in
                var told = told
                told.device.id = [UInt8(device)]
                return told
            }
        }.shuffled(using: &generator)
        var gathered = GatheredHistories()
        for told in all { gathered.add(told) }
        for place in 0..<gathered.count {
            let key = gathered.key(at: place)
            let tellings = all.filter { $0.device == key }
            let history = gathered.takeHistory(at: place)
            #expect(Reference(tellings: tellings).faults(in: history) == [])
            #expect(history == History(merging: tellings))
            let kept = gathered.takeHistory(at: place)
            #expect(kept == History())
        }
    }
}
