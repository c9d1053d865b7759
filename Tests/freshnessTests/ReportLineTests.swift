import Foundation
import TestSupport
import Testing

/// A report's last line as the program reads it back: whole, or not at all.
@Suite struct ReportLineTests {
    private static let name = "bg_freshness_2026-09-20.md"

    /// A device with a reading in each of two weeks, and the report of the first.
    private func root(app: String? = nil) throws -> Root {
        let root = try Root()
        for week in [-1, 0] {
            let exported = monday + week * 7 * day + 6 * hour
            try root.export(
                export(exportedAt: exported, ranAt: exported - hour, app: app), to: "\(week).json")
        }
        let scope = app.map { ["--app=\($0)"] } ?? []
        let run = try BuiltProgram.run(["report", "--week", "2026-W38", "--root", root.path] + scope)
        try #require(run.exitCode == 0, "\(run.error)")
        return root
    }

    private func export(exportedAt: Int, ranAt: Int, app: String?) throws -> String {
        var export: [String: Any] = [
            "device": "d", "exportedAt": exportedAt, "history": [["at": ranAt, "success": true] as [String: Any]],
        ]
        export["app"] = app
        return String(decoding: try JSONSerialization.data(withJSONObject: export), as: UTF8.self)
    }

    @Test(arguments: ["-->", "--!><b>&amp;", "\"}}, \"app\": \"x\" -->\n", "\\u003e", "ä\u{301}\u{202E}—"])
    func `a name that tries to end the comment is read back unchanged`(_ app: String) throws {
        let root = try root(app: app)
        // The scope comes from the line alone: by another one the report would have no reading.
        let run = try root.run("verify", root.path + "/reports/" + Self.name)
        #expect(run.exitCode == 0, "\(run.output)\(run.error)")
    }

    static let edits: [(String, String)] = [
        ("<!-- freshness.report/1 ", "<!-- freshness.report/2 "), (" -->", ""), (" -->", " -->x"),
        ("{\"week\"", "\"week\""),
        ("2026-W38", "2026-W54"), ("2026-W38", "2026-38"), ("\"cutOff\": \"2026", "\"cutOff\": \"x2026"),
        ("\"complete\": true", "\"complete\": 1"), ("\"complete\": true", "\"complete\": true, \"complete\": true"),
        ("\"app\": null, ", ""), ("\"app\": null", "\"app\": 1"), ("\"devices\": 1", "\"devices\": 0"),
        ("\"devices\": 1", "\"devices\": -1"), ("\"devices\": 1", "\"devices\": 1.5"),
        ("\"devices\": 1", "\"devices\": \"1\""),
        ("\"p90Never\": false", "\"p90Never\": true"), ("\"p90Milliseconds\": 3600000", "\"p90Milliseconds\": null"),
        ("\"p90Milliseconds\": 3600000", "\"p90Milliseconds\": 1e300"), ("\"p50Hours\": 24", "\"p50Hours\": 0"),
        ("\"p50Hours\": 24", "\"p50Hours\": 87601"), ("\"p50Hours\": 24", "\"p50Hours\": null"),
        ("\"refusedPercent\": 10", "\"refusedPercent\": 101"), ("\"data\": {", "\"date\": {"),
        ("\"timeZone\": \"UTC\"", "\"timeZone\": null"), (", \"laterThanClock\": 0", ""),
    ]

    @Test(arguments: edits) func `an invalid line is rejected`(_ edit: (String, String)) throws {
        let root = try root()
        let report = try root.report("2026-09-20")
        let start = try #require(report.range(of: "<!-- "))
        let line = report[start.lowerBound...]
        try #require(line.contains(edit.0))
        let edited = report[..<start.lowerBound] + line.replacingOccurrences(of: edit.0, with: edit.1)
        try root.folder.write(String(edited), to: "reports/" + Self.name)
        #expect(try root.run("verify", root.path + "/reports/" + Self.name).exitCode == 2)
        let stats = try root.stats("2026-W39")
        #expect(stats["passedOverReports"] as? [String] == [Self.name])
        #expect(stats["thresholds"] == nil && (stats["changedWeeks"] as? [Any])?.isEmpty == true)
    }

    @Test func `a truncated report is rejected, wherever it was cut`() throws {
        let root = try root()
        let report = Array(try root.report("2026-09-20").utf8)
        for length in [0, 1, report.count / 2, report.count - 400, report.count - 20, report.count - 3] {
            try root.folder.write(String(decoding: report.prefix(length), as: UTF8.self), to: "reports/" + Self.name)
            #expect(try root.stats("2026-W39")["passedOverReports"] as? [String] == [Self.name], "\(length)")
        }
        // All but the newline at its end.
        try root.folder.write(String(decoding: report.dropLast(), as: UTF8.self), to: "reports/" + Self.name)
        #expect(try root.stats("2026-W39").string("thresholds.week") == "2026-W38")
    }
}
