import Records
import Testing

@testable import Ingest

/// An export's history may lack known runs; runs that it had refused do not count as lacking.
@Suite struct RefusedTimesTests {
    /// Three runs: the median is an hour after the first, and one is later.
    private func history(_ more: String) -> String {
        let runs = (0..<3).map { "{\"at\":\(monday + 3_600 * $0)}" }.joined(separator: ",")
        return "[\(runs)\(more.isEmpty ? "" : ",")\(more)]"
    }

    private func export(_ history: String) -> String {
        "{\"device\":\"d\",\"exportedAt\":\(monday + 86_400),\"history\":\(history)}"
    }

    static let cases: [(entry: String, behind: UInt32)] = [
        ("", 1), ("{\"at\":1773630000,\"task\":5}", 2), ("{\"at\":1773622801,\"task\":5}", 2),
        ("{\"at\":1773622800,\"task\":5}", 1), ("{\"at\":1773621000,\"task\":5}", 1),
        ("{\"at\":1773630000,\"outcome\":\"lost\"}", 2), ("{\"at\":1773621000,\"outcome\":\"lost\"}", 1),
        ("{\"at\":1773706000}", 2), ("{\"at\":\"soon\"}", 2), ("{}", 2), ("null", 2), ("{\"at\":0}", 2), ("{},5,[]", 4),
        // A repeated run is not another one.
        ("{\"at\":1773626400}", 1),
    ]

    @Test(arguments: cases) func `a refused entry counts after the median if it was or may have been later`(
        entry: String, behind: UInt32
    ) throws {
        let read = try readFile(export(history(entry)))
        #expect(read.exports.map(\.export.middle) == [.seconds(monday + 3_600)])
        #expect(read.exports.map(\.export.runsAfterMiddle) == [behind])
    }

    @Test func `refused entries belong to one export, and of a repeated history the last counts`()
        throws
    {
        let texts = [
            export(history("{},{},{}")), export(history("")), export("\(history("{},{}")),\"history\":\(history(""))"),
        ]
        #expect(try readFile(texts.joined(separator: "\n")).exports.map(\.export.runsAfterMiddle) == [4, 1, 1])
    }
}
