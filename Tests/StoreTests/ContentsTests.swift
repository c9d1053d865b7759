import Records
import Store
import TestSupport
import Testing

/// What is kept of files, their contents, and what was said of them.
@Suite struct ContentsTests {
    private let one = ContentID(rawValue: 1)
    private let two = ContentID(rawValue: 2)

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func add(_ content: ContentID, to store: Store, _ ledger: Ledger = Ledger(), hash: [UInt8]? = [7]) throws {
        try store.transaction {
            try store.add(
                content, name: bytes("name \(content.rawValue)"), hash: hash, size: 5, nameDate: nil, isChanged: false,
                ledger)
        }
    }

    private func setPath(_ path: [UInt8], in store: Store, _ stored: StoredPath) throws {
        try store.transaction { try store.setPath(path, stored) }
    }

    private func removePath(_ path: [UInt8], from store: Store) throws {
        try store.transaction { try store.removePath(path) }
    }

    @Test func `a content comes back with its figures and moments`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        var ledger = Ledger()
        ledger.exports = 3
        ledger.entries = 40
        ledger.repeated = 2
        ledger.moments = [monday.advanced(by: 5), .latest, monday, .earliest, monday]
        try store.transaction {
            try store.add(
                one, name: [0xFF, 0x00, 0x61], hash: [1, 0, 2], size: .max, nameDate: "2026-09-24", isChanged: true,
                ledger)
        }
        try add(two, to: store, hash: nil)

        let reopened = try folder.store()
        let contents = try reopened.contents()
        #expect(contents.map(\.id) == [one, two])
        #expect(contents.map(\.exports) == [3, 0])
        #expect(contents.map(\.firstMoment) == [.earliest, nil])
        #expect(contents.map(\.lastMoment) == [.latest, nil])
        #expect(contents.map(\.isChanged) == [true, false])
        #expect(contents.map(\.name) == [[0xFF, 0x00, 0x61], bytes("name 2")])
        #expect(try reopened.moments(of: one) == [.earliest, monday, monday.advanced(by: 5), .latest])
        #expect(try reopened.moments(of: two) == [])
        #expect(try reopened.moments(of: ContentID(rawValue: 9)) == [])
        #expect(try reopened.nextContentID().rawValue == 3)
        #expect(try reopened.contentSizes() == [.max, 5])
        #expect(try reopened.hasExportsDatedByName())
    }

    @Test func `only a content that was read to its end has a hash`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try add(one, to: store, hash: nil)
        #expect(try store.hashes().isEmpty)
        #expect(try store.hash(of: one) == nil)
        var used = Ledger()
        used.exports = 1
        try store.transaction {
            try store.add(two, name: [1], hash: [1, 2], size: 5, nameDate: "2026-09-24", isChanged: false, used)
            try store.add(
                ContentID(rawValue: 3), name: [1], hash: [1, 2], size: 5, nameDate: nil, isChanged: false, used)
            // Of no use: such a content is known, and does not stand for others that are like it.
            try store.add(
                ContentID(rawValue: 4), name: [1], hash: [1, 2], size: 5, nameDate: nil, isChanged: false, Ledger())
        }
        let hashes = try store.hashes()
        #expect(hashes.count == 1)
        #expect(hashes[[1, 2]]?.map(\.content.rawValue).sorted() == [2, 3])
        #expect(hashes[[1, 2]]?.first { $0.content == two }?.nameDate == "2026-09-24")
        #expect(hashes[[1, 2]]?.first { $0.content != two }?.nameDate == nil)
        #expect(try store.hash(of: two) == [1, 2])
        #expect(try store.hash(of: ContentID(rawValue: 4)) == [1, 2])
        #expect(try store.hash(of: ContentID(rawValue: 9)) == nil)
    }

    @Test func `paths come back byte for byte, change and go`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        let names = [bytes("caf\u{E9}.json"), bytes("cafe\u{301}.json"), [0xFF], [0x61, 0x00], bytes("a b'\"%.json")]
        for (index, name) in names.enumerated() {
            try setPath(name, in: store, StoredPath(size: Int64(index), modified: .min + Int64(index), content: one))
        }
        var stored = try folder.store().paths()
        #expect(stored.count == names.count)
        for (index, name) in names.enumerated() {
            #expect(stored[name] == StoredPath(size: Int64(index), modified: .min + Int64(index), content: one))
        }
        try setPath(names[0], in: store, StoredPath(size: 9, modified: .max, content: two))
        try removePath(names[1], from: store)
        try removePath(bytes("never there"), from: store)
        stored = try folder.store().paths()
        #expect(stored.count == names.count - 1)
        #expect(stored[names[0]] == StoredPath(size: 9, modified: .max, content: two))
        #expect(stored[names[1]] == nil)
    }

    @Test func `a content names the files that have it, in the order of their bytes`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try add(one, to: store)
        try add(two, to: store)
        for name in [[0x62], [0xFF], [0x42], [0x61, 0x00], [0x61]] as [[UInt8]] {
            try setPath(name, in: store, StoredPath(size: 5, modified: 1, content: one))
        }
        let contents = try store.contents()
        #expect(contents[0].paths == [[0x42], [0x61], [0x61, 0x00], [0x62], [0xFF]])
        #expect(contents[1].paths == [])
    }

    @Test func `a content is replaced once its file has another and no file has it any more`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try add(one, to: store)
        try add(two, to: store)
        func isReplaced() throws -> [Bool] { try store.contents().map(\.isReplaced) }
        let (a, b) = (bytes("a.json"), bytes("b.json"))
        // Two files have it; then one of them has another.
        try setPath(a, in: store, StoredPath(size: 5, modified: 1, content: one))
        try setPath(b, in: store, StoredPath(size: 5, modified: 1, content: one))
        #expect(try isReplaced() == [false, false])
        try store.transaction {
            try store.setPath(a, StoredPath(size: 6, modified: 2, content: two))
            try store.replace(one)
        }
        #expect(try isReplaced() == [false, false], "b.json still has it")
        try removePath(b, from: store)
        #expect(try isReplaced() == [true, false])
        // And it comes back.
        try setPath(b, in: store, StoredPath(size: 5, modified: 3, content: one))
        #expect(try isReplaced() == [false, false])
    }

    @Test func `a content whose file is gone is not replaced`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        try add(one, to: store)
        try setPath([1], in: store, StoredPath(size: 5, modified: 1, content: one))
        try removePath([1], from: store)
        let content = try #require(try store.contents().first)
        #expect(!content.isReplaced)
        #expect(content.paths == [])
        #expect(content.name == bytes("name 1"))
    }

    @Test func `remarks come back with their counts and places`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        var ledger = Ledger()
        for kind in Remark.Kind.allCases {
            ledger.note(Remark(kind, "caf\u{E9}"), at: "device 1, entry 2")
            ledger.note(Remark(kind, "cafe\u{301}\0x"), count: 3)
            for number in 1...30 { ledger.note(Remark(kind), at: "entry \(number)") }
        }
        try add(one, to: store, ledger)
        #expect(try folder.store().remarks(of: one) == ledger.tallies)
        #expect(try folder.store().remarks(of: two) == [:])
    }

    @Test func `settings are kept by their name`() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(try store.setting("zone") == nil)
        try store.transaction {
            try store.setSetting("zone", to: "UTC")
            try store.setSetting("empty", to: "")
        }
        try store.transaction { try store.setSetting("zone", to: "Europe/Amsterdam") }
        #expect(try folder.store().setting("zone") == "Europe/Amsterdam")
        #expect(try folder.store().setting("empty") == "")
        #expect(try folder.store().setting("ZONE") == nil)
    }
}
