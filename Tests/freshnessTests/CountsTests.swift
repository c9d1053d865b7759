import Foundation
import TestSupport
import Testing

/// What the program costs, held by counts. A clock says something else on every machine and in every minute; how many
/// files were opened, rows written, bytes allocated and instructions run is nearly the same each time.
@Suite struct CountsTests {
    // MARK: Files opened

    @Test(.enabled(if: Tools.areHere, Tools.absence))
    func `a file of exports is opened and read once, to its end, and never again`() throws {
        let root = try Root.made(devices: 300)
        try root.hide("2026-09-27.json")
        let cold = try SystemCalls(of: ["report"] + root.options())
        for (path, size) in try root.exports() {
            #expect(cold.opens[path] == 1, "\(path)")
            // The two bytes that tell whether it is packed may be read again.
            #expect((size...size + 2).contains(cold.bytesRead[path] ?? 0), "\(path)")
        }
        try root.unhide("2026-09-27.json")
        let night = try SystemCalls(of: ["report"] + root.options())
        for (path, _) in try root.exports() {
            #expect(night.opens[path] == (path.hasSuffix("/2026-09-27.json") ? 1 : nil), "\(path)")
        }
        let nothingNew = try SystemCalls(of: ["report"] + root.options())
        for (path, _) in try root.exports() { #expect(nothingNew.opens[path] == nil, "\(path)") }
        #expect(nothingNew.syncs == 0)
    }

    @Test(.enabled(if: Tools.areHere, Tools.absence))
    func `small files are opened once, and hundreds of them cost no sync each`() throws {
        let root = try Root.made(devices: 30, "--per-device")
        let cold = try SystemCalls(of: ["report"] + root.options())
        let exports = try root.exports()
        #expect(exports.count > 300)
        for (path, size) in exports {
            #expect(cold.opens[path] == 1, "\(path)")
            #expect(cold.bytesRead[path] == size, "\(path)")
        }
        // One transaction for the schema, one for all files, and the report with its folder: what that takes is up to
        // the version of SQLite, and far below one for each file.
        #expect(cold.syncs <= 20)
        let nothingNew = try SystemCalls(of: ["report"] + root.options())
        for (path, _) in exports { #expect(nothingNew.opens[path] == nil, "\(path)") }
        #expect(nothingNew.syncs == 0)
    }

    @Test(.enabled(if: Tools.areHere, Tools.absence))
    func `a large gzip file is checked before it is read, with no extra opens`()
        throws
    {
        let root = try Root.made(devices: 300, days: 1)
        // Packed without getting smaller: small files are read into memory at once.
        let packing = "import gzip, sys; gzip.open(sys.argv[1] + '.gz', 'wb', 0).write(open(sys.argv[1], 'rb').read())"
        let plain = try #require(try root.exports().keys.first)
        let packed = try ProgramRun(ofTool: ["python3", "-c", packing, plain])
        try #require(packed.exitCode == 0, "\(packed.error)")
        try FileManager.default.removeItem(atPath: plain)
        let cold = try SystemCalls(of: ["report"] + root.options())
        #expect(cold.opens[plain + ".gz"] == 2)
    }

    // MARK: Rows written

    @Test func `a first run writes each row once, a night only the rows of its exports, and the next run none`()
        throws
    {
        let root = try Root.made(devices: 300)
        let rows = try WrittenRows(root)
        try root.hide("2026-09-27.json")
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
        for (table, cold) in try rows.take() where table != "sums" { #expect(cold.written <= cold.held, "\(table)") }

        try root.unhide("2026-09-27.json")
        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
        let night = try rows.take()
        let touched = try periods(of: "2026-09-27.json", in: root)
        let histories = try #require(night["histories"]).written
        #expect(histories > 0 && histories <= touched.reduce(0) { $0 + $1.count })
        // The sums of these periods, and its content, its file and what there was to remark.
        #expect(try #require(night["sums"]).written <= Set(touched.joined()).count)
        let others = night.filter { !["histories", "sums"].contains($0.key) }
        #expect(others.values.reduce(0) { $0 + $1.written } <= 5)

        #expect(try root.run("report", "--week", "2026-W39").exitCode == 0)
        #expect(try rows.take().values.reduce(0) { $0 + $1.written } == 0)
    }

    /// Of each export of a file, the periods of 28 days that it and its runs lie in: what it tells again of the ones before
    /// has been told once more.
    private func periods(of name: String, in root: Root) throws -> [Set<Int>] {
        let exports = try JSONSerialization.jsonObject(
            with: Data(contentsOf: root.folder.url.appendingPathComponent("metrics/bg_runs/" + name)))
        return try #require(exports as? [[String: Any]]).map { export in
            let entries = export["history"] as? [[String: Any]] ?? []
            let moments = (entries.map { $0["at"] } + [export["exportedAt"]]).compactMap { ($0 as? NSNumber)?.intValue }
            try #require(moments.count == entries.count + 1)
            // Counted from Monday 2014-12-29.
            return Set(moments.map { ($0 - 1_419_811_200) / (28 * day) })
        }
    }

    @Test func `files are read in step, so that a device's exports are written together`() throws {
        // More than is gathered in memory before it is written. Out of step it is 2.6 rows written for each that is
        // held, in step 1.3; how far threads get before others is different each time.
        let root = try Root.made(devices: 2_000)
        let rows = try WrittenRows(root)
        #expect(try root.run("ingest").exitCode == 0)
        let histories = try #require(try rows.take()["histories"])
        #expect(histories.held > 4_000)
        #expect(histories.written < 2 * histories.held)
    }

    // MARK: Instructions, allocations

    @Test(
        .enabled(if: Tools.areHere, Tools.absence),
        .enabled(if: BuiltProgram.isNamed, "a debug build has other counts; `make test` names the release build"),
        arguments: Situation.allCases)
    func `instructions, allocations and bytes allocated are within 10 % of what was recorded`(
        _ situation: Situation
    ) throws {
        let root = try situation.root()
        let program = try Valgrind.program(in: root.folder)
        var counts: [String: Int] = [:]
        for tool in Valgrind.allCases {
            let options = root.options(state: tool.rawValue)
            try situation.prepare(root, options)
            counts.merge(try tool.counts(of: [program, "report"] + options)) { _, later in later }
        }
        #expect(counts.count == 3)
        for difference in try RecordedCounts.differences(of: counts, in: situation.rawValue) {
            Issue.record("\(difference)")
        }
    }
}
