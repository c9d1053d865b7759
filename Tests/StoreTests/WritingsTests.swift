import Foundation
import Records
import Store
import TestSupport
import Testing

/// A store that lost what was last written into it is known by how many transactions it counts.
@Suite struct WritingsTests {
    private struct Interruption: Error {}

    private let folder: TemporaryFolder
    /// Where the file is put without its log.
    private let copy: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        copy = try TemporaryFolder()
    }

    /// Two nights; after the first, what is written stands in the log.
    private func filled() throws -> Store {
        let store = try folder.store()
        for number in UInt32(1)...2 { try night(number, in: store) }
        return store
    }

    private func night(_ number: UInt32, in store: Store) throws {
        try store.transaction {
            _ = try store.merge(gather([telling(device("\(number)"), content: number, at: monday, [Run(at: monday)])]))
            try store.add(
                ContentID(rawValue: number), name: [1], hash: [2], size: 3, nameDate: nil, isChanged: false, Ledger())
        }
    }

    private func loseLog() throws {
        try Data(contentsOf: URL(filePath: folder.storePath)).write(to: URL(filePath: copy.storePath))
    }

    private func open(atLeast writings: Int64, isFrozen: Bool = false) throws -> Store {
        try Store(StoreFile(copy.storePath, isFrozen: isFrozen), atLeast: writings)
    }

    @Test func `each transaction that is kept counts`() throws {
        let store = try folder.store()
        #expect(try store.writings() == 0)
        try night(1, in: store)
        #expect(try store.writings() == 1)
        #expect(throws: Interruption.self) {
            try store.transaction {
                try store.setSetting("zone", to: "UTC")
                throw Interruption()
            }
        }
        #expect(try store.writings() == 1)
        try store.transaction {}
        #expect(try store.writings() == 2)
        #expect(try folder.store().writings() == 2)
    }

    @Test func `a store that has as many as are asked for is opened, or has more`() throws {
        let store = try filled()
        try store.settle()
        try loseLog()
        for writings in Int64(0)...2 { #expect(try open(atLeast: writings).allHistories().count == 2) }
        #expect(try open(atLeast: 2, isFrozen: true).allHistories().count == 2)
        #expect(throws: StoreFailure.behind) { try open(atLeast: 3) }
        #expect(throws: StoreFailure.behind) { try open(atLeast: 3, isFrozen: true) }
    }

    @Test func `a log that is gone before it was settled is noticed`() throws {
        let store = try filled()
        try loseLog()
        #expect(throws: StoreFailure.behind) { try open(atLeast: store.writings()) }
        #expect(throws: StoreFailure.behind) { try open(atLeast: store.writings(), isFrozen: true) }
        // By itself it is a whole store, of the night before.
        #expect(try open(atLeast: 1).allHistories().count == 1)
    }

    @Test func `a log that a reader kept from being settled is missed when it is gone`() throws {
        let store = try filled()
        let reader = try RawDatabase(folder.storePath)
        // Its view of the store stays that of two nights until it ends.
        try reader.execute("BEGIN")
        #expect(try reader.number("SELECT count(*) FROM contents") == 2)
        try night(3, in: store)
        try store.settle()
        try loseLog()
        #expect(throws: StoreFailure.behind) { try open(atLeast: store.writings()) }
        // Pages that the third night changed too were left as they were: all of them.
        #expect(try open(atLeast: 1).allHistories().count == 1)

        try reader.execute("COMMIT")
        try store.settle()
        try loseLog()
        #expect(try open(atLeast: store.writings()).allHistories().count == 3)
    }

    @Test func `a file of which some pages are older than others is damaged, whatever is asked for`() throws {
        let store = try folder.store()
        try night(1, in: store)
        try night(2, in: store)
        let reader = try RawDatabase(folder.storePath)
        try reader.execute("BEGIN")
        #expect(try reader.number("SELECT count(*) FROM contents") == 2)
        // It changes few pages; what the second night wrote in others reaches the file.
        try store.transaction { try store.setSetting("zone", to: "UTC") }
        try store.settle()
        try loseLog()
        #expect {
            try open(atLeast: 0)
        } throws: {
            isDamaged($0)
        }
    }

    @Test func `an older copy in the store's place is noticed`() throws {
        let store = try filled()
        try store.settle()
        try loseLog()
        try night(3, in: store)
        #expect(throws: StoreFailure.behind) { try open(atLeast: store.writings()) }
    }

    @Test(arguments: [false, true])
    func `a file of nothing in the store's place is noticed, and left as it is`(_ isThere: Bool) throws {
        if isThere { try copy.write("", to: "runs.sqlite") }
        #expect(throws: StoreFailure.behind) { try open(atLeast: 1) }
        #expect(try copy.names(in: "") == ["runs.sqlite"])
        #expect(try copy.text(of: "runs.sqlite") == "")
        // Where nothing is known to have been written, it is a store that begins.
        #expect(try open(atLeast: 0).allHistories().isEmpty)
    }

    @Test func `a count that is no number is noticed`() throws {
        try filled().settle()
        try loseLog()
        try execute("UPDATE settings SET value = 'two' WHERE name = 'writings'", in: copy.storePath)
        #expect {
            try open(atLeast: 1)
        } throws: {
            isDamaged($0)
        }
        try DefinedSums.seal(copy.storePath)
        #expect(throws: StoreFailure.behind) { try open(atLeast: 1) }
    }
}
