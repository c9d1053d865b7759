import Records
import Testing

@testable import Ingest

/// A line of an event stream is a run. As an export it would count as a device that never ran.
@Suite struct RunsForExportsTests {
    static let runs = [
        "\"at\":1773619200,\"success\":true", "\"at\":1773619200", "\"success\":true", "\"outcome\":\"failed\"",
        "\"at\":null",
        "\"at\":1773619200,\"history\":null", "\"history\":\"\",\"success\":1", "\"at\":1773619200,\"lastRunAt\":null",
        "\"at\":1773619200,\"lastRunAt\":0", "\"exportedAt\":1773705600,\"at\":1773619200,\"success\":true",
    ]

    @Test(arguments: runs) func `a run in an export's place is refused as such, whatever dates it`(members: String)
        throws
    {
        let run = "{\"device\":\"d\",\(members)}"
        for name in [nil, Instant.seconds(monday + 86_399)] {
            for text in [run, "[\(run)]", "{\"exportedAt\":1773705600,\"devices\":[\(run)]}", "{\(members)}"] {
                let read = try readFile(text, nameMoment: name)
                #expect(read.exports.isEmpty && read.refusals == [.runNotExport: 1], "\(text)")
                #expect(read.counts(.nothingRecorded).isEmpty && read.ledger.refusedExports == 1)
            }
        }
    }

    @Test(arguments: [
        "\"at\":1773619200,\"history\":[]", "\"success\":true,\"history\":[{\"at\":1773619200}]",
        "\"at\":1773619200,\"lastRunAt\":1773619200",
    ]) func `an object with a history or a last run is an export`(members: String) throws {
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":1773705600,\(members)}")
        #expect(read.ids == ["d"] && read.ledger.refused == 0 && read.counts(.unknownField).count == 1)
    }

    @Test func `the advice names the parts of an export`() {
        #expect(Refusal.runNotExport.advice.contains("`history`"))
    }
}

/// An export whose file's name dates it before all of its runs: not all of them can be ahead.
@Suite struct NamesBeforeRunsTests {
    private let run = "{\"device\":\"d\",\"history\":[{\"at\":\(monday + 3_600)},{\"at\":\(monday + 7_200)}]}"

    @Test(
        arguments: [
            (3_299, [.fileNameBeforeRuns: 1], []), (-86_400, [.fileNameBeforeRuns: 1], []),
            (3_300, [.runAfterExport: 1], ["d"]),
            (3_600, [.runAfterExport: 1], ["d"]), (7_200, [:], ["d"]),
        ] as [(Int, [Refusal: Int], [String])])
    func `an export is refused for its name's date if no run is before the day's end`(
        end: Int, refusals: [Refusal: Int], ids: [String]
    ) throws {
        let read = try readFile(run, nameMoment: .seconds(monday + end))
        #expect(read.refusals == refusals && read.ids == ids)
        #expect(Refusal.fileNameBeforeRuns.advice.contains("the date in the file's name"))
    }

    @Test func `a last run later than the name's date is refused for that, unlike one later than its export`() throws {
        let pair = "\"device\":\"d\",\"lastRunAt\":\(monday + 3_600)"
        #expect(try readFile("{\(pair)}", nameMoment: .seconds(monday)).refusals == [.fileNameBeforeRuns: 1])
        let dated = "{\"exportedAt\":\(monday),\(run.dropFirst())"
        #expect(try readFile(dated, nameMoment: .seconds(monday)).refusals == [.noReadableEntry: 1])
    }
}

/// Times in two forms within one export.
@Suite struct MixedTimeFormsTests {
    @Test(
        arguments: [
            ("1773705600", "1773619200", "1773615600", nil),
            ("1773705600", "1773619200000", "1773615600000", "unix-seconds+unix-milliseconds"),
            ("1773705600", "1773619200", "1773615600000", "unix-seconds+unix-milliseconds"),
            ("\"2026-03-17T00:00:00Z\"", "1773619200", "1773615600", "unix-seconds+text"),
            (
                "\"2026-03-17T00:00:00Z\"", "1773619200000", "795308400",
                "unix-milliseconds+seconds-since-2001+text"
            ),
            ("1773705600000", "1773619200000", "0", nil), ("1773705600000", "1773619200000", "\"\"", nil),
        ] as [(String, String, String, String?)])
    func `mixed forms are reported with their names and position`(
        exported: String, at: String, scheduled: String, forms: String?
    )
        throws
    {
        let export =
            "{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[{\"at\":\(at),\"scheduledAt\":\(scheduled)}]}"
        let read = try readFile("\(sample("a"))\n\(export)\n\(export)")
        #expect(read.counts(.mixedTimeForms) == (forms.map { [$0: 2] } ?? [:]))
        if let forms { #expect(read.ledger.tallies[Remark(.mixedTimeForms, forms)]?.places == ["line 2", "line 3"]) }
    }

    @Test func `an envelope's time is ignored, and so are refused exports`() throws {
        let envelope = "{\"exportedAt\":\"2026-03-17T00:00:00Z\",\"devices\":[\(Shape.undated)]}"
        #expect(try readFile(envelope).counts(.mixedTimeForms).isEmpty)
        let refused = "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[{\"at\":1773706000000}]}"
        #expect(try readFile("\(refused)\n\(sample("a"))").counts(.mixedTimeForms).isEmpty)
    }
}
