import Records
import Testing

/// Which runs an export told, of all that came to be known of its device.
@Suite struct ToldTests {
    @Test func `an export without runs told none`() {
        let empty = telling(content: 1, at: 5)
        let history = History(merging: [empty, telling(content: 2, at: 6, run(0), run(5))])
        #expect(history.exports[0].toldRuns == 0)
        #expect(!history.exports[0].told(key(0)))
        #expect(!history.exports[0].told(key(5)))
        #expect(History(empty).exports[0].span == nil)
    }

    @Test func `a run within the span that an export omits is not told by it`() {
        let gap = telling(content: 1, at: 5, run(0), run(4))
        let whole = telling(content: 2, at: 6, run(0), run(2), run(4), run(6))
        for history in [
            History(merging: [gap, whole]), History(merging: [whole, gap]), History(adding: [gap, whole]),
        ] {
            let export = history.exports[0]
            #expect(export.content.rawValue == 1)
            #expect([0, 2, 4, 6].map { export.told(key($0)) } == [true, false, true, false])
            #expect(export.toldRuns == 2)
        }
    }

    @Test func `another task in the millisecond of the first or the last run is not told`() {
        let told = telling(content: 1, at: 9, run(1, task: 1), run(3, task: 1))
        let others = telling(content: 2, at: 10, run(1, task: 0), run(1, task: 2), run(3, task: 0), run(3, task: 2))
        for history in [History(merging: [told, others]), History(merging: [others, told])] {
            let export = history.exports[0]
            #expect(export.told(key(1, task: 1)))
            #expect(export.told(key(3, task: 1)))
            for task in [UInt32(0), 2] {
                #expect(!export.told(key(1, task: task)))
                #expect(!export.told(key(3, task: task)))
            }
        }
    }

    @Test(arguments: UInt64(300)...380)
    func `told says of every export and run what the exports said`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        let reference = Reference(tellings: all)
        #expect(reference.wrongClaims(in: History(merging: all)) == [])
        #expect(reference.wrongClaims(in: History(merging: all.reversed())) == [])
    }

    @Test(arguments: UInt64(300)...380)
    func `told says so too when exports were added one by one`(_ seed: UInt64) {
        let all = RandomTellings.make(seed: seed)
        let reference = Reference(tellings: all)
        #expect(reference.wrongClaims(in: History(adding: all)) == [])
        let inTime = all.sorted { $0.export.exportedAt < $1.export.exportedAt }
        #expect(reference.wrongClaims(in: History(adding: inTime)) == [])
    }
}
