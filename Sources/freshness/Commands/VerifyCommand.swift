import Foundation
import Ingest
import Night
import Report
import Stats

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "Say whether a report is what the data and thresholds give.",
        help: """
            OVERVIEW: Compute a report again, from what is stored and by the thresholds as they
            are now, and say whether the file says just that. New exports are not read, no lock
            is taken, and nothing is written.

            USAGE: freshness verify REPORT [OPTIONS]

            ARGUMENTS:
              REPORT           The report's file. Week, cut-off, app and task are the ones that
                               its last line names.

            OPTIONS:
              --quiet          Print nothing where it is.
            \(Help.places)
              --reports DIR    Where the reports of earlier weeks are. (default: the report's
                               folder)

            EXIT CODES:
              0  it is, byte for byte
              1  it is not; the first line that differs is printed
              2  the call or slo.json is wrong, or the file is no report
              4  could not run: files, database, disk
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
                Output.result("\(visible(path, limit: 200)) matches the stored data and the thresholds\n")
            }
            return .done
        }
        let lines = side(difference.written, difference.expected)
        Output.result(
            """
            \(visible(path, limit: 200)) differs from line \(difference.number) on
              it says:        \(lines.0)
              it should say:  \(lines.1)

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
        func line(_ lines: [Substring]) -> String { lines.indices.contains(index) ? String(lines[index]) : "(its end)" }
        return (index + 1, line(ours), line(theirs))
    }

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }
}
