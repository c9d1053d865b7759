import Records
import Testing

@testable import Ingest

/// Of a key repeated in one object the last counts, at every depth.
@Suite struct RepeatedKeysTests {
    @Test(arguments: [
        (#""device":"a","device":"d""#, "d"), (#""device":null,"device":"d""#, "d"), (#""device":"a","device":7"#, "7"),
        (#""device":[1],"device":"d""#, "d"), (#""device":"a","d\u0065vice":"d""#, "d"),
    ]) func `the last device counts`(members: String, id: String) throws {
        #expect(try readFile("{\(members),\"exportedAt\":1773705600,\"history\":[]}").ids == [id])
    }

    @Test func `an empty last device leaves none`() throws {
        let read = try readFile(#"{"device":"a","device":null,"exportedAt":1773705600}"#)
        #expect(read.refusals == [.noDevice: 1])
    }

    @Test func `the last time of an export counts`() throws {
        let read = try readFile(#"{"device":"d","exportedAt":5,"exportedAt":1773705600}"#)
        #expect(read.exports.map(\.export.exportedAt) == [.seconds(1_773_705_600)])
    }

    @Test func `the last member of an entry counts`() throws {
        let read = try readFile(
            withEntry(#""at":1773619200,"success":true,"bucket":5,"at":1773622800,"success":false,"bucket":null"#))
        #expect(read.exports.first?.runs == [exportedRun(1_773_622_800, .notSuccessful)])
    }

    @Test(
        arguments: [
            ("[{\"at\":1773622800}]", [1_773_622_800]), ("[]", []), ("null", []),
            ("[{\"at\":1773626400},{\"at\":1773630000}]", [1_773_626_400, 1_773_630_000]),
        ] as [(String, [Int])])
    func `only the last history counts`(last: String, at: [Int]) throws {
        let first = #"[{"at":1773619200000,"odd":1},{"at":"x"},null,{"at":1773619260,"task":"t"}]"#
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":\(first),\"history\":\(last)}")
        #expect(read.exports.first?.runs.map(\.at) == at.map { .seconds($0) })
        #expect(read.ledger.entries == at.count && read.ledger.refused == 0)
    }

    @Test func `the entries of a history that does not count are not counted`() throws {
        let read = try readFile(
            #"{"device":"d","exportedAt":1773705600,"history":[{"at":1773619200000,"odd":1}],"history":[{"at":1773622800}]}"#
        )
        #expect(read.counts(.timeForm).isEmpty, "milliseconds were written where they do not count")
        #expect(read.counts(.unknownField).isEmpty, "`odd` was written where it does not count")
    }

    @Test func `a last history that is not a list is refused`() throws {
        let read = try readFile(#"{"device":"d","exportedAt":1773705600,"history":[{"at":1773619200}],"history":5}"#)
        #expect(read.refusals == [.historyNotAList: 1])
    }

    @Test func `the last list of devices of an envelope counts`() throws {
        let read = try readFile("{\"devices\":[\(sample("a"))],\"devices\":[\(sample("b")),\(sample("c"))]}")
        #expect(read.ids == ["b", "c"])
    }

    @Test func `the last time of an envelope counts`() throws {
        let device = #"{"device":"d","history":[]}"#
        for text in [
            "{\"exportedAt\":1773619200,\"exportedAt\":1773705600,\"devices\":[\(device)]}",
            "{\"exportedAt\":1773619200,\"devices\":[\(device)],\"exportedAt\":1773705600}",
            "{\"exportedAt\":\"x\",\"devices\":[\(device)],\"exportedAt\":1773705600}",
        ] {
            let read = try readFile(text)
            #expect(read.exports.map(\.export.exportedAt) == [.seconds(1_773_705_600)])
            #expect(read.ledger.refused == 0)
        }
        let last = try readFile("{\"exportedAt\":1773619200,\"exportedAt\":{},\"devices\":[\(device)]}")
        #expect(last.refusals == [.noExportTime: 1])
    }
}
