import Foundation
import TestSupport
import Testing

/// The handed cases, each given to a fresh store from outside.
@Suite struct CasesTests {
    @Test(arguments: HandedCase.all) func `a case gives its outcome`(handed: HandedCase) throws {
        let folder = try CaseFolder(case: handed.folder, zone: handed.zone)
        let ingest = try folder.run("ingest", "--verbose")
        #expect(ingest.exitCode == 0)
        let lines = ingest.error.split(separator: "\n").filter { $0.contains(" Where: ") }
        #expect(lines.isEmpty == handed.told.isEmpty, "\(ingest.error)")
        for (file, words) in handed.told {
            for word in words {
                #expect(lines.contains { $0.contains(file) && $0.contains(word) }, "\(word): \(ingest.error)")
            }
        }
        if handed.refused > 0 { #expect(ingest.output.contains(", \(handed.refused) refused"), "\(ingest.output)") }
        try expect(try folder.stats(handed.week, asOf: handed.asOf), handed)
        // Read again, nothing is new and nothing changes.
        #expect(try folder.run("ingest").output.contains("0 new runs"))
        try expect(try folder.stats(handed.week, asOf: handed.asOf), handed)
    }

    private func expect(_ stats: StatsFile, _ handed: HandedCase) throws {
        let all = stats.current.all
        #expect(all.devices == handed.devices)
        #expect(milliseconds(all.p50Hours) == handed.p50.map { Int(($0 * 1_000).rounded()) })
        #expect(milliseconds(all.p90Hours) == handed.p90.map { Int(($0 * 1_000).rounded()) })
        #expect(all.p50Never == (handed.p50 == nil) && all.p90Never == (handed.p90 == nil))
        #expect(all.runRate == handed.runRate)
        #expect(all.successRate == handed.successRate)
        let rows = stats.current.buckets.map { ($0.bucket ?? "", $0.devices) }
        #expect(Dictionary(uniqueKeysWithValues: rows) == handed.buckets)
        #expect(stats.input.runs == handed.runs)
        #expect(stats.input.conflicts == handed.conflicts)
        #expect(Set(stats.input.timeForms.compactMap(\.form)) == handed.forms)
        #expect(stats.input.unusableFiles.map(\.file) == handed.useless)
        if handed.asOf == nil, handed.folder != "28-dst-days" {
            #expect(stats.input.refused.map(\.count).reduce(0, +) == handed.refused)
        }
    }

    @Test func `every folder of cases is tested`() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: CaseFolder.fixtures)
        #expect(Set(folders) == Set(HandedCase.all.map(\.folder) + ["50-one-huge-line"]))
        #expect(folders.count == 27)
    }

    @Test func `a device that recorded nothing has no staleness of 56 years`() throws {
        let stats = try CaseFolder(case: "14-never-ran").stats("2026-W12")
        #expect(stats.input.nothingRecorded == 4 && stats.current.all.brokenDevices == 4)
        #expect(
            stats.current.all.p50Hours == nil && stats.current.buckets.allSatisfy { $0.p50Hours == nil && $0.p50Never })
    }

    @Test func `a run 90 s after its export counts as from a clock that is ahead`() throws {
        #expect(try CaseFolder(case: "19-future-timestamps").stats("2026-W12").input.clockAhead == 1)
    }

    @Test(arguments: [
        ("2026-W13", "Europe/Amsterdam", "2026-03-22T23:00:00Z", "2026-03-29T22:00:00Z"),
        ("2026-W43", "Europe/Amsterdam", "2026-10-18T22:00:00Z", "2026-10-25T23:00:00Z"),
        ("2026-W13", "UTC", "2026-03-23T00:00:00Z", "2026-03-30T00:00:00Z"),
        ("2026-W14", "Europe/Amsterdam", "2026-03-29T22:00:00Z", "2026-04-05T22:00:00Z"),
    ]) func `a week across a clock change has its own length`(week: String, zone: String, from: String, to: String)
        throws
    {
        // The first is 167 h long, the second 169 h.
        let stats = try CaseFolder(case: "28-dst-days", zone: zone).stats(week)
        #expect(stats.window.from == from && stats.window.to == to)
    }

    @Test func `an export on the local Monday belongs to the next week`() throws {
        let folder = try CaseFolder(case: "28-dst-days", zone: "Europe/Amsterdam")
        #expect(try folder.stats("2026-W13").current.all.devices == 0)
        #expect(try folder.stats("2026-W14").current.all.devices == 1)
        // The autumn's export is made at 00:00 of Monday, 2026-10-26, local time.
        #expect(try folder.stats("2026-W43").current.all.devices == 0)
        #expect(try folder.stats("2026-W44").current.all.devices == 1)
    }

    @Test(arguments: [
        "55-overlapping-exports", "57-true-repeats", "58-older-export-later", "53-snapshot-only", "38-truncated-json",
    ])
    func `the order in which files are read changes nothing`(name: String) throws {
        let handed = try #require(HandedCase.all.last { $0.folder == name })
        let names = try FileManager.default.contentsOfDirectory(atPath: "\(CaseFolder.fixtures)/\(name)").sorted()
        for order in [names, names.reversed()] {
            let renamed = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, "f\($0).json") })
            var turned = handed
            turned.useless = handed.useless.compactMap { renamed[$0] }.sorted()
            let folder = try CaseFolder(case: name) { renamed[$0] ?? $0 }
            try expect(try folder.stats(handed.week), turned)
            // One file a call, in this order.
            let slow = try CaseFolder()
            for file in order {
                try slow.put(
                    try Data(contentsOf: URL(fileURLWithPath: "\(CaseFolder.fixtures)/\(name)/\(file)")),
                    renamed[file] ?? file)
                _ = try slow.run("ingest")
            }
            try expect(try slow.stats(handed.week), turned)
        }
    }

    /// As `make-huge.py` writes it. `FRESHNESS_HUGE_ROWS=1000000` makes it the case's own 87 MB.
    @Test func `one huge line is stored completely`() throws {
        let rows = ProcessInfo.processInfo.environment["FRESHNESS_HUGE_ROWS"].flatMap { Int($0) } ?? 20_000
        let start = 1_742_083_200
        let history = (0..<rows).map { row in
            let at = start + 60 * row
            return "{\"at\":\(at),\"scheduledAt\":\(at - row % 100),\"success\":true,\"lowPower\":false,\"bucket\":10}"
        }
        let folder = try CaseFolder()
        try folder.put(
            "{\"device\":\"huge\",\"platform\":\"android\",\"app\":\"net.example.app\",\"exportedAt\":\(start + 60 * rows),\"history\":[\(history.joined(separator: ","))]}\n",
            "huge.json")
        let run = try folder.run("ingest")
        #expect(run.exitCode == 0 && run.error.isEmpty)
        #expect(run.output.replacing(",", with: "").contains("\(rows) new runs"), "\(run.output)")
    }
}
