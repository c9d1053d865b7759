import Records
import Store
import TestSupport
import Testing

/// What the store keeps of files, their contents and remarks on them.
@Suite struct LedgerTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let always = [Instant.earliest..<Instant.latest.advanced(by: 1)]

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    private func mark(_ number: UInt64, at moment: Instant = monday) -> ExportMark {
        ExportMark(moment: moment, fingerprint: number)
    }

    private func ledger(_ marks: [ExportMark]) -> Ledger {
        var ledger = Ledger()
        (ledger.exports, ledger.marks) = (marks.count, marks)
        return ledger
    }

    @discardableResult
    private func add(_ name: String, _ ledger: Ledger, hash: [UInt8]?, nameDate: String? = nil) throws -> ContentID {
        try store.transaction { try store.addContent(of: bytes(name), hash: hash, nameDate: nameDate, ledger) }
    }

    private func set(_ file: KnownFile, at path: [UInt8]) throws {
        try store.transaction { try store.set(file, at: path) }
    }

    @Test func `contents are found by the times of their exports`() throws {
        let marks = [
            mark(5, at: monday.advanced(by: 5)), mark(1, at: .latest), mark(3), mark(2, at: .earliest), mark(3),
        ]
        let one = try add("one", ledger(marks), hash: [1, 0, 2])
        let two = try add("two", ledger([]), hash: nil)
        let reopened = try folder.store()
        let contents = try reopened.contents(within: always)
        #expect(contents.map(\.id) == [one])
        #expect(contents.map(\.name) == [bytes("one")])
        #expect(contents.map(\.exports) == [5])
        #expect(contents.map(\.isPresent) == [false])
        #expect(one != two)
        // Neither end is in the range, but one mark is; then none.
        for (shift, isThere) in [(Int64(5), true), (0, true), (4, false), (6, false)] {
            let moment = monday.advanced(by: shift)
            #expect(try reopened.contents(within: [moment..<moment.advanced(by: 1)]).isEmpty != isThere)
        }
        #expect(try reopened.contents(within: []).isEmpty)
        // Two marks are equal: one export.
        #expect(try reopened.counted(reopened.contents(within: always), within: always).exportsInNoFile == 4)
    }

    @Test func `an export is in no file once no file's content has it`() throws {
        let old = try add("old", ledger([mark(1), mark(2), mark(3)]), hash: [1])
        let new = try add("new", ledger([mark(2), mark(4)]), hash: [2])
        let copy = try add("copy", ledger([mark(1)]), hash: [3])
        func inNoFile(_ ranges: [Range<Instant>]) throws -> Int {
            try store.counted(try store.contents(within: ranges), within: ranges).exportsInNoFile
        }
        #expect(try inNoFile(always) == 4)
        try set(KnownFile(facts: FileFacts(), content: old), at: [1])
        #expect(try inNoFile(always) == 1)
        try set(KnownFile(facts: FileFacts(), content: new), at: [1])
        #expect(try inNoFile(always) == 2)
        try set(KnownFile(facts: FileFacts(), content: copy), at: [2])
        #expect(try inNoFile(always) == 1)
        try store.transaction { try store.removeFile([1]) }
        #expect(try inNoFile(always) == 3)
        let elsewhere = [monday.advanced(by: 1)..<Instant.latest]
        #expect(try inNoFile(elsewhere) == 0)
    }

    @Test func `exports missing in another store are counted, with their files`() throws {
        let other = try TemporaryFolder()
        let new = try other.store()
        try new.transaction {
            _ = try new.addContent(of: [1], hash: [1], nameDate: nil, ledger([mark(1), mark(2)]))
            _ = try new.addContent(of: [2], hash: [9], nameDate: nil, ledger([mark(3)]))
        }
        try add("known", ledger([mark(1), mark(2)]), hash: [1])
        #expect(try store.exports(missingIn: new) == (0, 0))
        // Other bytes, but all exports are known.
        try add("appended", ledger([mark(2), mark(3)]), hash: [2])
        #expect(try store.exports(missingIn: new) == (0, 0))
        try add("lost", ledger([mark(4), mark(5), mark(1)]), hash: [3])
        #expect(try store.exports(missingIn: new) == (2, 1))
        try add("lost too", ledger([mark(5)]), hash: [4])
        // A file with no more than another one does not count.
        #expect(try store.exports(missingIn: new) == (2, 1))
        // The same bytes under a name with another date.
        try add("dated", ledger([mark(6, at: .latest)]), hash: [1], nameDate: "2026-09-24")
        #expect(try store.exports(missingIn: new) == (3, 2))
    }

    @Test func `a content is found by its bytes and, if that dated it, the date in its name`() throws {
        let plain = try add("plain", ledger([mark(1)]), hash: [1, 2])
        let dated = try add("dated", ledger([mark(2)]), hash: [3], nameDate: "2026-09-24")
        try add("unfinished", ledger([mark(2)]), hash: nil)
        #expect(try store.content(hash: [1, 2], nameDate: nil) == plain)
        #expect(try store.content(hash: [3], nameDate: "2026-09-24") == dated)
        #expect(try store.content(hash: [3], nameDate: "2026-09-25") == nil)
        #expect(try store.content(hash: [3], nameDate: nil) == nil)
        #expect(try store.content(hash: [], nameDate: nil) == nil)
        #expect(try store.hasExportsDatedByName())
    }

    @Test func `of a content's names the first is kept`() throws {
        let content = try add("m", ledger([mark(1)]), hash: [1])
        func name() throws -> [UInt8]? { try store.contents(within: always).first?.name }
        try store.transaction { try store.note(bytes("n"), of: content) }
        #expect(try name() == bytes("m"))
        try store.transaction { try store.note(bytes("L"), of: content) }
        #expect(try name() == bytes("L"))
        // The name is the first of the files that have it.
        for path in [[0x62], [0xFF], [0x42], [0x61, 0x00]] as [[UInt8]] {
            try set(KnownFile(facts: FileFacts(), content: content), at: path)
        }
        #expect(try name() == [0x42])
    }

    @Test func `file names are kept byte for byte, and files can change and vanish`() throws {
        let names = [bytes("caf\u{E9}.json"), bytes("cafe\u{301}.json"), [0xFF], [0x61, 0x00], bytes("a b'\"%.json")]
        let content = try add("one", ledger([mark(1)]), hash: [1])
        let files = names.indices.map { index in
            var file = KnownFile(facts: FileFacts(), content: index == 2 ? nil : content)
            (file.facts.size, file.facts.modified) = (Int64(index), .min)
            (file.facts.changed, file.facts.inode) = (.max, -Int64(index))
            if index > 2 { file.refusal = FileRefusal(code: "cut\0", detail: "caf\u{E9}") }
            return file
        }
        for (name, file) in zip(names, files) { try set(file, at: name) }
        var stored = try folder.store().files()
        #expect(stored == Dictionary(uniqueKeysWithValues: zip(names, files)))
        try set(files[3], at: names[0])
        try store.transaction {
            try store.removeFile(names[1])
            try store.removeFile(bytes("never there"))
        }
        stored = try folder.store().files()
        #expect(stored.count == names.count - 1)
        #expect(stored[names[0]] == files[3])
        #expect(stored[names[1]] == nil)
    }
}
