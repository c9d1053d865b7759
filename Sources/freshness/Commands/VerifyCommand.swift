import Foundation
import Ingest
import Night
import Report
import Stats

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "Check a report against the stored data and slo.json.",
        help: """
            OVERVIEW: Check that a report says what the stored data and slo.json give.

            The report is computed again and compared with the file, byte for byte. No new
            exports are read, no lock is taken, and nothing is written.

            USAGE: freshness verify REPORT [OPTIONS]

            ARGUMENTS:
              REPORT           The report's file. The last line of the file names the
                               week, the cut-off, the app and the task.

            OPTIONS:
              --quiet          Print nothing if the report matches.
              --reports DIR    Read the reports of earlier weeks from DIR. (default: the
                               folder of REPORT)
            \(Help.places)

            EXIT CODES:
              0  the report matches
              1  the report does not match; the first line that differs is printed
              2  the call or slo.json is wrong; the file is not a report; or the store
                 belongs to another folder of exports
              4  an error in files, the store or the disk
            """,
        options: Options.places.union(["--reports", "--quiet"]), argument: "REPORT",
        run: { options throws(Problem) in
            guard let path = options.argument else {
                throw .usage("verify needs a report", "see `freshness help verify`")
            }
            let text = try contents(of: path)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            return try Call.with(options, writing: []) { call throws(Problem) in
                let night = try call.nightReading()
                guard let reported = ReportedWeek(endOfReport: Array(text.utf8)) else {
                    throw .usage(
                        "\(visible(path, limit: 200)) is not a report of this program: its last line is not that of one",
                        "name a file that `freshness report` wrote")
                }
                let window = Window(reported.week, upTo: reported.cutOff, in: call.zone)
                guard window.end > window.start else {
                    throw .usage(
                        "the cut-off of \(visible(path, limit: 200)) is before its week in the `timeZone` of slo.json",
                        "verify it with the slo.json that it was written with")
                }
                var assessment = try call.assessment(
                    of: window, reported.scope, by: night, at: nil, reports: options.reports ?? folder)
                // The clock was another one then.
                assessment.input.laterThanClock = reported.laterThanClock
                return compare(text, markdown(assessment), path, options)
            }
        })

    private static func compare(
        _ text: String, _ expected: String, _ path: String, _ options: Options
    ) -> ExitCode {
        guard let difference = firstDifference(text, expected) else {
            if !options.isQuiet {
                Output.result("\(visible(path, limit: 200)) matches the stored data and slo.json\n")
            }
            return .done
        }
        let name = visible(path, limit: 200)
        let lines = side(difference.written, difference.expected)
        Output.result(
            """
            \(name) does not match the stored data and slo.json. First difference, line \(difference.number):
              in the report:  \(lines.0)
              expected:       \(lines.1)

            """)
        return .missed
    }

    /// Two lines, to be read one below the other. Where what they differ in comes late, what they share is cut from both.
    private static func side(_ written: String, _ expected: String) -> (String, String) {
        let shared = zip(written.unicodeScalars, expected.unicodeScalars).prefix { $0 == $1 }.count
        let cut = shared > 200 ? shared - 100 : 0
        func shown(_ line: String) -> String {
            let rest = String(String.UnicodeScalarView(line.unicodeScalars.dropFirst(cut)))
            return (cut > 0 ? "…" : "") + visible(rest, limit: 400, keepsSpaces: true)
        }
        return (shown(written), shown(expected))
    }

    private static func contents(of path: String) throws(Problem) -> String {
        do throws(ReadFailure) {
            return String(decoding: try FileSource.contents(of: FilePath(path), atMost: 64 << 20), as: UTF8.self)
        } catch {
            throw .usage("\(visible(path, limit: 200)) cannot be read (\(error.detail))", "name the file of a report")
        }
    }

    /// The first line in which two texts differ; nil where they are the same to the byte.
    private static func firstDifference(
        _ written: String, _ expected: String
    ) -> (number: Int, written: String, expected: String)? {
        if written.utf8.elementsEqual(expected.utf8) { return nil }
        // By bytes: two ways to write one letter are not the same here.
        let (ours, theirs) = (lines(written), lines(expected))
        let place = zip(ours, theirs).enumerated().first { !$0.element.0.utf8.elementsEqual($0.element.1.utf8) }?.offset
        let index = place ?? min(ours.count, theirs.count)
        func line(_ lines: [Substring]) -> String {
            lines.indices.contains(index) ? String(lines[index]) : "(the end of the report)"
        }
        return (index + 1, line(ours), line(theirs))
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
