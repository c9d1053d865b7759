import Records
import Testing

@testable import Ingest

/// However many names a file has, they are counted and kept distinct.
@Suite struct ManyNamesTests {
    @Test func `unknown fields past the first 64 are counted together`() throws {
        let fields = (0..<100).map { ",\"field\($0)\":1" }.joined()
        let export = "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[]\(fields)}"
        let counts = try readFile("\(export)\n\(export)").counts(.unknownField)
        #expect(counts.count == 65 && counts["field0"] == 2 && counts["field63"] == 2 && counts["(others)"] == 72)
    }

    @Test func `fields of a refused export are not counted`() throws {
        let fields = (0..<100).map { ",\"field\($0)\":1" }.joined()
        let read = try readFile("{\"exportedAt\":1773705600\(fields)}\n\(sample("a"))")
        #expect(read.refusals == [.noDevice: 1] && read.counts(.unknownField).isEmpty)
    }

    @Test func `unknown members of envelopes are counted by name, for up to 64 names`() throws {
        let text = (0..<100).map { "{\"devices\":[\(sample("a"))],\"word\($0)\":1,\"by\":2}" }.joined(separator: "\n")
        let counts = try readFile(text).counts(.unknownField)
        #expect(counts.count == 65 && counts["by"] == 100 && counts["word0"] == 1 && counts["(others)"] == 37)
    }

    @Test func `a thousand tasks keep distinct numbers`() throws {
        let entries = (0..<1_000).map { "{\"at\":\(monday),\"task\":\"task \($0)\"}" }.joined(separator: ",")
        let export = "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[\(entries)]}"
        let read = try readFile("\(export)\n\(export)")
        #expect(read.tasks == (0..<1_000).map { "task \($0)" })
        #expect(
            read.exports.map(\.runs.count) == [1_000, 1_000] && read.exports.first?.runs == read.exports.last?.runs)
    }

    @Test func `of remarks on many entries the first 20 positions are listed and all are counted`() throws {
        let entries = (0..<50).map { "{\"at\":\(monday + $0),\"bucket\":\"lazy\",\"success\":\"yes\"},{}" }
        let read = try readFile(
            "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[\(entries.joined(separator: ","))]}")
        #expect(read.refusals == [.noTime: 50])
        #expect(read.places(.noTime) == (0..<20).map { "line 1, entry \(2 * $0 + 1)" })
        #expect(
            read.counts(.ignoredValue) == [
                "bucket: not-a-bucket": 50, "success: not-yes-or-no": 50,
            ])
    }

    @Test(arguments: ["12.0", "1e1", "-12.0"]) func `a numeric device id is its digits, not its value`(device: String)
        throws
    {
        let read = try readFile("{\"device\":\(device),\"exportedAt\":1773705600}\n\(sample("a"))")
        #expect(read.ids == ["a"] && read.refusals == [.invalidDevice: 1])
    }

    @Test func `a run with three values has a conflict, whatever their order`() throws {
        let ways = ["\"success\":true", "\"success\":false", "\"x\":1", "\"success\":true"]
        for order in [[0, 1, 2], [2, 1, 0], [0, 3, 1], [1, 0, 3], [0, 1, 0]] {
            let entries = order.map { "{\"at\":\(monday),\(ways[$0])}" }.joined(separator: ",")
            let read = try readFile("{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[\(entries)]}")
            #expect(read.exports.first?.runs == [exportedRun(monday, .notSuccessful, hasConflict: true)])
            #expect(read.ledger.entries == 1 && read.ledger.repeated == 2)
        }
    }
}
