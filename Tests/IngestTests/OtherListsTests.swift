import Records
import Testing

@testable import Ingest

/// Envelopes with a list under a key other than `devices`.
@Suite struct OtherListsTests {
    /// How many exports were refused, by the key that their list has.
    private func keys(_ read: FileRead) -> [String: Int] {
        var counts: [String: Int] = [:]
        for (remark, tally) in read.ledger.tallies where remark.refusal == .wrongListKey {
            counts[remark.subject] = tally.count
        }
        return counts
    }

    private static let two = "[\(sample("a")),\(sample("b"))]"

    static let cases: [(text: String, lists: [String: Int])] = [
        ("{\"results\":\(two)}", ["results": 2]),
        ("{\"exportedAt\":\(monday),\"items\":\(two),\"n\":1}", ["items": 2]),
        ("{\"success\":true,\"data\":\(two)}", ["data": 2]),
        ("{\"data\":{\"devices\":\(two)}}", ["data.devices": 2]),
        ("{\"ios\":\(two),\"android\":[\(sample("c"))]}", ["ios": 2, "android": 1]),
        ("{\"devices\":null,\"results\":\(two)}", ["results": 2]),
        ("{\"devices\":{\"page\":\(two)}}", ["devices.page": 2]),
        // The only list of objects, though none has a device.
        ("{\"results\":[{\"id\":1},{\"id\":2},{\"id\":3}],\"tags\":[1]}", ["results": 3]),
        // A key that is not plain is not shown.
        ("{\"<b>\":\(two)}", ["": 2]), ("{\"\(String(repeating: "k", count: 65))\":\(two)}", ["": 2]),
    ]

    @Test(arguments: cases) func `a list under another key is refused with the key, and counts its elements`(
        text: String, lists: [String: Int]
    ) throws {
        for piece in [nil, 1, 61] {
            let read = try readFile("\(text)\n\(sample("z"))", piece: piece)
            #expect(keys(read) == lists && read.ids == ["z"])
            #expect(read.ledger.refusedExports == lists.values.reduce(0, +))
            #expect(read.ledger.tallies.filter { $0.key.kind == .refused }.allSatisfy { $0.value.places == ["line 1"] })
        }
    }

    @Test(arguments: [
        "{\"tags\":[{\"device\":\"x\"}],\(sample("a").dropFirst())",
        "{\"results\":\(two),\"devices\":[\(sample("a"))]}",
        "\(sample("a").dropLast()),\"results\":\(two)}", "{\"meta\":{\"list\":\(two)},\(sample("a").dropFirst())",
    ]) func `an object that also has a device or devices is read as usual`(text: String) throws {
        let read = try readFile(text)
        #expect(read.ids == ["a"] && read.ledger.refused == 0)
    }

    @Test(
        arguments: [
            ("{\"results\":[]}", .keyedByDevice), ("{\"history\":[{\"at\":1773619200}],\"tags\":[{}]}", .noDevice),
            ("{\"platform\":\"ios\",\"by\":1,\"runs\":[{\"at\":1773619200}]}", .noDevice),
            ("{\"a1\":[{\"at\":1773619200}],\"a2\":[{\"at\":1773619200}]}", .keyedByDevice),
            ("{\"a1\":[{\"at\":1773619200}]}", .keyedByDevice), ("{\"results\":[{\"device\":\"a\"}", .cut),
        ] as [(String, Refusal)])
    func `a list of something else has its own reason`(text: String, refusal: Refusal) throws {
        #expect(try readFile(text).refusals == [refusal: 1])
    }

    @Test(arguments: [500, 200_000]) func `a large object is refused too, wherever its list is`(count: Int) throws {
        let list = (0..<count).map {
            "{\"device\":\($0),\"exportedAt\":\(monday),\"history\":[\(String(repeating: " ", count: 460))]}"
        }
        let padding = String(repeating: "p", count: 70_000)
        for text in ["{\"results\":[\(list.joined(separator: ","))],\"pad\":\"\(padding)\"}"] {
            #expect(count < 1_000 || text.utf8.count > 100_000_000)
            let read = try readFile(text + "\n" + sample("z"))
            #expect(keys(read) == ["results": count] && read.ids == ["z"])
            #expect(read.ledger.refusedExports == count)
        }
    }

    @Test func `an export may have a large list before its device`() throws {
        let list = (0..<3_000).map { "{\"step\":\($0),\"name\":\"breadcrumb\"}" }.joined(separator: ",")
        let read = try readFile("{\"crumbs\":[\(list)],\(sample("a").dropFirst())\n\(sample("b"))")
        #expect(read.ids == ["a", "b"] && read.ledger.refused == 0 && read.counts(.unknownField) == ["crumbs": 1])
    }

    @Test func `of many keys eight are listed`() throws {
        let text = (0..<20).map { "{\"k\($0)\":[\(sample("a"))]}" }.joined(separator: "\n")
        let counts = keys(try readFile(text))
        #expect(counts.count == 9 && counts[""] == 12 && counts["k7"] == 1)
    }

    @Test func `the advice names the right key`() {
        #expect(Refusal.wrongListKey.advice.contains("`devices`"))
    }
}
