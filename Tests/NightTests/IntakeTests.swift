import Foundation
import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// Which files of a folder are read, and which are known.
@Suite struct IntakeTests {
    private let site: Site

    init() throws { site = try Site() }

    private func counts(_ outcome: Intake.Outcome) -> [Int] {
        [outcome.read.count, outcome.recognised, outcome.unchanged, outcome.newRuns]
    }

    @Test func `a folder is read once, then only new files`() throws {
        try site.put(export("a", at: 24, runs: [1, 2]), as: "a.json")
        try site.put(export("b", at: 24, runs: [3]), as: "b.ndjson")
        try site.put("not an export's name", as: "notes.txt")
        #expect(try counts(site.takeIn()) == [2, 0, 0, 3])
        let before = try site.storeBytes()
        #expect(try counts(site.takeIn()) == [0, 0, 2, 0])
        #expect(try site.storeBytes() == before)
        try site.put(export("c", at: 24, runs: [3]), as: "c.JSON")
        let outcome = try site.takeIn()
        #expect(counts(outcome) == [1, 0, 2, 1])
        #expect(outcome.read.map(\.name) == [Array("c.JSON")])
        #expect(outcome.exports == 1 && outcome.entries == 1 && outcome.refused == 0)
    }

    static let moves: [(String, @Sendable (inout FileFacts) -> Void)] = [
        ("size", { $0.size += 1 }), ("modification time", { $0.modified += 1 }), ("change time", { $0.changed += 1 }),
        ("inode", { $0.inode += 1 }),
    ]

    @Test(arguments: moves.indices) func `a file with any changed metadata is read again`(_ move: Int) throws {
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.put(export("b", at: 24, runs: [1]), as: "b.json")
        try site.takeIn()
        var files = try site.list()
        Self.moves[move].1(&files[0].facts)
        // Its content has not changed.
        #expect(try counts(site.takeIn(files)) == [0, 1, 1, 0], "\(Self.moves[move].0)")
        #expect(try site.file("a.json")?.facts == files[0].facts)
        #expect(try counts(site.takeIn(files)) == [0, 0, 2, 0])
        // If it has, it is read: with the same size and times.
        try site.put(export("c", at: 24, runs: [2]), as: "a.json")
        Self.moves[move].1(&files[0].facts)
        #expect(try counts(site.takeIn(files)) == [1, 0, 1, 1])
    }

    @Test func `the folder's listing shows what has changed`() throws {
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        let before = try site.list()[0].facts
        let time = Date(timeIntervalSince1970: 1)
        try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: site.path(of: "a.json"))
        let touched = try site.list()[0].facts
        #expect(touched.modified == 1_000_000_000)
        #expect(touched.changed > before.changed)
        #expect((touched.size, touched.inode) == (before.size, before.inode))
        try FileManager.default.moveItem(atPath: site.path(of: "a.json"), toPath: site.path(of: "old"))
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        #expect(try site.list()[0].facts.inode != before.inode)
    }

    @Test(arguments: 1...12) func `equal files of one night are one content`(_ night: Int) throws {
        for number in 0..<night { try site.put(export("a", at: 24, runs: [1]), as: "\(number).json") }
        #expect(try counts(site.takeIn()) == [1, night - 1, 0, 1])
        let assessment = try site.assess()
        #expect(assessment.input.files == 1)
        #expect(assessment.input.exports == 1)
        #expect(try site.store().faults() == [])
    }

    @Test func `a renamed file and a later copy are recognised`() throws {
        try site.put(export("a", at: 24, runs: [1]), as: "m.json")
        try site.takeIn()
        try site.put(export("a", at: 24, runs: [1]), as: "z.json")
        #expect(try counts(site.takeIn()) == [0, 1, 1, 0])
        try site.remove("m.json")
        try site.remove("z.json")
        try site.put(export("a", at: 24, runs: [1]), as: "b.json")
        #expect(try counts(site.takeIn()) == [0, 1, 0, 0])
        let contents = try site.store().contents(within: [.earliest ..< .latest])
        #expect(contents.map(\.name) == [Array("b.json")])
        #expect(try site.assess().input.exportsInNoFile == 0)
    }

    @Test func `a restored older store reads what it missed`() throws {
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.takeIn()
        let older = try site.storeBytes()
        try site.put(export("b", at: 24, runs: [1]), as: "b.json")
        try site.takeIn()
        let whole = try site.assess()
        try older.write(to: URL(filePath: site.storePath))
        #expect(try counts(site.takeIn()) == [1, 0, 1, 1])
        #expect(try site.assess().current == whole.current)
    }

    @Test func `progress ends with all bytes of all files`() throws {
        for number in 0..<20 {
            try site.put(export("a\(number)", at: 24, runs: Array(0..<20)), as: "\(number).json")
        }
        let last = Box((files: 0, share: 0.0))
        try site.takeIn(progress: { progress in last.set { $0 = (progress.files, max($0.share, progress.share)) } })
        #expect(last.value.files == 20)
        #expect(abs(last.value.share - 1) < 1e-9)
    }

    @Test(arguments: [false, true]) func `progress follows the parsing of a large file, compressed or not`(
        _ isPacked: Bool
    ) throws {
        var generator = SeededGenerator(1)
        // Random ids do not compress, so that the file is large either way.
        let text = (0..<30_000).map { _ in
            export(String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36) + "\(generator.next())", at: 24)
        }.joined()
        try site.put(text, as: "large.json")
        if isPacked { try #require(try ProgramRun(ofTool: ["gzip", site.path(of: "large.json")]).exitCode == 0) }
        let shares = Box<[Double]>([])
        let outcome = try site.takeIn(progress: { progress in shares.set { $0.append(progress.share) } })
        #expect(outcome.exports == 30_000)
        #expect(try #require(shares.value.first) < 0.5)
        #expect(shares.value.count > 100 && shares.value == shares.value.sorted())
        #expect(Set(shares.value).count > 5)
    }
}

/// A value shared by several threads.
final class Box<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var held: Value

    init(_ value: Value) { held = value }

    var value: Value { lock.withLock { held } }

    func set(_ change: (inout Value) -> Void) { lock.withLock { change(&held) } }
}
