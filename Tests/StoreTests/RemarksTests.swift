import Records
import Store
import TestSupport
import Testing

/// Remarks are stored with files, and what was read of a file in part is removed once it is read completely.
@Suite struct RemarksTests {
    private let folder: TemporaryFolder
    private let store: Store
    private let always = [Instant.earliest..<Instant.latest]

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private var ledger: Ledger {
        var ledger = Ledger()
        for kind in Remark.Kind.allCases {
            ledger.note(Remark(kind, "caf\u{E9}"), at: "device 1, entry 2")
            ledger.note(Remark(kind, "cafe\u{301}\0x"), count: 3)
            // The same glued together is something else.
            ledger.note(Remark(kind, "b", of: "a"), count: 5)
            ledger.note(Remark(kind, "", of: "ab"), count: 6)
            for number in 1...30 { ledger.note(Remark(kind), at: "entry \(number)") }
        }
        return ledger
    }

    private func add(_ ledger: Ledger, hash: [UInt8]?) throws -> ContentID {
        try store.transaction { try store.addContent(of: [1], hash: hash, nameDate: nil, ledger) }
    }

    @Test func `remarks keep their counts and places`() throws {
        let one = try add(ledger, hash: [1])
        let two = try add(Ledger(), hash: [2])
        #expect(try folder.store().remarks(of: one) == ledger.tallies)
        #expect(try folder.store().remarks(of: two) == [:])
    }

    @Test func `a partial reading is removed, and a complete one stays`() throws {
        var exported = ledger
        exported.exports = 1
        exported.marks = [ExportMark(moment: monday, fingerprint: 1)]
        let whole = try add(exported, hash: [1])
        let part = try add(exported, hash: nil)
        try store.transaction {
            try store.removeUnfinished(whole)
            try store.removeUnfinished(part)
        }
        #expect(try store.contents(within: always).map(\.id) == [whole])
        #expect(try store.remarks(of: whole) == exported.tallies)
        #expect(try store.remarks(of: part) == [:])
    }

    @Test func `unusable files are listed, each with its reason`() throws {
        var used = Ledger()
        used.exports = 1
        let (useful, useless, part) = (try add(used, hash: [1]), try add(Ledger(), hash: [2]), try add(used, hash: nil))
        let refusal = FileRefusal(code: "unreadable-file", detail: "no way")
        let files: [(UInt8, KnownFile)] = [
            (6, KnownFile(facts: FileFacts(), content: useful)),
            (5, KnownFile(facts: FileFacts(), content: useless)),
            (4, KnownFile(facts: FileFacts(), content: useful, refusal: refusal)),
            (3, KnownFile(facts: FileFacts(), refusal: refusal)),
            // Something of it was used.
            (2, KnownFile(facts: FileFacts(), content: part, refusal: refusal)),
        ]
        try store.transaction { for (name, file) in files { try store.set(file, at: [name]) } }
        let unused = try store.unusedFiles()
        #expect(unused.map(\.name) == [[3], [4], [5]])
        #expect(unused.map(\.refusal) == [refusal, refusal, nil])
        #expect(unused.map(\.content) == [nil, nil, useless])
        #expect(try store.hasUsableFile())
        try store.transaction { for name in UInt8(2)...6 where name != 5 { try store.removeFile([name]) } }
        #expect(try !store.hasUsableFile())
    }

    @Test func `settings are stored by name`() throws {
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
