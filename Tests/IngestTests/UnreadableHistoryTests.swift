import Records
import Testing

@testable import Ingest

/// An export with no readable entry does not show whether its device ran.
@Suite struct UnreadableHistoryTests {
    private let exported = monday + 86_400

    private func export(_ id: String, _ entries: String) -> String {
        "{\"device\":\"\(id)\",\"exportedAt\":\(exported),\"history\":\(entries)}"
    }

    @Test(arguments: [
        "[{}]", "[null]", "[5,\"x\",[]]", "[{\"at\":0}]", "[{\"at\":\"soon\"}]", "[{\"at\":1773619200,\"task\":5}]",
        "[{\"at\":1773706001}]", "[{\"at\":1773706001},{\"at\":\"2026-02-30T00:00:00Z\"},{}]",
    ]) func `an unreadable history is refused as a whole, without counting its entries`(entries: String) throws {
        let read = try readFile("[\(sample("a")),\(export("d", entries)),\(sample("b"))]")
        #expect(read.ids == ["a", "b"])
        #expect(read.refusals == [.noReadableEntry: 1] && read.places(.noReadableEntry) == ["device 1"])
        #expect(read.ledger.exports == 2 && read.ledger.marks.count == 2)
        #expect(read.counts(.nothingRecorded).isEmpty && read.counts(.unknownField).isEmpty)
    }

    @Test(arguments: ["[]", "null"]) func `an empty history is not an unreadable one`(entries: String) throws {
        let read = try readFile(export("d", entries))
        #expect(read.ids == ["d"] && read.ledger.refused == 0 && read.counts(.nothingRecorded) == ["": 1])
    }

    @Test func `one readable entry is enough`() throws {
        let read = try readFile(export("d", "[{},{\"at\":1773706001},null,{\"at\":1773705900}]"))
        #expect(read.ids == ["d"] && read.exports.first?.runs.count == 1)
        #expect(read.refusals == [.noTime: 1, .runAfterExport: 1, .entryNotAnObject: 1])
    }

    @Test func `of a repeated history the last one is judged`() throws {
        let histories = ["[{\"at\":1773619200}]", "[{}]"]
        let last = { (a: String, b: String) in self.export("d", "\(a),\"history\":\(b)") }
        #expect(try readFile(last(histories[1], histories[0])).ids == ["d"])
        #expect(try readFile(last(histories[0], histories[1])).refusals == [.noReadableEntry: 1])
    }

    @Test func `an unreadable preference pair leaves the device and is counted`() throws {
        for history in ["", ",\"history\":[]", ",\"history\":null"] {
            let read = try readFile(
                "{\"device\":\"d\",\"exportedAt\":\(exported),\"lastRunAt\":\"soon\",\"lastBucket\":40\(history)}")
            #expect(read.ids == ["d"] && read.exports.first?.runs.isEmpty == true)
            #expect(read.refusals == [.notATime: 1] && read.places(.notATime) == ["line 1"])
            #expect(read.counts(.nothingRecorded) == ["": 1])
            #expect(read.exports.first?.export.bucket == Bucket(rawValue: 40))
        }
    }

    @Test func `the refusal has advice and names the fault`() {
        #expect(Refusal.noReadableEntry.sentence.contains("no entry is readable"))
        #expect(Refusal.noReadableEntry.advice.contains("`at`"))
    }
}

/// How many entries an export has beside the runs that it lists, which shows whether its recorder is full.
@Suite struct OtherEntriesTests {
    @Test(
        arguments: [
            ("{\"at\":1773619200}", 1, 0), ("{\"at\":1773619200},{\"at\":1773619200}", 1, 1),
            ("{\"at\":1773619200},{},null,{\"at\":5}", 1, 3),
            ("{\"at\":1773619200},{\"at\":1773706001},{\"at\":1773619260},{\"at\":1773619200}", 2, 2),
        ] as [(String, UInt32, Int16)])
    func `repeated and refused entries are counted`(entries: String, exported: UInt32, other: Int16) throws {
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[\(entries)]}")
        #expect(read.exports.map(\.export.runCount) == [exported])
        #expect(read.exports.map(\.export.otherEntries) == [other])
    }

    @Test func `a preference pair is a run but not an entry`() throws {
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":1773705600,\"lastRunAt\":1773619200}")
        #expect(read.exports.map(\.export.runCount) == [1] && read.exports.map(\.export.otherEntries) == [-1])
        #expect(read.exports.first?.export.isFull == false)
        #expect(read.ledger.entries == 1 && read.ledger.repeated == 0)
    }

    @Test func `a preference pair beside entries does not count`() throws {
        let read = try readFile(withEntry("\"at\":1773619200", ",\"lastRunAt\":1773622800"))
        #expect(read.exports.first?.runs.map(\.at) == [.seconds(monday)])
        #expect(read.exports.map(\.export.otherEntries) == [0])
    }
}
