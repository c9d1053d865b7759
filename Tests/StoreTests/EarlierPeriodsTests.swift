import Records
import Store
import TestSupport
import Testing

/// A report reads the last weeks of each device, and as much before as it needs.
@Suite struct EarlierPeriodsTests {
    /// One run every 10 days for 400 days up to `monday`; an export at each.
    private func history() -> [DeviceExport] {
        (Int64(0)...40).map { step in
            let at = monday.advanced(by: (step - 40) * 10 * day)
            return deviceExport(device("a"), at: at, [Run(at: at, outcome: .success)])
        }
    }

    private func filled(_ folder: TemporaryFolder) throws -> (Store, whole: History) {
        let store = try folder.store()
        _ = try store.write(history())
        return (store, try #require(try store.allHistories().values.first))
    }

    @Test func `a sufficient history begins within 28 days before the first moment`() throws {
        let folder = try TemporaryFolder()
        let (store, whole) = try filled(folder)
        for back in stride(from: Int64(0), through: 390, by: 13) {
            let first = monday.advanced(by: -back * day)
            let seen = try store.histories(from: first, through: monday).map(\.1)
            let history = try #require(seen.first)
            #expect(seen.count == 1)
            #expect(whole.runs.suffix(history.runs.count) == history.runs[...])
            #expect(whole.exports.suffix(history.exports.count) == history.exports[...])
            // Nothing from `first` on is missing, and nothing is 28 days older.
            #expect(history.runs.count >= whole.runs.count { $0.at >= first })
            #expect(history.runs.allSatisfy { $0.at > first.advanced(by: -28 * day) })
        }
    }

    @Test func `earlier periods are added until the history is sufficient`() throws {
        let folder = try TemporaryFolder()
        let (store, whole) = try filled(folder)
        for wanted in 1...whole.runs.count {
            var asked: [History] = []
            let seen = try store.histories(from: monday, through: monday) { history in
                asked.append(history)
                return history.runs.count >= wanted
            }
            let history = try #require(seen.first).1
            #expect(history.runs.count >= wanted)
            // A period holds at most three of these runs.
            #expect(history.runs.count <= max(wanted, 3) + 3)
            #expect(whole.runs.suffix(history.runs.count) == history.runs[...])
            // Whole periods are added: their runs and exports, before the others.
            for (less, more) in zip(asked, asked.dropFirst() + [history]) {
                #expect(more.runs.suffix(less.runs.count) == less.runs[...])
                #expect(more.exports.suffix(less.exports.count) == less.exports[...])
            }
        }
    }

    @Test func `if it never is sufficient the whole history is read, once`() throws {
        let folder = try TemporaryFolder()
        let (store, whole) = try filled(folder)
        let seen = try store.histories(from: monday, through: monday) { _ in false }
        #expect(seen.map(\.1) == [whole])
    }

    @Test func `a period without exports of a device is skipped`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let long = monday.advanced(by: -3_000 * day)
        let all = [
            deviceExport(device("a"), at: long, [Run(at: long, outcome: .success)]),
            deviceExport(device("a"), at: monday, []),
            deviceExport(device("b"), at: monday, [Run(at: monday)]),
        ]
        _ = try store.write(all)
        let seen = try store.histories(from: monday, through: monday) { !$0.runs.isEmpty }
        #expect(seen.map(\.1.exports.count).sorted() == [1, 2])
        #expect(seen.map(\.1.runs.count) == [1, 1])
    }

    @Test func `devices are in the order of their numbers, each once`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let all = (0..<50).flatMap { number in
            (Int64(0)..<4).map { step in
                deviceExport(
                    device("\(number)"), at: monday.advanced(by: (step - Int64(number)) * 17 * day),
                    [])
            }
        }
        _ = try store.write(all)
        let seen = try store.histories(from: .earliest, through: .latest)
        #expect(seen.allSatisfy { $0.1.exports.count == 4 })
        let numbers = seen.map(\.0)
        #expect(numbers.count == 50)
        #expect(numbers == Set(numbers).sorted())
    }

    @Test func `ranges before or after all histories are empty`() throws {
        let folder = try TemporaryFolder()
        let (store, _) = try filled(folder)
        #expect(try store.histories(from: .latest, through: .latest) { _ in false }.isEmpty)
        // A last moment before the first one: the first one's period.
        let backwards = try store.histories(from: monday, through: monday.advanced(by: -300 * day))
        #expect(backwards.map(\.1.runs.isEmpty) == [false])
    }

    @Test func `an error in the body stops the iteration`() throws {
        struct Stop: Error {}
        let folder = try TemporaryFolder()
        let (store, _) = try filled(folder)
        #expect(throws: Stop.self) {
            try store.historySource.reader().forEachHistory(
                of: store.deviceNumbers(), from: .earliest, through: .latest, isEnough: { _ in true },
                { _, _ in throw Stop() })
        }
        #expect(try store.allHistories().count == 1)
    }
}
