import Foundation
import TestSupport
import Testing

extension CasesTests {
    /// What stands in the folder of exports, and is not always a file of exports.
    @Suite struct Files {
        private static let export =
            "{\"device\":\"a\",\"exportedAt\":1773705600,\"history\":[{\"at\":1773619200,\"success\":true}]}\n"
        /// Python: gzip.compress of ``export``'s text, level 9, mtime 0, as base64.
        private static let packed =
            "H4sIAAAAAAACA6tWSkkty0xOVbJSSlTSUUqtKMgvKklNcSxRsjI0Nzc2NzA1MzDQUcrILC7JL6pUsoquVkqEypkZWh"
            + "qB5IpLk5NTi4uVrEqKSlNrY2u5AKOejaFUAAAA"
        private static let undated = "{\"device\":\"a\",\"history\":[{\"at\":1773619200,\"success\":true}]}\n"

        @Test func `a gzip file with a plain name and a plain file with a gzip name are read`() throws {
            let folder = try CaseFolder()
            let packed = try #require(Data(base64Encoded: Self.packed))
            try folder.put(packed, "packed.json")
            try folder.put(Self.export.replacing("\"a\"", with: "\"b\""), "plain.json.gz")
            try folder.put(Self.export.replacing("\"a\"", with: "\"c\""), "lines.jsonl.gz")
            try folder.put(Self.export.replacing("\"a\"", with: "\"d\""), "lines.ndjson")
            try folder.put(Self.export.replacing("\"a\"", with: "\"e\""), "other.txt")
            let run = try folder.run("ingest")
            #expect(
                run.exitCode == 0
                    && run.error.hasPrefix("freshness: 1 file was passed over because of its name: other.txt; "))
            let stats = try folder.stats("2026-W12")
            #expect(stats.current.all.devices == 4 && stats.input.files == 4)
        }

        @Test func `a damaged gzip file is refused as a whole`() throws {
            let packed = try #require(Data(base64Encoded: Self.packed))
            var damaged = packed
            damaged[damaged.count - 6] ^= 1
            let folder = try CaseFolder()
            // Two members, of which the first is whole.
            try folder.put(packed + damaged, "damaged.json.gz")
            try folder.put(packed + packed.dropLast(9), "cut.json.gz")
            try folder.put(packed.prefix(2), "two-bytes.json.gz")
            let run = try folder.run("ingest")
            #expect(run.exitCode == 3)
            for name in ["damaged.json.gz", "cut.json.gz", "two-bytes.json.gz"] {
                #expect(run.error.contains("\(name): "), "\(run.error)")
            }
            #expect(run.error.hasPrefix("freshness: 3 files refused: damaged gzip file (damaged-gzip). "))
            #expect(try folder.stats("2026-W12").current.all.devices == 0)
        }

        @Test func `a folder, a dangling link, a pipe and a file that cannot be read are refused by name`() throws {
            let folder = try CaseFolder()
            let exports = folder.folder.url.appendingPathComponent("metrics/bg_runs")
            try folder.put(Self.export, "good.json")
            let files = FileManager.default
            try files.createDirectory(
                at: exports.appendingPathComponent("folder.json"), withIntermediateDirectories: false)
            try files.createSymbolicLink(
                atPath: exports.appendingPathComponent("link.json").path, withDestinationPath: "nowhere.json")
            try files.createSymbolicLink(
                atPath: exports.appendingPathComponent("circle.json").path, withDestinationPath: "circle.json")
            #expect(mkfifo(exports.appendingPathComponent("pipe.json").path, 0o644) == 0)
            var names = ["circle.json", "folder.json", "link.json", "pipe.json"]
            try folder.put(Self.export, "shut.json")
            try files.setAttributes(
                [.posixPermissions: 0], ofItemAtPath: exports.appendingPathComponent("shut.json").path)
            // The superuser may read it all the same.
            if geteuid() != 0 { names.append("shut.json") }
            let run = try folder.run("ingest")
            #expect(run.exitCode == 0)
            for name in names { #expect(run.error.contains(name), "\(run.error)") }
            // The two links are refused for one reason.
            #expect(run.error.split(separator: "\n").count == names.count - 1, "\(run.error)")
            for code in ["dangling-link", "folder", "not-a-file"] { #expect(run.error.contains("(\(code))")) }
            let stats = try folder.stats("2026-W12")
            #expect(stats.current.all.devices == 1)
            #expect(stats.input.unusableFiles.map(\.file) == names)
        }

        @Test func `a link to a file is read as the file`() throws {
            let folder = try CaseFolder()
            try folder.folder.write(Self.export, to: "elsewhere.txt")
            let link = folder.folder.url.appendingPathComponent("metrics/bg_runs/link.json").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../../elsewhere.txt")
            #expect(try folder.run("ingest").error.isEmpty)
            #expect(try folder.stats("2026-W12").current.all.devices == 1)
        }

        @Test(arguments: [
            // The last millisecond of the day, minus the run's 00:00 of Monday, 2026-03-16 UTC.
            ("2026-03-17.json", "UTC", 172_799_999), ("runs_20260317_eu.json", "UTC", 172_799_999),
            // Amsterdam's day ends an hour before that of UTC, in winter.
            ("2026-03-17.json", "Europe/Amsterdam", 169_199_999), ("2026-03-17.json", "America/New_York", 187_199_999),
        ]) func `a date in a file's name is the last millisecond of that day in the zone`(
            name: String, zone: String, staleness: Int
        ) throws {
            let folder = try CaseFolder(zone: zone)
            try folder.put(Self.undated, name)
            let stats = try folder.stats("2026-W12")
            #expect(milliseconds(stats.current.all.p50Hours) == staleness)
            #expect(stats.input.datedByName == 1)
        }

        @Test(arguments: [
            "nightly.json", "2026-02-30.json", "2026-03-17_2026-03-18.json", "2026-03.json", "2040-06-01.json",
            "2040-01-01.json",
        ]) func `without one date of the years 2015 to 2039 in the name the export is refused`(name: String) throws {
            let folder = try CaseFolder()
            try folder.put(Self.undated, name)
            let run = try folder.run("ingest")
            #expect(run.exitCode == 3)
            #expect(
                run.error.hasPrefix("freshness: 1 export refused: ")
                    && run.error.contains("(no-export-time)") && run.error.hasSuffix(" Where: \(name): line 1\n"),
                "\(run.output)\(run.error)")
        }

        @Test func `ids that differ in a NUL or in how an accent is composed are different devices`() throws {
            let folder = try CaseFolder()
            let ids = ["a", #"a\u0000"#, #"a\u0000b"#, "caf\u{E9}", "cafe\u{301}", "A", " a", "\u{202E}a"]
            try folder.put(ids.map { Self.export.replacing("\"a\"", with: "\"\($0)\"") }.joined(), "ids.ndjson")
            let stats = try folder.stats("2026-W12")
            #expect(stats.current.all.devices == 8 && stats.input.runs == 8)
        }

        @Test(arguments: ["", " \r\n", "null", "[]", "{}", "5", "[5]", "{\"a\":{\"history\":[]}}", "[\"", "\u{FEFF}"])
        func `an unusable file is listed and stops no other`(text: String) throws {
            let folder = try CaseFolder()
            try folder.put(text, "useless.json")
            try folder.put(Self.export, "good.json")
            let run = try folder.run("ingest")
            #expect(run.exitCode == 0)
            #expect(run.error.contains(/^freshness: 1 (file|export) refused: .* Where: useless\.json/), "\(run.error)")
            let stats = try folder.stats("2026-W12")
            #expect(stats.current.all.devices == 1 && stats.input.unusableFiles.map(\.file) == ["useless.json"])
        }

        @Test(arguments: [("empty", ""), ("an empty list", "[]"), ("no JSON", "Bad Gateway\n")])
        func `equal unusable files are each listed`(name: String, text: String) throws {
            // What a gathering job leaves that failed two nights in a row.
            let folder = try CaseFolder()
            try folder.put(Self.export, "2026-03-17.json")
            let names = ["2026-03-18.json", "2026-03-19.json"]
            for name in names { try folder.put(text, name) }
            let run = try folder.run("ingest")
            for name in names { #expect(run.error.contains(name), "\(run.error)") }
            let unusable = try folder.stats("2026-W12").input.unusableFiles
            #expect(unusable.map(\.file) == names && unusable.allSatisfy { $0.codes.count == 1 })
        }
    }
}
