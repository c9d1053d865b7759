import Records
import Testing

@testable import Ingest

@Suite struct FieldsTests {
    /// A day after ``monday``, when the samples are exported.
    private let exported = monday + 86_400

    private func onlyRun(_ members: String) throws -> Run {
        try #require(try readFile(withEntry("\"at\":\(monday),\(members)")).exports.first?.runs.first)
    }

    private func onlyExport(_ members: String) throws -> Export {
        try #require(try readFile(withEntry("\"at\":\(monday)", ",\(members)")).exports.first?.export)
    }

    @Test(
        arguments: [
            ("true", .success), ("1", .success), ("\"true\"", .success), ("false", .notSuccessful),
            ("0", .notSuccessful),
            ("\"false\"", .notSuccessful), ("null", .unknown), ("\"\"", .unknown), ("2", .unknown),
            ("\"yes\"", .unknown), ("[]", .unknown),
            ("{}", .unknown), ("-1", .unknown), ("1.0", .success), ("0.0", .notSuccessful), ("1e0", .success),
            ("10e-1", .success), ("-0", .notSuccessful), ("1.5", .unknown), ("10e0", .unknown), ("\"1\"", .unknown),
        ] as [(String, Outcome)])
    func `success is true, false or unknown, and never guessed`(json: String, outcome: Outcome) throws {
        #expect(try onlyRun("\"success\":\(json)").outcome == outcome)
    }

    @Test(
        arguments: [
            ("\"success\"", .success), ("\"failed\"", .failed), ("\"expired\"", .expired), ("\"skipped\"", .skipped),
            ("\"retry\"", .retry), ("\"killed\"", .killed), ("\"Killed\"", .killed), ("\"EXPIRED\"", .expired),
            ("null", .unknown), ("\"\"", .unknown),
        ] as [(String, Outcome)])
    func `an outcome is one of six names`(json: String, outcome: Outcome) throws {
        #expect(try onlyRun("\"outcome\":\(json)").outcome == outcome)
    }

    @Test(arguments: [
        "\"vanished\"", "\"\u{212A}illed\"", "\"succes\"", "\"success \"", "1", "true", "[]", "{}", "0", "-1",
    ])
    func `any other outcome costs the entry`(json: String) throws {
        for success in ["", ",\"success\":true"] {
            let read = try readFile(withEntry("\"at\":\(monday),\"outcome\":\(json)\(success)},{\"at\":\(monday + 60)"))
            #expect(read.exports.first?.runs.map(\.at) == [.seconds(monday + 60)])
            #expect(read.refusals == [.unknownOutcome: 1] && read.places(.unknownOutcome) == ["line 1, entry 0"])
            #expect(read.ledger.refusedExports == 0 && read.counts(.ignoredValue).isEmpty)
        }
        let alone = try readFile(withEntry("\"at\":\(monday),\"outcome\":\(json)"))
        #expect(alone.exports.isEmpty && alone.refusals == [.noReadableEntry: 1])
    }

    @Test(arguments: ["success", "failed", "expired", "killed", "skipped", "retry"])
    func `an unknown outcome is refused with advice that lists the known ones`(word: String) {
        #expect(Refusal.unknownOutcome.advice.contains("`\(word)`"))
    }

    @Test func `a run without success and outcome counts as a run, not as a success`() throws {
        let run = try onlyRun("\"x\":1")
        #expect(run.outcome == .unknown && run.outcome.isSuccess == nil)
    }

    @Test(
        arguments: [
            ("true", true), ("1", true), ("\"true\"", true), ("false", false), ("0", false), ("\"false\"", false),
            ("null", nil), ("\"\"", nil),
            ("7", nil), ("1.0", true), ("0e5", false),
        ] as [(String, Bool?)])
    func `low power is read like success`(json: String, expected: Bool?) throws {
        #expect(try onlyRun("\"lowPower\":\(json)").lowPower == expected)
    }

    @Test(arguments: ["0", "-1", "\"\"", "null", "-0", "0.0", "\"0\"", "\"-1\""])
    func `an empty optional time is unknown, not 1970`(nothing: String) throws {
        #expect(try onlyRun("\"scheduledAt\":\(nothing)").scheduledAt == nil)
        let export = try onlyExport("\"lastScheduledAt\":\(nothing),\"installedAt\":\(nothing)")
        #expect(export.lastScheduledAt == nil && export.installedAt == nil)
        let pair = try readFile("{\"device\":\"d\",\"exportedAt\":\(exported),\"lastRunAt\":\(nothing)}")
        #expect(pair.exports.first?.runs.isEmpty == true)
        #expect(pair.counts(.nothingRecorded) == ["": 1])
        #expect(pair.ledger.refused == 0)
    }

    @Test(arguments: ["0", "-1", "\"\"", "null"]) func `an entry whose time is unknown is refused`(nothing: String)
        throws
    {
        let read = try readFile(withEntry("\"at\":\(nothing),\"success\":true},{\"at\":\(monday)"))
        #expect(read.ids == ["d"] && read.refusals == [.noTime: 1] && read.places(.noTime) == ["line 1, entry 0"])
    }

    @Test(
        arguments: [
            ("12", 12), ("\"12\"", 12), ("0", 30), ("-1", 30), ("\"\"", 30), ("null", 30), ("1.5", 30), ("1e400", 30),
            ("12.0", 12), ("12e0", 12), ("1.2e1", 12), ("\"12.0\"", 12), ("\"1e1\"", 10), ("0.0", 30), ("-1.0", 30),
            ("-5", 30), ("\"12 \"", 30), ("4294967296", 30), ("18446744073709551615", 30),

        ] as [(String, UInt32)])
    func `a history's limit is 30 if it is not known`(json: String, limit: UInt32) throws {
        #expect(try onlyExport("\"historyLimit\":\(json)").historyLimit == limit)
    }

    @Test func `an unreadable optional time is counted and costs no run`() throws {
        let read = try readFile(
            withEntry("\"at\":\(monday),\"scheduledAt\":\"2026-02-30T00:00:00Z\"", ",\"installedAt\":5"))
        #expect(read.exports.first?.runs == [exportedRun()])
        #expect(read.counts(.ignoredValue).values.reduce(0, +) == 2)
    }

    @Test func `the preference pair is one successful run, and its bucket is the export's`() throws {
        let read = try readFile(
            "{\"device\":\"d\",\"exportedAt\":\(exported),\"lastRunAt\":\(monday),\"lastBucket\":40}")
        #expect(read.exports.first?.runs == [exportedRun(monday, .success)])
        #expect(read.exports.first?.export.bucket == Bucket(rawValue: 40))
        #expect(read.counts(.nothingRecorded).isEmpty)
    }

    @Test(arguments: [
        ("\"bucket\":10,\"lastBucket\":\"lazy\"", 10, "lastBucket"),
        ("\"bucket\":\"lazy\",\"lastBucket\":40", 40, "bucket"),
    ]) func `an unreadable bucket is reported even if the other one is used`(
        members: String, code: Int16, field: String
    ) throws {
        let read = try readFile(withEntry("\"at\":\(monday)", ",\(members)"))
        #expect(read.exports.first?.export.bucket == Bucket(rawValue: code))
        #expect(read.counts(.ignoredValue) == ["\(field): not-a-bucket": 1])
    }

    @Test(arguments: [
        "", ",\"history\":null", ",\"history\":[]", ",\"history\":[],\"bucket\":\"lazy\"", ",\"platform\":5",
    ])
    func `a device that recorded nothing is kept and counted`(members: String) throws {
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":\(exported)\(members)}")
        #expect(read.ids == ["d"] && read.exports.first?.runs.isEmpty == true)
        #expect(read.counts(.nothingRecorded) == ["": 1])
    }

    @Test(arguments: ["{}", "5", "\"none\"", "true"]) func `a history that is not a list is refused`(history: String)
        throws
    {
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":\(history)}\n\(sample("a"))")
        #expect(read.ids == ["a"] && read.refusals == [.historyNotAList: 1])
    }

    @Test(arguments: [
        (0, 0, 0), (1, 1, 0), (300_000, 1, 0), (300_001, 0, 1), (3_600_000, 0, 1), (-1, 0, 0),
    ]) func `a run up to 5 minutes after its export is used with its own time`(
        late: Int, ahead: Int, refused: Int
    ) throws {
        let read = try readFile(
            """
            {"device":"d","exportedAt":\(exported),"history":
            [{"at":\(monday)},{"at":\(exported * 1_000 + late),"success":true}]}
            """
        )
        #expect(read.counts(.clockAhead) == (ahead == 0 ? [:] : ["": ahead]))
        #expect(read.refusals == (refused == 0 ? [:] : [.runAfterExport: refused]))
        let expected = Instant(milliseconds: Int64(exported * 1_000 + late))
        #expect(read.exports.first?.runs.map(\.at) == [.seconds(monday)] + (refused == 0 ? [expected] : []))
    }

    @Test func `entries in any order give the same runs`() throws {
        let entries = (0..<6).map { "{\"at\":\(monday + 60 * $0)}" }
        let inOrder = try readFile(
            "{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[\(entries.joined(separator: ","))]}")
        let mixed = [3, 0, 5, 1, 4, 2].map { entries[$0] }.joined(separator: ",")
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[\(mixed)]}")
        #expect(read.exports == inOrder.exports && read.exports.first?.runs.count == 6)
    }

    @Test func `a repeated run is one run, and two tasks at the same moment are two`() throws {
        let tasks = ["", "", ",\"task\":\"a\"", ",\"task\":\"b\"", ",\"task\":\"a\"", ",\"task\":null"]
        let entries = tasks.map { "{\"at\":\(monday),\"success\":true\($0)}" }.joined(separator: ",")
        let read = try readFile("{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[\(entries)]}")
        #expect(read.exports.first?.runs.count == 3 && read.tasks == ["a", "b"])
        #expect(read.ledger.entries == 3 && read.ledger.repeated == 3)
        #expect(read.exports.first?.runs.contains { $0.hasConflict } == false)
    }

    @Test(arguments: [
        ("\"success\":true", "\"success\":false", Outcome.notSuccessful), ("\"success\":true", "\"x\":1", .unknown),
        ("\"x\":1", "\"success\":false", .notSuccessful),
    ]) func `an export with two values for a run has a conflict, and the worse value is used`(
        a: String, b: String, stands: Outcome
    ) throws {
        for (first, second) in [(a, b), (b, a)] {
            let read = try readFile(
                "{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[{\"at\":\(monday),\(first)},{\"at\":\(monday),\(second)}]}"
            )
            #expect(read.exports.first?.runs == [exportedRun(monday, stands, hasConflict: true)])
            #expect(read.ledger.repeated == 1)
        }
    }

    @Test func `unknown fields are counted by name`() throws {
        let read = try readFile(
            "\(withEntry("\"at\":\(monday),\"sucess\":true", ",\"v\":1"))\n\(withEntry("\"at\":\(monday),\"sucess\":1"))"
        )
        #expect(read.counts(.unknownField) == ["sucess": 2, "v": 1])
    }

    @Test(arguments: ["null", "\"x\"", "[]", "17", "true"])
    func `an entry that is not an object is refused with its index`(
        entry: String
    ) throws {
        let read = try readFile(
            "[\(sample("a")),{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[{\"at\":\(monday)},\(entry)]}]")
        #expect(read.refusals == [.entryNotAnObject: 1] && read.places(.entryNotAnObject) == ["device 1, entry 1"])
        #expect(read.exports.last?.runs.count == 1)
    }

    @Test func `used, repeated and refused add up to what is in the file`() throws {
        let at = [monday, monday, -1, 5, exported + 60, exported + 301, monday + 1]
        let entries = at.map { "{\"at\":\($0)}" } + ["null", "{}"]
        let read = try readFile(
            "{\"device\":\"d\",\"exportedAt\":\(exported),\"history\":[\(entries.joined(separator: ","))]}")
        #expect(read.ledger.entries == 3 && read.ledger.repeated == 1 && read.ledger.refused == 5)
    }
}
