import Records
import Store
import TestSupport
import Testing

/// Names are bytes: a difference in one byte makes another device, app, task or platform.
@Suite struct NamesTests {
    /// Pairs that text functions may consider equal, and bytes that are not text.
    static let names: [[UInt8]] = [
        Array("a".utf8), Array("A".utf8), Array("a ".utf8), Array("ab".utf8), [0x61, 0x00], [0x61, 0x00, 0x62], [0x00],
        [0x00, 0x00],
        // é composed and decomposed, and the Kelvin sign beside K.
        Array("\u{E9}".utf8), Array("e\u{301}".utf8), Array("\u{212A}".utf8), Array("K".utf8),
        // Not UTF-8: a lone continuation, a cut sequence, an overlong slash, a surrogate; and what they are shown as.
        [0x80], [0xE2, 0x82], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xFF], Array("\u{FFFD}".utf8),
        Array("'; DROP TABLE devices; --".utf8), Array("%".utf8), Array("_".utf8), Array("1".utf8), Array("01".utf8),
        Array("1.0".utf8), [UInt8](repeating: 0x78, count: 100_000),
    ]

    private func moment(_ index: Int) -> Instant { monday.advanced(by: Int64(index)) }

    private func exports(_ key: (Int) -> DeviceKey) -> [DeviceExport] {
        Self.names.indices.map { deviceExport(key($0), at: monday.advanced(by: hour), [Run(at: moment($0))]) }
    }

    @Test func `devices whose names differ in one byte stay distinct`() throws {
        let folder = try TemporaryFolder()
        let gathered = exports { DeviceKey(app: Array("app".utf8), id: Self.names[$0]) }
        #expect(gathered.count == Self.names.count)
        for round in 0..<2 {
            // The second time each name is found.
            let store = try folder.store()
            #expect(try store.write(gathered) == (round == 0 ? Self.names.count : 0))
            let histories = try store.allHistories()
            #expect(histories.count == Self.names.count)
            #expect(histories.values.allSatisfy { $0.runs.count == 1 && $0.exports.count == 1 })
            #expect(Set(histories.values.map { $0.runs[0].at }) == Set(Self.names.indices.map(moment)))
        }
    }

    @Test func `apps whose names differ in one byte stay distinct`() throws {
        let folder = try TemporaryFolder()
        let gathered = exports { DeviceKey(app: Self.names[$0], id: Array("same".utf8)) }
        _ = try folder.store().write(gathered)
        let histories = try folder.store().histories(ofApps: Self.names)
        for index in Self.names.indices {
            #expect(histories[Self.names[index]]?.runs.map(\.at) == [moment(index)], "name \(index)")
        }
    }

    @Test func `an app without a name is a separate app`() throws {
        let folder = try TemporaryFolder()
        let keys = [DeviceKey(app: [], id: [1]), DeviceKey(app: [0], id: [1]), DeviceKey(app: [], id: [])]
        let gathered = keys.enumerated().map {
            deviceExport($0.element, at: monday, [Run(at: monday.advanced(by: -Int64($0.offset)))])
        }
        let store = try folder.store()
        #expect(try store.write(gathered) == 3)
        let reopened = try folder.store()
        #expect(try reopened.write(gathered) == 0)
        let unnamed = try #require(try reopened.number(ofApp: []))
        #expect(try reopened.devices(of: [unnamed]).count == 2)
    }

    @Test func `tasks and platforms keep their numbers and their bytes`() throws {
        let folder = try TemporaryFolder()
        var store = try folder.store()
        let tasks = try Self.names.map { try store.names(.task).number(of: $0) }
        let platforms = try Self.names.reversed().map { try store.names(.platform).number(of: $0) }
        #expect(Set(tasks).count == Self.names.count)
        #expect(!tasks.contains(0))
        #expect(try Self.names.map { try store.names(.task).number(of: $0) } == tasks)
        _ = try store.write([])
        store = try folder.store()
        #expect(try store.names(.task).names == [[]] + Self.names)
        #expect(try store.names(.platform).names == [[]] + Self.names.reversed())
        #expect(try Self.names.map { try store.names(.task).knownNumber(of: $0) } == tasks)
        #expect(try Self.names.reversed().map { try store.names(.platform).number(of: $0) } == platforms)
    }

    @Test func `the empty name has number 0, and an unknown name has none`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(try store.names(.task).number(of: []) == 0)
        #expect(try store.names(.platform).number(of: []) == 0)
        #expect(try store.names(.task).knownNumber(of: Array("sync".utf8)) == nil)
        #expect(try store.names(.task).names == [[]])
    }

    @Test func `the apps that run a task are found`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let sync = TaskID(rawValue: try store.names(.task).number(of: Array("sync".utf8)))
        let prune = TaskID(rawValue: try store.names(.task).number(of: Array("prune".utf8)))
        let rounds = [
            deviceExport(
                device("1", app: "a"), at: monday, [Run(at: monday.advanced(by: -1), task: sync), Run(at: monday)]),
            deviceExport(device("1", app: "b"), at: monday, [Run(at: monday, task: prune)]),
            deviceExport(device("2", app: "b"), at: monday, [Run(at: monday, task: sync)]),
            deviceExport(device("1", app: "c"), at: monday, [Run(at: monday)]),
        ]
        for round in rounds { _ = try store.write([round]) }
        let reopened = try folder.store()
        let numbers = try ["a", "b", "c"].map { try #require(try reopened.number(ofApp: Array($0.utf8))) }
        #expect(try reopened.apps(running: sync) == [numbers[0], numbers[1]])
        #expect(try reopened.apps(running: prune) == [numbers[1]])
        #expect(try reopened.apps(running: TaskID(rawValue: 99)) == [])
        #expect(try reopened.devices(of: [numbers[1]]).count == 2)
        #expect(try reopened.devices(of: Set(numbers)).count == 4)
        #expect(try reopened.devices(of: []) == [])
    }
}
