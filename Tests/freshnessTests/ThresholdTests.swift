import Foundation
import TestSupport
import Testing

/// Thresholds that are not what they should be are refused by the key, and nothing is computed.
@Suite struct ThresholdTests {
    struct Wrong: CustomTestStringConvertible {
        var text: String
        var names: String
        var testDescription: String { names }
    }

    private static func file(_ changes: (String, String)...) -> String {
        changes.reduce(Root.thresholds()) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
    }

    static let wrong = [
        Wrong(text: "", names: "not a JSON object"),
        Wrong(text: "[]", names: "not a JSON object"),
        Wrong(text: "{\"p50Hours\": 24", names: "not a JSON object"),
        Wrong(text: file(("\"p50Hours\": 24, ", "")), names: "`p50Hours` is missing"),
        Wrong(text: file((", \"timeZone\": \"UTC\"", "")), names: "`timeZone` is missing"),
        Wrong(text: file(("{", "{\"p95Hours\": 1, ")), names: "unknown key `p95Hours`"),
        Wrong(text: file(("24", "\"24\"")), names: "`p50Hours` is not a number"),
        Wrong(text: file(("24", "true")), names: "`p50Hours` is not a number"),
        Wrong(text: file(("24", "null")), names: "`p50Hours` is not a number"),
        Wrong(text: file(("24", "0")), names: "`p50Hours` is out of range"),
        Wrong(text: file(("168", "-168")), names: "`brokenHours` is out of range"),
        Wrong(text: file(("168", "1e9")), names: "`brokenHours` is out of range"),
        Wrong(text: file(("24", "73")), names: "`p50Hours` is greater than `p90Hours`"),
        Wrong(text: file(("\"UTC\"", "1")), names: "`timeZone` is not a text"),
        Wrong(
            text: file(("UTC", "Europe/Amsterdarn")), names: "`timeZone` is not an IANA time zone: Europe/Amsterdarn"),
        Wrong(text: file(("{", "{\"source\": \"me\", ")), names: "`source` is not an object"),
        Wrong(text: file(("{", "{\"p90Hours\": 1000, ")), names: "it has `p90Hours` twice"),
        Wrong(text: file(("}", ",}")), names: "not a JSON object"),
        Wrong(text: file(("24", "1e-7")), names: "`p50Hours` is out of range"),
    ]

    @Test(arguments: wrong) func `wrong thresholds are refused with their key`(_ row: Wrong) throws {
        let root = try Root.real()
        try root.folder.write(row.text, to: "metrics/slo.json")
        let run = try root.run("report", "--week", "2026-W16")
        #expect(run.exitCode == 2)
        #expect(run.error.contains("slo.json") && run.error.contains(row.names), "\(run.error)")
        #expect(run.error.filter { $0 == "\n" }.count == 1)
        #expect(try root.folder.names(in: "") == ["metrics"])
    }

    @Test func `missing thresholds are reported`() throws {
        let root = try Root.real()
        try FileManager.default.removeItem(atPath: root.folder.path + "/metrics/slo.json")
        let run = try root.run("stats", "--week", "2026-W16")
        #expect(run.exitCode == 2 && run.error.contains("slo.json"))
    }

    @Test func `thresholds may say where each number comes from`() throws {
        let root = try Root.real()
        try root.folder.write(
            Self.file(("{", "{\"source\": {\"p50Hours\": \"the plan\"}, ")), to: "metrics/slo.json")
        #expect(try root.run("stats", "--week", "2026-W16").exitCode == 0)
    }

    @Test func `the report carries the thresholds and their SHA-256`() throws {
        let root = try Root.real()
        _ = try root.run("report", "--week", "2026-W16")
        // printf '%s' '{"p50Hours": 24, "p90Hours": 72, …, "timeZone": "UTC"}' | sha256sum
        let sha = "f59c7b3fd5d4fcaed379628bd66d4014abd2e9e2cf732ad585f28c5d27daa9fb"
        #expect(try root.report("2026-04-19").contains(sha))
        #expect(try root.stats("2026-W16").string("slo.sha256") == sha)
    }

    /// The zone's rules are in the program: a release binary without them would know UTC alone.
    @Test func `a named time zone works in the built program`() throws {
        // 2026-03-30 00:00 in Amsterdam is 2026-03-29 22:00 UTC, in the week before by UTC.
        let exported = 1_774_821_600
        let local = try Root(zone: "Europe/Amsterdam")
        try local.export(export(exportedAt: exported, ranAt: exported - hour))
        let stats = try local.stats("2026-W14")
        #expect(stats.int("current.all.devices") == 1)
        #expect(stats.string("window.from") == "2026-03-29T22:00:00Z")
        #expect(try local.stats("2026-W13").int("current.all.devices") == 0)
        // The clocks go forward on 2026-03-29: the week before has 167 h.
        #expect(try local.stats("2026-W13").string("window.from") == "2026-03-22T23:00:00Z")
        let utc = try Root()
        try utc.export(export(exportedAt: exported, ranAt: exported - hour))
        #expect(try utc.stats("2026-W13").int("current.all.devices") == 1)
    }

    @Test func `a time zone that changed after files were dated by their names is refused`() throws {
        let root = try Root()
        try root.export("{\"device\":\"d\",\"history\":[]}", to: "2026-09-24.json")
        // 2026-09-24 23:59:59.999 UTC.
        #expect(try root.stats("2026-W39").string("input.dataThrough") == "2026-09-24T23:59:59.999Z")
        try root.folder.write(Root.thresholds(zone: "Asia/Tokyo"), to: "metrics/slo.json")
        let run = try root.run("stats", "--week", "2026-W39")
        #expect(run.exitCode == 2)
        #expect(run.error.contains("UTC to Asia/Tokyo") && run.error.contains("freshness rebuild"))
        #expect(try root.run("rebuild", "--yes").exitCode == 0)
        #expect(try root.stats("2026-W39").string("input.dataThrough") == "2026-09-24T14:59:59.999Z")
    }
}
