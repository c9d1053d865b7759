import Records
import Testing

@testable import Ingest

/// The marks of exports in the ledger of a file.
@Suite struct MarksTests {
    private func marks(_ exports: String...) throws -> [ExportMark] {
        let read = try readFile(exports.joined(separator: "\n"))
        #expect(read.ledger.marks.map(\.moment) == read.exports.map(\.export.exportedAt))
        return read.ledger.marks
    }

    private static let base = "\"device\":\"bc\",\"app\":\"a\",\"exportedAt\":1773705600"
    private static let others = [
        "\"device\":\"c\",\"app\":\"ab\",\"exportedAt\":1773705600", "\"device\":\"abc\",\"exportedAt\":1773705600",
        "\"device\":\"bc\",\"app\":\"a\",\"exportedAt\":1773705601", "\(base),\"platform\":\"ios\"",
        "\(base),\"version\":\"ios\"", "\(base),\"arm\":\"ios\"", "\(base),\"version\":\"1.9\"",
        "\(base),\"version\":\"1\",\"arm\":\".9\"", "\(base),\"bucket\":10", "\(base),\"bucket\":40",
        "\(base),\"lastScheduledAt\":1773619200",
        "\(base),\"installedAt\":1773619200", "\(base),\"historyLimit\":31", "\(base),\"lastRunAt\":1773619200",
        "\(base),\"history\":[{\"at\":1773619200}]", "\(base),\"history\":[{\"at\":1773619200},{}]",
        "\(base),\"history\":[{\"at\":1773619200},{\"at\":1773619100,\"task\":5}]",
        "\(base),\"history\":[{\"at\":1773619201}]", "\(base),\"history\":[{\"at\":1773619200},{\"at\":1773619201}]",
    ]

    @Test func `every value of an export and every byte of its names changes the mark`() throws {
        let all = try ([Self.base] + Self.others).flatMap { try marks("{\($0)}") }
        #expect(all.count == Self.others.count + 1 && Set(all).count == all.count)
    }

    @Test func `the same export has the same mark, however it is written`() throws {
        let a = try marks("{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[{\"at\":1773619200}]}")
        let b = try marks(
            sample("x"),
            "{\"history\":[{\"at\":1773619200000}],\"exportedAt\":\"2026-03-17T00:00:00Z\",\"device\":\"d\"}")
        #expect(b.count == 2 && a.first == b.last)
    }

    @Test func `a mark does not depend on the platforms read before`() throws {
        let export = { (platform: String) in "{\(Self.base),\"platform\":\"\(platform)\"}" }
        let (first, second) = (try marks(export("ios"), export("android")), try marks(export("android"), export("IOS")))
        #expect(first == second.reversed() && Set(first).count == 2)
    }

    @Test func `a mark can be recomputed from an export, its device and its names`() throws {
        let read = try readFile("{\(Self.base),\"platform\":\"iOS\",\"version\":\"2.0\",\"arm\":\"Push\"}")
        let exported = try #require(read.exports.first)
        var room: [UInt8] = []
        let mark = { (words: ExportWords) in ExportMark(of: exported.export, exported.device, words, &room) }
        let words = ExportWords(platform: Array("ios".utf8), version: Array("2.0".utf8), arm: Array("Push".utf8))
        #expect(read.ledger.marks == [mark(words)])
        #expect(
            read.ledger.marks != [mark(ExportWords(platform: words.platform, version: words.arm, arm: words.version))])
    }

    @Test func `a refused export leaves no mark`() throws {
        #expect(try marks("{\"device\":\"d\"}", sample("a"), "{\"exportedAt\":1773705600}").count == 1)
    }
}
