import Records
import Testing

@testable import Ingest

/// What an export is known by in the ledger of its file.
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
        "\(base),\"bucket\":10", "\(base),\"bucket\":40", "\(base),\"lastScheduledAt\":1773619200",
        "\(base),\"installedAt\":1773619200", "\(base),\"historyLimit\":31", "\(base),\"lastRunAt\":1773619200",
        "\(base),\"history\":[{\"at\":1773619200}]", "\(base),\"history\":[{\"at\":1773619200},{}]",
        "\(base),\"history\":[{\"at\":1773619201}]", "\(base),\"history\":[{\"at\":1773619200},{\"at\":1773619201}]",
    ]

    @Test func `each fact of an export and each byte of its names makes another mark`() throws {
        let all = try ([Self.base] + Self.others).flatMap { try marks("{\($0)}") }
        #expect(all.count == Self.others.count + 1 && Set(all).count == all.count)
    }

    @Test func `the same export has the same mark, however and wherever it is written`() throws {
        let a = try marks("{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[{\"at\":1773619200}]}")
        let b = try marks(
            sample("x"),
            "{\"history\":[{\"at\":1773619200000}],\"exportedAt\":\"2026-03-17T00:00:00Z\",\"device\":\"d\"}")
        #expect(b.count == 2 && a.first == b.last)
    }

    @Test func `a mark is the same whatever other platforms were met before`() throws {
        let export = { (platform: String) in "{\(Self.base),\"platform\":\"\(platform)\"}" }
        let (first, second) = (try marks(export("ios"), export("android")), try marks(export("android"), export("IOS")))
        #expect(first == second.reversed() && Set(first).count == 2)
    }

    @Test func `what is refused leaves no mark`() throws {
        #expect(try marks("{\"device\":\"d\"}", sample("a"), "{\"exportedAt\":1773705600}").count == 1)
    }
}
