import Foundation
import Records
import Store
import TestSupport
import Testing

/// SQLite gets a store's path as a URI, in which some bytes are special.
@Suite struct StorePathTests {
    static let names = [
        "runs?.sqlite", "runs?immutable=1", "runs?mode=ro&cache=shared", "runs#1", "100%.sqlite", "%41%00%2F", "%",
        "two words", " ", "runs+1&2;3=4", "caf\u{E9}.sqlite", "cafe\u{301}.sqlite", "\u{1F4F1}", "\u{FFFD}",
        "it's \"one\"",
        "a\\b", "[1]", "file:runs", "localhost", "line\nbreak\t", "~", "-", ":memory:", "\u{7F}",
    ]

    /// Creates a store at a path, and reads it again in each way.
    private func isKept(at path: String) throws -> Bool {
        let ours = [deviceExport(device("a"), at: monday, [Run(at: monday)])]
        #expect(try Store(StoreFile(path)).write(ours) == 1)
        for isFrozen in [false, true] {
            let store = try Store(StoreFile(path, isFrozen: isFrozen))
            guard try store.allHistories().values.map(\.runs.count) == [1] else { return false }
        }
        return true
    }

    @Test(arguments: names)
    func `special characters in a file's name work`(_ name: String) throws {
        let folder = try TemporaryFolder()
        #expect(try isKept(at: "\(folder.path)/\(name)"))
        // By bytes: Swift compares strings by canonical equivalence.
        #expect(try folder.names(in: "").map { Array($0.utf8) } == [Array(name.utf8)])
    }

    @Test(arguments: names.filter { $0 != " " })
    func `special characters in a folder's name work`(_ name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "\(name)/other")
        #expect(try isKept(at: "\(folder.path)/\(name)/runs.sqlite"))
        #expect(try folder.names(in: name) == ["other", "runs.sqlite"])
    }

    @Test(arguments: ["/", "//", "///", "/./"])
    func `repeated slashes before a path do not matter`(_ slashes: String) throws {
        let folder = try TemporaryFolder()
        #expect(try isKept(at: slashes + folder.storePath))
        #expect(try folder.names(in: "") == ["runs.sqlite"])
    }
}
