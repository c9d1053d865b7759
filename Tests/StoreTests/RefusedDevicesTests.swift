import CXXHash
import Records
import Store
import TestSupport
import Testing

/// The devices of refused exports, and what can be found of one.
@Suite struct RefusedDevicesTests {
    private let folder: TemporaryFolder
    private let store: Store

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func hash(_ id: String) -> UInt64 {
        XXH3_64bits_withSeed(Array(id.utf8), id.utf8.count, RefusedDevices.seed)
    }

    /// Each is a device's id, the number of entries and the code.
    private func ledger(_ refused: [(String, Int, String)]) -> Ledger {
        var ledger = Ledger()
        for (id, entries, code) in refused {
            ledger.refusedDevices.note(hash(id), entries: entries, at: nil, Remark(.refused, code, of: "at"))
        }
        return ledger
    }

    @discardableResult
    private func add(_ name: String, _ ledger: Ledger, hash: [UInt8]?) throws -> ContentID {
        try store.transaction {
            let content = try store.addContent(of: Array(name.utf8), hash: hash, nameDate: nil, ledger)
            try store.set(KnownFile(facts: FileFacts(), content: content), at: Array(name.utf8))
            return content
        }
    }

    private func refused(_ id: String) throws -> [RefusedExports] {
        try folder.store().refusedExports(of: Array(id.utf8))
    }

    private static let one = [("d1", 6, "a"), ("d2", 1, "a"), ("d1", 6, "a"), ("d1", 4, "b"), ("", 9, "c")]
    private static let two = [("d1", 30, "a"), ("d10", 2, "a")]

    @Test func `the exports and entries of a device add up over the files, by reason`() throws {
        try add("one", ledger(Self.one), hash: [1])
        try add("two", ledger(Self.two), hash: [2])
        #expect(
            try refused("d1") == [
                RefusedExports(reason: Remark(.refused, "a", of: "at"), exports: 3, entries: 42),
                RefusedExports(reason: Remark(.refused, "b", of: "at"), exports: 1, entries: 4),
            ])
        #expect(try refused("d10") == [RefusedExports(reason: Remark(.refused, "a", of: "at"), exports: 1, entries: 2)])
        #expect(try refused("d3").isEmpty && refused("d").isEmpty)
    }

    @Test func `only files in the folder count, and equal files once`() throws {
        let content = try add("one", ledger(Self.one), hash: [1])
        try add("two", ledger(Self.two), hash: [2])
        try store.transaction {
            try store.set(KnownFile(facts: FileFacts(), content: content), at: Array("copy".utf8))
            try store.removeFile(Array("two".utf8))
        }
        #expect(try refused("d1").map(\.exports) == [2, 1])
        try store.transaction { for name in ["one", "copy"] { try store.removeFile(Array(name.utf8)) } }
        #expect(try refused("d1").isEmpty)
    }

    @Test func `reading a file again replaces what an interrupted read left`() throws {
        for (hash, rows) in [(nil, Int64(0)), ([1], 3)] as [([UInt8]?, Int64)] {
            let content = try add("one", ledger(Self.one), hash: hash)
            try store.transaction {
                try store.removeFile(Array("one".utf8))
                try store.removeUnfinished(content)
            }
            #expect(try RawDatabase(folder.storePath).number("SELECT count(*) FROM refused_devices") == rows)
        }
    }

    @Test(arguments: [1, 7, 4_096, 20_000])
    func `each of many devices is found, and their bytes do not depend on the order`(
        count: Int
    )
        throws
    {
        let devices = (0..<count).map { ("device \($0 % (1 + count / 2))", $0 % 5, "a") }
        try add("one", ledger(devices), hash: [1])
        var generator = SeededGenerator(UInt64(count))
        try add("two", ledger(devices.shuffled(using: &generator)), hash: [2])
        let database = try RawDatabase(folder.storePath)
        #expect(try database.number("SELECT count(DISTINCT devices) FROM refused_devices") == 1)
        #expect(
            try database.number("SELECT max(length(devices)) FROM refused_devices") == 24 * (1 + Int64(count) / 2)
                || count == 1)
        for number in [0, count / 4, count / 2] where number < count {
            let of = devices.filter { $0.0 == "device \(number)" }
            let entries = of.reduce(0) { $0 + $1.1 }
            #expect(
                try refused("device \(number)") == [
                    RefusedExports(reason: Remark(.refused, "a", of: "at"), exports: 2 * of.count, entries: 2 * entries)
                ])
        }
    }

    @Test func `the latest moment of a device's refused exports is kept, over files and whatever the order`() throws {
        let moments = [monday, monday.advanced(by: 2 * day), nil, monday.advanced(by: day)]
        for (name, moments) in [("one", moments), ("two", moments.reversed())] {
            var ledger = Ledger()
            for moment in moments {
                ledger.refusedDevices.note(hash("d1"), entries: 1, at: moment, Remark(.refused, "a", of: "at"))
            }
            ledger.refusedDevices.note(hash("d2"), entries: 1, at: nil, Remark(.refused, "a", of: "at"))
            try add(name, ledger, hash: Array(name.utf8))
        }
        #expect(
            try RawDatabase(folder.storePath).number("SELECT count(DISTINCT devices) FROM refused_devices") == 1)
        #expect(
            try refused("d1") == [
                RefusedExports(
                    reason: Remark(.refused, "a", of: "at"), exports: 8, entries: 8,
                    latest: monday.advanced(by: 2 * day))
            ])
        #expect(try refused("d2") == [RefusedExports(reason: Remark(.refused, "a", of: "at"), exports: 2, entries: 2)])
    }

    @Test func `where nothing was refused there is no row`() throws {
        try add("one", Ledger(), hash: [1])
        #expect(try RawDatabase(folder.storePath).number("SELECT count(*) FROM refused_devices") == 0)
        #expect(try refused("d1").isEmpty && store.faults() == [])
    }

    @Test func `damage is found by the check and when read`() throws {
        try add("one", ledger(Self.one), hash: [1])
        try execute("UPDATE refused_devices SET devices = zeroblob(16) WHERE code = 'b'", in: folder.storePath)
        for look in [{ _ = try self.refused("d1") }, { _ = try self.folder.store().faults() }] {
            #expect {
                try look()
            } throws: {
                isDamaged($0)
            }
        }
    }
}
