import Records
import Stats
import Testing

/// How many distinct runs some contents told, beside counting them one by one.
@Suite struct ToldRunsTests {
    static let seeds = UInt64(1)...80

    private func device(_ seed: UInt64) -> RandomDevice {
        RandomDevice(seed: seed, from: monday, hours: 21 * 24, untidy: seed % 2 == 0)
    }

    private func told(_ device: RandomDevice, by contents: Set<ContentID>) -> Int {
        let counted = device.tellings.filter { contents.contains(ContentID(rawValue: $0.content)) }
        return Set(counted.flatMap { $0.runs.map(\.key) }).count
    }

    /// Every choice of contents, up to seven of them.
    private func choices(_ device: RandomDevice) -> [Set<ContentID>] {
        (0..<(1 << device.tellings.count)).map { mask in
            Set(device.tellings.filter { mask >> $0.content & 1 == 1 }.map { ContentID(rawValue: $0.content) })
        }
    }

    @Test(arguments: seeds)
    func `every choice of contents told what it told`(_ seed: UInt64) {
        let device = device(seed)
        let history = device.history
        let wrong = choices(device).filter { history.toldRuns(by: $0.contains) != told(device, by: $0) }
        #expect(wrong.isEmpty)
    }

    @Test(arguments: seeds)
    func `a history that is said to reach far enough gives the same count`(_ seed: UInt64) {
        let device = device(seed)
        let history = device.history
        for hours in stride(from: Int64(0), through: 21 * 24, by: 36) {
            let start = monday.advanced(by: hours * hour)
            let cut = History(runs: Array(history.runs.drop { $0.at < start }), exports: history.exports)
            let wrong = choices(device).filter { chosen in
                cut.reachesTold(by: chosen.contains, from: start)
                    && cut.toldRuns(by: chosen.contains) != told(device, by: chosen)
            }
            #expect(wrong.isEmpty, "cut at hour \(hours)")
        }
    }

    @Test func `a cut that loses what only a later export told is not said to reach far enough`() {
        // The second export, made later, tells of hour 1, which the first did not.
        let device = merged([
            telling(at: monday.advanced(by: 9 * hour), [run(monday.advanced(by: 5 * hour))]),
            telling(
                at: monday.advanced(by: 10 * hour),
                [run(monday.advanced(by: hour)), run(monday.advanced(by: 5 * hour))], content: 2),
        ])
        #expect(!device.reachesTold(by: { _ in true }, from: monday.advanced(by: 3 * hour)))
        #expect(device.reachesTold(by: { _ in true }, from: monday.advanced(by: hour)))
        #expect(device.reachesTold(by: { $0.rawValue == 1 }, from: monday.advanced(by: 3 * hour)))
        #expect(device.reachesTold(by: { _ in false }, from: monday.advanced(by: 3 * hour)))
    }

    @Test func `no content told no run`() {
        #expect(telling(at: wednesday, [run(monday)]).toldRuns(by: { _ in false }) == 0)
        #expect(telling(at: wednesday, []).toldRuns(by: { _ in true }) == 0)
    }

    @Test func `a conflict counts where a counted content told the run`() {
        let at = monday.advanced(by: hour)
        let device = merged([
            telling(at: wednesday, [run(at, .success)], content: 1),
            telling(at: wednesday.advanced(by: 1), [run(at, .failed)], content: 2),
            telling(at: wednesday.advanced(by: 2), [run(wednesday)], content: 3),
        ])
        let keys = [RunKey(at: at, task: .none)]
        #expect(device.conflicts == keys)
        #expect(device.toldConflicts(keys, by: { _ in true }) == 1)
        #expect(device.toldConflicts(keys, by: { $0.rawValue == 1 }) == 1)
        #expect(device.toldConflicts(keys, by: { $0.rawValue == 3 }) == 0)
        #expect(device.toldConflicts([], by: { _ in true }) == 0)
    }

    @Test(arguments: seeds)
    func `without some contents what only they told is not known`(_ seed: UInt64) {
        let device = device(seed)
        let history = device.history
        for ignored in choices(device) {
            let kept = device.tellings.filter { !ignored.contains(ContentID(rawValue: $0.content)) }
            let left = history.ignoring(ContentSet(ignored))
            #expect(Set(left.runs.map(\.key)) == Set(kept.flatMap { $0.runs.map(\.key) }))
            #expect(Set(left.exports.map(\.content.rawValue)) == Set(kept.map(\.content)))
        }
    }
}
