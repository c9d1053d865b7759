import TestSupport
import Testing

/// Moments on the very edge of a week.
@Suite struct AsOfEdgeTests {
    struct Edge: CustomTestStringConvertible {
        var zone = "UTC"
        var end: String
        var behind: String
        var testDescription: String { "\(zone), \(end)" }
    }

    static let edges = [
        Edge(end: "2026-09-28T00:00:00Z", behind: "2026-09-28T00:00:00.001Z"),
        Edge(end: "2026-09-28T02:00:00+02:00", behind: "2026-09-28T02:00:00.001+02:00"),
        Edge(zone: "Europe/Amsterdam", end: "2026-09-27T22:00:00Z", behind: "2026-09-27T22:00:00.001Z"),
        Edge(zone: "America/New_York", end: "2026-09-28T04:00:00Z", behind: "2026-09-28T04:00:00.001Z"),
    ]

    @Test(arguments: edges)
    func `a cut-off at the week's end is the whole week, and a millisecond later is outside of it`(
        _ edge: Edge
    ) throws {
        let root = try Root(zone: edge.zone)
        try root.export(export(exportedAt: monday + 3 * day, ranAt: monday))
        let whole = try root.stats("2026-W39")
        let stats = try root.stats("2026-W39", "--as-of", edge.end)
        #expect(stats.bool("window.complete") == true && stats.int("current.all.devices") == 1)
        #expect(stats.text == whole.text)
        let run = try root.run("stats", "--week", "2026-W39", "--as-of", edge.behind)
        #expect(run.exitCode == 2 && run.output.isEmpty)
        #expect(run.error.contains("--as-of") && run.error.contains("2026-W39"), "\(run.error)")
        let report = try root.run("report", "--week", "2026-W39", "--as-of", edge.end)
        #expect(report.exitCode == 0)
        #expect(try root.folder.names(in: "reports") == ["bg_freshness_2026-09-27.md"])
    }

    // MARK: What lies on the edge

    private static let end = monday + 7 * day

    @Test func `an export at the week's end belongs to the next week, and so does its file`() throws {
        let root = try Root()
        try root.export(export(exportedAt: Self.end, ranAt: Self.end - hour), to: "a.json")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 0)
        #expect(stats.int("input.files") == 0 && stats.int("input.exports") == 0)
        let next = try root.stats("2026-W40")
        #expect(next.int("current.all.devices") == 1 && next.int("input.files") == 1)
        // The last millisecond is still the week's.
        try root.export(
            "{\"device\":\"e\",\"exportedAt\":\(Self.end)000,\"history\":[]}".replacing(
                "\(Self.end)000", with: "\(Self.end * 1_000 - 1)"), to: "b.json")
        let last = try root.stats("2026-W39")
        #expect(last.int("current.all.devices") == 1 && last.int("input.files") == 1)
    }

    /// A file that begins before the two weeks of a report and ends with them, or behind them, with an export in between.
    @Test(arguments: [0, 1, day], [0, 1, day])
    func `a file belongs to a week if it contains an export of it, wherever it begins and ends`(
        behind: Int, before: Int
    ) throws {
        let root = try Root()
        let first = export(exportedAt: monday - 7 * day - before, ranAt: monday - 9 * day)
        let inside = export(exportedAt: monday + day, ranAt: monday)
        let last = export(exportedAt: Self.end + behind, ranAt: Self.end - hour)
        try root.export(first + inside + last, to: "a.json")
        try root.export(first + last, to: "b.json")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 1)
        // One that begins with the baseline's first moment holds an export of it.
        #expect(stats.int("input.files") == (before == 0 ? 2 : 1))
    }

    /// Exports are those made in the two weeks, whatever else is in their files.
    @Test func `an export at the week's end is not counted, though its file is`() throws {
        let root = try Root()
        let moments = [monday - 8 * day, monday - day, monday + day, Self.end, Self.end + day]
        try root.export(moments.map { export(exportedAt: $0, ranAt: $0 - hour) }.joined(), to: "a.json")
        let stats = try root.stats("2026-W39")
        #expect(stats.int("input.files") == 1)
        #expect(stats.int("input.exports") == 2)
    }

    // MARK: Thresholds on the edge

    @Test func `p50's objective may equal p90's`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + 3 * day, ranAt: monday))
        for hours in ["72", "72.5"] {
            let thresholds = Root.thresholds().replacing("\"p50Hours\": 24", with: "\"p50Hours\": \(hours)")
                .replacing("\"p90Hours\": 72", with: "\"p90Hours\": \(hours)")
            try root.folder.write(thresholds, to: "metrics/slo.json")
            let run = try root.run("stats", "--week", "2026-W39")
            #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
            let stats = try root.stats("2026-W39")
            #expect(stats.double("slo.p50Hours") == stats.double("slo.p90Hours"))
            // 72 h is not under 72 h.
            #expect(stats.string("verdicts.p50") == (hours == "72" ? "missed" : "met"))
        }
    }
}
