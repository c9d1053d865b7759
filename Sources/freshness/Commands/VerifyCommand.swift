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
                        "\(visible(path, limit: 200)) does not end as a report of this program does",
                        "name one that does")
                }
                let window = Window(reported.week, upTo: reported.cutOff, in: call.zone)
                guard window.end > window.start else {
                    throw .usage(
                        "\(visible(path, limit: 200)) ends before its week begins by the clocks of `timeZone`",
                        "verify it by the thresholds that it was written by")
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
                Output.result("\(visible(path, limit: 200)) is what the stored data and the thresholds give\n")
            }
            return .done
        }
        Output.result(
            """
            \(visible(path, limit: 200)) differs from line \(difference.number) on
              it says:        \(visible(difference.written, limit: 400))
              it should say:  \(visible(difference.expected, limit: 400))

            """)
        return .missed
    }

    private static func contents(of path: String) throws(Problem) -> String {
        do throws(ReadFailure) {
            return String(decoding: try FileSource.contents(of: FilePath(path), atMost: 64 << 20), as: UTF8.self)
        } catch {
            throw .usage("\(visible(path, limit: 200)) cannot be read (\(error.detail))", "name a report's file")
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
